"""Games in which every captured card counts: offered in one folded line, read, begun, refused elsewhere."""

from __future__ import annotations

import re
from contextlib import closing
from uuid import uuid4

import pytest

from scorekeeper.house_rules.code import read_code
from scorekeeper.installation import Installation
from scorekeeper.koikoi.match.events import event
from scorekeeper.koikoi.match.match import Match
from scorekeeper.koikoi.match.replay import replay
from scorekeeper.koikoi.rules.choices import agree
from scorekeeper.koikoi.rules.loader import names, read_toml, rules
from scorekeeper.koikoi.rules.options.row import COUNTED

from .fixtures import Table, coins
from .option_values import type_in_a_row
from .player import Page, Player
from .rules_journey import editor_of
from .rules_pages import agreed_rules, asked_else, differing, form_from

LINE = '<details class="panel other-games"'
TITLES = [rules(name).title for name in names(COUNTED)]


def parted(page: Page) -> tuple[str, str]:
    """The line of the other games, and the page without it."""
    before, line, after = page.html.partition(LINE)
    assert line, "there is no such line"
    depth = 1
    for tag in re.finditer(r"<(/?)details\b", after):
        depth += -1 if tag[1] else 1
        if not depth:
            return line + after[: tag.start()], before + after[tag.start() :]
    raise AssertionError("the line is not closed")


def keep(player: Player, name: str, title: str, **answers: str) -> str:
    """Keep rules with these answers under a title; returns their id."""
    form = player.open(f"/rules/{name}").form("/answers")
    for choice, answer in answers.items():
        form[f"answer.{choice}"] = answer
    form["answers-title"] = title
    return player.send(form, "step=keep").path.rpartition("/")[2]


@pytest.mark.parametrize("address", ["/rules", "/rules?for=match", "/matches/new"])
def test_they_are_in_one_folded_line_and_nowhere_else(player: Player, address: str) -> None:
    page = player.open(address)
    line, rest = parted(page)
    assert [title for title in TITLES if title not in line] == []
    assert " open" not in line.partition(">")[0]
    assert [title for title in TITLES if title in rest] == []
    assert "name-3" not in rest


def test_koikoi_is_offered_wherever_it_was(player: Player) -> None:
    for address in ("/hand", "/lab", "/rules/difference", "/rules/dutch", "/rules/new", "/guide", "/options"):
        html = player.open(address).html
        assert not [title for title in TITLES if title in html], address


def test_a_search_finds_them_in_their_line(player: Player) -> None:
    page = player.open("/rules?q=hawaii")
    assert "No rules found" in page.text
    assert page.link("Sakura").endswith("/rules/sakura")
    assert LINE not in player.open("/rules?q=booklet").html


def test_house_rules_of_them_stand_in_their_line(player: Player, table: Table) -> None:
    ours = keep(player, "hana_awase", "Hana at home", fuke="yes")
    line, rest = parted(player.open("/rules"))
    assert f'href="/rules/{ours}"' in line
    assert "Hana at home" not in rest
    assert "Hana at home" in parted(player.open("/matches/new"))[0]
    assert "Hana at home" not in player.open("/rules/difference").html
    assert player.open(f"/rules/difference?a={ours}&b=hana_awase").words_of("count") == "1 rule differs"


def test_the_line_is_open_where_one_of_them_is_chosen(player: Player) -> None:
    assert " open" in parted(player.open("/rules?for=match&chosen=mushi"))[0].partition(">")[0]


def test_one_of_them_is_chosen_in_the_form_for_a_new_match(player: Player) -> None:
    form = player.open("/matches/new").form("/matches").fill(name_0="Anna", name_1="Ben")
    page = player.send(form, "step=by hana_awase")
    assert (page.path, page.form("/matches")["ruleset"]) == ("/matches/new", "hana_awase")
    chosen = page.form("/matches")
    assert (chosen["name-0"], chosen["name-1"]) == ("Anna", "Ben")
    assert "Does chaff count?" in page.text
    assert "Coins at the start" not in page.text
    assert "Add a yaku of your own" in page.text


