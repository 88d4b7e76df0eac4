"""Expensive input that no table ever makes: how much is folded, and what is refused."""

from __future__ import annotations

import sys
from typing import Any

import pytest
from calls import counted
from confined import run_within
from extent import examples
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.archive.digests import decoded, digest_of, encoded
from scorekeeper.exports import record
from scorekeeper.koikoi.errors import BadRecord, BadRuleset, KoikoiError
from scorekeeper.koikoi.match import interpreter, settlement
from scorekeeper.koikoi.match.events import FORMAT, event
from scorekeeper.koikoi.match.limits import MOST_CORRECTIONS, MOST_EVENTS
from scorekeeper.koikoi.match.match import Match
from scorekeeper.koikoi.match.replay import continued, replay
from scorekeeper.koikoi.match.start import started
from scorekeeper.koikoi.rules.conversion import MOST_OWN
from scorekeeper.koikoi.rules.loader import read_toml, rules, write_toml

START = {"type": "match-started", "players": ["Anna", "Ben"], "ruleset": "dutch", "rounds": 99}
VOIDED = {"type": "deal-voided", "reason": "x"}
BACK = {"type": "taken-back"}
DRAW = {"type": "round-exhausted"}


def read(*events: dict[str, Any]) -> record.Record:
    return record.from_tree({"format": FORMAT, "events": [START, *events]})


# --- points

POWER = {"form": "power", "factor": 10}
NINETY_NINE = {"form": "power", "factor": 99}
CALLED = {"type": "koikoi-called", "player": 0}
WON = {"type": "round-won", "player": 0, "piles": ["01B 03B 08B", None]}
MORE = "A round can be worth at most a billion points"


def doubled(points: int = 1, **more: Any) -> dict[str, Any]:
    """The start of a match in which three brights pay so much, times ten for each koi-koi."""
    rules = {
        "extends": "dutch",
        "yaku": {"sanko": {"points": points}},
        "multipliers": {"own_koi": POWER, "opponent_koi": NINETY_NINE, "big": None},
        "settlement": {"coin": 100_000, "account": "gains"},
        **more,
    }
    return {**START, "ruleset": rules, "purse": 0}


def played(start: dict[str, Any], *events: dict[str, Any]) -> Match:
    return record.from_tree({"format": FORMAT, "events": [start, *events]}).match


def test_a_round_is_worth_at_most_a_billion_points() -> None:
    match = played(doubled(100), *[CALLED] * 7, WON)
    assert match.rounds[0].points == settlement.MOST_POINTS == 10**9
    with pytest.raises(BadRecord, match=f"event 9: won .*: {MORE}"):
        played(doubled(101), *[CALLED] * 7, WON)


def test_a_cap_does_not_hide_doublings_without_end() -> None:
    capped = doubled(5, multipliers={"own_koi": POWER, "opponent_koi": NINETY_NINE, "max_points": 50})
    both = [CALLED] * 7 + [{**CALLED, "player": 1}]
    assert played(capped, *both[:-1], WON).rounds[0].points == 50
    with pytest.raises(BadRecord, match=MORE):
        played(capped, *[*both, both[-1]], WON)


def test_a_correction_and_the_piles_of_others_have_the_same_limit() -> None:
    too_many = {"type": "round-corrected", "round": 1, "events": [*[CALLED] * 7, WON]}
    with pytest.raises(BadRecord, match=f"event 3: correct .*: {MORE}"):
        played(doubled(101), DRAW, too_many)
    everyone = doubled(101, settlement={"who_scores": "everyone"})
    with pytest.raises(BadRecord, match=MORE):
        played(everyone, *[{**CALLED, "player": 1}] * 7, {**WON, "piles": ["02R 01R 03R", "01B 03B 08B"]})


