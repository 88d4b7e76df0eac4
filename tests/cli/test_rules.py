"""``scorekeeper rules``: rule sets listed, shown and compared."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from web.rules_pages import spoil_rules

from scorekeeper.installation import Installation
from scorekeeper.koikoi.reference.entries import entries
from scorekeeper.koikoi.rules.loader import every_name, read_toml, rules
from scorekeeper.koikoi.rules.options.row import COUNTED

from .running import answers, run


def test_all_rule_sets_are_listed_the_tables_own_first(tmp_path: Path) -> None:
    Installation(tmp_path).house_rules.keep("hut", {"extends": "dutch", "title": "Hut"})
    lines = run("rules", "list", "--instance", tmp_path).stdout.splitlines()
    assert lines[0].split() == ["hut", "Hut"]
    assert [line.split()[0] for line in lines[1:]] == list(every_name())


def test_broken_rules_do_not_hide_the_other_rule_sets(tmp_path: Path) -> None:
    spoil_rules(Installation(tmp_path), "odd", r'"\u001b[2Jnope" = 1')
    result = run("rules", "list", "--instance", tmp_path)
    assert result.exit_code == 0
    assert "russian" in result.stdout
    assert result.stderr.startswith("scorekeeper: odd cannot be read: There is no option “[2Jnope”;")


@pytest.mark.parametrize("name", every_name())
def test_a_rule_set_is_shown_as_toml_that_loads_again(name: str, tmp_path: Path) -> None:
    for options in ((), ("--whole",)):
        result = run("rules", "show", name, *options, "--instance", tmp_path)
        assert result.exit_code == 0
        assert rules(read_toml(result.stdout)) == rules(name)


def test_choices_are_shown_as_json(tmp_path: Path) -> None:
    Installation(tmp_path).house_rules.keep("hut", {"extends": "russian", "match": {"rounds": 6}})
    result = run("rules", "choices", "hut", "--instance", tmp_path)
    assert result.exit_code == 0
    shown = json.loads(result.stdout)
    assert (shown["ruleset"], shown["readings"]) == ("hut", list(rules("russian").readings))
    by_id = {row["id"]: row for row in shown["choices"]}
    assert [*by_id] == [choice.id for choice in rules("russian").choices]
    assert (by_id["rounds"]["taken"], by_id["doublings"]["taken"]) == ("six", "three")
    assert by_id["doublings"]["answers"][0] == {
        "id": "none",
        "says": "no doublings",
        "sets": {
            "multipliers": {
                "big": {"factor": 1},
                "own_koi": {"form": "off"},
                "opponent_koi": {"form": "off"},
                "field_brights": {"form": "off"},
            }
        },
        "ruleset": "russian_no_mult",
    }
    assert (by_id["laying"]["advice"], by_id["laying"]["kind"]) == (True, "open")
    assert (by_id["rain_man"]["arises"], by_id["rain_man"]["taken"]) == (False, None)


def test_every_option_is_explained_on_a_line() -> None:
    result = run("rules", "options")
    assert result.exit_code == 0
    explained = answers(result)
    assert [row["key"] for row in explained] == list({**entries(), **entries(COUNTED)})
    for row in explained:
        assert row["title"]
        assert bool(row["examples"]) != row["advice"]


def test_one_option_is_explained_with_its_examples() -> None:
    (row,) = answers(run("rules", "options", "multipliers.big.on"))
    (example,) = row["examples"]
    assert [(led["value"], led["points"]) for led in example["results"]] == [("base", 10), ("total", 20)]
    assert example["events"][-1] == {"type": "round-won", "player": 0, "piles": ["01B 03B 08B"]}
    assert row["choices"] == [{"ruleset": "russian", "id": "seven_measured"}]
    assert row["values"][1] == {"written": '"total"', "says": "after other doublings", "rulesets": []}


@pytest.mark.parametrize(
    ("key", "allowed"),
    [
        ("nope", "brights, calls, chaff_twice"),
        ("match.nope", "dealer_after_draw, first_dealer"),
        ("nope.rounds", "brights, calls, chaff_twice"),
        ("yaku.nope", "after_koi, also, cards"),
        ("", "brights, calls, chaff_twice"),
    ],
)
def test_an_option_that_does_not_exist_is_refused(key: str, allowed: str) -> None:
    result = run("rules", "options", key)
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr.startswith(f"scorekeeper: There is no option “{key}”; allowed here: {allowed}")


def test_a_difference_is_shown_in_words(tmp_path: Path) -> None:
    result = run("rules", "difference", "russian", "russian_all", "--instance", tmp_path)
    assert result.exit_code == 0
    assert result.stdout.startswith("Brights on the dealt field: ")
    assert run("rules", "difference", "dutch", "dutch", "--instance", tmp_path).stdout == ""


@pytest.mark.parametrize(
    "arguments",
    [("show", "nope"), ("export", "nope"), ("choices", "nope"), ("difference", "nope", "dutch")],
)
def test_an_unknown_rule_set_is_a_sentence_on_standard_error(
    arguments: tuple[str, ...], tmp_path: Path
) -> None:
    result = run("rules", *arguments, "--instance", tmp_path)
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr == "scorekeeper: There is no rule set called “nope”.\n"


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """An installation with house rules, some of them based on others."""
    house = Installation(tmp_path / "home").house_rules
    house.keep("house", {"extends": "dutch", "title": "Dom Żółci", "multipliers": {"big": None}})
    house.keep("hut", {"extends": "house", "title": "小屋", "match": {"rounds": 6}})
    return tmp_path / "home"


@pytest.mark.parametrize("way", ["a file", "standard input"])
def test_exported_rules_are_imported_elsewhere_once(home: Path, tmp_path: Path, way: str) -> None:
    exported = run("rules", "export", "hut", "--instance", home).stdout
    assert read_toml(exported)["extends"] == "dutch"  # which every installation has
    (tmp_path / "hut.toml").write_text(exported, "utf-8")
    sent = (tmp_path / "hut.toml", "") if way == "a file" else ("-", exported)
    for _ in range(2):
        result = run("rules", "import", sent[0], "--instance", tmp_path / "other", text=sent[1])
        assert (result.exit_code, result.stdout, result.stderr) == (0, "house\n", "")
    before, after = Installation(home).house_rules, Installation(tmp_path / "other").house_rules
    assert after.names() == ("house",)
    assert rules("house", after.find) == rules("hut", before.find)


def test_rules_that_come_with_the_game_are_exported_too() -> None:
    assert rules(read_toml(run("rules", "export", "russian").stdout)) == rules("russian")


def test_imported_rules_whose_title_is_taken_get_a_number(home: Path) -> None:
    other = 'extends = "russian"\ntitle = "DOM ŻÓŁCI"\n'
    assert run("rules", "import", "--instance", home, text=other).stdout == "dom-zoci-2\n"
    lines = run("rules", "list", "--instance", home).stdout.splitlines()
    assert [line.split(maxsplit=1) for line in lines[:3]] == [
        ["dom-zoci-2", "DOM ŻÓŁCI 2"],
        ["house", "Dom Żółci"],
        ["hut", "小屋"],
    ]


@pytest.mark.parametrize(
    ("sent", "why"),
    [
        (b"", "scorekeeper: This code is mistyped"),
        (b"[[[", "scorekeeper: This is not a TOML file"),
        (b"nope = 3", "scorekeeper: There is no option “nope”"),
        (b"title = '\xff'", "scorekeeper: This file is not UTF-8 text."),
        (b'extends = "nowhere"', "scorekeeper: extends: there is no rule set called “nowhere”."),
        (b'"\\u001b[2Jnope" = 1', "scorekeeper: There is no option “[2Jnope”"),
        (b"# " + b"x" * 200_000, "scorekeeper: This file is too large for a rule set."),
    ],
)
def test_what_is_no_rule_set_is_refused_in_a_sentence(home: Path, sent: bytes, why: str) -> None:
    result = run("rules", "import", "--instance", home, text=sent)
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr.startswith(why) and result.stderr.count("\n") == 1
    assert Installation(home).house_rules.names() == ("house", "hut")


@pytest.mark.parametrize("command", [("list",), ("show", "ours"), ("import",)])
def test_a_damaged_database_is_a_sentence(tmp_path: Path, command: tuple[str, ...]) -> None:
    (tmp_path / "scorekeeper.sqlite").write_bytes(b"Dear diary" * 1000)
    result = run("rules", *command, "--instance", tmp_path, text='title = "Ours"')
    assert (result.exit_code, result.stdout) == (1, "")
    assert "scorekeeper.sqlite is damaged or is not a database." in result.stderr


def test_rules_that_come_with_the_game_are_shown_without_an_installation(tmp_path: Path) -> None:
    for command in (("show", "dutch"), ("export", "dutch"), ("difference", "dutch", "russian")):
        assert run("rules", *command, "--instance", tmp_path / "none").exit_code == 0
    assert [*(tmp_path / "none").iterdir()] == []
