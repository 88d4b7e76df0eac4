"""What the scoresheet says, to look at and as it is printed, and where it leads."""

from __future__ import annotations

from typing import Any

import pytest
from flask import Flask

from scorekeeper.installation import Installation

from .guests import code_of, guest, id_of
from .long_match import play
from .player import Page, Player
from .stored_matches import store_match

START = {
    "type": "match-started",
    "players": ["Anna", "Ben"],
    "ruleset": "russian",
    "rounds": 2,
    "purse": 100,
    "at": "2026-02-14T19:00:00Z",
}
CALLED = {"type": "koikoi-called", "player": 0, "ruling": "agreed"}
WON = {"type": "round-won", "player": 0, "piles": ["01B 03B 08B 01R 02R 03R", "02A"], "ruling": "agreed"}
DRAWN = {"type": "round-exhausted"}
RULES = "Russian booklet · 2 rounds · 100 coins each"
SHARING = (
    "Share or print Picture Text for the chat Copy Share PDF, for print Share Spreadsheet (Excel) "
    "Spreadsheet (CSV) Print on A4 Print on A5 Save the match for the app on another computer "
)
ENDS = "Sharing straight to a chat works only over HTTPS. Save the file instead. "
DOCK = "Share or print Save the picture Send the picture"
HEADS = "Round Dealer Result Yaku Koi-koi Points Anna Ben "


def played(player: Player, *events: dict[str, Any]) -> Page:
    at = "2026-02-14T20:00:00Z"
    return store_match(player, START, *({**event, "at": at} for event in events))


def test_a_match_that_is_over_is_told_round_by_round(player: Player) -> None:
    match = played(player, CALLED, WON, DRAWN)
    player.send(player.open(f"{match.path}/about").form("/about").fill(place="Kraków", note="snow"))
    page = player.open(f"{match.path}/sheet")
    paper = (
        f"Anna – Ben Feb 14, 2026 · {RULES} Where? Kraków snow {HEADS}"
        "1 Pine Anna Anna stopped (Three brights 5 + Red poetry ribbons 5) × 4 "
        "(Anna called koi-koi · 7 points or more) The players decided: agreed Anna 1 40 140 +40 60 −40 "
        "2 Plum Anna Draw The hands are empty and nobody stopped: a draw. 0 140 0 60 0 Anna wins 140 60 "
    )
    assert page.main == (
        "Feb 14, 2026 Anna wins 80 coins ahead All rounds are played. Where? Kraków snow Anna 140 Ben 60 "
        "100 140 60 1 2 Anna Ben The curve as a table Round Anna Ben Start 100 100 1 140 60 2 140 60 "
        f"The best round Anna · Round 1 40 Three brights + Red poetry ribbons {RULES} "
        "The rounds 1 Anna stopped 40 Three brights + Red poetry ribbons ruling Anna 140 +40 Ben 60 −40 "
        "Three brights 三光 5 Red poetry ribbons 赤短 5 Together 10 Anna called koi-koi × 2 "
        "7 points or more × 2 10 × 4 40 Ben pays Anna 40 coins. Anna dealt. Anna called koi-koi once. "
        "The players decided: agreed View or correct 2 Draw – Anna 140 Ben 60 "
        "The hands are empty and nobody stopped: a draw. Anna dealt. View or correct "
        f"{SHARING}Add to BG Stats {ENDS}{paper}{DOCK}"
    )
    assert [address for address, _ in page.ways if "bgstats" not in address] == [
        match.path,
        *(f"{match.path}/players/{seat}" for seat in (0, 1)),
        *(f"{match.path}/rounds/{number}" for number in (1, 2)),
        *(f"{match.path}/sheet.{ending}" for ending in ("png", "txt", "pdf", "xlsx", "csv")),
        *(f"{match.path}/sheet?rounds=all&paper={size}#print" for size in ("a4", "a5")),
        *(f"{match.path}/record.json", "#ways", f"{match.path}/sheet.png"),
    ]
    for size, other in (("a5", "a4"), ("a4", "a5")):
        printed = player.open(f"{match.path}/sheet?paper={size}")
        assert printed.main == f"{paper}A4 A5 Print"
        assert printed.ways == [
            (f"{match.path}/sheet", "‹"),
            (f"{match.path}/sheet?paper=a4", "A4"),
            (f"{match.path}/sheet?paper=a5", "A5"),
        ]
        assert f'paper={size}" aria-current="true">' in printed.html
        assert f'paper={other}" aria-current' not in printed.html