def test_a_turn_after_which_too_much_would_be_paid_is_refused() -> None:
    dear: dict[str, Any] = {
        "yaku": {"sanko": {"points": 999}, "akatan": {"points": 999}},
        "multipliers": {"own_koi": NINETY_NINE},
    }
    turns: list[dict[str, Any]] = []
    for captured in ("01B 03B 08B", "01R 02R 03R", "06R 09R 10R"):
        mine, other = ({"type": "turn-taken", "player": seat, "captured": ""} for seat in (0, 1))
        turns += [{**mine, "captured": captured}, CALLED, other]
    fourth = {"type": "turn-taken", "player": 0, "captured": "06A 07A 10A"}
    assert played(doubled(**dear), *turns).play.calls == (3, 0)
    with pytest.raises(BadRecord, match=f"event 11: turn .*: {MORE}"):
        played(doubled(**dear), *turns, fourth)


def test_a_match_of_the_dearest_rounds_has_a_digest() -> None:
    dearest = [*[CALLED] * 7, WON]
    match = played({**doubled(100), "rounds": 99}, *dearest * 99)
    assert match.balance[0] == 99 * 10**9 * 100_000
    digest = digest_of(match, "1")
    assert decoded(encoded(digest), match.seq, "1") == digest


# --- taking back


@pytest.mark.parametrize(
    "events",
    [[VOIDED] * 200 + [BACK] * 200, [VOIDED, BACK] * 200, [VOIDED] * 100 + [VOIDED, BACK, BACK] * 100],
    ids=["all at the end", "each at once", "in turns"],
)
def test_a_record_that_takes_back_folds_each_event_once(events: list[dict[str, str]]) -> None:
    with counted(interpreter.apply) as folds:
        match = read(*events)
    assert folds[0] <= len(events)
    assert match.match.events == (match.events[0],)
    assert match.match.seq == len(events) + 1
    assert replay(match.events) == match.match


def test_taking_back_equals_never_having_entered() -> None:
    events = [DRAW, VOIDED, BACK, DRAW, BACK, BACK, DRAW, VOIDED]
    match = read(*events)
    assert match.match.events[1:] == read(DRAW, VOIDED).match.events[1:]
    assert len(match.match.rounds) == 1
    one_by_one = started(match.events[0])
    for move in match.events[1:]:
        one_by_one = continued(one_by_one, [move])
    assert one_by_one == match.match == replay(match.events)
    assert one_by_one == continued(started(match.events[0]), match.events[1:])


@pytest.mark.parametrize("events", [[BACK], [VOIDED, BACK, BACK]])
def test_the_start_is_never_taken_back(events: list[dict[str, str]]) -> None:
    with pytest.raises(BadRecord, match=f"event {len(events) + 1}: back: There is nothing to undo."):
        read(*events)
    with pytest.raises(BadRecord, match="nothing to undo"):
        replay([event(START), *map(event, events)])


def test_the_first_refused_event_is_named_readable_or_not() -> None:
    over = {"type": "round-won", "player": 2, "piles": []}
    with pytest.raises(BadRecord, match="event 3: won 2: There is no player 2"):
        read(DRAW, over, {"type": "nope"})
    with pytest.raises(BadRecord, match="event 3: There is no event of type"):
        read(DRAW, {"type": "nope"}, over)


# --- limits


def corrected(number: int, *events: dict[str, Any]) -> dict[str, Any]:
    return {"type": "round-corrected", "round": number, "events": [*events, DRAW]}


def test_a_correction_has_as_many_events_as_a_round_can_have() -> None:
    assert len(read(DRAW, corrected(1, *[VOIDED] * 199)).events) == 3
    with pytest.raises(BadRecord, match="event 3: round-corrected: the field “events” is not possible"):
        read(DRAW, corrected(1, *[VOIDED] * 200))


def test_events_inside_corrections_count() -> None:
    fitting = (MOST_EVENTS - 2) // 101
    rest = MOST_EVENTS - 2 - fitting * 101
    events = [DRAW, *[corrected(1, *[VOIDED] * 99)] * fitting]
    read(*events, *[VOIDED] * rest)
    with pytest.raises(BadRecord, match="at most 5000 events"):
        read(*events, *[VOIDED] * (rest + 1))


