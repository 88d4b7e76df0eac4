"""Games in which every captured card counts: rounds worked out by hand, ``counted/*.toml``, and properties.

A round: ``claim``, ``source``, ``piles`` by seat, ``dealer`` (0), what everybody had
``before``, and what must come out: ``cards``, what each ``makes``, the ``yaku`` of each seat, who deals
``next``, ``why``, the ``winners`` and why the match is ``over``.
"""

from __future__ import annotations

import re
from itertools import pairwise
from random import Random
from typing import Any

import msgspec
import pytest
from extent import examples
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.exports import json_values, record
from scorekeeper.exports.sheets.sheet import sheet_of
from scorekeeper.koikoi.cards import CARDS, CHAFF, union
from scorekeeper.koikoi.compare.rescore import rescored
from scorekeeper.koikoi.errors import BadRecord, BadRuleset, NotAllowed
from scorekeeper.koikoi.match.events import as_values
from scorekeeper.koikoi.match.match import Match
from scorekeeper.koikoi.pile import Pile, pile
from scorekeeper.koikoi.rules.choices import agree, choice_states
from scorekeeper.koikoi.rules.deal import deck
from scorekeeper.koikoi.rules.loader import every_name, named, names, rules
from scorekeeper.koikoi.rules.options.row import COUNTED
from scorekeeper.koikoi.rules.ruleset import RuleSet
from scorekeeper.koikoi.rules.schema import every_option, options, sections, value_at
from scorekeeper.koikoi.rules.summary import said as summary_keys
from scorekeeper.koikoi.rules.summary import summary
from scorekeeper.koikoi.scoring.evaluate import score, scorer
from scorekeeper.koikoi.scoring.questions import open_questions
from scorekeeper.koikoi.scoring.rule_warnings import rule_warnings
from scorekeeper.koikoi.scoring.score import PLAIN
from scorekeeper.koikoi.simulation.game import Game
from scorekeeper.languages import LANGUAGES

from .cases import Case, cases, rules_of

ROUNDS = cases("counted", "round")
NAMES = ("Anna", "Ben", "Chris", "Dan")
PILES = (
    "01R 02R 03R 01B 04A 09A 10C",
    "03B 08B 12B 02A 05A 06A 04R 05R 6C",
    "11B 07A 08A 10A 11A 06R 07R 09R 10R 11R 8C",
)
FIELDS = {
    *("claim", "source", "rules", "set", "file_set", "dealer", "before", "piles"),
    *("cards", "makes", "yaku", "next", "why", "winners", "over"),
}


def started(ruleset: Any, players: int = 3, dealer: int = 0) -> dict[str, Any]:
    names = list(NAMES[:players])
    return {"type": "match-started", "players": names, "ruleset": ruleset, "dealer": dealer}


def counted(*piles: str) -> dict[str, Any]:
    return {"type": "round-exhausted", "piles": list(piles)}


def played(*events: dict[str, Any]) -> Match:
    return record.from_tree({"format": "koikoi-match/1", "events": list(events)}).match


def refusal(*events: dict[str, Any]) -> str:
    with pytest.raises(BadRecord) as refused:
        played(*events)
    return str(refused.value)


def match_of(case: Case) -> Match:
    whole = msgspec.to_builtins(rules_of(case))
    before = case.get("before")
    had = [{"type": "points-adjusted", "points": before, "reason": "before"}] if before else []
    start = started(whole, len(case["piles"]), case.get("dealer", 0))
    return played(start, *had, counted(*case["piles"]))


@pytest.mark.parametrize("case", ROUNDS)
def test_a_round_is_counted(case: Case) -> None:
    assert case.keys() <= FIELDS
    match = match_of(case)
    sheet = json_values.tally(match)
    (row,) = sheet["rounds"]
    assert (row["result"], row["cards"], row["transfer"]) == ("counted", case["cards"], case["makes"])
    assert sheet["next_dealer"] == case["next"]
    assert row.get("why", "") == case.get("why", "")
    assert (sheet["winners"], sheet["finished"]) == (case.get("winners", []), "winners" in case)
    if "yaku" in case:
        made = [[line["id"] for line in lines] for lines in row["yaku"]]
        assert [sorted(lines) for lines in made] == [sorted(lines) for lines in case["yaku"]]
    if "over" in case:
        assert str(match.why_finished) == case["over"]


def test_every_option_of_these_games_alone_has_a_round() -> None:
    wanted = {key for key in every_option() if key not in options() and key != "game"}
    trees = [msgspec.to_builtins(rules_of(case.values[0])) for case in ROUNDS]
    usual = msgspec.to_builtins(RuleSet())
    assert {
        key for key in wanted if all(value_at(tree, key) == value_at(usual, key) for tree in trees)
    } == set()


