"""The page on which the app plays rounds to show what rules do to a game."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator

import pytest
from extent import daily
from flask import Flask
from patience import PATIENCE

from scorekeeper.installation import Installation
from scorekeeper.koikoi.rules.loader import rules
from scorekeeper.koikoi.simulation.policies import POLICIES
from scorekeeper.lab.report import play
from scorekeeper.lab.runs import Runs
from scorekeeper.lab.wish import LabRules, Wish
from scorekeeper.lab.wish import WishPlayer as Rounds
from scorekeeper.web.lab.result import NEAREST, RECORDED, RULES, SIMULATED, difference_in_words
from scorekeeper.web.lab.views import FEWEST, POLICY_WORDS

from .forms import Form
from .guests import code_of, guest
from .player import Page, Player

TWO = "/lab?rules=russian&against=russian_no_mult&rounds=1000"


@pytest.fixture(autouse=True)
def stopped(installation: Installation) -> Iterator[None]:
    """What a test begins does not go on after it."""
    yield
    runs = Runs(installation.folder / "lab")
    while run := runs.going_on():
        runs.stop(run.id)  # which waits for it


def asked(player: Player, address: str = "/lab?start=1", **values: str | int) -> Form:
    return player.open(address).form("/lab").fill(**values)


def played(player: Player, page: Page) -> Page:
    """The page of a run when it is over, loaded again and again as without a script."""
    assert page.status == 200, page.text
    end = time.monotonic() + PATIENCE
    while "Who wins" not in page.text:
        assert time.monotonic() < end
        page = player.open(page.url)
    return page


def test_rounds_by_one_rule_set(player: Player) -> None:
    page = played(player, player.send(asked(player, rules="dutch", rounds=1000, policy="random")))
    for words in ("1,000 rounds", "Won by the dealer", "What koi-koi is worth", "Yaku", "Are these players"):
        assert words in page.text
    assert "B − A" not in page.text
    assert page.url.startswith("/lab?rules=dutch&")
    table = player.open(page.link("Save as a table")).html
    assert "dutch,won.dealer," in table and "won_rounds,5,," in table


@pytest.mark.parametrize(
    ("value", "low", "high", "said"),
    [
        (0.15, 0.1, 0.2, "On average a round brings 0.15 points more by B than by A (+0.10 to +0.20)."),
        (-0.15, -0.2, -0.1, "On average a round brings 0.15 points less by B than by A (−0.20 to −0.10)."),
        (
            *(0.05, -0.02, 0.12),
            "On average these rounds brought about as much by A as by B (B − A: −0.02 to +0.12 points).",
        ),
        (0, 0, 0, "On average these rounds brought about as much by A as by B (B − A: 0.00 points)."),
    ],
)
def test_the_difference_is_said_in_a_sentence(
    app: Flask, value: float, low: float, high: float, said: str
) -> None:
    with app.test_request_context():
        assert str(difference_in_words({"value": value, "low": low, "high": high})) == said


@pytest.mark.slow
def test_two_rule_sets_and_their_difference(player: Player) -> None:
    page = played(player, player.send(asked(player, TWO + "&start=1")))
    assert "In " in page.text and "of 100 rounds" in page.text and "B − A" in page.text
    assert "Every yaku scored as often and was worth the same by both." in page.text
    told = json.loads(player.open(page.link("Save as JSON")).html)
    sides = tuple(LabRules(name, rules(name)) for name in ("russian", "russian_no_mult"))
    assert told == json.loads(json.dumps(play(Wish(sides, 1000, 1), 1)))
    table = player.open(page.link("Save as a table")).html
    assert "russian,won.dealer," in table and "difference,points.a_round," in table


@pytest.mark.slow
def test_a_second_look_plays_nothing(player: Player, installation: Installation) -> None:
    first = played(player, player.send(asked(player, TWO + "&start=1")))
    (result,) = (installation.folder / "lab").glob("result-*")
    written = result.stat().st_ino
    assert "Who wins" in player.send(asked(player, TWO + "&start=1")).text
    assert player.open(first.url).status == 200
    assert result.stat().st_ino == written


def test_a_run_is_followed_and_stopped(player: Player) -> None:
    page = player.send(asked(player, rules="dutch", rounds=100_000))
    assert "being played" in page.text and "of 100,000 rounds" in page.text
    assert 'http-equiv="refresh"' in page.html
    progress = page.url.replace("/lab?", "/lab/progress?")
    assert json.loads(player.open(progress).html)["rounds"] == 100_000
    page = player.send(page.form("/lab/stop"))
    assert "Nothing was saved" in page.text
    end = time.monotonic() + PATIENCE
    while "being played" in page.text:
        assert time.monotonic() < end
        page = player.open(page.url)
    assert page.form("/lab")["rounds"] == "100000"
    while json.loads(player.open(progress).html)["done"] is not None:
        assert time.monotonic() < end
    assert player.open(page.url.replace("/lab?", "/lab/result.json?")).status == 404


def test_of_two_people_one_is_told_what_goes_on(player: Player, phone: Callable[[], Player]) -> None:
    first = player.send(asked(player, rules="dutch", rounds=100_000))
    other = phone()
    page = other.send(asked(other, rules="russian", rounds=1000))
    assert page.status == 409
    assert "one run goes on at a time" in page.text
    assert page.form("/lab")["rules"] == "russian"
    assert "being played" in other.open(page.link("See how far")).text
    same = other.send(asked(other, rules="dutch", rounds=100_000))
    assert same.status == 200 and same.url == first.url  # the same rounds are the same run


@pytest.mark.parametrize(
    ("name", "value"),
    daily(
        [
            ("rounds", str(FEWEST - 1)),
            ("rounds", ""),
            ("rounds", "100001"),
            ("rounds", "many"),
            ("seed", "-1"),
            ("seed", "1000000000"),
            ("rules", "nobodys"),
            ("rules", ""),
            ("against", "../secret"),
        ],
        2,
    ),
)
def test_what_cannot_be_played_is_refused_beside_its_field(player: Player, name: str, value: str) -> None:
    page = player.send(asked(player).force(name, value))
    assert page.status == 422
    assert page.beside(name)
    assert player.open(f"/lab?{name}={value}").status == 422
    for address in ("/lab/result.csv", "/lab/result.json", "/lab/progress"):
        assert player.open(f"{address}?{name}={value}").status == 404


def test_a_policy_that_there_is_not_is_the_usual_one(player: Player) -> None:
    assert player.open("/lab?start=1&policy=wise").form("/lab")["policy"] == "careful"
    assert player.open("/lab").form("/lab").offers("policy") == [*POLICIES] == [*POLICY_WORDS]


@pytest.mark.slow
def test_own_rules_are_compared_with_those_they_are_made_from(
    player: Player, installation: Installation
) -> None:
    own = {"extends": "dutch", "title": "Ours", "multipliers": {"big": None}}
    installation.house_rules.keep("ours", own)
    for address in ("/rules/ours", "/rules/ours/edit"):
        links = [to for to, words in player.open(address).links if "change our game" in words]
        assert any("rules=dutch" in to and "against=ours" in to for to in links), links
    form = player.open(links[-1]).form("/lab")
    assert (form["rules"], form["against"]) == ("dutch", "ours")
    page = played(player, player.send(form.fill(rounds=1000)))
    installation.house_rules.keep("ours", {**own, "multipliers": {}})
    assert "Who wins" not in player.open(page.url).text  # other rules, another result


def test_the_comparison_of_two_leads_here(player: Player) -> None:
    page = player.open("/rules/difference?a=dutch&b=russian")
    form = player.open(page.link("How much difference")).form("/lab")
    assert (form["rules"], form["against"]) == ("dutch", "russian")


@pytest.mark.parametrize("role", ["scorer", "viewer"])
def test_only_hosts_let_the_app_play(app: Flask, installation: Installation, role: str) -> None:
    visitor = guest(app, code_of(installation, role))
    for address in ("/lab", "/lab/result.csv", "/lab/result.json", "/lab/progress"):
        assert visitor.open(address).status == 403
    assert visitor.client.post("/lab", data={"rules": "dutch"}).status_code in (400, 403)
    assert "change our game" not in visitor.open("/rules/dutch").text


@pytest.mark.slow
def test_the_policy_that_is_named_is_as_near_to_people_as_the_page_says() -> None:
    rounds = 3000
    wish = Wish((LabRules(RULES, rules(RULES)),), rounds, 1, NEAREST)
    (found,) = Rounds(wish).play(range(rounds))
    won = [row for row in found if row.result != "exhausted" and row.player is not None]
    assert sum(row.player == row.dealer for row in won) / rounds == pytest.approx(SIMULATED.dealer, abs=0.03)
    assert 1 - len(won) / rounds == pytest.approx(SIMULATED.nobody, abs=0.012)
    assert sum(row.points for row in won) / len(won) == pytest.approx(SIMULATED.points, abs=0.25)
    assert sum(row.calls > 0 for row in found) / rounds == pytest.approx(SIMULATED.called, abs=0.03)
    assert abs(SIMULATED.dealer - RECORDED.dealer) < 0.01