def test_the_number_of_corrections_in_a_record_is_limited() -> None:
    many = [corrected(1)] * MOST_CORRECTIONS
    read(DRAW, *many)
    with pytest.raises(BadRecord, match="at most 300 corrections"):
        read(DRAW, *many, corrected(1))


def own(number: int) -> dict[str, Any]:
    row = {"name": "x", "cards": ["01B", "03B"], "points": 1}
    return {"yaku": {f"own_{n}": row for n in range(number)}}


def test_the_number_of_own_yaku_in_a_rule_set_is_limited() -> None:
    assert len(rules(own(MOST_OWN)).yaku) > MOST_OWN
    with pytest.raises(BadRuleset, match="at most 40 yaku of its own"):
        rules(own(MOST_OWN + 1))


def test_inherited_yaku_count_too() -> None:
    above = own(MOST_OWN)
    below = {"extends": "above", "yaku": {"further": {"cards": ["01B", "03B"], "points": 1}}}
    with pytest.raises(BadRuleset, match="at most 40"):
        rules(below, lambda name: above)


@pytest.mark.parametrize(
    "written",
    [
        ".".join(["a"] * 950) + " = 1",
        "[" + ".".join(["a"] * 950) + "]",
        "x = {" + " . ".join(["a"] * 12) + " = 1}",
        ".".join(['"a"'] * 12) + " = 1",
        ".".join(["'a'"] * 12) + " = 1",
    ],
    ids=["a line", "a table", "inside", "quoted", "in single quotes"],
)
def test_keys_of_many_parts_are_refused_before_they_are_read(written: str) -> None:
    with pytest.raises(BadRuleset, match=r"This is not a rule set\."):
        read_toml(written)


@pytest.mark.parametrize(
    "text", ["……… and so on . . . . . . . . . . .", "a.b.c.d.e.f.g.h.i.j.k = 1", '"a.b.c.d.e.f.g.h.i"']
)
def test_dots_in_a_text_are_not_read_as_a_key(text: str) -> None:
    assert read_toml(write_toml({"about": text})) == {"about": text}


def test_a_too_deeply_nested_rule_set_is_refused() -> None:
    tree: dict[str, Any] = {}
    for _ in range(900):
        tree = {"match": tree}
    with pytest.raises(BadRuleset, match=r"There is no option “match\.match"):
        rules(tree)


# --- stored events that nobody checked

CARDS = st.sampled_from(["", "01B 03B 08B", "01B 03B 08B 4C", "12B", "13X", "01B 01B", "9C"])
SEAT = st.integers(0, 2)
PILES = st.lists(st.none() | CARDS, max_size=3)
ROUND_EVENTS = st.one_of(
    st.builds(
        lambda cards, n: {"type": "field-dealt", "cards": cards, "brights": n}, CARDS, st.integers(0, 5)
    ),
    st.builds(
        lambda seat, yaku: {"type": "hand-shown", "player": seat, "yaku": yaku},
        SEAT,
        st.sampled_from(["teshi", "kuttsuki", "double_teshi"]),
    ),
    st.builds(lambda seat, cards: {"type": "turn-taken", "player": seat, "captured": cards}, SEAT, CARDS),
    st.builds(lambda seat: {"type": "koikoi-called", "player": seat}, SEAT),
    st.builds(lambda seat, piles: {"type": "round-won", "player": seat, "piles": piles}, SEAT, PILES),
    st.builds(lambda piles: {"type": "round-exhausted", "piles": piles}, PILES),
    st.just(VOIDED),
)
ANY = st.one_of(
    ROUND_EVENTS,
    ROUND_EVENTS,
    st.builds(
        lambda number, events: {"type": "round-corrected", "round": number, "events": events},
        st.integers(1, 4),
        st.lists(ROUND_EVENTS, max_size=4),
    ),
    st.builds(
        lambda points: {"type": "points-adjusted", "points": points, "reason": "x"},
        st.lists(st.integers(-9, 9), max_size=3),
    ),
    st.just(BACK),
    st.just({"type": "match-ended"}),
    st.just(START),
)
RULES = ["dutch", "russian", "mongolopedia", "nintendo_jp", {"deal": {"teyaku": {"both": "ignore"}}}]
STARTS = st.builds(
    lambda players, rules, dealer: {**START, "players": players, "ruleset": rules, "dealer": dealer},
    st.sampled_from([[], ["A"], ["A", "B"], ["A", "B"], ["A", "B", "C"], ["A", "B", "C", "D"]]),
    st.sampled_from(RULES),
    SEAT,
)


