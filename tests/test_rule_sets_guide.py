"""The guide to writing rule sets: its examples load, those that are wrong are refused as it says."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path

import pytest
from cli.running import run

from scorekeeper.koikoi.errors import BadRuleset
from scorekeeper.koikoi.rules.choices import choice_states
from scorekeeper.koikoi.rules.loader import read_toml, rules

GUIDE = (Path(__file__).parents[1] / "docs" / "rule-sets.md").read_text("utf-8")
REFUSED = "# refused: "
EXAMPLES = re.findall(r"^```toml\n(.*?)^```$", GUIDE, re.DOTALL | re.MULTILINE)
GOOD = [written for written in EXAMPLES if not written.startswith(REFUSED)]
WRONG = [written for written in EXAMPLES if written.startswith(REFUSED)]
CONSOLE = re.findall(r"^```console\n\$ (.*?)\n(.*?)^```$", GUIDE, re.DOTALL | re.MULTILINE)


def test_the_guide_has_examples_of_every_sort() -> None:
    assert len(GOOD) >= 7
    assert len(WRONG) >= 4
    assert sum(command.startswith("echo ") for command, _ in CONSOLE) >= 2
    assert GUIDE.count("```") == 2 * (len(GOOD) + len(WRONG) + len(CONSOLE))


@pytest.mark.parametrize("written", GOOD)
def test_an_example_loads_and_every_question_has_its_answer(written: str) -> None:
    rule_set = rules(read_toml(written))
    assert rule_set.title
    own = {choice["id"] for choice in read_toml(written).get("choices", ())}
    assert all(row.taken for row in choice_states(rule_set) if row.choice.id in own)


@pytest.mark.parametrize("written", WRONG)
def test_a_wrong_example_is_refused_with_the_sentence_above_it(written: str) -> None:
    with pytest.raises(BadRuleset) as refused:
        rules(read_toml(written))
    assert f"{REFUSED}{refused.value}" == written.splitlines()[0]


@pytest.mark.parametrize(("command", "output"), CONSOLE)
def test_a_command_prints_what_the_guide_shows(command: str, output: str, tmp_path: Path) -> None:
    line, _, called = command.rpartition(" | ")
    words = shlex.split(called)
    assert words[0] == ".venv/bin/scorekeeper"
    sent = shlex.split(line)[1] if line else ""
    instance = () if {"score", "options"} & set(words) else ("--instance", tmp_path)
    result = run(*words[1:], *instance, text=sent)
    assert result.exit_code == 0, result.stderr
    if output:
        assert json.loads(result.stdout) == json.loads(output)
        assert result.stdout == output
    else:
        assert result.stdout
