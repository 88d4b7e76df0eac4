"""The options of a rule set, agreed on for a new match, go into its rules and are told with them."""

from __future__ import annotations

import re
from urllib.parse import parse_qs, urlsplit

import pytest
from extent import daily

from scorekeeper.installation import Installation
from scorekeeper.koikoi.errors import BadRuleset
from scorekeeper.koikoi.rules.choices import agree
from scorekeeper.koikoi.rules.diff import differences
from scorekeeper.koikoi.rules.loader import rules

from .fixtures import Table
from .forms import Form
from .player import Player
from .rules_pages import agreed_rules, pick, switches


def new_match(player: Player, address: str = "/matches/new?ruleset=russian") -> Form:
    return player.open(address).form("/matches").fill(name_0="Anna", name_1="Ben", dealer=0)


@pytest.mark.parametrize("choice_id", daily([choice.id for choice in rules("russian").choices], 4))
def test_a_match_carries_what_was_answered(
    player: Player, installation: Installation, choice_id: str
) -> None:
    for choice in rules("russian").choices:
        for answer in choice.answers if choice.id == choice_id else ():
            try:
                wanted = agree(rules("russian"), {choice_id: answer.id})
            except BadRuleset:
                continue
            page = player.open(f"/matches/new?ruleset=russian&answer.{choice_id}={answer.id}")
            form = page.form("/matches").fill(name_0="Anna", name_1="Ben", dealer=0)
            assert agreed_rules(installation, player.send(form)) == wanted


def test_answers_on_the_form_go_into_the_match_and_are_told_with_its_rules(
    player: Player, installation: Installation
) -> None:
    form = pick(new_match(player), doublings="all", rain="yes")
    notepad = player.send(form)
    wanted = agree(rules("russian"), {"doublings": "all", "rain": "yes"})
    assert agreed_rules(installation, notepad) == wanted
    words = "Russian booklet · Doublings: all · No sake yaku with the rain man: yes, whoever captures him"
    for address in ("", "/sheet", "/rules", "/chart"):
        assert words in player.open(notepad.path + address).text
    again = player.send(player.open(f"/matches/new?again={notepad.path.rpartition('/')[2]}").form("/matches"))
    assert agreed_rules(installation, again) == wanted


def test_what_the_form_asks_itself_is_no_option(player: Player) -> None:
    form = new_match(player)
    assert "answer.rounds" not in form
    assert "answer.doublings" in form
    assert "answer.length" not in new_match(player, "/matches/new?ruleset=dutch")


def test_a_length_that_is_chosen_replaces_the_answer(player: Player, installation: Installation) -> None:
    form = new_match(player, "/matches/new?ruleset=russian&answer.rounds=six")
    notepad = player.send(form.fill(rounds=3))
    assert agreed_rules(installation, notepad).match.rounds == 3
    assert "Rounds:" not in notepad.text


def test_coins_that_are_chosen_replace_the_answer(player: Player, installation: Installation) -> None:
    form = new_match(player, "/matches/new?ruleset=polish_booklet&answer.account=yes")
    notepad = player.send(form.fill(purse=20))
    assert agreed_rules(installation, notepad).settlement.purse == 20
    for page in ("", "/rules", "/chart", "/sheet"):
        shown = player.open(notepad.path + page).text
        assert "everybody begins with 30 points" not in shown and "Coins at the start: 30" not in shown, page
    assert "Coins at the start: 20" in shown or "20 coins each" in shown
    form = new_match(player, "/matches/new?ruleset=polish_booklet&answer.account=yes")
    usual = player.send(form.fill(purse=30))
    assert "everybody begins with 30 points" in player.open(f"{usual.path}/rules").text


def test_other_rules_bring_their_own_options_and_nothing_is_lost(
    player: Player, installation: Installation
) -> None:
    form = pick(new_match(player), rain="yes").fill(ruleset="dutch", purse=7)
    page = player.send(form, "step=options")
    assert page.status == 200
    carried = parse_qs(urlsplit(page.url).query)
    assert (carried["ruleset"], carried.keys() & {"id", "step", "csrf_token"}) == (["dutch"], set())
    assert "Rules Dutch Wikipedia Change Options nothing is changed" in page.text
    again = page.form("/matches")
    assert (again["name-0"], again["purse"], again["ruleset"]) == ("Anna", "7", "dutch")
    assert "answer.special_sets" in again
    assert "answer.rain" not in again
    part = player.send(form.force("parts", "yes"), "step=options").html
    assert part.strip().startswith('<div id="options" '), "to a script, and no more"
    player.send(pick(again, viewings="no"))


def test_answers_to_other_rules_do_not_count(player: Player, installation: Installation) -> None:
    """Both booklets ask about the viewings; the page showed the Russian one's questions."""
    form = pick(new_match(player), viewings="none").fill(ruleset="dutch")
    assert differences(agreed_rules(installation, player.send(form)), rules("dutch")) == ()


def test_answers_go_along_from_the_page_of_the_rules(player: Player, installation: Installation) -> None:
    page = player.send(pick(switches(player, "russian"), doublings="all"), "step=play")
    assert "Doublings: all" in page.text
    form = page.form("/matches").fill(name_0="Anna", name_1="Ben", dealer=0)
    assert form["answer.doublings"] == "all"
    assert agreed_rules(installation, player.send(form)).agreed == {"doublings": "all"}


def test_an_answer_that_does_not_go_with_the_rest_stops_the_start(player: Player) -> None:
    form = new_match(player, "/matches/new?ruleset=polish_booklet")
    page = player.send(pick(form, turn="draw_then_two", unmatched="keep"))
    assert page.status == 422
    assert "“A turn”: “draw a card, then play two from the hand” is not possible together" in page.text
    again = page.form("/matches")
    assert (again["name-0"], again["answer.unmatched"]) == ("Anna", "keep")
    assert player.send(pick(again, unmatched="to_field")).path.startswith("/matches/")


def test_a_rematch_can_be_agreed_on_anew(player: Player, installation: Installation) -> None:
    first = player.send(pick(new_match(player), doublings="all", rain="yes"))
    form = player.open(f"/matches/new?again={first.path.rpartition('/')[2]}").form("/matches")
    assert (form["answer.doublings"], form["answer.rain"]) == ("all", "yes")
    carried = agreed_rules(installation, player.send(pick(form, rain="no")))
    assert carried.multipliers == rules("russian_all").multipliers
    assert carried.weather == rules("russian").weather


def test_the_rules_of_a_match_show_every_answer_and_mark_what_was_agreed(player: Player) -> None:
    notepad = player.send(pick(new_match(player), doublings="all"))
    page = player.open(f"{notepad.path}/rules")
    (row,) = re.findall(r'<tr class="changed">.*?</tr>', page.html.replace("\u00ad", ""), re.DOTALL)
    assert "Which doublings are played?" in row
    assert re.search(r"<td class=\"text\">all\s*</td>", row)
    assert "Does the rain man cancel the sake yaku?" in page.text


def test_how_the_source_was_read_stands_on_the_page_of_the_matchs_rules(table: Table, player: Player) -> None:
    page = player.open(f"{table.begin_by_form(rules='mongolopedia').path}/rules")
    assert "Rain after a koi-koi counts too: what matters is when somebody stops." in page.text
