"""The page on which the app plays rounds to show what rules do to a game."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
from extent import daily
from flask import Flask
from itsdangerous import URLSafeSerializer

from scorekeeper import fingerprints
from scorekeeper.installation import Installation
from scorekeeper.koikoi.rules.loader import rules
from scorekeeper.koikoi.simulation.outcomes import PolicyTable
from scorekeeper.koikoi.simulation.policies import POLICIES
from scorekeeper.koikoi.simulation.simulation import Simulation, chances
from scorekeeper.web.lab.result import NEAREST, RECORDED, RULES, SIMULATED, LabResult, difference_in_words
from scorekeeper.web.lab.views import POLICY_WORDS, ROUNDS

from .forms import Form
from .guests import code_of, guest
from .player import Page, Player

TWO = "/lab/rounds?rules=russian&against=russian_no_mult"


def asked(player: Player, address: str = "/lab", **values: str | int) -> Form:
    return player.open(address).form("/lab/rounds").fill(**values)


def more(page: Page) -> Form:
    """The form whose button plays more rounds."""
    (form,) = (form for form in page.forms if "played" in form)
    return form


def share_of_the_dealer(page: Page) -> list[float]:
    """In how many of 100 rounds the dealer won, and from where to where that is likely."""
    found = re.search(r"Won by the dealer\s+([\d.]+)\s+([\d.]+) to ([\d.]+)", page.text)
    assert found, page.text
    return [float(number) for number in found.groups()]


def test_rounds_by_one_rule_set(player: Player) -> None:
    page = player.send(asked(player, rules="dutch", policy="random"))
    assert page.status == 200
    for words in (
        f"{ROUNDS} rounds",
        "Won by the dealer",
        "What koi-koi is worth",
        "Yaku",
        "Are these players",
    ):
        assert words in page.text
    assert "B − A" not in page.text
    assert player.open("/lab/rounds?rules=dutch&policy=random").text == page.text  # the same deals


def test_more_rounds_are_added_and_the_ranges_become_narrower(player: Player) -> None:
    page, widths = player.open("/lab/rounds?rules=dutch"), []
    for times in range(1, 5):
        assert f"{times * ROUNDS} rounds" in page.text
        _, low, high = share_of_the_dealer(page)
        widths.append(high - low)
        page = player.send(more(page))
        assert page.status == 200
    assert widths == sorted(widths, reverse=True)
    assert widths[-1] < 0.6 * widths[0]  # of four times as many rounds half as wide


@pytest.mark.parametrize("address", ["/lab/rounds?rules=dutch", TWO])
def test_a_tap_plays_as_many_rounds_as_the_page_says(player: Player, address: str) -> None:
    page = player.open(address)
    said = re.search(r"plays (\d+) other deals", page.text)
    assert said
    played, later = (
        int(found[1])
        for text in (page.text, player.send(more(page)).text)
        if (found := re.search(r"(\d+) rounds", text))
    )
    assert int(said[1]) == later - played


def test_two_taps_show_what_the_command_says_of_as_many_rounds(app: Flask, player: Player) -> None:
    page = player.send(more(player.open(TWO + "&seed=7")))
    tables = [PolicyTable(name, rules(name), "careful") for name in ("russian", "russian_no_mult")]
    simulation = Simulation(tables, 7)
    simulation.play(ROUNDS)
    with app.test_request_context():
        shown = LabResult(simulation.report(), [table.game.rules for table in tables], "careful")
        assert shown.in_short and shown.differing
        for said in (
            str(shown.in_short),
            shown.differing.value,
            *(row.cells[2].value for row in shown.points),
        ):
            assert said in page.text
    assert "B − A" in page.text
    assert "Every yaku scored as often and was worth the same by both." in page.text
    assert f"{ROUNDS} rounds" in page.text  # half as many a tap, by each of the two


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


def between(value: float | None, low: float | None = None, high: float | None = None) -> dict[str, Any]:
    """An estimate; without limits nothing is known of its range."""
    return {"value": value, "low": low, "high": high}


def sums(**other: Any) -> dict[str, Any]:
    """What a report says of a rule set."""
    won = {"dealer": between(0.5, 0.4, 0.6), "other": between(0.4, 0.3, 0.5), "nobody": between(0.1)}
    points = {"a_round": between(5.25, 4, 6.5), "a_won_round": between(5.5), "spread": between(None)}
    ended = {"hands_empty": between(0.1), "dealt": between(0, 0, 0.04)}
    return {
        "won": won,
        "ended": ended,
        "called": between(0.25),
        "raised": between(0.125, 0.1, 0.15),
        "points": {**points, "won_rounds": [[5, 20], [6, 1]]},
        "yaku": [
            {"key": "tan", "share": between(0.2), "points": between(1), "worth": between(0.2, -0.1, 0.5)},
            {"key": "goko", "share": between(0.1), "points": between(10), "worth": between(1, 0.5, 2)},
        ],
        "koikoi": [
            {"base": 5, "times": 30, "gain": between(1.5, 0.5, 2.5)},
            {"base": 1, "times": 31, "gain": between(-1, -2, 0)},
            {"base": 7, "times": 29, "gain": between(9)},
        ],
        "purse": None,
        **other,
    }


def shown(app: Flask, *sets: dict[str, Any], **differences: Any) -> LabResult:
    """A result as its page shows it, of 40 rounds by the common rules, or by two."""
    report: dict[str, Any] = {"rounds": 40, "rulesets": [*sets]}
    if differences:
        report["differences"] = {"points": {"a_round": between(0, 0, 0)}, **differences}
    return LabResult(report, [rules("default")] * len(sets), "careful")


def told(rows: list[Any]) -> list[tuple[str, ...]]:
    """The lines of a table, with the ranges of numbers in brackets."""
    return [
        (str(row.name), *(f"{cell.value} [{cell.range}]" if cell.range else cell.value for cell in row.cells))
        for row in rows
    ]


def test_the_figures_of_one_rule_set_in_words(app: Flask) -> None:
    with app.test_request_context():
        result = shown(app, sums())
        assert (result.differing, result.in_short, result.yaku_differences) == (None, None, [])
        assert told(result.shares) == [
            ("Won by the dealer", "50.0 [40.0 to 60.0]"),
            ("Won by the other player", "40.0 [30.0 to 50.0]"),
            ("Won by nobody", "10.0"),
            ("Nobody stopped", "10.0"),
            ("Decided by the dealt cards", "0.0 [0.0 to 4.0]"),
            ("With a koi-koi", "25.0"),
            ("Doubled, or with points added", "12.5 [10.0 to 15.0]"),
        ]
        assert told(result.points) == [
            ("Points of a round", "5.25 [4.00 to 6.50]"),
            ("Points of a won round", "5.50"),
            ("Their spread (standard deviation)", "–"),
        ]
        assert told(result.koikoi) == [("1", "−1.00 [−2.00 to 0.00]"), ("5", "+1.50 [+0.50 to +2.50]")]
        assert [cell.is_open for row in result.koikoi for cell in row.cells] == [True, False]
        (one,) = result.ones
        assert one.letter == "A"
        assert [(str(row.name), row.bar, row.reach) for row in one.yaku] == [
            ("Five brights", "50", ("25", "100")),
            ("Ribbons", "10", ("0", "25")),
        ]
        cells = [(row.share.value, row.points.value, row.worth.value) for row in one.yaku]
        assert cells == [("10.0", "10.00", "100"), ("20.0", "1.00", "20")]
        assert str(one.yaku[0].worth.range) == "50 to 200"
        assert one.histogram and [(bar.first, bar.times) for bar in one.histogram.bars][-2:] == [
            (5, 20),
            (6, 1),
        ]
        assert one.gains and [row.base for row in one.gains.rows] == [5, 1]
        assert one.purse is None
        assert result.winners and [(row.name, row.at) for row in result.winners.rows] == [
            ("Dealer", "180"),
            ("Other player", "145.6"),
        ]


def test_of_two_rule_sets_it_is_said_what_differs_and_what_may_be_chance(app: Flask) -> None:
    by_b = sums(koikoi=[{"base": 3, "times": 30, "gain": between(2, 1, 3)}], yaku=[])
    estimates = (between(0.1, 0.05, 0.15), between(-0.1, -0.2, 0), between(0, 0, 0))
    more, less, same = estimates
    differences = {
        "paid_differently": between(0.75, 0.7, 0.8),
        "won": {"dealer": more, "other": less, "nobody": same},
        "ended": {"hands_empty": same, "dealt": same},
        "called": same,
        "raised": same,
        "points": {"a_round": more, "a_won_round": less, "spread": same},
        "koikoi": [{"base": 3, "gain": more}],
        "yaku": [
            {"key": "kasu", "share": same, "worth": same},
            {"key": "tan", "share": more, "worth": same},
            {"key": "tane", "share": same, "worth": more},
            {"key": "goko", "share": same, "worth": between(-2)},
        ],
    }
    with app.test_request_context():
        result = shown(app, sums(), by_b, **differences)
        assert result.differing and told([result.points[0]])[0][3] == "+0.10 [+0.05 to +0.15]"
        assert (result.differing.value, str(result.differing.range)) == ("75.0", "70.0 to 80.0")
        assert [one.letter for one in result.ones] == ["A", "B"]
        last = [row.cells[2] for row in result.shares[:3]]
        assert [(cell.value, cell.is_open) for cell in last] == [
            *(("+10.0", False), ("−10.0", True), ("0.0", True)),
        ]
        assert told(result.koikoi) == [
            ("1", "−1.00 [−2.00 to 0.00]", "–", "–"),
            ("3", "–", "+2.00 [+1.00 to +3.00]", "+0.10 [+0.05 to +0.15]"),
            ("5", "+1.50 [+0.50 to +2.50]", "–", "–"),
        ]
        assert told(result.yaku_differences) == [
            ("Five brights", "0.0", "−200"),
            ("Animals", "0.0", "+10 [+5 to +15]"),
            ("Ribbons", "+10.0 [+5.0 to +15.0]", "0"),
        ]
        assert result.winners and [row.name for row in result.winners.rows] == [
            *("A: Dealer", "A: Other player", "B: Dealer", "B: Other player"),
        ]


@pytest.mark.parametrize(
    ("matches", "rounds", "emptied", "is_known"),
    [(0, between(None), None, False), (8, between(36.25, 30, 42), "12.5", True)],
)
def test_how_long_the_coins_last_is_said_as_far_as_it_is_known(
    app: Flask, matches: int, rounds: dict[str, Any], emptied: str | None, is_known: bool
) -> None:
    purse = {"coins": 50, "match": 12, "matches": matches, "emptied": between(0.125), "rounds": rounds}
    with app.test_request_context():
        (one,) = shown(app, sums(purse=purse, yaku=[])).ones
    assert one.purse and (one.purse["coins"], one.purse["match"]) == (50, 12)
    assert (one.purse["emptied"] and one.purse["emptied"].value) == emptied
    assert (one.purse["is_known"], one.purse["rounds"].value) == (is_known, "36.2" if is_known else "–")


def test_the_page_says_what_was_played_and_tells_two_rule_sets_apart(player: Player) -> None:
    alone, both = (player.open(address) for address in ("/lab/rounds?rules=dutch", TWO))
    one, two = (
        re.sub(r"[+−]?\d[\d,.]*", "#", page.text.partition("Discard it ")[2]) for page in (alone, both)
    )
    how = "Sensible: koi-koi with few points and many turns left · Number of the deals: # “More rounds” plays"
    how += " # other deals; the likely ranges become narrower."
    assert one.startswith(f"# rounds Dutch Wikipedia {how} Who wins")
    russian, plain = "Russian booklet", "Russian booklet, no doublings"
    assert two.startswith(
        f"# rounds A {russian} B {plain} {how} Both played the "
        "same deals. In # of # rounds (# to #) the points differed. On average a round brings # points less"
    )
    for words in ("Dealer Other player Rounds won", "Of # rounds Result Won", "How long the coins last With"):
        assert words in one and words not in two
    for words in (
        "A: Dealer A: Other player B: Dealer B: Other player Rounds won of #",
        "Of # rounds A B B − A Won by the dealer",
        f"B: {plain} · Points of the round, and how many rounds brought them B: {plain} · The bars as a",
        f"A: {russian} · Points held, and what koi-koi brought more than stopping",
        f"Yaku Every yaku scored as often and was worth the same by both. A: {russian} Yaku Of # Points In #",
        f"How long the coins last A: {russian} With # coins each, somebody ran out in # of # matches of # "
        f"rounds (# to #). from # matches Players ran out of coins too rarely to say. Play "
        f"more rounds. B: {plain}",
        "A pale difference may be chance.",
    ):
        assert words in two and words not in one
    assert "With these rules nobody can run out of coins." in one
    assert [link for link in both.links if link[0].startswith("/rules")] == [
        *(("/rules", "‹"), ("/rules/russian", russian), ("/rules/russian_no_mult", plain)),
    ]
    assert [form["against"] for form in both.forms if "against" in form] == ["russian_no_mult"]


def test_the_app_is_compared_with_people_number_by_number(player: Player) -> None:
    rows = player.open("/lab/rounds?rules=dutch").html.rpartition("<tbody>")[2].partition("</tbody>")[0]
    told = [" ".join(re.sub(r"<[^>]+>", " ", row).split()) for row in rows.split("</tr>")[:-1]]
    assert [words.replace("\xad", "") for words in told] == [
        "Stopped by the dealer 51.7 52.3 +0.6",
        "Stopped by the other player 44.7 44.8 +0.1",
        "Nobody stopped 3.5 2.9 −0.6",
        "With a koi-koi 26.9 33.6 +6.7",
        "Points of a won round 3.39 3.74 +0.35",
    ]


@pytest.mark.parametrize(
    "changed", [{"rules": "russian"}, {"seed": "2"}, {"policy": "bold"}, {"against": "dutch"}]
)
def test_figures_of_other_rules_or_deals_are_not_added_to(player: Player, changed: dict[str, str]) -> None:
    form = more(player.open("/lab/rounds?rules=dutch&seed=1&policy=careful"))
    asked_for = {"rules": "dutch", "seed": "1", "policy": "careful", **changed}
    form.action = f"/lab/rounds?{urlencode(asked_for)}"
    refused(player.send(form))


def refused(page: Page) -> None:
    assert page.status == 422
    assert "of other rules or of another version" in page.beside("rules")
    assert "Who wins" not in page.text


def test_figures_of_another_version_of_the_game_are_not_added_to(
    player: Player, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A page that stayed open while the app was updated."""
    form = more(player.open("/lab/rounds?rules=dutch"))
    Path(tmp_path, "koikoi").mkdir()
    Path(tmp_path, "koikoi", "cards.py").write_text("# other files than those of today", "utf-8")
    monkeypatch.setattr(fingerprints, "PACKAGE", tmp_path)
    fingerprints.version_of_the_game.cache_clear()
    try:
        refused(player.send(form))
    finally:
        fingerprints.version_of_the_game.cache_clear()