def test_every_set_of_these_games_has_a_round() -> None:
    assert {case.values[0]["rules"] for case in ROUNDS} == set(names(COUNTED))


def test_the_rule_sets_of_a_game_are_named_apart() -> None:
    assert set(names()) & set(names(COUNTED)) == set()
    assert {*names(), *names(COUNTED)} == set(every_name())
    assert all(rules(name).game == "koikoi" for name in names())


@pytest.mark.parametrize("name", names(COUNTED))
def test_a_rule_set_has_no_setting_without_effect_and_its_answers_can_be_given(name: str) -> None:
    whole = rules(name)
    assert rule_warnings(whole) == ()
    assert (named(name) or {})["source"]
    for state in choice_states(whole):
        assert state.taken is not None
        for answer in state.choice.answers:
            assert rule_warnings(agree(whole, {state.choice.id: answer.id})) == ()


# Properties


@st.composite
def deals(
    draw: st.DrawFn, names: tuple[str, ...] = ("hana_awase", "bakappana", "mushi"), players: int = 0
) -> tuple[str, list[Pile]]:
    """A rule set with par, and its whole deck in two to four piles, maybe with chaff only counted."""
    name = draw(st.sampled_from(names))
    players = players or (2 if name == "mushi" else draw(st.integers(2, 4)))
    chance = Random(draw(st.integers(0, 10**6)))
    hands: list[list[Any]] = [[] for _ in range(players)]
    for card in CARDS:
        if deck(rules(name)) & card.bit:
            chance.choice(hands).append(card)
    counted_too = draw(st.booleans())
    piles = []
    for hand in hands:
        cards = union(hand)
        loose = cards & CHAFF if counted_too else 0
        piles.append(Pile(cards & ~loose, loose.bit_count()))
    return name, piles


@settings(max_examples=examples(60))
@given(deals())
def test_with_par_and_the_whole_deck_a_round_adds_up_to_nothing(deal: tuple[str, list[Pile]]) -> None:
    name, piles = deal
    (row,) = played(started(name, len(piles)), counted(*map(str, piles))).rounds
    assert sum(row.transfer) == 0
    assert sum(row.cards) == scorer(rules(name)).of_cards(Pile(deck(rules(name))))
    assert row.first in [seat for seat, made in enumerate(row.transfer) if made == max(row.transfer)]


@settings(max_examples=examples(30))
@given(st.lists(deals(("hana_awase",), 3), min_size=2, max_size=5))
def test_an_undo_is_as_if_it_never_happened(rounds: list[tuple[str, list[Pile]]]) -> None:
    lines = [counted(*map(str, piles)) for _, piles in rounds]
    before = played(started("hana_awase"), *lines[:-1])
    undone = played(started("hana_awase"), *lines, {"type": "taken-back"})
    assert json_values.tally(undone) == json_values.tally(before)
    again = record.read(record.write(map(as_values, undone.events))).match
    assert json_values.tally(again) == json_values.tally(before)


def test_a_correction_counts_and_later_dealers_follow() -> None:
    other = ("11B 07A 08A 10A 11A 06R 07R 09R 10R 11R 8C", *PILES[:2])
    lines = [counted(*PILES), counted(*PILES)]
    as_if = played(started("hana_awase"), counted(*other), counted(*PILES))
    corrected = played(
        started("hana_awase"), *lines, {"type": "round-corrected", "round": 1, "events": [counted(*other)]}
    )
    assert corrected.balance == as_if.balance
    assert [row.dealer for row in corrected.rounds] == [0, 0]
    assert [row.dealer for row in played(started("hana_awase"), *lines).rounds] == [0, 2]


def test_names_and_rules_put_right() -> None:
    added = {"extends": "hana_awase", "counting": {"par": False, "yaku": "own"}}
    match = played(
        started("hana_awase"),
        counted(*PILES),
        {"type": "names-corrected", "players": ["Ada", "Bea", "Cleo"]},
        {"type": "rules-changed", "ruleset": added, "from": 1},
    )
    assert match.players == ("Ada", "Bea", "Cleo")
    assert match.balance == (105, 106, 133)


def test_a_void_deal_and_a_match_of_so_many_rounds() -> None:
    match = played(
        started({"extends": "hana_awase", "match": {"rounds": 2}}),
        counted(*PILES),
        {"type": "deal-voided", "reason": "four of a month"},
        counted(*PILES),
    )
    assert match.finished and match.winners == (2,)
    assert match.balance == (34, -124, 90)


# What these games do not have


