"""The scoresheet to look at, and the end of a match: every number is that of the Sheet."""

from __future__ import annotations

import re
from contextlib import closing
from itertools import product
from typing import Any

import pytest
from extent import daily

from scorekeeper.exports import record
from scorekeeper.exports.sheets.formats import FORMS
from scorekeeper.exports.sheets.sheet import Sheet, sheet_of
from scorekeeper.installation import Installation
from scorekeeper.koikoi.match.events import FORMAT
from scorekeeper.languages import LANGUAGES, translator
from scorekeeper.sentences import dotted
from scorekeeper.web.sheets import export_links

from .player import Page, Player, read_in

LONG = "Wilhelmina-Aleksandra Żółkiewska-Дмитрие"
START: dict[str, Any] = {
    "type": "match-started",
    "players": ["Anna", "Ben"],
    "ruleset": "russian_all",
    "at": "2026-02-14T19:03:07Z",
    "purse": 100,
}
WON = {"type": "round-won", "player": 0, "piles": ["01B 03B 08B 12B 09A", "02A"]}
CALLED = {"type": "koikoi-called", "player": 1}
DRAWN = {"type": "round-exhausted"}
RULED = {"type": "points-adjusted", "points": [-2, 2], "reason": "Late again"}
CORRECTED = {
    "type": "round-corrected",
    "round": 2,
    "events": [CALLED, {**WON, "piles": ["03B 09A 3C", None]}],
}
THREE = {**START, "players": ["Anna", "髙橋", LONG], "ruleset": "polish_all"}
ALL_WON = {**WON, "piles": ["01B 03B 08B 12B 09A", "02A", None]}
TARGET = {"extends": "russian", "match": {"rounds": None, "target": 20}}
MATCHES: dict[str, list[dict[str, Any]]] = {
    "nothing played": [START],
    "two, a ruling, a draw, a correction": [START, WON, DRAWN, RULED, WON, CORRECTED],
    "a ruling before the first round": [START, RULED, DRAWN],
    "three": [THREE, CALLED, ALL_WON, {**RULED, "points": [-2, 1, 1]}, DRAWN],
    "all drawn": [{**START, "rounds": 2}, DRAWN, DRAWN],
    "broke": [{**START, "purse": 20}, WON],
    "target": [{**START, "ruleset": TARGET, "purse": 0}, WON],
    "a lucky hand": [
        {**START, "ruleset": "nintendo_jp"},
        {"type": "hand-shown", "player": 1, "yaku": "teshi"},
    ],
    "the dealer wins the tie": [
        {**START, "rounds": 1, "ruleset": {"extends": "russian", "match": {"tie": "dealer"}}},
        DRAWN,
    ],
}


def shown(events: list[dict[str, Any]], installation: Installation) -> str:
    """The address of a match with these events."""
    with closing(installation.open_store()) as store:
        store.create("shown", [{**event, "id": f"{place}.0"} for place, event in enumerate(events)])
    return "/matches/shown"


def sheet(events: list[dict[str, Any]], language: str = "en") -> Sheet:
    return sheet_of(record.from_tree({"format": FORMAT, "events": events}).match, language)


def in_order(page: Page, *texts: str) -> None:
    """Every text is on the page, one after the other."""
    place = 0
    for text in texts:
        assert text in page.text[place:], f"{text!r} is not in {page.text[place : place + 300]!r}"
        place = page.text.index(text, place) + len(text)


def written(coins: int) -> str:
    return str(coins).replace("-", "−")


def signed(coins: int) -> str:
    return f"+{coins}" if coins > 0 else written(coins)


@pytest.mark.parametrize(("name", "language"), daily(product(MATCHES, LANGUAGES), 4))
def test_the_page_has_what_the_sheet_has(
    player: Player, installation: Installation, name: str, language: str
) -> None:
    expected = sheet(MATCHES[name], language)
    read_in(player.client, language)
    page = player.open(f"{shown(MATCHES[name], installation)}/sheet")
    in_order(page, expected.outcome, expected.lead, expected.why_over)
    in_order(
        page,
        *(f"{name} {written(coins)}" for name, coins in zip(expected.players, expected.balance, strict=True)),
    )
    in_order(page, translator(language)(dotted((expected.rules, *expected.terms))))
    for line in expected.lines:
        coins = zip(expected.players, line.balance, line.transfer, strict=True)
        after = [f"{name} {written(b)}{f' {signed(t)}' if t else ''}" for name, b, t in coins]
        in_order(page, " ".join(after))
    for line in expected.rounds:
        proof = [f"{yaku.name} {yaku.kanji} {yaku.points}".replace("  ", " ") for yaku in line.yaku]
        factors = [f"{factor.reason} {factor.effect}" for factor in line.factors]
        in_order(page, line.outcome, *proof, *factors, *line.caps, line.why, *line.payments, *line.rulings)


