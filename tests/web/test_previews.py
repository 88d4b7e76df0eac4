"""What only shows what was entered has an address of its own, to be reloaded, and opened after a save."""

from __future__ import annotations

from urllib.parse import parse_qsl, urlsplit

import pytest
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import given
from hypothesis import strategies as st
from werkzeug.datastructures import MultiDict

from scorekeeper.installation import Installation
from scorekeeper.koikoi.cards import CARDS
from scorekeeper.web.rounds.round_form import SEATS, BoardForm, TypedRound, as_fields

from .fixtures import Table, coins
from .guests import code_of, guest, id_of
from .player import Page, Player

THREE = "01B 03B 08B"
MONTHS = st.sets(st.integers(1, 12)).map(lambda months: tuple(sorted(months)))
CARDS_HELD = st.sets(st.sampled_from([card.id for card in CARDS])).map(lambda held: tuple(sorted(held)))


def each(values: st.SearchStrategy[object]) -> st.SearchStrategy[tuple[object, ...]]:
    return st.tuples(*[values] * len(SEATS))


ROUNDS = st.builds(
    TypedRound,
    result=st.sampled_from(["", "0", "1", "2", "nobody"]),
    other=st.sampled_from(["", "void", "hand.1.teshi"]),
    calls=each(st.integers(0, 24)),
    cards=each(CARDS_HELD),
    chaff=st.just((24,) * len(SEATS)),
    last_caller=st.none() | st.integers(0, 2),
    brights=st.none() | st.integers(0, 5),
    months=st.sampled_from([(), (11,), (11, 12)]),
    lucky=each(MONTHS),
    dealt=each(CARDS_HELD),
    no=st.sampled_from([(), ("0.cards.11C", "field.12")]),
    all_shown=st.booleans(),
    whose=st.integers(0, SEATS[-1]),
    reason=st.sampled_from(["", "Żaneta & 雨"]),
    called=each(st.sampled_from([(), (THREE, f"{THREE} 4C")])),
    ruling=st.sampled_from(["", "agreed; 1 + 1 = 2"]),
)


@given(ROUNDS)
def test_the_fields_of_an_address_say_what_was_typed(typed: TypedRound) -> None:
    assert BoardForm(MultiDict(as_fields(typed))).typed == typed


def test_what_was_not_typed_is_in_no_address() -> None:
    assert as_fields(TypedRound()) == [("shown", "kinds")]


@pytest.mark.parametrize("other", ["void", "hand.1.teshi", "hands"])
def test_so_do_those_of_another_ending(other: str) -> None:
    sent = MultiDict({"other": other, "hand-0": "teshi", "hand-1": "kuttsuki", "settled": "0.01B"})
    typed = BoardForm(sent).typed
    assert BoardForm(MultiDict(as_fields(typed))).typed == typed


def proof(table: Table, notepad: Page, cards: str = THREE) -> Page:
    return table.player.send(table.fill(table.board(notepad), 0, cards), "step=verdict")


def test_the_proof_of_a_round_can_be_opened_again_until_it_is_saved(table: Table, player: Player) -> None:
    notepad = table.begin(rules="russian")
    shown = proof(table, notepad)
    assert (shown.status, shown.path) == (200, f"{notepad.path}/rounds/preview")
    assert "csrf" not in shown.url
    assert shown.response.headers["Cache-Control"] == "no-store"
    assert "not saved yet" in player.open(shown.url).text
    again = player.send(player.open(shown.url).form("/rounds"), "step=edit")
    assert again.path == f"{notepad.path}/rounds/new"
    assert again.form("/rounds").ticked("cards-0") == THREE.split()
    assert coins(player.open(notepad.path)) == [100, 100]  # looking saves nothing
    player.send(again.form("/rounds"), "step=save")
    for address in (shown.url, again.url):
        assert player.open(address).url == f"{notepad.path}?saved=1"
    assert coins(player.open(notepad.path)) == [105, 95]


def test_a_proof_whose_round_was_saved_with_other_cards_leads_there_too(table: Table, player: Player) -> None:
    notepad = table.begin(rules="russian")
    shown = proof(table, notepad)
    board = player.send(shown.form("/rounds"), "step=edit").form("/rounds")
    player.send(board.tick("cards-0", "12B"), "step=save")
    assert player.open(shown.url).path == notepad.path
    late = player.send(shown.form("/rounds"), "step=save")
    assert late.status == 409
    assert "Round 1 is already saved with other cards." in late.text