@pytest.mark.parametrize(
    "event",
    [
        {"type": "koikoi-called", "player": 0},
        {"type": "round-won", "player": 0, "piles": list(PILES)},
        {"type": "turn-taken", "player": 0, "captured": "01B 01R"},
        {"type": "hand-shown", "player": 0, "yaku": "teshi"},
        {"type": "field-dealt", "cards": "01B"},
    ],
    ids=lambda event: event["type"],
)
def test_nobody_calls_stops_or_shows_anything(event: dict[str, Any]) -> None:
    assert f"{event['type']} is not possible in this game" in refusal(started("hana_awase"), event)


def test_everybodys_pile_is_needed() -> None:
    assert "Enter Chris’s cards too" in refusal(started("hana_awase"), counted(*PILES[:2]))
    played(started("hana_awase"), counted("01B", "", ""))


@pytest.mark.parametrize(
    ("name", "players", "sentence"),
    [
        ("mushi", 3, "These rules are for 2 players, not 3."),
        ("roppyakken", 4, "These rules are for 2 or 3 players, not 4."),
        ("hana_awase", 1, "These rules are for 2, 3 or 4 players, not 1."),
        ("default", 4, "Koi-Koi is for two or three players."),
    ],
)
def test_so_many_play_as_the_rules_say(name: str, players: int, sentence: str) -> None:
    assert sentence in refusal(started(name, players))


def test_a_card_beyond_the_deck_is_refused() -> None:
    assert "06A: not in the deck" in refusal(started("mushi", 2), counted("06A", "01B"))


def test_a_match_stays_the_game_that_it_began_as() -> None:
    change = {"type": "rules-changed", "ruleset": "default", "from": 1}
    assert "cannot become one of another game" in refusal(started("hana_awase"), change)
    later = {"type": "rules-changed", "ruleset": "default", "from": 2}
    assert "cannot become" in refusal(started("hana_awase"), counted(*PILES), later)
    assert "cannot become" in refusal(started("default", 2), {**change, "ruleset": "mushi"})


def test_other_rules_are_of_the_same_game_and_for_as_many() -> None:
    match = played(started("hana_awase"), counted(*PILES))
    # by Sakura 60, 95 and 75 points of cards, one yaku of the first and two of the third, 50 each
    assert rescored(match, rules("sakura")).after.balance == (-40, -55, 25)
    assert rescored(match, rules("hana_awase")).after.balance == match.balance
    with pytest.raises(NotAllowed, match="cannot become one of another game"):
        rescored(match, rules("default"))
    for first in (1, 2):
        change = {"type": "rules-changed", "ruleset": "mushi", "from": first}
        assert "These rules are for 2 players, not 3." in refusal(
            started("hana_awase"), counted(*PILES), change
        )


def test_a_round_with_cards_that_other_rules_do_not_have_is_left_out() -> None:
    match = played(started("hana_awase", 2), counted("01B 06A", "02A"), counted("01B 02A", "03B"))
    story = rescored(match, rules("mushi"))
    assert story.left_out == (1,)
    assert "06A: not in the deck" in str(story.rounds[0].why_not)


def test_simulation_is_for_koikoi() -> None:
    with pytest.raises(NotAllowed, match="Only rounds of Koi-Koi"):
        Game(rules("sakura"), 2)


@pytest.mark.parametrize(
    ("tree", "sentence"),
    [
        ({"counting": {"cards": {"02X": 5}}}, "counting.cards: There is no card “02X”"),
        ({"counting": {"wins_at_once": ["sanbyaku"]}}, "counting.wins_at_once: “sanbyaku” is not possible"),
        ({"match": {"players": []}}, "match.players is empty"),
        ({"match": {"players": [2, 5]}}, "match.players: [2,5] is not possible"),
        ({"game": "koikoi"}, "match.players: a list needs game “counted”."),
        ({"game": "koikoi", "match": {"players": 2}}, "with every yaku off nobody could ever win"),
    ],
)
def test_impossible_rules_are_refused(tree: dict[str, Any], sentence: str) -> None:
    with pytest.raises(BadRuleset) as refused:
        rules({"extends": "bakappana", **tree})
    assert sentence in str(refused.value)


def test_what_another_game_has_warns_that_it_does_nothing() -> None:
    ours = rules({"extends": "bakappana", "calls": {"limit": 1}})
    (warning,) = rule_warnings(ours)
    assert warning.option == "calls.limit"
    theirs = rules({"extends": "default", "counting": {"bright": 20}})
    assert [odd.option for odd in rule_warnings(theirs)] == ["counting.bright"]
    assert score(theirs, pile("01B")).cards is None, "Koi-Koi counts no cards"