def test_the_proof_multiplies_out_and_says_what_was_corrected(
    player: Player, installation: Installation
) -> None:
    address = shown(MATCHES["two, a ruling, a draw, a correction"], installation)
    page = player.open(f"{address}/sheet")
    in_order(page, "1 Anna stopped 36", "Together 18", "7 points or more × 2", "18 × 2 36")
    in_order(page, "2 Anna stopped 10", "corrected", "Flower viewing 花見で一杯 5", "Ben called koi-koi")
    in_order(page, "This round was corrected.", "Adjusted: Late again")
    assert page.text.count("This round was corrected.") == 1
    assert f'href="{address}/rounds/2"' in page.html
    assert player.open(f"{address}/rounds/2").status == 200


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("two, a ruling, a draw, a correction", "So far"),
        ("all drawn", "A tie All rounds are played."),
        ("broke", "Anna wins 40 coins ahead Ben has no coins left."),
        ("target", "Anna wins"),
        ("the dealer wins the tie", "Anna wins The totals are equal; the dealer of the last round wins. All"),
    ],
)
def test_the_result_is_on_top(player: Player, installation: Installation, name: str, said: str) -> None:
    page = player.open(f"{shown(MATCHES[name], installation)}/sheet")
    assert said in page.text[: page.text.index("The rounds")]


def test_the_rules_say_behind_a_fold_what_they_change(player: Player, installation: Installation) -> None:
    house = {"extends": "dutch", "title": "House", "match": {"rounds": 6, "next_dealer": "alternate"}}
    page = player.open(f"{shown([{**START, 'ruleset': house}], installation)}/sheet")
    in_order(page, "House · 6 rounds", "1 difference from “Dutch")
    assert "Rounds: 6" not in page.text, "the terms say it"


def test_rules_that_change_nothing_have_no_fold(player: Player, installation: Installation) -> None:
    assert "difference" not in player.open(f"{shown([START], installation)}/sheet").text


def test_every_form_of_the_registry_is_offered_and_can_be_fetched(
    player: Player, installation: Installation
) -> None:
    address = shown([{**START, "rounds": 1}, WON], installation)
    for page in (player.open(f"{address}/sheet"), player.open(address)):
        links = [link for link, _ in page.links]
        for name, form in FORMS.items():
            if export_links.is_installed(name):
                assert f"{address}/sheet.{form.ending}" in links
                assert player.client.get(f"{address}/sheet.{form.ending}").status_code == 200
        assert f"{address}/record.json" in links
        assert f'download="koi-koi-Anna-Ben.{FORMS["text"].ending}"' in page.html
        assert len([link for link in links if link.endswith("#print")]) == 2


def test_a_form_whose_library_is_missing_is_a_sentence_instead_of_a_link(
    player: Player, installation: Installation, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The text stands for any form that needs a library."""
    forms = {**FORMS, "csv": FORMS["csv"]._replace(library="no-such-library")}
    monkeypatch.setattr(export_links, "FORMS", forms)
    page = player.open(f"{shown([START], installation)}/sheet")
    said = "CSV needs no-such-library, which is not installed here."
    assert f"{said} Install it with: pip install no-such-library" in page.text
    assert "Text for the chat" in page.text
    assert not [words for link, words in page.links if words == "Spreadsheet (CSV)" and "download" in link]


def test_the_end_of_a_match_shows_the_best_hand_and_the_way_home(
    player: Player, installation: Installation
) -> None:
    better = {**WON, "player": 1, "piles": [None, "01B 03B 08B 11B 12B 09A"]}
    events = [{**START, "rounds": 4, "purse": 500}, WON, CALLED, better, better, DRAWN]
    page = player.open(shown(events, installation))
    expected = sheet(events).best
    assert expected is not None
    assert expected.number == 3 or expected.points > sheet(events).rounds[2].points
    in_order(
        page, "Ben wins", "coins ahead", "The best round", f"Ben · Round {expected.number} {expected.points}"
    )
    best = page.html[page.html.index('<section class="best"') :]
    pictures = re.findall(r"cards\.svg#(\w+)", best[: best.index("</section>")])
    assert pictures == expected.cards.split()
    assert len([form for form in page.forms if form.action.endswith("/rematches")]) == 1
    going_on = player.open(f"{shown_again(installation)}")
    assert "The best round" not in going_on.text
    assert "curve" not in going_on.html


def shown_again(installation: Installation) -> str:
    with closing(installation.open_store()) as store:
        store.create("going-on", [{**event, "id": f"{place}.0"} for place, event in enumerate([START, WON])])
    return "/matches/going-on"


def test_nobody_won_a_round_so_there_is_no_best_hand(player: Player, installation: Installation) -> None:
    address = shown(MATCHES["all drawn"], installation)
    for page in (player.open(address), player.open(f"{address}/sheet")):
        assert "A tie" in page.text
        assert "The best round" not in page.text
        assert 'class="drawing curve"' in page.html


def test_of_equal_hands_the_first_is_the_best() -> None:
    best = sheet([START, DRAWN, WON, WON]).best
    assert best is not None
    assert (best.number, best.cards) == (2, "01B 03B 08B 09A 12B")


@pytest.mark.parametrize("name", MATCHES)
def test_the_curve_has_the_coins_after_every_round_and_its_rulings(name: str) -> None:
    match = record.from_tree({"format": FORMAT, "events": MATCHES[name]}).match
    assert match.course == tuple(map(match.balance_after, range(match.number)))
    assert match.course[-1] == match.balance