@pytest.mark.parametrize(("name", "most"), [("mushi", 2), ("roppyakken", 3), ("hana_awase", 4), ("dutch", 3)])
def test_there_are_as_many_names_as_may_play(player: Player, name: str, most: int) -> None:
    page = player.open(f"/matches/new?ruleset={name}")
    assert re.findall(r'id="name-(\d)"', page.html) == [str(seat) for seat in range(most)]
    assert 'value="3"' in page.html or most < 4, "the fourth may deal first"


def test_a_name_that_was_typed_keeps_its_field(player: Player) -> None:
    page = player.open("/matches/new?ruleset=mushi&name-0=Anna&name-1=Ben&name-2=Cleo")
    assert page.form("/matches")["name-2"] == "Cleo"
    refused = player.send(page.form("/matches"))
    assert refused.status == 422
    assert refused.beside("name-1") == "These rules are for 2 players, not 3."


def test_one_player_is_too_few_for_any_game(player: Player) -> None:
    form = player.open("/matches/new?ruleset=sakura").form("/matches").fill(name_0="Anna")
    assert player.send(form).beside("name-1") == "This game needs two players; enter their names."


@pytest.mark.parametrize("name", names(COUNTED))
def test_their_pages_say_what_they_have_and_nothing_of_calls(player: Player, name: str) -> None:
    for page in (player.open(f"/rules/{name}"), player.open(f"/rules/{name}/chart")):
        assert "Each bright: " in page.text
        assert not re.search(r"koi-koi|who pays|coins at the start|lucky hand that", page.text, re.IGNORECASE)
    assert "Game:" not in player.open(f"/rules/{name}").text
    guide = player.open(f"/guide?ruleset={name}")
    assert 'id="calls"' not in guide.html
    assert "Nobody stops: everybody’s cards count" in guide.text
    assert "A lucky hand: dealt cards that win" not in guide.text.split("The words")[1].split("oya")[0]


def test_the_first_of_a_game_is_made_from_none(player: Player) -> None:
    assert "Made from" not in player.open("/rules/bakappana").text
    assert "Made from Bakappana" in player.open("/rules/mushi").text


ONLY_KOIKOI = {
    "/lab?rules=hana_awase": "Only rounds of Koi-Koi can be simulated.",
    "/hand?ruleset=hana_awase": "Only hands of Koi-Koi can be scored here.",
    "/hand/dealt?ruleset=hana_awase": "Only hands of Koi-Koi can be scored here.",
    "/rules/difference?a=hana_awase&b=dutch": "only rules of the same game can be compared",
}


@pytest.mark.parametrize(("address", "sentence"), ONLY_KOIKOI.items())
def test_what_only_koikoi_has_refuses_them_with_a_sentence(
    player: Player, address: str, sentence: str
) -> None:
    assert sentence in player.open(address).text
    name = player.open("/rules/hana_awase")
    assert [href for href, _ in name.links if href.startswith(("/lab", "/hand"))] == []


def test_two_of_them_are_compared_without_hands(player: Player) -> None:
    page = player.open("/rules/difference?a=hana_awase&b=roppyakken")
    assert "Each bright 20 points 50 points" in page.text
    assert "The same cards with both" not in page.text
    offered = re.findall(r'<option value="(\w+)"', page.html)
    assert {*offered} == {*names(COUNTED)}


@pytest.mark.parametrize("name", names(COUNTED))
def test_they_are_passed_on_and_received(player: Player, name: str) -> None:
    ours = keep(player, name, "Ours", **({"goko": "no"} if name == "mushi" else {}), **first_other(name))
    page = player.open(f"/rules/{ours}/sharing")
    code = re.search(r'id="code"[^>]*>(\w+)<', page.html)
    assert code and rules(read_code(code[1]).tree).game == COUNTED
    assert "Rules for a game with hanafuda, based on" in page.text
    toml = player.client.get(f"/rules/{ours}.toml").text
    assert rules(read_toml(toml)).game == COUNTED
    receiving = player.open("/rules/received").form("/rules/received")
    receiving["written"] = code[1]
    assert "You already have these rules:" in player.send(receiving).text


def first_other(name: str) -> dict[str, str]:
    """The second answer to the first choice of a rule set."""
    choice = rules(name).choices[0]
    return {choice.id: choice.answers[1].id}