FORGED = ["nonsense", ".", "." * 50, "e30.e30", "{}", "\x00", "🎴", "1" * 100_000]


@pytest.mark.parametrize("played", daily(FORGED, 4))
def test_forged_figures_are_refused_and_the_form_keeps_what_was_asked(player: Player, played: str) -> None:
    form = more(player.open("/lab/rounds?rules=dutch&against=cwz&seed=12&policy=bold"))
    page = player.send(form.force("played", played))
    refused(page)
    again = page.form("/lab/rounds")
    assert [again[name] for name in ("rules", "against", "seed", "policy")] == ["dutch", "cwz", "12", "bold"]
    assert player.send(again).status == 200


def test_figures_that_somebody_else_signed_or_changed_are_refused(app: Flask, player: Player) -> None:
    form = more(player.open("/lab/rounds?rules=dutch"))
    sealed = form["played"]
    assert sealed
    signed = URLSafeSerializer("another secret", salt="lab").dumps({"sets": []})
    own = URLSafeSerializer(str(app.secret_key), salt="lab").dumps({"sets": []})
    for played in (signed, own, sealed[:-1], "A" + sealed, sealed.replace(".", "", 1)):
        refused(player.send(form.force("played", played)))
    assert player.send(form.force("played", "")).status == 200  # nothing was played before
    assert f"{2 * ROUNDS} rounds" in player.send(form.force("played", sealed)).text


