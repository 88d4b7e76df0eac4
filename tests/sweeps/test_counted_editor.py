"""The rule editor of games in which every captured card counts: their options, and nothing of koi-koi."""

from __future__ import annotations

import re

import pytest
from web.forms import Form
from web.option_values import type_in_a_row
from web.player import Player, read_in
from web.rules_journey import editor_of
from web.rules_pages import asked_else, differing, form_from

from scorekeeper.installation import Installation
from scorekeeper.koikoi.rules.loader import names
from scorekeeper.koikoi.rules.options.row import COUNTED
from scorekeeper.koikoi.rules.questions import topic_of, topics
from scorekeeper.koikoi.rules.schema import options
from scorekeeper.koikoi.rules.yaku import KNOWN
from scorekeeper.languages import LANGUAGES


@pytest.mark.parametrize("name", names(COUNTED))
def test_the_editor_has_all_options_of_the_game_and_no_others(player: Player, name: str) -> None:
    page = player.open(f"/rules/new?from={name}")
    form = editor_of(page)
    fields = {control.name for control in form.controls if control.name.partition(".")[0] != "yaku"}
    ready = {
        key for topic in topics(COUNTED) for asked in topic.choices if asked.complete for key in asked.keys
    }
    has = {key for key in options(COUNTED) if key in fields or key in ready}
    assert {*options(COUNTED)} - has == {"game"}
    assert not {key for key in options() if options()[key].game} & fields
    assert not re.search("koi-koi|coins at the start", page.text, re.IGNORECASE)
    assert "calls-0" not in form
    assert {f"ask.{topic.id}" for topic in topics(COUNTED)} == {*re.findall(r'id="s-(ask\.\w+)"', page.html)}


@pytest.mark.parametrize("name", names(COUNTED))
def test_what_nobody_changes_stays_as_it_is(player: Player, installation: Installation, name: str) -> None:
    page = player.send(form_from(player, name))
    assert differing(installation, page, name) == {}
    again = player.open(f"{page.path}/edit")
    assert "The same as" in again.words_of("now-changes")
    assert differing(installation, player.send(editor_of(again)), name) == {}


def with_new_yaku(player: Player) -> Form:
    """A yaku is being added, and is to win at once before the others."""
    form = asked_else(form_from(player, "roppyakken"), "gets")
    form["yaku.-.name"], form["yaku.-.points"] = "Moon and geese", "77"
    form.tick("yaku.-.cards", "08B", "08A")
    type_in_a_row(form, "counting.wins_at_once", ["-", "shiko"])
    return form


@pytest.mark.parametrize("step", ["", "try", "add"])
def test_a_yaku_that_is_being_added_may_win_at_once(
    player: Player, installation: Installation, step: str
) -> None:
    form = with_new_yaku(player)
    if step:
        form = editor_of(player.send(form, f"step={step}"))
        chosen = next(one for one in form.controls if one.name == "counting.wins_at_once")
        assert chosen.value == {"try": "-", "add": "moon_and_geese"}[step]
        assert {"-", "shiko", "goko"} <= {*chosen.options}
    page = player.send(form)
    assert differing(installation, page, "roppyakken")["counting.wins_at_once"] == ("moon_and_geese", "shiko")
    assert "Wins at once: Moon and geese, four brights" in page.text


def test_with_scripts_the_rules_so_far_know_that_it_wins(player: Player) -> None:
    parts = player.send(with_new_yaku(player).force("parts", "yes"), "step=try")
    assert "Wins at once: Moon and geese, four brights" in parts.text


@pytest.mark.parametrize("players", ["", "4 2", "2 5", "1 2"])
def test_players_that_no_choice_names_are_refused(player: Player, players: str) -> None:
    page = player.send(form_from(player, "sakura").force("match.players", players))
    assert page.status == 422
    assert page.beside("match.players")


def test_a_search_finds_what_the_game_has(player: Player) -> None:
    form = form_from(player, "hana_awase")
    form["find"] = "fuke"
    found = player.send(form, "step=find")
    assert [fold for fold in editor_of(found).presses("show") if "own." not in fold] == ["ask.counting"]
    form["find"] = "round by round"  # asked for in Koi-Koi, and beside the other doublings here
    assert "multipliers" in editor_of(player.send(form, "step=find")).presses("show")
    form["find"] = "own koi-koi"
    assert "0 rules found" in player.send(form, "step=find").text


def test_the_hand_to_try_says_what_its_cards_and_its_yaku_are_worth(player: Player) -> None:
    form = asked_else(form_from(player, "roppyakken"), "cards")
    form.tick("try.cards", "06A", "07A", "10A")
    form["counting.animal"] = "20"
    page = player.send(form, "step=try")
    assert page.words_of("tried").startswith("330 → 360")
    assert "cards 60 + Boar-deer-butterflies 300" in page.words_of("tried")
    assert "cards 30" in page.words_of("reasons")


def test_rules_by_which_nothing_is_worth_anything_have_a_page(player: Player) -> None:
    form = asked_else(form_from(player, "bakappana"), "cards")
    for kind in ("bright", "animal", "ribbon", "chaff"):
        form[f"counting.{kind}"] = "0"
    form.tick("deal.without", "06A")
    page = player.send(form, "step=try")
    assert page.status == 200
    assert "These cards make no yaku." in page.words_of("tried")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_the_editor(player: Player, language: str) -> None:
    read_in(player.client, language)
    page = player.open("/rules/new?from=roppyakken")
    assert page.status == 200
    assert 'name="counting.cards"' in page.html


def test_every_option_of_koikoi_is_still_asked_for_where_it_was() -> None:
    assert {*topic_of("koikoi")} >= {"multipliers.round", "multipliers.max_factor"}
    assert not {*topic_of(COUNTED)} & {"multipliers.round", "multipliers.max_factor"}
    assert {f"yaku.{name}.points" for name in KNOWN} & {*topic_of(COUNTED)}