def test_received_rules_are_kept_and_played_once(player: Player) -> None:
    receiving = player.open("/rules/received").form("/rules/received")
    receiving["written"] = 'extends = "sakura"\ntitle = "Ours"\n[counting]\nbright = 30\n'
    preview = player.send(receiving)
    assert "Each bright: 30 points was 20 points" in preview.text
    form = preview.form("/rules/received")
    assert "Each bright: 30 points." in player.send(form, "step=keep").text
    form.action = "/matches"  # as the button says
    assert 'id="name-3"' in player.send(form, "step=options").html


def test_the_options_are_those_of_the_game(player: Player) -> None:
    page = player.open("/options?ruleset=mushi")
    assert 'id="counting"' in page.html
    assert 'id="calls"' not in page.html
    found = player.send(page.form("/options").fill(q="fuke"))
    assert found.link("Nobody scores (fuke)").endswith("/options/counting.void_at")
    assert "Nobody scores in a round" in player.open("/options/counting.void_at").text
    assert "No option found" in player.open("/options?q=fuke").text


FOUR = ("Anna", "Ben", "Cleo", "Dan")
PILES = [
    "01B 01R 02A 03B 09A 10C",
    "08B 12B 05A 06A 04R 05R 8C",
    "11B 07A 08A 10A 11A 06R 07R 09R 6C",
    "02R 03R 04A 10R 11R",
]


def begun_by_form(player: Player, name: str, *players: str, **answers: str) -> Page:
    """The notepad of a match that the form began; the last of the players deals."""
    form = player.open(f"/matches/new?ruleset={name}").form("/matches")
    for seat, called in enumerate(players):
        form[f"name-{seat}"] = called
    for choice, answer in answers.items():
        form[f"answer.{choice}"] = answer
    form["dealer"] = str(len(players) - 1)
    return player.send(form)


def played(installation: Installation, notepad: Page) -> Match:
    """The match in the store."""
    with closing(installation.open_store()) as store:
        return replay(map(event, store.events(notepad.path.rpartition("/")[2])))


def counted(installation: Installation, notepad: Page) -> None:
    """A round in which each of four captured a pile."""
    match_id = notepad.path.rpartition("/")[2]
    with closing(installation.open_store()) as store:
        made = {"type": "round-exhausted", "piles": PILES, "id": f"{uuid4().hex}.0"}
        store.append(match_id, store.last(match_id), [made])


def test_four_begin_by_the_form_and_once_more(player: Player, installation: Installation) -> None:
    notepad = begun_by_form(player, "hana_awase", *FOUR, fuke="yes", willow="all")
    match = played(installation, notepad)
    assert (match.players, match.dealer, match.balance) == (FOUR, 3, (0, 0, 0, 0))
    assert match.rules == agree(rules("hana_awase"), {"fuke": "yes", "willow": "all"})
    assert player.open("/matches/new").form("/matches")["ruleset"] == "hana_awase", "as with every rule set"
    again = player.open(f"/matches/new?again={notepad.path.rpartition('/')[2]}").form("/matches")
    assert [again[f"name-{seat}"] for seat in range(4)] == [*FOUR]
    rematch = played(installation, player.send(again))
    assert (rematch.players, rematch.dealer, rematch.rules) == (FOUR, 3, match.rules)


def test_a_target_ends_a_match_of_points(player: Player, installation: Installation) -> None:
    form = player.open("/matches/new?ruleset=roppyakken").form("/matches")
    form.fill(name_0="Anna", name_1="Ben", rounds="target", target=300)
    match = played(installation, player.send(form))
    assert (match.rules.match.target, match.length, match.purse) == (300, None, 0)