def test_house_rules_that_were_changed_meanwhile_begin_anew(
    player: Player, installation: Installation
) -> None:
    own = {"extends": "dutch", "title": "Ours", "multipliers": {"big": None}}
    installation.house_rules.keep("ours", own)
    form = more(player.open("/lab/rounds?rules=ours"))
    installation.house_rules.keep("ours", {**own, "title": "Our rules"})
    page = player.send(form)
    assert f"{2 * ROUNDS} rounds" in page.text  # the same rules under another title
    installation.house_rules.keep("ours", {**own, "multipliers": {}})
    refused(player.send(more(page)))


@pytest.mark.parametrize(
    ("name", "value"),
    daily(
        [
            ("seed", "-1"),
            ("seed", "1000000000"),
            ("seed", ""),
            ("seed", "many"),
            ("rules", "nobodys"),
            ("rules", ""),
            ("against", "../secret"),
        ],
        3,
    ),
)
def test_what_cannot_be_played_is_refused_beside_its_field(player: Player, name: str, value: str) -> None:
    page = player.send(asked(player, rules="cwz", policy="bold", seed=3).force(name, value))
    assert page.status == 422
    assert page.beside(name)
    form = page.form("/lab/rounds")
    kept = {"rules": "cwz", "policy": "bold", "seed": "3"}
    assert all(form[field] == text for field, text in kept.items() if field != name)
    assert form["seed"] == (value if name == "seed" else "3")
    assert player.open(f"/lab?{name}={value}").status == 422


