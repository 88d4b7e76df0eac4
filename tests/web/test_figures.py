"""The page of figures: every number with what it rests on, over all matches or those of a filter."""

from __future__ import annotations

import csv
import io
import re
from contextlib import closing
from typing import Any

import pytest
from flask import Flask

from scorekeeper.archive.filter import Filter
from scorekeeper.archive.players import id_of
from scorekeeper.archive.results import figures
from scorekeeper.installation import Installation
from scorekeeper.koikoi.figures.match_figures import Totals, figures_of, totals
from scorekeeper.koikoi.match.events import event
from scorekeeper.koikoi.match.replay import replay
from scorekeeper.languages import LANGUAGES
from scorekeeper.web.archive_view import archived

from .player import Page, Player, read_in
from .stored_matches import store_match

SANKO = "01B 03B 08B"
PLAIN = {"extends": "default", "title": "Plain", "multipliers": {"big": None, "opponent_koi": None}}

PAYING = {**PLAIN, "settlement": {"account": "transfer"}}


def won(player: int, pile: str = SANKO) -> dict[str, Any]:
    piles: list[str | None] = [None, None]
    piles[player] = pile
    return {"type": "round-won", "player": player, "piles": piles}


def called(player: int, pile: str | None = None) -> dict[str, Any]:
    return {"type": "koikoi-called", "player": player, **({"pile": pile} if pile else {})}


def play(
    player: Player, *events: dict[str, Any], names: tuple[str, str] = ("Anna", "Ben"), **start: Any
) -> None:
    """Store a match with these events."""
    first = {"type": "match-started", "players": list(names), "ruleset": PLAIN, **start}
    assert store_match(player, first, *events).status == 200


def test_without_a_round_the_page_says_so(player: Player) -> None:
    play(player)
    page = player.open("/figures")
    assert "No rounds yet." in page.text
    assert "Koi-koi was called" not in page.text


def test_home_leads_to_the_figures(player: Player) -> None:
    play(player, won(0))
    assert player.open(player.open("/").link("Statistics")).path == "/figures"


def test_the_page_says_what_a_family_reads_first(player: Player) -> None:
    play(player, won(0), won(1, "03B 09A"), {"type": "round-exhausted"}, {"type": "round-exhausted"})
    text = player.open("/figures").text
    assert "Matches 1 Rounds 4" in text
    assert "Points of a won round 5.0 from 2 rounds" in text
    assert "Draws 2 of 4 from 4 rounds" in text


@pytest.mark.parametrize(
    ("rounds", "said"), [(1, "Only 1 round so far"), (29, "Only 29 rounds so far"), (30, "")]
)
def test_few_rounds_are_called_few(player: Player, rounds: int, said: str) -> None:
    play(player, *[won(0)] * rounds, rounds=50)
    text = player.open("/figures").text
    assert (said or "Matches 1") in text
    assert ("so far: these numbers will change a lot" in text) == bool(said)


def test_the_dealers_share_is_a_sentence_with_its_range(player: Player) -> None:
    """The winner deals by these rules: Anna deals and wins 19 times, and then loses."""
    play(player, *[won(0)] * 19, won(1), dealer=0, rounds=50, purse=500)
    text = player.open("/figures").text
    assert "The dealer won 95 of 100 rounds (76 to 99). Every other player won 5 of 100 (0.9 to 24)." in text


def test_few_rounds_are_counted_one_by_one_and_not_in_hundreds(player: Player) -> None:
    """19 are few, 20 are not: see the test above."""
    play(player, *[won(0)] * 18, won(1), dealer=0, rounds=50, purse=500)
    text = player.open("/figures").text
    assert "rounds won of 100" not in text.lower()
    assert "Rounds won 18 of 19 1 of 19" in text