def test_a_proof_opened_after_another_round_says_what_came_in_and_is_saved_once(
    table: Table, player: Player
) -> None:
    notepad = table.begin(rules="russian")
    shown = proof(table, notepad)
    table.score(notepad, 1, "", "06C1 06A 07A 10A")
    late = player.open(shown.url)
    assert late.status == 409
    assert "Round 1 was saved" in late.text
    assert coins(player.send(late.form("/rounds"), "step=save"))[0] > 99
    before = coins(player.open(notepad.path))
    assert player.open(shown.url).path == notepad.path  # not offered again, as round 3
    assert coins(player.open(notepad.path)) == before


def test_a_question_before_a_save_is_at_an_address_that_saves_nothing(table: Table, player: Player) -> None:
    notepad = table.begin(rules="russian")
    board = table.fill(table.board(notepad), 0, THREE, calls=(1, 0), ruling="")
    asked = player.send(board, "step=save")
    assert asked.path == f"{notepad.path}/rounds/preview"
    assert "Why does it count?" in asked.text
    for step in ("save", "end"):
        assert "Why does it count?" in player.open(f"{asked.url}&step={step}&ruling=").text
        assert coins(player.open(f"{notepad.path}")) == [100, 100]
        player.open(f"{asked.url}&step={step}&ruling=agreed")
        assert coins(player.open(f"{notepad.path}")) == [100, 100]
    player.send(asked.form("/rounds").fill(ruling="agreed"), "step=save")
    assert player.open(asked.url).path == notepad.path


def test_the_preview_of_a_correction_is_at_an_address_that_saves_nothing(
    table: Table, player: Player
) -> None:
    notepad = table.score(table.begin(rules="russian"), 0, THREE)
    board = player.open(f"{notepad.path}/rounds/1/correction").form("/correction")
    shown = player.send(board.tick("cards-0", "12B"), "step=verdict")
    assert shown.path == f"{notepad.path}/rounds/1/correction/preview"
    for step in ("", "&step=save", "&step=end"):
        assert player.open(f"{shown.url}{step}").path == shown.path
    assert coins(player.open(notepad.path)) == [105, 95]
    again = player.send(shown.form("/correction"), "step=edit")
    assert again.form("/correction").ticked("cards-0") == ["01B", "03B", "08B", "12B"]
    player.send(shown.form("/correction"), "step=save")
    assert player.open(shown.url).path == f"{notepad.path}/rounds/1"
    assert player.open(again.url).path == f"{notepad.path}/rounds/1"


def test_the_referee_answers_at_an_address(table: Table, player: Player) -> None:
    notepad = table.begin(rules="russian")
    advice = player.send(table.fill(table.board(notepad), 0, THREE), "step=referee")
    assert advice.path == f"{notepad.path}/rounds/referee"
    assert "Anna may call koi-koi or stop." in player.open(advice.url).text
    noted = player.send(advice.form("/rounds").force("step", "referee"), "noted=0")
    assert noted.path == f"{notepad.path}/rounds/new"
    assert noted.form("/rounds")["calls-0"] == "1"
    assert player.open(noted.url).form("/rounds")["calls-0"] == "1"


@pytest.mark.parametrize(
    ("change", "status", "words"),
    [
        ("&cards-0=99X", 422, "There is no card “99X”."),
        ("&result=7", 200, "not saved yet"),  # of a name that is there twice the first counts
        ("&after=x", 409, "meantime"),
        ("&cards-1=01B", 422, "01B"),
    ],
)
def test_an_address_that_somebody_changed_is_a_page_that_says_so(
    table: Table, player: Player, change: str, status: int, words: str
) -> None:
    notepad = table.begin(rules="russian")
    shown = proof(table, notepad)
    address = shown.url.replace("after=1", "after=x") if change.startswith("&after") else shown.url + change
    page = player.open(address)
    assert page.status == status
    assert words in page.text
    assert coins(player.open(notepad.path)) == [100, 100]


@pytest.mark.parametrize("nobody", ["2", "4", "999"])
def test_a_board_at_an_address_adds_nothing_for_a_seat_where_nobody_sits(
    table: Table, player: Player, nobody: str
) -> None:
    notepad = table.begin(rules="russian")
    back = player.send(proof(table, notepad).form("/rounds"), "step=edit")
    for adds in ("noted", "rest"):
        page = player.open(f"{back.url}&{adds}={nobody}")
        assert (page.status, page.main) == (200, back.main)
        form = page.form("/rounds")
        assert (form.ticked("cards-0"), form["calls-0"], form["calls-1"]) == (THREE.split(), "0", "0")


def test_the_address_of_a_new_deal_shows_the_board_and_stores_nothing(table: Table, player: Player) -> None:
    notepad = table.begin()
    page = player.send(table.board(notepad).fill(result="other").force("kept", "void"), "step=verdict")
    assert (page.status, page.path) == (200, f"{notepad.path}/rounds/preview")
    assert page.form("/rounds")["kept"] == "void"
    assert "Undo" not in player.open(notepad.path).text