@pytest.mark.parametrize("seed", ["0", "999999999"])
def test_the_least_and_the_greatest_deal_number_are_played(player: Player, seed: str) -> None:
    assert player.open(f"/lab/rounds?rules=dutch&seed={seed}").status == 200


def test_where_nothing_was_asked_the_first_deals_by_the_common_rules_are(player: Player) -> None:
    form = player.open("/lab").form("/lab/rounds")
    assert [form[name] for name in ("rules", "against", "seed", "policy")] == ["default", "", "1", "careful"]


def test_rules_by_which_every_deal_is_void_are_refused_beside_their_field(
    player: Player, installation: Installation
) -> None:
    without = [f"{month:02}{kind}" for month in (5, 6, 7, 10) for kind in ("A", "R", "C1", "C2")]
    for month, kinds in ((8, "B A C1 C2"), (9, "A R C1 C2"), (11, "B A R C"), (12, "B C1 C2 C3")):
        without += [f"{month:02}{kind}" for kind in kinds.split()]
    void = {"extends": "default", "title": "Void", "deal": {"hand": 1, "field": 14, "without": without}}
    installation.house_rules.keep("void", void)
    page = player.open("/lab/rounds?rules=dutch&against=void")
    assert page.status == 422
    assert "dealt again 100 times in a row" in page.beside("against")