@pytest.mark.parametrize(("rounds", "mean", "low"), [(4, "5.8", None), (5, "5.6", 3.9)])
def test_the_range_of_a_mean_is_in_the_files_and_not_on_the_page(
    player: Player, rounds: int, mean: str, low: float | None
) -> None:
    """A mean of less than five rounds has none."""
    play(player, won(0, f"{SANKO} 12B"), *[won(0)] * (rounds - 1), dealer=0)
    assert f"Points of a won round {mean} from {rounds} rounds" in player.open("/figures").text
    rows = {row["figure"]: row for row in player.client.get("/figures.json").get_json()["figures"]}
    assert rows["points"].get("low") == (low and pytest.approx(low, abs=0.05))


def test_points_of_a_won_round_are_never_said_to_be_negative(player: Player) -> None:
    play(player, won(0, f"{SANKO} 11B 12B 01R 02R 03R 06R 09R 10R"), *[won(0, "03B 09A")] * 4, purse=500)
    rows = {row["figure"]: row for row in player.client.get("/figures.json").get_json()["figures"]}
    assert rows["points"]["low"] == 0


def test_what_koikoi_was_worth(player: Player) -> None:
    red = f"{SANKO} 01R 02R 03R"
    rounds = called(0, SANKO), won(0, red), called(0, SANKO), {"type": "round-exhausted"}, won(1)
    play(player, *rounds, ruleset=PAYING)
    text = player.open("/figures").text
    assert "Rounds with koi-koi: 2 of 3." in text
    assert "Won after koi-koi from 1 round 1 of 2" in text
    assert "Nobody won from 1 round 1 of 2" in text
    assert "Altogether from 2 rounds 2 5.0" in text
    assert "The first koi-koi of a player brought 0.0 coins more than stopping would have" in text
    assert "on average. from 2 rounds" in text


def test_a_call_that_cost_coins_says_less(player: Player) -> None:
    play(player, called(0, SANKO), {"type": "round-exhausted"}, ruleset=PAYING)
    assert "brought 5.0 coins less than stopping would have" in player.open("/figures").text


def test_points_of_rules_in_which_nobody_pays_are_no_coins(player: Player) -> None:
    play(player, called(0, SANKO), won(0))
    for address in ("/figures", f"/players/{id_of('Anna')}"):
        page = player.open(address)
        numbers = page.html[page.html.index("<table") : page.html.rindex("</table>")]
        assert "Coins" not in numbers
        assert "brought 0.0 points more than stopping would have" in page.text
    play(player, called(0, SANKO), won(0), won(1), ruleset=PAYING)
    text = player.open("/figures").text
    assert "Coins of a round 0.0 from 2 rounds 0.0 from 2 rounds" in text
    assert "Won after koi-koi from 2 rounds 2 of 2 5.0 from 1 round" in text
    assert "brought 0.0 coins more" in text and "brought 0.0 points more" in text


def test_what_a_call_was_worth_is_not_said_where_it_is_not_known(player: Player) -> None:
    play(player, called(0), won(0))
    text = player.open("/figures").text
    assert "Won after koi-koi from 1 round 1 of 1" in text
    assert "than stopping would have, on average" not in text


def test_a_round_that_two_called_counts_for_each_and_says_so(player: Player) -> None:
    twice = "A round in which two players called koi-koi counts for each of them."
    play(player, called(0), won(0))
    text = player.open("/figures").text
    assert twice not in text
    assert "Only rounds recorded turn by turn count here." not in text  # none was
    play(player, called(0), called(1), won(0), names=("Cleo", "Dan"))
    assert twice in player.open("/figures").text


def test_without_a_call_there_is_no_drawing_of_nothing(player: Player) -> None:
    play(player, won(0))
    page = player.open("/figures")
    assert "Nobody called koi-koi." in page.text
    assert "whole-of" not in page.html


