"""The command: lines in, lines out, exit codes, and the matches of an installation."""

from __future__ import annotations

import io
import json
import socket
import sqlite3
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import click
import pytest
import segno
from click.testing import CliRunner, Result

from bench.counting import counted
from scorekeeper import __version__
from scorekeeper.addresses import invitation
from scorekeeper.cli import main
from scorekeeper.installation import Installation
from scorekeeper.keys import Key
from scorekeeper.koikoi.rules.loading import names, read_toml, rules
from scorekeeper.koikoi.scoring.plan import compiled

START = {"type": "match-started", "players": ["Anna", "Ben"], "ruleset": "russian"}
WON = {"type": "round-won", "player": 0, "piles": ["01B 03B 08B"]}
GOOD = (
    '{"ruleset": "dutch", "overrides": {"multipliers": {"big": null}}, "captured": "01B 03B 08B 12B 3C",'
    ' "calls": {"others": 1}}'
)


def record(*events: dict[str, Any]) -> str:
    return json.dumps({"format": "koikoi-match/1", "events": events})


def run(*arguments: object, text: str | bytes = "") -> Result:
    """Run the command in this process."""
    return CliRunner().invoke(main, [str(one) for one in arguments], input=text)


def answers(result: Result) -> list[dict[str, Any]]:
    return [json.loads(line) for line in result.stdout.splitlines()]


# score


def test_score_writes_a_month_that_is_a_yaku_as_a_line_and_says_which_cap_cut() -> None:
    twice = {"yaku": {"hiki": {"separate": True}}, "multipliers": {"max_base": 7}}
    months = "01B 01R 01C1 01C2 02A 02R 02C1 02C2"
    asked = {"ruleset": "mongolopedia", "overrides": twice, "captured": months}
    (found,) = answers(run("score", text=json.dumps(asked)))
    assert [(one["id"], one["points"]) for one in found["yaku"]] == [("hiki", 4), ("hiki", 4)]
    assert (found["base"], found["multiplier"], found["points"]) == (7, 2, 14)
    assert found["caps"] == ["max_base"]


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


def test_lines_are_read_from_a_file_and_empty_ones_passed_over(tmp_path: Path) -> None:
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


def test_scoring_piles_imports_no_database_no_web_and_no_match() -> None:
    program = (
        "import sys; from scorekeeper.cli import main\n"
        "try: main(['score'])\n"
        "finally: print(*sorted({name.split('.')[0] for name in sys.modules}\n"
        "                       | {'.'.join(name.split('.')[:3]) for name in sys.modules}))"
    )
    ran = subprocess.run(
        [sys.executable, "-c", program], input=GOOD, capture_output=True, text=True, check=True
    )
    imported = set(ran.stdout.splitlines()[-1].split())
    assert "scorekeeper.koikoi.scoring" in imported
    assert not imported & {"sqlite3", "sqlite_utils", "flask", "segno", "scorekeeper.store"}
    assert "scorekeeper.koikoi.match" not in imported


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
            "Four of a month in hand does not win at this table.",
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
    (found,) = answers(run("score", text=f'{{"ruleset": {asked}}}'))
    assert found == {"hands": hands, "result": result, "points": points, "why": why}


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
    (found,) = answers(run("score", text=f'{{"ruleset": {asked}}}'))
    assert list(found) == ["result", "points", "why", "option", "brights", "factors"]
    assert found == {**found, **answer}


def test_a_question_asks_one_thing() -> None:
    (found,) = answers(run("score", text='{"ruleset": "dutch"}'))
    assert found == {"error": "A question needs exactly one of captured, hand and field."}


# tally