def test_cards_lie_as_the_address_says_whatever_was_chosen_last(table: Table, player: Player) -> None:
    notepad = table.begin()
    address = f"{notepad.path}/rounds/preview?after=1&shown="

    def offered(page: Page) -> int:
        return len(page.form("/rounds").offers("cards-0"))

    kinds = offered(player.open(f"{address}kinds"))
    assert (kinds < 48, offered(player.open(f"{address}months"))) == (True, 48)
    assert offered(player.open(f"{notepad.path}/rounds/new")) == kinds
    assert offered(player.send(table.board(notepad).force("view", "months"))) == 48
    assert offered(player.open(f"{notepad.path}/rounds/new")) == 48
    assert offered(player.open(f"{address}kinds")) == kinds


def test_a_correction_has_no_referee(table: Table, player: Player) -> None:
    notepad = table.score(table.begin(rules="russian"), 0, THREE)
    form = player.open(f"{notepad.path}/rounds/1/correction").form("/correction")
    page = player.send(form.force("step", "referee"))
    assert page.path == f"{notepad.path}/rounds/1/correction/preview"


def test_an_address_without_anything_says_what_is_missing(table: Table, player: Player) -> None:
    notepad = table.begin()
    page = player.open(f"{notepad.path}/rounds/preview?after=1")
    assert page.status == 422
    assert "First say how the round ended." in page.text


def test_what_fits_into_no_address_is_shown_all_the_same(table: Table, player: Player) -> None:
    """One character below the limit it still has an address."""
    notepad = table.begin(rules="russian")
    board = table.fill(table.board(notepad), 0, THREE)
    shown = player.send(board, "step=verdict")
    room = 6000 - len(shown.url) - len("&no=")
    assert player.send(board.force("no", "0" * room), "step=verdict").path.endswith("/rounds/preview")
    page = player.send(board.force("no", "0" * (room + 1)), "step=verdict")
    assert page.path == f"{notepad.path}/rounds"
    assert "not saved yet" in page.text


def test_who_may_only_look_opens_nothing_that_lets_enter(
    app: Flask, installation: Installation, table: Table
) -> None:
    notepad = table.score(table.begin(rules="russian"), 0, THREE)
    shown = proof(table, notepad)
    fields = urlsplit(shown.url).query
    viewer = guest(app, code_of(installation, "viewer", id_of(notepad)))
    assert viewer.open(notepad.path).status == 200
    for page in ("rounds/preview", "rounds/referee", "rounds/new", "rounds/1/correction/preview"):
        assert viewer.open(f"{notepad.path}/{page}?{fields}").status == 403


def test_a_script_is_told_where_a_form_leads(table: Table, client: FlaskClient) -> None:
    """Without opening the page, which would say its flashed words to nobody."""
    notepad = table.begin(rules="russian")
    values = table.fill(table.board(notepad), 0, THREE).values("step=verdict")
    kinds = {"Accept": "text/html, application/json;q=0.5"}
    answer = client.post(f"{notepad.path}/rounds", data=values, headers=kinds)
    assert answer.status_code == 200
    assert answer.json is not None
    assert answer.json["leads_to"].startswith(f"{notepad.path}/rounds/preview?")
    assert "Location" not in answer.headers
    assert dict(parse_qsl(urlsplit(answer.json["leads_to"]).query))["cards-0"] in THREE
    doubted = table.fill(table.board(notepad), 0, THREE, calls=(1, 0), ruling="").values("step=save")
    for accepted in (kinds, {"Accept": "application/json"}):
        asked = client.post(f"{notepad.path}/rounds", data=doubted, headers=accepted)
        assert asked.json is not None
        assert asked.json["leads_to"].startswith(f"{notepad.path}/rounds/preview?")


@pytest.mark.parametrize("step", ["options", "own", "rules", "choose"])
def test_no_address_carries_the_token_against_forged_requests(player: Player, step: str) -> None:
    form = player.open("/matches/new?ruleset=polish_booklet").form("/matches")
    page = player.send(form.fill(name_0="Anna"), f"step={step}")
    assert page.response.request.method == "GET"
    assert "csrf" not in page.url


def test_an_adjustment_to_be_confirmed_has_an_address_too(table: Table, player: Player) -> None:
    notepad = table.begin(rules="russian")
    form = player.open(f"{notepad.path}/adjustments").form("/adjustments")
    asked = player.send(form.fill(points_0=3, reason="a bet"))
    assert (asked.status, asked.path) == (422, f"{notepad.path}/adjustments")
    assert "out of nothing" in player.open(asked.url).text
    (minted,) = asked.form("/adjustments").presses("minted")
    player.send(asked.form("/adjustments"), f"minted={minted}")
    assert player.open(asked.url).path == notepad.path
    assert coins(player.open(notepad.path)) == [103, 100]