def test_yaku_stand_by_frequency_with_points_and_rounds(player: Player) -> None:
    play(
        player,
        won(0, "03B 09A"),
        won(0, "03B 09A"),
        won(0),
        {"type": "hand-shown", "player": 1, "yaku": "teshi"},
    )
    page = player.open("/figures")
    assert "from 3 won rounds with known cards" in page.text
    flowers = "Flower viewing hanami de ippai 花見で一杯 2 of 3 5.0 2"
    assert flowers in page.text
    assert "Three brights sankō 三光 1 of 3 5.0 1" in page.text
    assert page.text.index("Flower viewing hanami") < page.text.index("Three brights sankō")
    assert "Rounds that a dealt hand won. from 4 rounds" in page.text
    drawn = [
        re.findall(r'#(\w+)"', cards) for cards in re.findall(r'"few-cards">(.*?)</span>', page.html, re.S)
    ]
    assert drawn == [["03B", "09A"], ["01B", "03B", "08B"]]


def test_of_a_yaku_of_many_cards_five_are_drawn(player: Player) -> None:
    play(player, won(0, "10C"))
    drawn = player.open("/figures").html.partition('"few-cards">')[2].partition("</span>")[0]
    assert re.findall(r'#(\w+)"', drawn) == ["01C1", "01C2", "02C1", "02C2", "03C1"]


def test_a_yaku_of_the_table_has_its_name_and_can_be_in_the_figures_beside_another_of_its_id(
    player: Player,
) -> None:
    for name in ("Sevens", "<b>Boars</b>"):
        ours = {"name": name, "cards": ["07A", "07R"], "points": 3}
        play(player, won(0, "07A 07R"), ruleset={**PLAIN, "yaku": {"ours": ours}})
    page = player.open("/figures")
    assert "Sevens 1 of 2" in page.text
    assert "&lt;b&gt;Boars&lt;/b&gt;" in page.html


def test_the_best_hand_leads_to_its_round(player: Player) -> None:
    play(player, won(0), won(1, f"{SANKO} 12B"), names=("Cleo", "Dan"), at="2026-02-14T19:00:00Z")
    page = player.open("/figures")
    assert "The best round Dan · Feb 14, 2026 8 Four brights" in page.text
    assert "Round 2" in player.open(page.link("See the round")).text


SEARCH = (
    "Search the matches Search Players, rules, days Player Against Rules Finished? First day Last day Search "
)
ENDS = "The files also say how sure each number is. Save as a table (CSV) Save as JSON"


def test_few_rounds_are_told_with_how_many_each_number_rests_on(player: Player) -> None:
    red, gone = f"{SANKO} 01R 02R 03R", {"type": "round-exhausted"}
    teshi = {"type": "hand-shown", "player": 1, "yaku": "teshi"}
    rounds = (called(0, SANKO), won(0, red), called(0, SANKO), gone, won(1), teshi)
    play(player, *rounds, ruleset=PAYING, at="2026-02-14T19:00:00Z")
    page = player.open("/figures")
    assert page.main == (
        f"{SEARCH}Only 4 rounds so far: these numbers will change a lot. Matches 1 Rounds 4 "
        "Points of a won round 7.0 from 3 rounds Draws 1 of 4 from 4 rounds "
        "Points of a won round A won round brought 7.0 points on average. from 3 rounds 1 1 3 5 7 9 "
        "Points of the round, and how many rounds brought them "
        "The bars as a table Points Rounds 1 0 2 0 3 0 4 0 5 1 6 1 7 0 8 0 9 0 10 1 "
        "The best round Anna · Feb 14, 2026 10 Three brights + Red poetry ribbons See the round "
        "The dealer Dealer Other players Rounds won 2 of 4 1 of 4 "
        "Points of a won round 8.0 from 2 rounds 5.0 from 1 round "
        "Coins of a round 2.8 from 4 rounds −2.8 from 4 rounds "
        "Koi-koi Rounds with koi-koi: 2 of 4. After koi-koi How often Coins "
        "Won after koi-koi from 1 round 1 of 2 10.0 Another player won from 0 rounds 0 of 2 – "
        "Nobody won from 1 round 1 of 2 0.0 Altogether from 2 rounds 2 5.0 "
        "Coins: average for the player who called koi-koi. "
        "The first koi-koi of a player brought 0.0 coins more than stopping would have, on average. "
        "from 2 rounds Only rounds recorded turn by turn count here. "
        "Yaku How often each yaku won, and its points before doubling. from 2 won rounds with known cards "
        "Yaku How often Points Rounds Three brights sankō 三光 2 of 2 5.0 2 "
        "Red poetry ribbons akatan 赤短 1 of 2 5.0 1 "
        "Lucky hands Rounds that a dealt hand won. from 4 rounds Lucky hand How often Points Rounds "
        "Four of a month in hand teshi 手四 1 of 4 6.0 1 "
        f"Who won most The 1 match of these statistics How to read these numbers {ENDS}"
    )
    best = page.link("See the round")
    assert best.startswith("/matches/") and best.endswith("/rounds/1")
    assert page.ways == [
        ("/", "‹"),
        (best, "See the round"),
        ("/players?order=won", "Who won most"),
        ("/history", "The 1 match of these statistics"),
        ("/figures.csv", "Save as a table (CSV)"),
        ("/figures.json", "Save as JSON"),
    ]
    alone = player.open("/figures?words=anna")
    assert [address for address, _ in alone.ways[-4:]] == [
        "/players?order=won&words=anna",
        *("/history?words=anna", "/figures.csv?words=anna", "/figures.json?words=anna"),
    ]