def test_one_record_gives_one_sheet(tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    file.write_text(json.dumps(json.loads(record(START, WON)), indent=2))
    (sheet,) = answers(run("tally", file))
    assert sheet["players"] == ["Anna", "Ben"]
    assert sheet["rounds"][0]["transfer"] == [5, -5]
    assert (sheet["balance"], sheet["finished"], sheet["winners"]) == ([105, 95], False, [])


def test_a_record_a_line_gives_a_sheet_a_line() -> None:
    bad = record(START, WON, WON, WON, WON, WON, {**WON, "piles": ["01B"]})
    result = run("tally", "-", text=f"{record(START, WON)}\n{bad}\n{{\n{record(START)}\n")
    assert result.exit_code == 1
    first, second, third, fourth = answers(result)
    assert first["balance"] == [105, 95]
    assert second == {"error": "event 7: Those cards make no yaku."}
    assert third["error"].startswith("This is not JSON")
    assert fourth["balance"] == [100, 100]


def test_one_refused_record_is_an_error() -> None:
    result = run("tally", text=record(START, {"type": "nope"}))
    assert result.exit_code == 1
    assert answers(result)[0]["error"].startswith("event 2: There is no event of type “nope”")


def test_nothing_to_tally_is_a_sentence_on_standard_error() -> None:
    result = run("tally", text=" \n")
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr == "scorekeeper: There is no record to tally: the input is empty.\n"


def test_a_record_nested_without_end_is_an_error_and_no_traceback() -> None:
    result = run("tally", text="[" * 100_000)
    assert result.exit_code == 1
    assert "error" in answers(result)[0]


# rules


def test_all_rule_sets_are_listed_the_tables_own_first(tmp_path: Path) -> None:
    Installation(tmp_path).house_rules.keep("hut", {"extends": "dutch", "title": "Hut"})
    lines = run("rules", "list", "--instance", tmp_path).stdout.splitlines()
    assert lines[0].split() == ["hut", "Hut"]
    assert [line.split()[0] for line in lines[1:]] == list(names())


def test_a_broken_file_does_not_hide_the_other_rule_sets(tmp_path: Path) -> None:
    (tmp_path / "rules").mkdir()
    (tmp_path / "rules" / "odd.toml").write_text("nope = 1")
    result = run("rules", "list", "--instance", tmp_path)
    assert "russian" in result.stdout
    assert not isinstance(result.exception, Exception) or isinstance(result.exception, SystemExit)


@pytest.mark.parametrize("name", names())
def test_a_rule_set_is_shown_as_toml_that_loads_again(name: str, tmp_path: Path) -> None:
    for options in ((), ("--whole",)):
        result = run("rules", "show", name, *options, "--instance", tmp_path)
        assert result.exit_code == 0
        assert rules(read_toml(result.stdout)) == rules(name)


def test_a_difference_is_told_in_words(tmp_path: Path) -> None:
    result = run("rules", "difference", "russian", "russian_all", "--instance", tmp_path)
    assert result.exit_code == 0
    assert result.stdout.startswith("Brights on the dealt field: ")
    assert run("rules", "difference", "dutch", "dutch", "--instance", tmp_path).stdout == ""


@pytest.mark.parametrize("arguments", [("show", "nope"), ("difference", "nope", "dutch")])
def test_an_unknown_rule_set_is_a_sentence_on_standard_error(
    arguments: tuple[str, ...], tmp_path: Path
) -> None:
    result = run("rules", *arguments, "--instance", tmp_path)
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr == "scorekeeper: There is no rule set called “nope”.\n"


# export, import, backup


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
    assert result.stderr.startswith("scorekeeper: event 2: There is no player 2 at this table of 2")
    assert run("export", "--instance", tmp_path).stdout == ""


APPENDS = """
import sys
from pathlib import Path
from scorekeeper.installation import Installation
store = Installation(Path(sys.argv[1])).open_store()
for number in range(1, 100000):
    store.append("m", number, [{"type": "deal-voided", "id": f"e{number}"}])
    if number == 1:
        print("begun", flush=True)
"""


def test_a_backup_is_complete_while_another_process_writes(tmp_path: Path) -> None:
    store = Installation(tmp_path).open_store()
    store.create("m", [{**START, "id": "start"}])
    store.close()
    writer = subprocess.Popen([sys.executable, "-c", APPENDS, tmp_path], stdout=subprocess.PIPE)
    try:
        assert writer.stdout is not None
        assert writer.stdout.readline() == b"begun\n"
        for number in range(3):
            target, copy = tmp_path / f"copy-{number}.zip", tmp_path / f"copy-{number}"
            assert run("backup", target, "--instance", tmp_path).exit_code == 0
            with zipfile.ZipFile(target) as archive:
                archive.extract("scorekeeper.sqlite", copy)
            with closing(sqlite3.connect(copy / "scorekeeper.sqlite")) as db:
                assert db.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
                count, last = db.execute("SELECT count(*), max(seq) FROM events").fetchone()
                assert count == last >= 2
        assert writer.poll() is None
    finally:
        writer.kill()
        writer.communicate()


def test_a_backup_that_cannot_be_written_is_a_sentence(tmp_path: Path) -> None:
    result = run("backup", tmp_path / "nowhere" / "copy.zip", "--instance", tmp_path / "instance")
    assert result.exit_code == 1
    assert result.stderr.startswith("scorekeeper: ")


def test_a_backup_is_put_back_and_says_what_it_did(tmp_path: Path) -> None:
    match = run("import", "--instance", tmp_path / "one", text=record(START, WON)).stdout.strip()
    said = run("backup", tmp_path / "koi.zip", "--instance", tmp_path / "one").stdout
    assert "key of your table" in said
    fresh = run("restore", tmp_path / "koi.zip", "--instance", tmp_path / "two")
    assert (fresh.exit_code, fresh.stdout) == (
        0,
        "The backup is back in place: 1 match. Start the app again.\n",
    )
    assert run("export", "--instance", tmp_path / "two").stdout.startswith(match)
    again = run("restore", tmp_path / "koi.zip", "--instance", tmp_path / "two")
    aside = next((tmp_path / "two").glob("before-restore-*"))
    assert again.stdout.endswith(f"What was here before is in {aside}.\n")


def test_what_is_no_backup_is_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "koi.zip").write_text("Dear diary")
    result = run("restore", tmp_path / "koi.zip", "--instance", tmp_path / "instance")
    assert (result.exit_code, result.stdout) == (1, "")
    assert (
        result.stderr
        == "scorekeeper: This is not a backup made by this app, or it is damaged. Choose another one.\n"
    )


