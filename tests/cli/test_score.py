"""``scorekeeper score``: questions in, answers out, a line each."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from calls import counted

from scorekeeper.koikoi.scoring.plan import compiled

from .running import GOOD, answers, run

LUCKY = "02A 02R 02C1 02C2 04A 06A 08A 10A"


def test_score_writes_a_month_that_is_a_yaku_as_a_line_and_says_which_cap_cut() -> None:
    twice = {"yaku": {"hiki": {"separate": True}}, "multipliers": {"max_base": 7}}
    months = "01B 01R 01C1 01C2 02A 02R 02C1 02C2"
    asked = {"ruleset": "mongolopedia", "overrides": twice, "captured": months}
    (answer,) = answers(run("score", text=json.dumps(asked)))
    assert [(yaku["id"], yaku["points"]) for yaku in answer["yaku"]] == [("hiki", 4), ("hiki", 4)]
    assert (answer["base"], answer["multiplier"], answer["points"]) == (7, 2, 14)
    assert answer["caps"] == ["max_base"]


def test_a_line_is_scored_as_the_contract_says() -> None:
    result = run("score", text=GOOD)
    assert result.exit_code == 0
    assert answers(result) == [
        {
            "yaku": [{"id": "shiko", "points": 8, "cards": "01B 03B 08B 12B"}],
            "base": 8,
            "factors": [{"id": "opponent_koi", "times": 2}],
            "multiplier": 2,
            "added": 0,
            "points": 16,
        }
    ]


def test_lines_are_read_from_a_file_and_empty_lines_are_skipped(tmp_path: Path) -> None:
    file = tmp_path / "lines"
    file.write_text(f"{GOOD}\n\n  \n{GOOD}\n")
    result = run("score", file)
    assert (result.exit_code, len(answers(result))) == (0, 2)
    assert run("score", text="").stdout == ""


def test_a_rule_set_that_a_line_before_used_is_not_compiled_again() -> None:
    other = GOOD.replace("null", '{"at": 9}')
    with counted(compiled) as calls:
        result = run("score", text=f"{GOOD}\n{other}\n{GOOD}\n{other}\n")
    assert [answer["points"] for answer in answers(result)] == [16, 16, 16, 16]
    assert calls == [2]


@pytest.mark.parametrize(
    "bad",
    [
        "nonsense",
        "[]",
        "{}",
        '{"ruleset": "nope", "captured": ""}',
        '{"ruleset": "dutch", "captured": "99X"}',
        '{"ruleset": "dutch", "captured": "01B 01B"}',
        '{"ruleset": "dutch", "captured": "25C"}',
        '{"ruleset": "dutch", "captured": "01B", "calls": {"winner": -1}}',
        '{"ruleset": "dutch", "captured": "01B", "round": 0}',
        '{"ruleset": "dutch", "captured": "01B", "nope": 1}',
        '{"ruleset": {"nope": 1}, "captured": "01B"}',
        '{"ruleset": "dutch", "overrides": {"multipliers": {"big": "x"}}, "captured": "01B"}',
        '{"ruleset": "dutch"}',
        '{"ruleset": "dutch", "captured": "01B", "hand": "01B"}',
        '{"ruleset": "dutch", "hand": "01B 01R 01C1 01C2 02A 03B 05A"}',
        '{"ruleset": "dutch", "hand": "01B 01R 01C1 01C2 02A 03B 05A 08B 09A"}',
        '{"ruleset": "dutch", "hand": "01B 01B 01C1 01C2 02A 03B 05A 08B"}',
        '{"ruleset": "dutch", "hand": "01B 01R 01C1 01C2 02A 03B 05A 8C"}',
        '{"ruleset": "dutch", "hand": "01B 01R 01C1 01C2 02A 03B 05A 08B", "round": 1}',
        '{"ruleset": "dutch", "hand": "01B 01R 01C1 01C2 02A 03B 05A", "players": 4}',
        '{"ruleset": {"deal": {"without": ["08B"]}}, "hand": "01B 01R 01C1 01C2 02A 03B 05A 08B"}',
        '{"ruleset": "dutch", "field": "01B 01R 01C1 01C2 02A 03B 05A"}',
        '{"ruleset": "dutch", "field": "01B 01R 01C1 01C2 02A 03B 05A 08B", "calls": {}}',
        "[" * 5000,
    ],
)
def test_a_bad_line_says_why_and_the_others_are_still_scored(bad: str) -> None:
    result = run("score", text=f"{GOOD}\n{bad}\n{GOOD}\n")
    assert result.exit_code == 1
    first, second, third = answers(result)
    assert first == third
    assert list(second) == ["error"]
    assert second["error"].strip()


def test_a_line_that_is_not_utf_8_is_a_bad_line() -> None:
    result = run("score", text=b'{"ruleset": "\xff"}\n' + GOOD.encode())
    assert result.exit_code == 1
    assert "error" in answers(result)[0]
    assert answers(result)[1]["points"] == 16


@pytest.mark.parametrize(
    ("asked", "hands", "result", "points", "why"),
    [
        (
            '"dutch", "hand": "01B 01R 01C1 01C2 02A 03B 05A 08B"',
            [{"id": "teshi", "points": 6, "cards": "01B 01R 01C1 01C2"}],
            "won",
            6,
            None,
        ),
        (
            '"russian", "hand": "01B 01R 01C1 01C2 12B 12C1 12C2 12C3"',
            [
                {"id": "double_teshi", "points": 14, "cards": "01B 01R 01C1 01C2 12B 12C1 12C2 12C3"},
                {"id": "teshi", "points": 6, "cards": "01B 01R 01C1 01C2"},
            ],
            "won",
            14,
            None,
        ),
        (
            '"koikoi_japan", "hand": "01B 01R 01C1 01C2 02A 03B 05A 08B"',
            [{"id": "teshi", "points": "redeal", "cards": "01B 01R 01C1 01C2"}],
            "void",
            0,
            None,
        ),
        (
            '"cwz", "hand": "01B 01R 01C1 01C2 02A 03B 05A 08B"',
            [],
            "play",
            0,
            "Four of a month in hand does not win by these rules.",
        ),
        (
            '"mongolopedia", "players": 3, "hand": "01B 01R 01C1 02C1 02A 03B 05A"',
            [],
            "play",
            0,
            "This is not a lucky hand. Most cards of one month: 3 of 4; months with a pair: 1 of 4.",
        ),
    ],
)
def test_a_dealt_hand_is_judged(
    asked: str, hands: list[dict[str, Any]], result: str, points: int, why: str | None
) -> None:
    (answer,) = answers(run("score", text=f'{{"ruleset": {asked}}}'))
    plain = {"base": points, "factors": [], "multiplier": 1, "added": 0, "points": points}
    assert answer == {"hands": hands, "result": result, **plain, "why": why}


@pytest.mark.parametrize(
    ("multiplied", "field", "factors", "points"),
    [
        ("never", "08B 12B", [], 14),
        ("big", "08B 12B", [{"id": "big", "times": 2}], 28),
        ("field_brights", "08B 12B", [{"id": "field_brights", "times": 3}], 42),
        (
            "field_brights",
            "08B 11B",
            [{"id": "field_brights", "times": 2}],
            28,
        ),  # the rain man does not count
        ("field_brights", "11B", [], 14),
        ("field_brights", "", [], 14),
        ("both", "08B", [{"id": "field_brights", "times": 2}, {"id": "big", "times": 2}], 56),
    ],
)
def test_what_multiplies_a_lucky_hand_counts_here_too(
    multiplied: str, field: str, factors: list[dict[str, Any]], points: int
) -> None:
    asked = {
        "ruleset": "russian_all",
        "overrides": {"deal": {"teyaku": {"multiplied": multiplied}}},
        "hand": "01B 01R 01C1 01C2 03B 03R 03C1 03C2",
        "field_at_deal": field,
    }
    (answer,) = answers(run("score", text=json.dumps(asked)))
    assert (answer["base"], answer["factors"], answer["points"]) == (14, factors, points)
    assert answer["hands"][0]["points"] == 14


@pytest.mark.parametrize(
    ("goes_first", "field_four", "hand", "result", "points"),
    [
        ("field", "redeal", LUCKY, "void", 0),
        ("field", {"dealer": 4}, LUCKY, "dealer", 4),
        ("field", {"dealer": 0}, LUCKY, "drawn", 0),
        ("field", "play", LUCKY, "won", 6),
        ("hand", "redeal", LUCKY, "won", 6),
        ("hand", "redeal", LUCKY.replace("02C2", "12B"), "void", 0),  # no lucky hand
    ],
)
def test_a_dealt_field_that_ends_the_deal_is_asked_before_a_lucky_hand_where_it_goes_first(
    goes_first: str, field_four: object, hand: str, result: str, points: int
) -> None:
    asked = {
        "ruleset": "default",
        "overrides": {"deal": {"goes_first": goes_first, "field_four": field_four}},
        "hand": hand,
        "field_at_deal": "01B 01R 01C1 01C2 03B 05A 07R 12C1",
    }
    (answer,) = answers(run("score", text=json.dumps(asked)))
    assert (answer["result"], answer["points"]) == (result, points)
    assert answer["base"] * answer["multiplier"] + answer["added"] == points
    decided = result in ("void", "dealer", "drawn")
    assert answer["why"] == ("All four cards of month 1 lie on the field." if decided else None)


def test_six_points_are_not_seven_and_a_cap_is_told() -> None:
    asked = {
        "ruleset": "russian",
        "overrides": {"deal": {"teyaku": {"multiplied": "big"}}, "multipliers": {"max_points": 20}},
        "hand": "01B 01R 01C1 01C2 03B 03R 03C1 03C2",
    }
    (capped,) = answers(run("score", text=json.dumps(asked)))
    assert (capped["multiplier"], capped["points"], capped["caps"]) == (2, 20, ["max_points"])
    (plain,) = answers(run("score", text=json.dumps({**asked, "hand": "01B 01R 01C1 01C2 02A 03B 05A 08B"})))
    assert (plain["multiplier"], plain["points"], "caps" in plain) == (1, 6, False)


@pytest.mark.parametrize(
    ("asked", "answer"),
    [
        (
            '"dutch", "field": "01B 01R 01C1 01C2 03B 05A 07R 12C1"',
            {"result": "void", "option": "deal.field_four", "brights": 2, "factors": []},
        ),
        ('"dutch", "field": "01B 01R 01C1 02R 03B 05A 07R 12C1"', {"result": "play", "why": None}),
        (
            '"amuse_gion", "field": "01B 01R 02A 02R 03B 03R 04A 04R"',
            {
                "result": "dealer",
                "points": 6,
                "option": "deal.field_pairs",
                "why": "Four pairs lie on the field.",
            },
        ),
        (
            '"russian_all", "field": "01B 03B 11B 02A 04A 05A 06A 07A"',
            {"result": "play", "brights": 3, "factors": [{"id": "field_brights", "times": 3}]},
        ),
        ('"default", "players": 3, "field": "01B 03B 11B 02A 04A 05A"', {"result": "play", "brights": 3}),
    ],
)
def test_a_dealt_field_is_judged(asked: str, answer: dict[str, Any]) -> None:
    (told,) = answers(run("score", text=f'{{"ruleset": {asked}}}'))
    assert list(told) == ["result", "points", "why", "option", "brights", "factors"]
    assert told == {**told, **answer}


def test_a_line_without_a_question_is_refused() -> None:
    (answer,) = answers(run("score", text='{"ruleset": "dutch"}'))
    assert answer == {"error": "A question needs exactly one of captured, hand and field."}


SMALL = {"extends": "dutch", "deal": {"without": ["12C1", "12C2", "12C3"]}}
GONE = {"error": "12C3: not in the deck with these rules."}


@pytest.mark.parametrize(
    "asked",
    [
        {"captured": "01B 03B 08B 12C3"},
        {"captured": "01B", "field_at_deal": "01R 12C3"},
        {"captured": "01B", "field_now": "12C3"},
        {"hand": "01B 01R 01C1 01C2 02A 03B 05A 12C3"},
        {"hand": "01B 01R 01C1 01C2 02A 03B 05A 06A", "field_at_deal": "12C3"},
        {"field": "01B 01R 01C1 01C2 02A 03B 05A 12C3"},
    ],
)
def test_a_card_that_is_not_in_the_deck_is_refused_wherever_it_stands(asked: dict[str, str]) -> None:
    result = run("score", text=json.dumps({"ruleset": SMALL, **asked}))
    assert (result.exit_code, answers(result)) == (1, [GONE])
    whole = {**asked, "ruleset": "dutch"}
    assert run("score", text=json.dumps(whole)).exit_code == 0


def test_chaff_is_counted_up_to_what_the_deck_has() -> None:
    for captured, error in (("21C", None), ("20C 01C1", None), ("22C", 22), ("21C 01C1", 22)):
        (answer,) = answers(run("score", text=json.dumps({"ruleset": SMALL, "captured": captured})))
        refused = f"{error} chaff cards are too many: these rules use 21."
        assert answer.get("error") == (refused if error else None), captured
    assert answers(run("score", text=json.dumps({"ruleset": "dutch", "captured": "24C"})))[0]["points"]


WARNING = "scorekeeper: “%s”: 11C is the lightning; eleven chaff cards are 10C 1C.\n"


@pytest.mark.parametrize("captured", ["11C", "11c", "01B 03B 11C", "11C 11B 11A"])
def test_eleven_chaff_that_may_have_been_meant_is_a_warning_and_the_answer_stays(captured: str) -> None:
    result = run("score", text=json.dumps({"ruleset": "dutch", "captured": captured}))
    assert (result.exit_code, result.stderr) == (0, WARNING % captured)
    (answer,) = answers(result)
    assert (answer["base"], list(answer)) == (0, ["yaku", "base", "factors", "multiplier", "added", "points"])


@pytest.mark.parametrize("captured", ["10C 1C", "11C 1C", "11C 01C1", "10C", "12C", "4C", "01B", ""])
def test_other_chaff_is_no_warning(captured: str) -> None:
    result = run("score", text=json.dumps({"ruleset": "dutch", "captured": captured}))
    assert (result.exit_code, result.stderr) == (0, "")