def test_the_pages_of_a_match_of_four_say_its_game_and_have_a_field_for_each(
    player: Player, installation: Installation
) -> None:
    notepad = begun_by_form(player, "hana_awase", *FOUR)
    counted(installation, notepad)
    for page in ("", "/rules", "/chart", "/sheet", "/about", "/screen", "/players", "/correct-or-end"):
        html = player.open(notepad.path + page).html
        assert re.search(r"<title>[^<]+ – Hana-Awase</title>", html), page
    said = player.open(f"{notepad.path}?saved=1").text
    assert "Anna: cards 75 − par 66 + own yaku 150 = 159." in said
    adjustment = player.open(f"{notepad.path}/adjustments").form("/adjustments")
    adjustment["points-3"], adjustment["reason"] = "5", "found a card"
    player.send(adjustment)
    dealer = player.open(f"{notepad.path}/rounds/2/dealer")
    assert [label for label in FOUR if label in dealer.text] == [*FOUR]
    seats = player.open(f"{notepad.path}/players").form("/players").fill(name_3="Emil")
    assert "Saved." in player.send(seats).text
    names = player.open(f"{notepad.path}/correct-or-end").form("/names").fill(name_3="Dana")
    player.send(names)
    match = played(installation, notepad)
    assert (match.players[3], match.balance) == ("Dana", (159, -38, -35, -81))
    assert player.open(f"{notepad.path}/players").form("/players")["name-3"] == "Emil"


def test_a_match_goes_on_by_other_rules_of_its_game(player: Player, installation: Installation) -> None:
    ours = keep(player, "sakura", "Sakura at home", worth="forty")
    notepad = begun_by_form(player, "hana_awase", *FOUR)
    counted(installation, notepad)
    retold = player.open(player.open(notepad.path).link("By other rules"))
    assert player.open(f"{notepad.path}/correct-or-end").link("Play on by other rules") == retold.path
    assert "159 : −38 : −35 : −86 Hana-Awase Anna is ahead" in retold.text
    form = retold.form("/retold")
    assert {*form.offers("ruleset")} == {ours, "bakappana", "hana_awase", "sakura"}, "those for four"
    by_ours = player.send(form.fill(ruleset=ours))
    # Anna has pine, plum and cherry, Cleo boar, geese and deer
    assert "159 → By these rules 20 Round 1 Anna made most" in by_ours.text
    assert (
        "Anna: cards 60 − yaku of the others 40 = 20. Ben: cards 70 − yaku of the others 80" in by_ours.text
    )
    assert not [href for href, _ in by_ours.links if "/hand" in href]
    first = player.open(by_ours.link("From round 1"))
    assert player.open(by_ours.link("From round 2")).link("Back") == f"{notepad.path}/retold?ruleset={ours}"
    after = player.send(first.form("/other-rules"))
    assert "From round 1: by the rules of Sakura at home" in after.text
    match = played(installation, notepad)
    assert (match.rules.title, match.balance) == ("Sakura at home", (20, -10, 15, -35))


def test_rules_of_another_game_or_for_fewer_players_are_no_way_on(
    player: Player, installation: Installation
) -> None:
    notepad = begun_by_form(player, "hana_awase", *FOUR)
    counted(installation, notepad)
    assert player.open(f"{notepad.path}/retold?ruleset=dutch").status == 404
    assert player.open(f"{notepad.path}/retold?ruleset=roppyakken").status == 404
    assert player.open(f"{notepad.path}/other-rules?ruleset=dutch").status == 404
    refused = player.open(f"{notepad.path}/other-rules?ruleset=roppyakken")
    assert "These rules are for 2 or 3 players, not 4." in refused.text
    assert not [form for form in refused.forms if form.action.endswith("/other-rules")]


def test_a_match_that_is_over_is_counted_by_other_rules_from_the_first_round_on(
    player: Player, installation: Installation
) -> None:
    form = player.open("/matches/new?ruleset=hana_awase").form("/matches").fill(rounds="3")
    notepad = player.send(form.fill(**{f"name-{seat}": name for seat, name in enumerate(FOUR)}))
    for _ in range(3):
        counted(installation, notepad)
    retold = player.open(f"{notepad.path}/retold?ruleset=bakappana")
    assert "From round 4" not in retold.text
    after = player.send(player.open(retold.link("From round 1")).form("/other-rules"))
    assert "Cleo wins" in after.text
    # par is 66, and there are no yaku
    assert coins(after) == [3 * made for made in (9, 12, 15, -36)]


def test_a_match_of_them_has_no_page_that_only_koikoi_has(player: Player) -> None:
    notepad = begun_by_form(player, "mushi", "Anna", "Ben")
    page = player.open(f"{notepad.path}/turns")
    assert page.status == 422
    assert "In this game no turns are recorded: a round is entered when it is over." in page.text
    match_id = notepad.path.rpartition("/")[2]
    for other in ("/hand", "/hand/dealt"):
        assert "Only hands of Koi-Koi" in player.open(f"{other}?match={match_id}&seat=0").text


