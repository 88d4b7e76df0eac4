"""The scoresheet as a file: page and command write the same bytes for the same match and language."""

from __future__ import annotations

import json
from typing import Any

import pytest
from click.testing import CliRunner, Result

from scorekeeper.cli import main
from scorekeeper.exports import record
from scorekeeper.exports.sheets.composing import sheet_of
from scorekeeper.exports.sheets.forms import FORMS
from scorekeeper.exports.sheets.sheet import RoundLine, RulingLine, Sheet
from scorekeeper.koikoi.match.events import FORMAT
from scorekeeper.koikoi.rules.loading import names, rules
from scorekeeper.koikoi.rules.nearest import nearest
from scorekeeper.languages import LANGUAGES

from .conftest import Table
from .forms import Player

START: dict[str, Any] = {
    "type": "match-started",
    "players": ["Wilhelmina-Aleksandra", "髙橋"],
    "ruleset": "russian_all",
    "at": "2026-02-14T19:03:07Z",
}
WON = {"type": "round-won", "player": 0, "piles": ["01B 03B 08B 12B 09A", "02A"]}
EVENTS: list[dict[str, Any]] = [
    START,
    {"type": "koikoi-called", "player": 1},
    {"type": "round-won", "player": 0, "piles": ["01B 03B 08B", None]},
    {"type": "points-adjusted", "points": [-1, 1], "reason": "Late again"},
    {"type": "round-exhausted"},
    {"type": "round-corrected", "round": 1, "events": [WON]},
]


def sheet(events: list[dict[str, Any]], language: str = "en") -> Sheet:
    return sheet_of(record.from_tree({"format": FORMAT, "events": events}).match, language)


def command(written: bytes, form: str, language: str) -> Result:
    return CliRunner().invoke(main, ["sheet", "-", "--as", form, "--language", language], input=written)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_command_writes_what_the_page_gives(table: Table, player: Player, language: str) -> None:
    notepad = table.score(table.begin("Ann", "Béa", rules="polish_all"), 0, "01B 03B 08B 3C", "02A")
    address = notepad.path
    player.client.set_cookie("language", language)
    written = player.client.get(f"{address}/record.json").data
    assert command(written, "json", language).stdout_bytes == written
    for name, form in FORMS.items():
        answer = player.client.get(f"{address}/sheet.{form.ending}")
        assert answer.content_type.split(";")[0] == form.kind.split(";")[0]
        assert command(written, name, language).stdout_bytes == answer.data, name


def test_a_form_that_does_not_exist_is_not_found(table: Table, player: Player) -> None:
    assert player.client.get(f"{table.begin().path}/sheet.exe").status_code == 404


def test_lines_are_in_the_order_of_play_with_rulings_and_corrections() -> None:
    first, ruling, second = sheet(EVENTS).lines
    assert isinstance(first, RoundLine)
    assert isinstance(second, RoundLine)
    assert isinstance(ruling, RulingLine)
    assert (first.number, first.corrected, second.corrected) == (1, True, False)
    assert [(yaku.points, yaku.cards) for yaku in first.yaku] == [
        (8, "01B 03B 08B 12B"), (5, "03B 09A"), (5, "08B 09A"),
    ]  # fmt: skip
    assert (first.base, first.multiplier, first.added, first.points) == (18, 2, 0, 36)
    assert [(factor.effect, factor.reason) for factor in first.factors] == [
        ("× 2", "7 points of yaku or more")
    ]
    assert (ruling.after, ruling.reason, ruling.transfer) == (1, "Late again", (-1, 1))
    assert first.balance == (136, 64)
    assert ruling.balance == second.balance == (135, 65)
    assert (sheet(EVENTS).outcome, sheet(EVENTS).why_over) == ("So far", "")


def test_the_text_has_a_line_a_round() -> None:
    lines = FORMS["text"].write(sheet(EVENTS)).decode().splitlines()
    assert lines == [
        "Koi-Koi · Wilhelmina-Aleksandra – 髙橋",
        "Feb 14, 2026 · Russian booklet, every doubling · 12 rounds · 100 coins each",
        "",
        "Round 1* · Wilhelmina-Aleksandra +36:"
        " Four brights 8 + Flower viewing 5 + Moon viewing 5 × 2 = 36 → Wilhelmina-Aleksandra 136, 髙橋 64",
        "± Late again → Wilhelmina-Aleksandra 135, 髙橋 65",
        "Round 2 · The hands are empty and nobody stopped: a draw → Wilhelmina-Aleksandra 135, 髙橋 65",
        "",
        "Wilhelmina-Aleksandra 135 – 髙橋 65 (So far)",
    ]


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "Round 2 · "),
        ("pl", "Rozdanie 2 · "),
        ("ru", "Раунд 2 · "),
        ("nl", "Ronde 2 · "),
        ("ja", "第2局 · "),
    ],
)
def test_the_text_is_in_the_language_of_the_sheet(language: str, said: str) -> None:
    text = FORMS["text"].write(sheet(EVENTS, language)).decode()
    assert f"\n{said}" in text
    assert text.count("→ Wilhelmina-Aleksandra 135, 髙橋 65\n") == 2


def test_a_lucky_hand_is_a_yaku_of_its_round() -> None:
    shown = {"type": "hand-shown", "player": 1, "yaku": "teshi"}
    (line,) = sheet([{**START, "ruleset": "nintendo_jp"}, shown]).rounds
    assert [yaku.points for yaku in line.yaku] == [line.points] == [line.base]
    assert line.outcome.startswith("髙橋 showed")


def test_a_match_says_what_its_rules_change() -> None:
    house = {"extends": "dutch", "title": "House", "match": {"rounds": 6}}
    ours = sheet([{**START, "ruleset": house}])
    assert (ours.rules, ours.named) == ("House", rules("dutch").title)
    assert [(change.option, change.before, change.now) for change in ours.changes] == [("Rounds", "12", "6")]
    assert sheet([START]).changes == ()


@pytest.mark.parametrize("name", names())
def test_a_named_rule_set_is_nearest_to_itself(name: str) -> None:
    assert nearest(rules(name))[0] == name


@pytest.mark.parametrize(
    ("arguments", "said"),
    [(["--as", "docx"], "'docx' is not one of"), (["--as", "csv", "--language", "de"], "'de' is not one of")],
)
def test_what_cannot_be_written_is_wrong_usage(arguments: list[str], said: str) -> None:
    written = json.dumps({"format": FORMAT, "events": [START]})
    result = CliRunner().invoke(main, ["sheet", "-", *arguments], input=written)
    assert (result.exit_code, result.stdout) == (2, "")
    assert said in result.stderr


def test_a_refused_record_is_one_sentence() -> None:
    result = command(
        json.dumps({"format": FORMAT, "events": [START, {"type": "nope"}]}).encode(), "csv", "en"
    )
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr.startswith("scorekeeper: event 2: There is no event of type “nope”")