def test_a_policy_that_there_is_not_is_the_usual_one(player: Player) -> None:
    assert player.open("/lab?policy=wise").form("/lab/rounds")["policy"] == "careful"
    assert player.open("/lab").form("/lab/rounds").offers("policy") == [*POLICIES] == [*POLICY_WORDS]


def test_nothing_is_kept_of_what_was_played(player: Player, installation: Installation) -> None:
    player.open("/")
    before = sorted(installation.folder.iterdir())
    player.send(more(player.open(TWO)))
    assert sorted(installation.folder.iterdir()) == before


def test_the_addresses_of_runs_are_gone(player: Player) -> None:
    for address in ("runs", "runs/1", "progress", "stop", "result.csv", "result.json"):
        assert player.open(f"/lab/{address}").status == 404


def test_own_rules_are_compared_with_those_they_are_made_from(
    player: Player, installation: Installation
) -> None:
    installation.house_rules.keep("ours", {"extends": "dutch", "title": "Ours", "multipliers": {"big": None}})
    for address in ("/rules/ours", "/rules/ours/edit"):
        links = [to for to, words in player.open(address).links if "change our game" in words]
        assert any("rules=dutch" in to and "against=ours" in to for to in links), links
    form = player.open(links[-1]).form("/lab/rounds")
    assert (form["rules"], form["against"]) == ("dutch", "ours")
    assert "Who wins" in player.send(form).text


def test_the_comparison_of_two_leads_here(player: Player) -> None:
    page = player.open("/rules/difference?a=dutch&b=russian")
    form = player.open(page.link("How much difference")).form("/lab/rounds")
    assert (form["rules"], form["against"]) == ("dutch", "russian")


@pytest.mark.parametrize("role", ["scorer", "viewer"])
def test_only_hosts_let_the_app_play(app: Flask, installation: Installation, role: str) -> None:
    visitor = guest(app, code_of(installation, role))
    for address in ("/lab", "/lab/rounds?rules=dutch"):
        assert visitor.open(address).status == 403
    assert visitor.client.post("/lab/rounds?rules=dutch").status_code in (400, 403)
    assert "change our game" not in visitor.open("/rules/dutch").text


@pytest.mark.slow
def test_the_policy_that_is_named_is_as_near_to_people_as_the_page_says() -> None:
    rounds, table = 3000, PolicyTable(RULES, rules(RULES), NEAREST)
    found = [table.outcome(index, chances(1, index)) for index in range(rounds)]
    won = [row for row in found if row.result != "exhausted" and row.player is not None]
    assert sum(row.player == row.dealer for row in won) / rounds == pytest.approx(SIMULATED.dealer, abs=0.03)
    assert 1 - len(won) / rounds == pytest.approx(SIMULATED.nobody, abs=0.012)
    assert sum(row.points for row in won) / len(won) == pytest.approx(SIMULATED.points, abs=0.25)
    assert sum(row.calls > 0 for row in found) / rounds == pytest.approx(SIMULATED.called, abs=0.03)
    assert abs(SIMULATED.dealer - RECORDED.dealer) < 0.01