# Usage


@pytest.mark.parametrize(
    "arguments",
    [("nope",), ("score", "/no/file"), ("rules",), ("rules", "show"), ("backup",), ("serve", "--port", "0")],
)  # fmt: skip
def test_wrong_usage_exits_with_2(arguments: tuple[str, ...]) -> None:
    result = run(*arguments)
    assert result.exit_code == 2
    assert "Usage: " in result.stderr


def commands(group: click.Group, *before: str) -> Iterator[tuple[str, ...]]:
    for name, one in group.commands.items():
        yield (*before, name)
        if isinstance(one, click.Group):
            yield from commands(one, *before, name)


@pytest.mark.parametrize("command", list(commands(main)), ids=" ".join)
def test_help_has_an_example_for_every_command(command: tuple[str, ...]) -> None:
    for flag in ("--help", "-h"):
        result = run(*command, flag)
        assert result.exit_code == 0
        assert (
            f"scorekeeper {' '.join(command)}" in result.stdout.partition("Options:")[0].partition("\n\n")[2]
        )


def test_the_module_is_the_command() -> None:
    found = subprocess.run(
        [sys.executable, "-m", "scorekeeper", "score"], input=GOOD, capture_output=True, text=True, check=True
    )
    assert json.loads(found.stdout)["points"] == 16
    version = subprocess.run(
        [sys.executable, "-m", "scorekeeper", "--version"], capture_output=True, text=True, check=True
    )
    assert __version__ in version.stdout


# key


def test_the_key_is_shown_and_changed(tmp_path: Path) -> None:
    first = run("key", "--instance", tmp_path).stdout.strip()
    assert first == (tmp_path / "key").read_text().strip()
    assert run("key", "--instance", tmp_path).stdout.strip() == first
    made = run("key", "--new", "--instance", tmp_path).stdout.strip()
    assert made != first
    assert run("key", "--instance", tmp_path).stdout.strip() == made
    assert run("key", "--new", " seven herons 1986 ", "--instance", tmp_path).stdout == "seven herons 1986\n"
    assert (tmp_path / "key").read_text() == "seven herons 1986\n"


def test_a_key_that_is_soon_guessed_is_refused(tmp_path: Path) -> None:
    before = run("key", "--instance", tmp_path).stdout
    refused = run("key", "--new", "a-b-c 1 2 3 !", "--instance", tmp_path)
    assert (refused.exit_code, refused.stdout) == (1, "")
    assert "fewer than 8 letters and digits" in refused.stderr
    assert run("key", "--instance", tmp_path).stdout == before


@pytest.mark.parametrize("name", ["key", "secret"])
@pytest.mark.parametrize("content", [b"", b"\xff\x00", b"abc"])
def test_the_app_does_not_start_with_a_bad_key_or_secret(tmp_path: Path, name: str, content: bytes) -> None:
    (tmp_path / name).write_bytes(content)
    refused = run("serve", "--instance", tmp_path)
    assert (refused.exit_code, refused.stdout) == (1, "")
    assert refused.stderr.startswith(f"scorekeeper: What {tmp_path / name} holds cannot be used: it ")
    assert refused.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("options", "host"),
    [
        (["--proxy", "1"], "127.0.0.1"),
        (["--proxy", "2", "--host", "0.0.0.0"], "0.0.0.0"),
    ],
)
def test_behind_a_proxy_nobody_else_is_listened_to_unless_told_so(
    tmp_path: Path, options: list[str], host: str
) -> None:
    with socket.socket() as free:
        free.bind((host, 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "scorekeeper", "serve", *options, "--port", str(port)]
    server = subprocess.Popen([*command, "--instance", tmp_path], stdout=subprocess.PIPE, text=True)
    assert server.stdout is not None
    said = [server.stdout.readline() for _ in range(4)]
    server.terminate()
    server.communicate(timeout=15)
    assert f"Waiting for your web server on {host}:{port}." in said[1]
    assert (tmp_path / "key").read_text().strip() in said[3]
    assert "http://" not in "".join(said)


def test_a_number_of_proxies_that_is_none_is_wrong_usage(tmp_path: Path) -> None:
    for number in ("-1", "x", "10"):
        assert run("serve", "--proxy", number, "--instance", tmp_path).exit_code == 2


def test_the_code_in_the_terminal_carries_the_letters_of_the_key(tmp_path: Path) -> None:
    code = io.StringIO()
    segno.make("http://192.0.2.7:8000/key/oneil%C3%B62026", error="l").terminal(out=code, compact=True)
    shown = invitation(Key("O'Neil & Ö, 2026!"), "192.0.2.7", 8000)
    assert code.getvalue() in shown
    assert "Key: O'Neil & Ö, 2026!" in shown
    assert "http://[2001:db8::1]:8000" in invitation(Key("sakura 1999"), "2001:db8::1", 8000)