def test_many_rounds_are_told_in_hundreds_with_their_ranges(player: Player) -> None:
    red = f"{SANKO} 01R 02R 03R"
    rounds = (*[won(0)] * 28, called(0, SANKO), won(0, red), won(1, "03B 09A"))
    play(player, *rounds, dealer=0, rounds=50, purse=500, ruleset=PAYING, at="2026-02-14T19:00:00Z")
    page = player.open("/figures")
    assert page.main == (
        f"{SEARCH}Matches 1 Rounds 30 Points of a won round 5.2 from 30 rounds "
        "Draws in 100 rounds 0 from 30 rounds Points of a won round A won round brought 5.2 points on "
        "average. from 30 rounds 10 20 1 3 5 7 9 Points of the round, and how many rounds brought them "
        "The bars as a table Points Rounds 1 0 2 0 3 0 4 0 5 29 6 0 7 0 8 0 9 0 10 1 "
        "The best round Anna · Feb 14, 2026 10 Three brights + Red poetry ribbons See the round "
        "The dealer The dealer won 97 of 100 rounds (83 to 99). "
        "Every other player won 3 of 100 (0.6 to 17). from 30 rounds "
        "Of 100 rounds: a dot for each, and a line from the lowest to the highest that is likely. "
        "The sentence above has the same numbers. 0 25 50 75 100 The dealer Other players "
        "Rounds won of 100 Dealer Other players Rounds won of 100 97 3 "
        "Points of a won round 5.2 from 29 rounds 5.0 from 1 round "
        "Coins of a round 4.8 from 30 rounds −4.8 from 30 rounds "
        "Koi-koi Koi-koi was called in 3 of 100 rounds (0.6 to 17). from 30 rounds "
        "After koi-koi How often Coins Won after koi-koi from 1 round 1 of 1 10.0 "
        "Another player won from 0 rounds 0 of 1 – Nobody won from 0 rounds 0 of 1 – "
        "Altogether from 1 round 1 10.0 Coins: average for the player who called koi-koi. "
        "The first koi-koi of a player brought 5.0 coins more than stopping would have, on average. "
        "from 1 round Only rounds recorded turn by turn count here. "
        "Yaku How often each yaku won, and its points before doubling. "
        "from 30 won rounds with known cards Yaku Of 100 Points Rounds "
        "Three brights sankō 三光 97 5.0 29 Red poetry ribbons akatan 赤短 3 5.0 1 "
        "Flower viewing hanami de ippai 花見で一杯 3 5.0 1 Who won most The 1 match of these statistics "
        "How to read these numbers “48 to 56”: the likely range, in 95 of 100 cases. "
        f"More rounds make it narrower. {ENDS}"
    )