def test_a_match_without_a_round_says_so(player: Player) -> None:
    match = played(player)
    page = player.open(f"{match.path}/sheet")
    assert page.main == (
        f"Feb 14, 2026 So far Anna 100 Ben 100 {RULES} The rounds No rounds yet. {SHARING}{ENDS}"
        f"Anna – Ben Feb 14, 2026 · {RULES} {HEADS}So far 100 100 {DOCK}"
    )


def test_what_was_agreed_between_rounds_stands_there(player: Player) -> None:
    ruled = {"type": "points-adjusted", "points": [-2, 2], "reason": "Late again"}
    corrected = {"type": "round-corrected", "round": 1, "events": [{**WON, "ruling": ""}]}
    page = player.open(f"{played(player, WON, ruled, corrected).path}/sheet")
    for said in (
        "ribbons corrected Anna 120 +20 Ben 80 −20 Three brights",
        "Anna dealt. This round was corrected. View or correct "
        "Adjusted: Late again Anna 118 −2 Ben 82 +2 Share",
        "(7 points or more) corrected 20 120 +20 80 −20 Adjusted: Late again 118 −2 82 +2 So far 118 82",
    ):
        assert said in page.main


@pytest.mark.parametrize(
    ("asked", "back", "parts", "sizes", "prints"),
    [
        ("", "", "", [], []),
        ("?round=3", "", "", [], []),
        (
            "?round=3&paper=a5",
            "/sheet",
            "&paper=a5",
            ["?paper=a4&round=3", "?paper=a5&round=3"],
            ["?rounds=all&paper=a5#print"],
        ),
        ("?rounds=all", "/sheet", "&paper=a4", ["?paper=a4&rounds=all", "?paper=a5&rounds=all"], []),
        ("?rounds=all&paper=a5", "/sheet", "&paper=a5", ["?paper=a4&rounds=all", "?paper=a5&rounds=all"], []),
    ],
)
def test_a_long_scoresheet_leads_to_its_other_pages_and_all_of_it(
    player: Player,
    installation: Installation,
    asked: str,
    back: str,
    parts: str,
    sizes: list[str],
    prints: list[str],
) -> None:
    match = play(installation, 60)
    page = player.open(f"{match}/sheet{asked}")
    sheet = f"{match}/sheet"
    assert page.ways[0] == (f"{match}{back}", "‹")
    ways = [
        (f"{sheet}?round=1{parts}", "1–24"),
        (f"{sheet}?round=25{parts}", "25–48"),
        (f"{sheet}?round=49{parts}", "49–60"),
        (f"{sheet}?rounds=all{parts}", "All rounds"),
    ]
    assert [way for way in page.ways if way in ways] == ways
    if sizes:
        assert [way[0] for way in page.ways[5:]] == [f"{sheet}{size}" for size in (*sizes, *prints)]
    current = page.html.partition('aria-current="page">')[2].partition("</a>")[0].split()
    assert "".join(current) == ("Allrounds" if "all" in asked else "1–24" if "3" in asked else "")
    assert ("Rounds 1 to 24" in page.main) is ("3" in asked)
    assert player.open(f"{sheet}?round=61").status == 404


def test_a_guest_of_a_match_is_led_to_no_page_of_its_players(
    app: Flask, installation: Installation, player: Player
) -> None:
    match = played(player, WON)
    phone = guest(app, code_of(installation, "viewer", id_of(match)))
    page = phone.open(f"{match.path}/sheet")
    assert not [address for address, _ in page.ways if "/players/" in address]
    assert "So far Anna 120 Ben 80 " in page.main
