"""``scorekeeper tally``, ``referee``, ``export`` and ``import``."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from .running import START, WON, answers, record, run


def test_one_record_returns_one_sheet(tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    file.write_text(json.dumps(json.loads(record(START, WON)), indent=2))
    (sheet,) = answers(run("tally", file))
    assert sheet["players"] == ["Anna", "Ben"]
    assert sheet["rounds"][0]["transfer"] == [5, -5]
    assert (sheet["balance"], sheet["finished"], sheet["winners"]) == ([105, 95], False, [])


def test_a_record_per_line_returns_a_sheet_per_line() -> None:
    bad = record(START, WON, WON, WON, WON, WON, {**WON, "piles": ["01B"]})
    result = run("tally", "-", text=f"{record(START, WON)}\n{bad}\n{{\n{record(START)}\n")
    assert result.exit_code == 1
    first, second, third, fourth = answers(result)
    assert first["balance"] == [105, 95]
    assert second == {"error": "event 7: won 0: 01B: Those cards make no yaku."}
    assert third["error"].startswith("This is not a match saved by this app")
    assert fourth["balance"] == [100, 100]


def test_one_refused_record_is_an_error() -> None:
    result = run("tally", text=record(START, {"type": "nope"}))
    assert result.exit_code == 1
    assert answers(result)[0]["error"].startswith("event 2: There is no event of type “nope”")


@pytest.mark.parametrize("command", ["tally", "referee"])
def test_an_empty_input_is_refused_with_a_sentence(command: str) -> None:
    result = run(command, text=" \n")
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr == "scorekeeper: There is no match record: the input is empty.\n"


def test_tally_and_referee_say_what_was_amended() -> None:
    changed = {"type": "rules-changed", "ruleset": "dutch", "from": 1, "reason": "The wrong booklet"}
    dealt = {"type": "dealer-corrected", "round": 1, "player": 1}
    amended = record(START, WON, changed, dealt, {"type": "match-extended", "rounds": 3})
    expected = [
        {
            "type": "rules-changed",
            "from": 1,
            "ruleset": "Dutch Wikipedia",
            "reason": "The wrong booklet",
        },
        {"type": "dealer-corrected", "round": 1, "player": 1, "reason": ""},
        {"type": "match-extended", "rounds": 3},
    ]
    (sheet,) = answers(run("tally", text=amended))
    assert sheet["amendments"] == expected
    assert (sheet["rounds"][0]["dealer"], sheet["rounds"][0]["points"]) == (1, 5)
    assert answers(run("referee", text=amended)) == [{"turns": [], "amendments": expected}]
    assert "amendments" not in answers(run("tally", text=record(START, WON)))[0]


def test_a_round_that_other_rules_refuse_says_so() -> None:
    house = {"extends": "dutch", "calls": {"limit": 0}}
    called = {"type": "koikoi-called", "player": 1}
    changed = {"type": "rules-changed", "ruleset": house, "from": 1}
    (sheet,) = answers(run("tally", text=record(START, called, WON, changed)))
    (row,) = sheet["rounds"]
    assert (row["result"], row["points"], row["calls"], row["transfer"]) == ("drawn", 0, [0, 1], [0, 0])
    assert row["refused"] == "This round does not count: There is no koi-koi by these rules."


def test_the_referee_says_what_may_be_called_after_every_turn() -> None:
    taken = {"type": "turn-taken", "player": 0, "captured": "01B 01C1 03B 03C1 08B 08C1"}
    other = {"type": "turn-taken", "player": 1}
    start = {**START, "ruleset": "nintendo_jp"}  # where a yaku that nobody noticed counts as koi-koi
    first, second = answers(run("referee", text=record(start, taken, other)))[0]["turns"]
    assert first == {
        "round": 1,
        "turn": 1,
        "player": 0,
        "new": ["sanko"],
        "grown": [],
        "base": 5,
        "stop": True,
        "koikoi": True,
        "why": None,
        "option": None,
    }
    assert second["why"] == "No yaku is new or has grown, so there is nothing to decide."
    assert (second["stop"], second["koikoi"], second["option"]) == (False, False, None)


def test_the_referee_answers_every_record_and_exits_with_1_if_one_is_refused() -> None:
    result = run("referee", text=f"{record(START)}\n{record(START, {**WON, 'piles': ['01B']})}\n")
    assert result.exit_code == 1
    assert answers(result) == [{"turns": []}, {"error": "event 2: won 0: 01B: Those cards make no yaku."}]


def test_a_deeply_nested_record_is_an_error_without_a_traceback() -> None:
    result = run("tally", text="[" * 100_000)
    assert result.exit_code == 1
    assert "error" in answers(result)[0]


def test_an_imported_match_is_exported_the_same(tmp_path: Path) -> None:
    first, second = tmp_path / "first", tmp_path / "second"
    match = run("import", "--instance", first, text=record(START, WON)).stdout.strip()
    written = run("export", match, "--instance", first).stdout
    again = run("import", "--instance", second, text=written).stdout.strip()
    assert run("export", again, "--instance", second).stdout == written
    assert answers(run("tally", text=written)) == answers(run("tally", text=record(START, WON)))


def test_export_without_a_match_lists_them(tmp_path: Path) -> None:
    match = run("import", "--instance", tmp_path, text=record(START)).stdout.strip()
    (line,) = run("export", "--instance", tmp_path).stdout.splitlines()
    assert line.startswith(match)
    assert line.endswith("Anna, Ben")


def test_an_unknown_match_is_a_sentence_on_standard_error(tmp_path: Path) -> None:
    result = run("export", "nope", "--instance", tmp_path)
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr == "scorekeeper: There is no such match. It may have been deleted.\n"


def test_a_record_that_is_refused_is_not_imported(tmp_path: Path) -> None:
    result = run("import", "--instance", tmp_path, text=record(START, {**WON, "player": 2}))
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr.startswith("scorekeeper: match 1: event 2: won 2 | 0: ")
    assert run("export", "--instance", tmp_path).stdout == ""


def listed(instance: Path) -> list[str]:
    """The players of the matches of an installation."""
    lines = run("export", "--instance", instance).stdout.splitlines()
    return sorted(line.rpartition("  ")[2] for line in lines)


def test_several_files_with_several_records_are_imported(tmp_path: Path) -> None:
    pairs = [("Anna", "Ben"), ("Cleo", "Dan"), ("Emma", "Finn")]
    records = [record({**START, "players": pair}, WON) for pair in pairs]
    lines, single = tmp_path / "lines.jsonl", tmp_path / "single.json"
    lines.write_text("\n".join(records[:2]))
    single.write_text(f"[{records[2]}]")
    first, second = tmp_path / "first", tmp_path / "second"
    ids = run("import", lines, single, "--instance", first).stdout.split()
    assert len(set(ids)) == 3
    assert listed(first) == ["Anna, Ben", "Cleo, Dan", "Emma, Finn"]
    assert run("backup", tmp_path / "all.zip", "--instance", first).exit_code == 0
    assert set(run("import", tmp_path / "all.zip", "--instance", second).stdout.split()) == set(ids)
    assert listed(second) == listed(first)


def test_empty_lines_before_between_and_after_records_are_no_records(tmp_path: Path) -> None:
    records = [record({**START, "players": pair}, WON) for pair in (("Anna", "Ben"), ("Cleo", "Dan"))]
    result = run("import", "--instance", tmp_path, text="\n \r\n" + "\n\n".join(records) + "\n\n")
    assert (result.exit_code, result.stderr) == (0, "")
    assert listed(tmp_path) == ["Anna, Ben", "Cleo, Dan"]


def test_a_match_that_is_here_is_not_imported_again(tmp_path: Path) -> None:
    text = f"{record(START, WON)}\n{record(START, WON)}"
    first, second = run("import", "--instance", tmp_path, text=text).stdout.split()
    again = run("import", "--instance", tmp_path, text=text)
    assert (again.exit_code, again.stdout.split()) == (0, [first, second])
    assert again.stderr.splitlines() == [
        "scorekeeper: match 1 is here already.",
        "scorekeeper: match 2 is here already.",
    ]
    assert first == second
    assert listed(tmp_path) == ["Anna, Ben"]


def test_of_several_records_the_refused_ones_are_told_and_the_others_imported(tmp_path: Path) -> None:
    file = tmp_path / "matches.jsonl"
    file.write_text(f"{record(START, {'type': 'nope'})}\n{record(START, WON)}")
    result = run("import", file, "--instance", tmp_path / "here")
    assert result.exit_code == 1
    assert result.stderr.startswith(
        f"scorekeeper: {file}, match 1: event 2: There is no event of type “nope”"
    )
    assert len(result.stdout.split()) == 1
    assert listed(tmp_path / "here") == ["Anna, Ben"]


def test_a_refusal_says_nothing_to_the_terminal_that_it_would_obey(tmp_path: Path) -> None:
    """What a file holds stands in the sentence, without the signs that steer a terminal or turn the text."""
    rules = {"title": "\u001b[2J\u202e" * 40}
    written = record({**START, "ruleset": rules})
    for arguments in (("import", "--instance", tmp_path / "home"), ("sheet", "--as", "csv")):
        result = run(*arguments, text=written)
        assert result.exit_code == 1
        assert "event 1: title: “[2J[2J" in result.stderr
        assert result.stderr.replace("\n", "").isprintable()


@pytest.mark.parametrize("form", ["pdf", "png"])
def test_a_match_that_is_too_long_to_be_drawn_says_which_forms_hold_it(form: str) -> None:
    rules = {"extends": "dutch", "match": {"rounds": None, "target": None}}
    drawn = [{"type": "round-exhausted"}] * 151
    result = run("sheet", "--as", form, text=record({**START, "ruleset": rules}, *drawn))
    assert (result.exit_code, result.stdout) == (1, "")
    said = f"{form.upper()} shows at most 150 rounds and adjustments; this match has 151. Take XLSX or CSV."
    assert result.stderr == f"scorekeeper: {said}\n"