def test_what_was_asked_for_and_is_not_there_is_said(player: Player) -> None:
    assert player.open("/figures").main == f"{SEARCH}No rounds yet."
    play(player, won(0))
    assert player.open("/figures?words=zoe").main.endswith("All matches No matches found.")
    assert player.open("/figures?since=x").main.endswith("Correct what is marked above, then search again.")
    play(player, names=("Cleo", "Dan"))
    assert player.open("/figures?words=dan").main.endswith("All matches No rounds yet.")


# --- a filter ----------------------------------------------------------------------------------------------


@pytest.fixture
def two(player: Player) -> Player:
    """A phone with two matches: three rounds of Anna and Ben, one of Anna and Cleo a year later."""
    play(player, won(0), won(0), won(1), at="2025-02-14T19:00:00Z")
    play(player, won(0), names=("Anna", "Cleo"), at="2026-02-14T19:00:00Z", ruleset="dutch")
    return player


@pytest.mark.parametrize(
    ("asked", "matches", "rounds"),
    [
        ("", 2, 4),
        (f"?player={id_of('Anna')}", 2, 4),
        (f"?player={id_of('Cleo')}", 1, 1),
        (f"?player={id_of('Anna')}&against={id_of('Ben')}", 1, 3),
        ("?since=2026-01-01", 1, 1),
        ("?until=2026-01-01", 1, 3),
        ("?rules=Plain", 1, 3),
        ("?words=cleo", 1, 1),
    ],
)
def test_the_figures_are_those_of_the_matches_that_are_asked_for(
    two: Player, asked: str, matches: int, rounds: int
) -> None:
    assert f"Matches {matches} Rounds {rounds}" in two.open(f"/figures{asked}").text
    values = two.client.get(f"/figures.json{asked}").get_json()
    assert [row["value"] for row in values["figures"][:2]] == [matches, rounds]


def test_files_have_the_filter_of_the_page(two: Player) -> None:
    page = two.open("/figures?since=2026-01-01")
    for words, ending in (("Save as a table (CSV)", "csv"), ("Save as JSON", "json")):
        assert page.link(words) == f"/figures.{ending}?since=2026-01-01"
    assert two.client.get("/figures.json?since=2026-01-01").get_json()["filter"] == {"since": "2026-01-01"}


@pytest.mark.parametrize("address", ["/figures", "/figures.csv", "/figures.json"])
@pytest.mark.parametrize(
    ("asked", "field", "sentence"),
    [
        ("since=2026-02-30", "since", "“2026-02-30” is not a day; write it like 2026-02-14."),
        ("since=2026-02-15&until=2026-02-14", "until", "This day is before the first one."),
        ("player=nobody", "player", "There is no such player."),
    ],
)
def test_a_filter_that_cannot_be_is_refused_beside_its_field(
    two: Player, address: str, asked: str, field: str, sentence: str
) -> None:
    page = two.open(f"{address}?{asked}")
    assert page.status == 422
    assert sentence in page.beside(field)
    assert "Matches 2" not in page.text


def test_the_form_leads_to_the_figures_of_what_was_chosen(two: Player) -> None:
    form = two.open("/figures").form("/figures")
    page = two.send(form.fill(player=id_of("Cleo"), since="2026-02-14"))
    assert "Matches 1 Rounds 1" in page.text
    assert page.link("The 1 match of these statistics") == f"/history?player={id_of('Cleo')}&since=2026-02-14"
    nobody = two.open("/figures?since=2026-02-15")
    assert (nobody.status, "No matches found." in nobody.text) == (200, True)


# --- files -------------------------------------------------------------------------------------------------