def told(yaku: dict[str, Any]) -> set[str]:
    """The options that a game without any yaku tells once it has these."""
    ours = rules({"extends": "bakappana", "yaku": yaku})
    return {key for section in sections(COUNTED) for key in summary_keys(ours, section, usual=True)}


@pytest.mark.parametrize(
    ("option", "too_few", "enough"),
    [
        ("brights", ["goko", "omotesugawara"], ["goko", "sanko"]),
        ("counts", ["goko"], ["goko", "hanami"]),
        ("sake_cup", ["goko", "hanami"], ["kasu"]),
        ("overlap.animals", ["inoshikacho", "tan"], ["tane"]),
        ("overlap.ribbons", ["akatan", "tane"], ["tan"]),
        ("counting.yaku", [], ["hanami"]),
    ],
)
def test_an_option_about_yaku_is_told_where_such_yaku_are_played(
    option: str, too_few: list[str], enough: list[str]
) -> None:
    assert option not in told({name: {"points": 5} for name in too_few})
    assert option in told({name: {"points": 5} for name in enough})
    assert option in told({name: {"points": 0, "after_koi": 5} for name in enough})
    assert option not in told({name: {"points": 0} for name in enough})


def test_nothing_is_said_of_doublings_where_nothing_can_be_doubled() -> None:
    topics = {name: [topic.id for topic in summary(rules(name))] for name in ("bakappana", "sakura")}
    assert "multipliers" not in topics["bakappana"]
    assert "multipliers" in topics["sakura"]


# What cards are worth, and what is asked


def test_a_pile_says_what_its_cards_are_worth_beside_its_yaku() -> None:
    worth = score(rules("roppyakken"), pile("01B 02A 03B 12C3 3C"))
    assert (worth.cards, worth.base, [line.yaku for line in worth.lines]) == (160, 150, ["omotesugawara"])
    assert score(rules("roppyakken"), Pile()).cards == 0


def test_chaff_that_is_worth_something_else_is_asked_for_where_it_was_only_counted() -> None:
    sets = {name: scorer(rules(name)) for name in names(COUNTED)}
    asked = {name: open_questions(one, pile("01B 3C"), PLAIN) for name, one in sets.items()}
    assert {name for name, questions in asked.items() if "cards.12" in questions} == {"roppyakken", "sakura"}
    assert "cards.12" not in open_questions(sets["sakura"], pile("01B 12C3 3C"), PLAIN)


def test_the_lightning_is_asked_for_where_four_willow_cards_cancel_yaku() -> None:
    for rule, is_asked in (("nothing", False), ("cancels_all", True)):
        ruleset = rules({"extends": "bakappana", "counting": {"ameshima": rule}})
        assert bool(scorer(ruleset).plan.asks_chaff(1)) == is_asked


# The sheet


def test_the_sheet_says_how_every_number_came_about() -> None:
    (line,) = sheet_of(played(started("hana_awase"), counted(*PILES)), "en").rounds
    assert line.payments == (
        "Anna: cards 65 − par 88 + own yaku 80 − yaku of the others 40 = 17.",
        "Ben: cards 106 − par 88 − yaku of the others 80 = −62.",
        "Chris: cards 93 − par 88 + own yaku 80 − yaku of the others 40 = 45.",
    )
    assert (line.outcome, line.base, line.points) == ("Chris made most", 40, 45)


@pytest.mark.parametrize("case", ROUNDS)
def test_what_the_sheet_says_of_a_player_adds_up(case: Case) -> None:
    (line,) = sheet_of(match_of(case), "en").rounds
    for said, made in zip(line.payments, line.transfer, strict=bool(line.payments)):
        parts, _, summed = said.rstrip(".").replace("−", "-").partition(" = ")
        signed = re.sub(r"[^\d+-]", "", parts.partition(": ")[2])
        assert sum(map(int, re.findall(r"[+-]?\d+", signed))) == made // line.coin
        assert bool(summed) == (not signed.isdecimal()), "a single number is no sum"
    assert len(line.payments) == (0 if line.outcome == "Nobody scores" else len(line.card_points))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_sheet_is_in_every_language_and_names_its_game(language: str) -> None:
    sheet = sheet_of(played(started("sakura"), counted(*PILES)), language)
    assert sheet.game == sheet.named != "Koi-Koi"
    texts = [text for line in sheet.rounds for text in (*line.payments, line.outcome)]
    assert all(texts) and not any("%(" in text for text in texts)
    assert len({*texts}) == len(texts)


def test_the_next_dealer_is_who_made_most_round_after_round() -> None:
    match = played(started("hana_awase"), *[counted(*PILES)] * 3)
    for row, following in pairwise(match.rounds):
        assert following.dealer == row.first
    assert match.dealer == match.rounds[-1].first