@settings(max_examples=examples(1500))
@given(STARTS, st.lists(ANY, max_size=9))
def test_folding_unchecked_events_returns_a_match_or_raises_a_named_error(
    start: dict[str, Any], events: list[dict[str, Any]]
) -> None:
    try:
        match = replay([event(start), *map(event, events)])
    except KoikoiError:
        return
    assert len(match.balance) == len(match.players)
    assert match.why_finished is None or match.winners is not None


# --- texts that are no rules

KEYS = "a.b.c.d.e.f.g.h.i"  # one part more than a key may have


@pytest.mark.parametrize(
    "written",
    [
        f"{KEYS} = 1",
        "a . b\t.c.d.e.f.g.h.i = 1",
        """'a'."b".c.d.e.f.g.h.i = 1""",
        f"[{KEYS}]",
        f'x = {{ s = """\n" """, {KEYS} = 1 }} # "',
        f"x = {{ s = '''\n' ''', {KEYS} = 1 }} # '",
        f'about = """"{KEYS}"""""\n{KEYS} = 1',
        f'about = "\\""\n{KEYS} = 1 # "',
    ],
)
def test_a_key_of_nine_parts_is_refused_wherever_it_stands(written: str) -> None:
    with pytest.raises(BadRuleset, match=r"This is not a rule set\."):
        read_toml(written)


@pytest.mark.parametrize(
    "written",
    [
        f"about = '{KEYS}'",
        f'about = "{KEYS}"',
        f'about = "\\"{KEYS}"',
        f'about = """\n"{KEYS}\n"""',
        f"about = '''\n'{KEYS}\n'''",
        f"# {KEYS}",
        f"{KEYS.removesuffix('.i')} = 1",
    ],
)
def test_dots_in_a_text_or_a_remark_make_no_key(written: str) -> None:
    read_toml(written)


@pytest.mark.skipif(sys.platform == "win32", reason="this system does not limit processor time")
def test_the_longest_texts_take_no_longer_than_reading_them_once() -> None:
    """Patterns that try again from every letter took 14 to 180 seconds for one such text."""
    run_within(60, READ_THE_LONGEST, "no-house-rules")


READ_THE_LONGEST = r"""
from contextlib import suppress
from pathlib import Path
from scorekeeper.house_rules.exchange import receive_rules
from scorekeeper.installation import Installation
from scorekeeper.koikoi.errors import BadRuleset
from scorekeeper.koikoi.rules.loader import LONGEST_FILE

house = Installation(Path(sys.argv[1])).house_rules
keys = ["a", "a.", "a .", "a\t", '\\"', '"', "'", "\\", "\"'", '""a', "#"]
links = ["/pile?", "/received?", "/pile?#x/pile?", "/received ", "/pile", "?/pile"]
for start in ["", 'x="', "x='", 'x=\"\"\"', "x='''"]:
    for part in keys + links:
        text = start + part * (LONGEST_FILE // len(part))
        with suppress(BadRuleset):
            receive_rules(house, (text[: LONGEST_FILE - 1] + "=").encode())
"""