def test_koikoi_is_called_so_in_every_title(player: Player, table: Table) -> None:
    notepad = table.begin()
    for page in (
        "/",
        "/rules",
        "/rules/mushi",
        notepad.path,
        f"{notepad.path}/sheet",
        f"{notepad.path}/chart",
    ):
        assert " – Koi-Koi</title>" in player.open(page).html, page


def test_a_page_kept_in_advance_is_of_four(player: Player) -> None:
    kept = player.client.get("/matches/new/in-advance?ruleset=hana_awase&players=4&dealer=3").json
    assert kept
    assert all(f"§{seat}§" in kept["board"] and f"§{seat}§" in kept["notepad"] for seat in range(4))
    assert player.client.get("/matches/new/in-advance?ruleset=mushi&players=3&dealer=0").status_code == 422


# Their rule editor


def test_cards_yaku_and_players_are_changed_said_and_played(
    player: Player, installation: Installation
) -> None:
    form = asked_else(form_from(player, "roppyakken"), "cards", "gets")
    form["match.players"] = "2 3 4"
    type_in_a_row(form, "counting.cards", ["02A", 50, "08B", 999, "11B", 0])
    type_in_a_row(form, "counting.wins_at_once", ["seven_ribbons", "", "goko", "", ""])
    page = player.send(form)
    assert differing(installation, page, "roppyakken") == {
        "match.players": (2, 3, 4),
        "counting.cards": {"02A": 50, "08B": 999, "11B": 0},
        "counting.wins_at_once": ("seven_ribbons", "goko"),
    }
    assert "Wins at once: Seven ribbons, the willow’s too, five brights was Four brights," in page.text
    again = player.open(f"{page.path}/edit")
    assert again.words_of("now-changes") == "3 differences from “Roppyakken (six hundred)”"
    form = editor_of(again)
    sent = [(one.name, one.value) for one in form.controls if one.name.startswith("counting.cards")]
    assert [text for _name, text in sent] == ["02A", "50", "08B", "999", "11B", "0", "", "", "", ""]
    undone = player.send(form, "undo=counting.cards")
    assert undone.words_of("now-changes").startswith("2 differences")
    begun = player.open(f"/matches/new?ruleset={page.path.rpartition('/')[2]}").form("/matches")
    begun.fill(name_0="Anna", name_1="Ben", name_2="Cleo", name_3="Dan")
    begun["dealer"] = "0"
    played = agreed_rules(installation, player.send(begun))
    assert played.counting.wins_at_once == ("seven_ribbons", "goko")
    assert played.counting.cards == {"02A": 50, "08B": 999, "11B": 0}


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        (["02A", ""], "Choose a card and enter its points, or leave both empty."),
        (["", "5"], "Choose a card and enter its points, or leave both empty."),
        (["02A", "50", "02A", "60"], "Choose each card only once."),
        (["02A", "1000"], "“1000” is not possible"),
        (["02A", "some"], "“some” is not possible"),
    ],
)
def test_points_of_a_card_that_cannot_be_read_are_refused_and_stay_typed(
    player: Player, typed: list[str], sentence: str
) -> None:
    form = asked_else(form_from(player, "sakura"), "cards")
    type_in_a_row(form, "counting.cards", typed)
    page = player.send(form)
    assert page.status == 422
    assert page.beside("counting.cards").startswith(sentence)
    shown = [one.value for one in editor_of(page).controls if one.name == "counting.cards"]
    assert shown == [*typed, "", "", "", ""]


def test_the_one_being_added_is_nobody_where_none_is(player: Player, installation: Installation) -> None:
    form = asked_else(form_from(player, "roppyakken"), "gets")
    type_in_a_row(form, "counting.wins_at_once", ["-", "goko"])
    page = player.send(form)
    assert differing(installation, page, "roppyakken") == {"counting.wins_at_once": ("goko",)}


def test_a_yaku_that_no_select_offers_does_not_win(player: Player) -> None:
    form = asked_else(form_from(player, "mushi"), "gets")
    page = player.send(form.force("counting.wins_at_once", "goko", "no_such"))
    assert page.status == 422
    assert "no_such" in page.beside("counting.wins_at_once")
