"""Games in which every captured card counts, on the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from scorekeeper.exports.sheets.formats import FORMS
from scorekeeper.koikoi.rules.loader import read_toml, rules

from .running import answers, run

PILES = [
    "01R 02R 03R 01B 04A 09A 10C",
    "03B 08B 12B 02A 05A 06A 04R 05R 6C",
    "11B 07A 08A 10A 11A 06R 07R 09R 10R 11R 8C",
]
RECORD = json.dumps(
    {
        "format": "koikoi-match/1",
        "events": [
            {"type": "match-started", "players": ["Anna", "Ben", "Chris"], "ruleset": "hana_awase"},
            {"type": "round-exhausted", "piles": PILES},
        ],
    }
)


def test_a_pile_is_worth_its_cards_beside_its_yaku() -> None:
    question = {"ruleset": "hana_awase", "captured": PILES[0]}
    (worth,) = answers(run("score", text=json.dumps(question)))
    assert (worth["cards"], worth["base"], [yaku["id"] for yaku in worth["yaku"]]) == (65, 40, ["akatan"])


@pytest.mark.parametrize(
    ("question", "error"),
    [
        ({"captured": "01B", "calls": {"winner": 1}}, "In this game nobody calls koi-koi."),
        ({"hand": "01B 01R 03B 03R 07A 07R 12B 12C1"}, "By these rules there are no lucky hands."),
    ],
)
def test_what_the_game_does_not_have_is_refused(question: dict[str, object], error: str) -> None:
    result = run("score", text=json.dumps({"ruleset": "hana_awase", **question}))
    assert (answers(result), result.exit_code) == ([{"error": error}], 1)


def test_the_scoresheet_has_cards_and_yaku_by_seat() -> None:
    (sheet,) = answers(run("tally", text=RECORD))
    (row,) = sheet["rounds"]
    assert [[yaku["id"] for yaku in made] for made in row.pop("yaku")] == [["akatan"], [], ["aotan"]]
    assert row == {
        "round": 1,
        "dealer": 0,
        "result": "counted",
        "player": 2,
        "cards": [65, 106, 93],
        "transfer": [17, -62, 45],
        "balance": [17, -62, 45],
    }
    assert sheet["next_dealer"] == 2


def test_the_referee_and_the_simulation_are_for_koikoi() -> None:
    result = run("referee", text=RECORD)
    assert (answers(result), result.exit_code) == (
        [{"error": "The referee is for Koi-Koi: in this game nobody calls or stops."}],
        1,
    )
    simulated = run("simulate", "sakura", "--rounds", "10", "--seed", "1")
    assert simulated.exit_code == 1
    assert simulated.stderr == "scorekeeper: Only rounds of Koi-Koi can be simulated.\n"


@pytest.mark.parametrize("form", FORMS)
def test_the_scoresheet_is_written_in_every_form(form: str, tmp_path: Path) -> None:
    if form in ("xlsx", "pdf", "png"):
        pytest.importorskip("xlsxwriter" if form == "xlsx" else "typst")
    file = tmp_path / "sheet"
    result = run("sheet", "-", "--as", form, "--output", file, text=RECORD)
    assert (result.exit_code, result.stderr) == (0, "")
    assert file.stat().st_size > 200


def test_the_text_of_the_scoresheet_names_the_game_and_what_each_made() -> None:
    written = run("sheet", "-", "--as", "text", text=RECORD).stdout.splitlines()
    assert written[0] == "Hana-Awase · Anna – Ben – Chris"
    assert written[3] == (
        "Round 1 · Anna +17 (Red poetry ribbons 40), Ben −62, Chris +45 (Blue ribbons 40) → "
        "Anna 17, Ben −62, Chris 45"
    )


def test_the_table_has_the_points_of_the_cards_in_place_of_the_calls() -> None:
    head, row = run("sheet", "-", "--as", "csv", text=RECORD).stdout.splitlines()[:2]
    assert "Card points Anna,Card points Ben,Card points Chris" in head
    assert "Koi-koi" not in head
    assert "Blue ribbons 40; Anna: Red poetry ribbons 40" in row


def test_a_match_is_imported_and_exported_and_is_in_no_list(tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    file.write_text(RECORD)
    instance = ("--instance", tmp_path / "instance")
    match_id = run("import", file, *instance).stdout.strip()
    exported = run("export", match_id, *instance).stdout
    assert answers(run("tally", text=exported)) == answers(run("tally", text=RECORD))
    assert run("recount", *instance).stderr == ""


def test_house_rules_are_imported_kept_and_exported(tmp_path: Path) -> None:
    file = tmp_path / "ours.toml"
    file.write_text('extends = "sakura"\ntitle = "Ours"\n[counting]\nbright = 30\n')
    instance = ("--instance", tmp_path / "instance")
    name = run("rules", "import", file, *instance).stdout.strip()
    assert rules(read_toml(run("rules", "export", name, *instance).stdout)).counting.bright == 30
    shown = run("rules", "show", name, *instance).stdout
    assert (
        rules(read_toml(shown)).counting == rules("sakura", overrides={"counting": {"bright": 30}}).counting
    )
