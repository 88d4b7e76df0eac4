"""A kept match told again under other rules."""

from __future__ import annotations

import pytest
from extent import daily

from scorekeeper.installation import Installation
from scorekeeper.koikoi.rules.loader import names

from .fixtures import Table
from .player import Page, Player

FOUR = "01B 03B 08B 12B"


@pytest.fixture
def notepad(table: Table) -> Page:
    page = table.score(table.begin(rules="dutch"), 0, FOUR)
    return table.score(page, 1, "", "03B 09A", calls=(1,))


def test_the_notepad_leads_to_the_match_by_other_rules(notepad: Page, player: Player) -> None:
    page = player.open(notepad.link("By other rules"))
    assert page.main.startswith(
        "Played by: Dutch Wikipedia. Which rules? Show the result How it would stand "
    )
    assert "16 : 10 Dutch Wikipedia Anna is ahead" in page.text
    assert "8 : 6 Mongolopedia Anna is ahead" in page.text
    assert page.leads(notepad.path)["Mongolopedia"] == "/retold?ruleset=mongolopedia"
    assert page.form("/retold")["ruleset"] == "dutch"


def test_it_stands_by_twelve_rule_sets_at_most_and_a_long_match_by_none(
    notepad: Page,
    table: Table,
    player: Player,
    installation: Installation,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for number in range(9):
        house = {"extends": "dutch", "title": f"House {number}"}
        installation.house_rules.keep(f"house-{number}", house)
    monkeypatch.setattr("scorekeeper.web.hand.rescore._SHORT", 2)
    assert len(player.open(f"{notepad.path}/retold").all("li", "answer")) == 12
    table.score(notepad, "nobody")
    assert player.open(f"{notepad.path}/retold").main.endswith("How it would stand Choose the rules.")


def test_of_a_match_that_is_over_it_says_how_it_would_have_ended(table: Table, player: Player) -> None:
    over = table.score(table.begin(rules="dutch", rounds=1), 0, "01B 03B 08B")
    page = player.open(f"{over.path}/retold")
    assert page.main == (
        "Played by: Dutch Wikipedia. Which rules? Show the result How it would have ended "
        "6 : 0 Mongolopedia Anna wins 5 : −5 Russian booklet Anna wins 5 : 0 Polish booklet Anna wins "
        "5 : 0 Dutch Wikipedia Anna wins"
    )
    same = player.open(page.link("Dutch Wikipedia"))
    assert same.main.endswith(
        "Anna wins Player As played Dutch Wikipedia Anna 5 5 Ben 0 0 5 Round 1 Anna stopped By all rules"
    )
    page = player.open(page.link("Mongolopedia"))
    assert page.main == (
        "Played by: Dutch Wikipedia. Which rules? Show the result Play on by these rules From round 1 "
        "Anna wins Player As played Mongolopedia Anna 5 6 Ben 0 0 5 → By these rules 6 Round 1 Anna stopped "
        "Three brights: 6 instead of 5 +1 By all rules"
    )
    assert page.form("/retold")["ruleset"] == "mongolopedia"
    assert page.leads(over.path) == {
        "From round 1": "/other-rules?ruleset=mongolopedia&from=1",
        "By all rules": f"/hand?match={over.path.split('/')[2]}&pile=01B.03B.08B&round=1",
    }


def test_who_is_level_is_said_and_a_match_may_have_gone_on(table: Table, player: Player) -> None:
    drawn = table.score(table.begin(rules="dutch"), "nobody")
    assert "A tie" in player.open(f"{drawn.path}/retold").text
    same = player.open(f"{drawn.path}/retold?ruleset=polish_booklet").main
    assert same.endswith("From round 1 A tie Player As played Polish booklet Anna 0 0 Ben 0 0 0 Round 1 Draw")
    assert "Show the result Play on by these rules From round 2 From round 1 A tie Left out" in (
        player.open(f"{drawn.path}/retold?ruleset=mongolopedia").text
    )
    broke = table.score(table.begin(rules="russian", purse=5), 0, "01B 03B 08B")
    page = player.open(f"{broke.path}/retold?ruleset=dutch")
    assert "Anna is ahead By these rules the match would have gone on. Player" in page.text


def test_round_by_round_it_says_what_differs(notepad: Page, player: Player) -> None:
    form = player.open(notepad.path + "/retold").form("/retold").fill(ruleset="mongolopedia")
    text = player.send(form).text
    assert "Anna is ahead" in text
    assert "7 points or more: does not count × 2 from 7 points of at least 2 yaku −8" in text
    assert "Flower viewing: 3 instead of 5 × 2 −4" in text
    assert "Not asked then: Lightning captured?" in text


def test_what_was_not_asked_in_a_month_is_told_of_this_month(
    table: Table, player: Player, installation: Installation
) -> None:
    house = {"extends": "dutch", "title": "House", "yaku": {"tsukifuda": {"points": 4}}}
    installation.house_rules.keep("house", house)
    first = table.score(table.begin(rules="dutch"), 0, FOUR)
    second = table.score(first, 1, "", "01B 03B 08B 02A 02R 4C")
    assert player.open(f"{second.path}/retold?ruleset=house").main.endswith(
        " 5 Round 2 Ben stopped Not asked then: All four of February? By all rules"
    )


@pytest.mark.parametrize("name", daily(names(), 7))
def test_every_rule_set_can_tell_it(notepad: Page, player: Player, name: str) -> None:
    assert player.open(f"{notepad.path}/retold?ruleset={name}").status == 200


def test_a_round_that_cannot_be_told_says_why(table: Table, notepad: Page, player: Player) -> None:
    table.score(notepad, "nobody")
    text = player.open(notepad.path + "/retold?ruleset=mongolopedia").text
    assert "The cards of Anna were not entered." in text
    assert "Left out, because these rules cannot score it: round 3." in text


def test_a_match_without_rounds_and_an_unknown_rule_set(table: Table, player: Player) -> None:
    notepad = table.begin()
    said = "Played by: Nintendo (Japan). Which rules? Show the result"
    assert player.open(notepad.path + "/retold").main == f"{said} No round has been played yet."
    assert player.open(notepad.path + "/retold?ruleset=russian").main == (
        f"{said} Play on by these rules From round 1 No round has been played yet."
    )
    same = player.open(notepad.path + "/retold?ruleset=nintendo_jp")
    assert same.main == f"{said} No round has been played yet."
    assert player.open(notepad.path + "/retold?ruleset=nope").status == 404


def test_a_long_match_is_shown_in_parts(table: Table, player: Player) -> None:
    notepad = table.begin(rules="dutch", rounds=30)
    for _ in range(24):
        notepad = table.score(notepad, 0, FOUR)
    address = notepad.path + "/retold?ruleset=russian_no_mult"
    assert "Later rounds" not in player.open(address).text
    table.score(notepad, 0, FOUR)
    page = player.open(address)
    assert "Round 24 " in page.text
    assert "Round 25 " not in page.text
    assert "Earlier rounds" not in page.text
    later = player.open(page.link("Later rounds"))
    assert [row.partition("Round ")[2][:3] for row in later.all("li", "panel")] == ["25 "]
    assert player.open(later.link("Earlier rounds")).main == page.main
    assert player.open(f"{address}&round=99").main == later.main
    second = player.open(f"{address}&round=2")
    assert "Round 25 " in second.text and "Later rounds" not in second.text
    assert player.open(second.link("Earlier rounds")).main == page.main