def test_both_files_have_the_same_figures(two: Player) -> None:
    listed = two.client.get("/figures.json").get_json()
    written = two.client.get("/figures.csv")
    rows = list(csv.DictReader(io.StringIO(written.get_data().decode("utf-8-sig"))))
    assert listed["format"] == "koikoi-figures/1"
    assert [row["figure"] for row in rows] == [row["figure"] for row in listed["figures"]]
    for line, row in zip(rows, listed["figures"], strict=True):
        assert {name: str(value) for name, value in row.items()} == {
            name: cell for name, cell in line.items() if cell
        }
    assert "attachment" in written.headers["Content-Disposition"]


@pytest.mark.parametrize(("language", "name"), [("en", "Statistics"), ("pl", "Statystyki")])
@pytest.mark.parametrize("ending", ["csv", "json"])
def test_the_files_are_called_statistics_in_the_readers_language(
    two: Player, language: str, name: str, ending: str
) -> None:
    read_in(two.client, language)
    said = two.client.get(f"/figures.{ending}").headers["Content-Disposition"]
    assert said == f"attachment; filename=koi-koi-{name}.{ending}"


def test_a_name_that_is_a_formula_is_harmless_in_the_table(player: Player) -> None:
    ours = {"name": "=1+1", "cards": ["07A", "07R"], "points": 3}
    play(player, won(0, "07A 07R"), ruleset={**PLAIN, "yaku": {"ours": ours}})
    assert ",'=1+1" in player.client.get("/figures.csv").get_data(as_text=True)


def test_what_is_not_known_is_left_out_of_the_json(player: Player) -> None:
    play(player, won(0))
    rows = {row["figure"]: row for row in player.client.get("/figures.json").get_json()["figures"]}
    assert rows["points"] == {"figure": "points", "value": 5, "of": 1}
    assert rows["koikoi.worth"] == {"figure": "koikoi.worth", "of": 0}


# --- kept up to date ---------------------------------------------------------------------------------------


def test_every_save_and_undo_changes_the_figures_as_a_recount_would(
    two: Player, app: Flask, installation: Installation
) -> None:
    two.open("/figures")
    notepad = two.open(two.open("/").link("Anna – Cleo"))
    undone = two.send(notepad.form("/takebacks"))
    assert undone.status == 200
    assert "Matches 2 Rounds 3" in two.open("/figures").text
    assert shown(app) == recounted(installation)


def test_a_match_in_the_bin_is_not_in_the_figures(
    two: Player, app: Flask, installation: Installation
) -> None:
    with closing(installation.open_store()) as store:
        match_id = store.matches(5)[0].id
        store.discard(match_id, store.last(match_id))
    assert "Matches 1 " in two.open("/figures").text
    assert shown(app) == recounted(installation)


def shown(app: Flask) -> Totals:
    """The totals that the page of all matches shows."""
    with app.app_context():
        return figures(archived(), Filter()).totals


def recounted(installation: Installation) -> Totals:
    """The totals of every match in the store, replayed from its log."""
    with closing(installation.open_store()) as store:
        logs = [[event(tree) for tree in store.events(row.id)] for row in store.matches(1000)]
    played = sorted(map(replay, logs), key=lambda match: match.start.at)
    return totals(map(figures_of, played))


# --- words and numbers -------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_is_whole_in_every_language(two: Player, language: str) -> None:
    read_in(two.client, language)
    page: Page = two.open("/figures")
    assert page.status == 200
    assert "%(" not in page.text


def test_twenty_rounds_with_koikoi_are_drawn_as_parts_of_a_hundred(player: Player) -> None:
    rounds = [event for _ in range(19) for event in (called(0), won(0))]
    play(player, *rounds, called(0), won(1), rounds=50, purse=900)
    drawn = player.open("/figures").html.partition("whole-of")[2].partition("</svg>")[0]
    assert re.findall(r"<text[^>]*>(\d+)</text>", drawn) == ["95"], "5 of 100 are too narrow for a number"
    assert drawn.count("<rect") == 2
