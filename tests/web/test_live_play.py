"""Live play: every turn is stored at once, and a decision is offered exactly where the rules have one."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from extent import EVERY_LOOK
from flask.testing import FlaskClient

from scorekeeper.installation import Installation
from scorekeeper.koikoi.match.events import FieldDealt

from .fixtures import THREE, Table, coins
from .live_play import call, captured, is_due, take
from .player import Page, Player

GAMES = Path(__file__).parents[3] / "shared" / "games" / "koikoi_japan.jsonl"
FEW = 1  # of the recorded games; all of them take five minutes: `make test-all`
TANE = "02A 04A 05A 06A 08A"


def test_the_turns_alternate_from_the_dealer_and_are_counted(player: Player, live: Page) -> None:
    assert "Anna’s turn" in live.text
    assert "Round 1, turn 1 of 8" in live.text
    second = take(player, live, "01C1 01C2")
    assert "Ben’s turn" in second.text
    assert "01C1" not in [
        value for value in second.form("/turns").offers("captured") if value not in captured(second)
    ]
    third = take(player, second)
    assert "Anna’s turn" in third.text
    assert "turn 2 of 8" in third.text


def test_a_decision_is_of_the_turn_that_led_to_it(player: Player, live: Page) -> None:
    """Also that of the other player, and the last of all: a turn is over once its call is said."""
    due = take(player, take(player, live), THREE)
    assert is_due(due) and "Round 1, turn 1 of 8" in due.text
    assert "Three brights new Three brights sankō 三光 5 Ben holds an odd number" in due.text
    page = player.send(call(due), "call=koikoi")
    assert not is_due(page) and "Round 1, turn 2 of 8" in page.text
    for _ in range(13):
        page = take(player, page)
    due = take(player, page, "12B")
    assert is_due(due) and "Round 1, turn 8 of 8" in due.text


UNSENT = "No connection: this is not saved yet. Keep this page open; it will be sent automatically."
OTHERWISE = "We decide otherwise about the last turn, of Anna Why? The reason stays on the scoresheet."
ODD = " ".join(
    f"Anna holds an odd number of cards of month {month}. Captures come in pairs; is one missing?"
    for month in (1, 3, 8)
)
SO_FAR = "Cards Anna captured {} Cards Ben captured 0 End live play: the rest on the board"


@pytest.mark.parametrize(
    ("rules", "cards", "said", "otherwise", "offered"),
    [
        (
            "nintendo_jp",
            THREE,
            f"Three brights new Three brights sankō 三光 5 {ODD} {SO_FAR.format(3)} It counts as koi-koi of "
            f"Anna and raises what these can win: Ben. Nobody noticed: play on {UNSENT} Undo Koi-koi Stop "
            "Anna gets 5",
            None,
            ["koikoi", "stop"],
        ),
        (
            "dutch",
            THREE,
            f"Three brights new Three brights sankō 三光 5 {ODD} {SO_FAR.format(3)} The rule: A yaku nobody "
            "noticed: the player must decide before play goes on (as the app reads the source: "
            f"“Spelverloop, 4”) {OTHERWISE} Play on {UNSENT} Undo Koi-koi Stop Anna gets 5",
            [("on", "1")],
            ["koikoi", "stop"],
        ),
        (
            "polish_all",
            TANE,
            "Animals new Animals tane タネ 1 1 point is too few to call koi-koi: 3 are needed. The rule: "
            f"Points needed for koi-koi: 3 {SO_FAR.format(5)} {OTHERWISE} Anna calls koi-koi now Play on "
            f"{UNSENT} Undo Stop Ben pays Anna 1",
            [("call", "koikoi"), ("on", "1")],
            ["stop"],
        ),
    ],
)
def test_a_decision_offers_what_the_rules_allow_and_besides_what_the_table_may_decide(
    table: Table,
    player: Player,
    rules: str,
    cards: str,
    said: str,
    otherwise: list[tuple[str, str]] | None,
    offered: list[str],
) -> None:
    due = take(player, table.follow(table.begin(rules=rules)), cards)
    assert due.main == f"Show it Anna 親 Ben {said}"
    assert call(due).presses("call") == offered
    match = due.path.removesuffix("/turns")
    board = "End live play: the rest on the board"
    ways = {words: way for words, way in due.leads(match).items() if way != "/rules"}
    noticed = {} if otherwise else {"Nobody noticed: play on": "/turns?on=1"}
    assert ways == {board: "/rounds/new", **noticed}
    fold = [form for form in due.forms if form.action.endswith("/calls")][:-1]
    assert [(button.name, button.value) for form in fold for button in form.buttons] == (otherwise or [])


def test_a_turn_shows_what_was_before_it_and_what_can_be_done(table: Table, player: Player) -> None:
    def parts(page: Page) -> tuple[str, str]:
        """What stands before the cards, and after the folds of what was dealt; piles are open."""
        main = page.main
        folds = re.findall(r'panel"( open)?>\s*<summary>Cards (\w+) captured', page.html)
        assert folds == [(" open" * (page is not live), "Anna"), ("", "Ben")]
        return main.partition(" 1 短 ")[0], main.partition("Deal again Cards ")[2]

    live = table.follow(table.begin())
    end = "captured 0 End live play: the rest on the board"
    assert parts(live) == (
        "Show it Anna 親 Ben Tap what a turn captures; a turn may capture nothing. "
        "Lucky hand, or deal again… 1 光 January, crane and sun, bright",
        f"Anna captured 0 Cards Ben {end} {UNSENT} Turn is over next: Ben",
    )
    otherwise = f"{OTHERWISE} Anna calls koi-koi now Anna stops {UNSENT} {ODD} Undo Turn is over next: Anna"
    due = take(player, live, THREE)
    assert parts(player.open(due.link("Nobody noticed"))) == (
        "Show it Anna 親 Ben Anna captured: Anna has a yaku but did not stop: counts as koi-koi. "
        "The rule: A yaku nobody noticed: it counts as koi-koi "
        "Anna January, crane and sun, bright, taken by Anna",
        f"Anna captured 3 Cards Ben {end} {otherwise}",
    )
    assert parts(player.send(call(due), "call=koikoi")) == (
        "Show it Anna 親 Ben Anna captured: Anna called koi-koi. "
        "Anna January, crane and sun, bright, taken by Anna",
        f"Anna captured 3 · 1 koi-koi Cards Ben {end} {otherwise}",
    )


def test_the_button_names_who_of_three_is_next(table: Table, player: Player) -> None:
    live = table.follow(table.begin("Anna", "Ben", "Cleo", dealer=1))
    assert "Ben’s turn" in live.text
    assert "next: Cleo" in live.text
    assert "next: Anna" in take(player, live).text


def test_koikoi_and_stop_are_one_tap_each(table: Table, player: Player, live: Page) -> None:
    due = take(player, live, THREE)
    assert is_due(due)
    assert "Three brights new" in due.text
    assert "Anna gets 5" in due.text
    on = player.send(call(due), "call=koikoi")
    assert "Ben’s turn" in on.text
    again = take(player, take(player, on), "12B")
    assert "Four brights new" in again.text
    saved = player.send(call(again), "call=stop")
    assert "Round 1 is saved" in saved.text
    assert coins(saved) == [16, 0]
    assert "Anna called koi-koi once." in player.open(f"{saved.path}/rounds/1").text


def test_koikoi_and_stop_are_said_after_a_turn(player: Player, live: Page) -> None:
    early = live.form("/turns")
    early.action += "/calls"
    refusals = [player.send(early.force("call", "stop"))]
    unsaid = call(take(player, player.open(live.path), THREE))
    for refused in (*refusals, player.send(unsaid), player.send(unsaid.force("call", "x"))):
        assert refused.status == 422
        assert "First take a turn; then say koi-koi or stop." in refused.text


def test_a_turn_without_a_new_yaku_asks_nothing(player: Player, live: Page) -> None:
    on = player.send(call(take(player, live, THREE)), "call=koikoi")
    assert not is_due(take(player, take(player, on), "02A 02C1"))


def test_what_must_be_is_said_with_its_rule(table: Table, player: Player) -> None:
    live = table.follow(table.begin(rules="polish_all"))
    form = live.form("/turns").tick("captured", *TANE.split())
    if "brights" in form:
        form["brights"] = 0
    due = player.send(form)
    assert "1 point is too few to call koi-koi: 3 are needed." in due.text
    assert "Points needed for koi-koi: 3" in due.text
    assert call(due).presses("call") == ["stop"]


def test_a_yaku_that_nobody_noticed_counts_as_koikoi(table: Table, player: Player) -> None:
    due = take(player, table.follow(table.begin()), THREE)
    on = player.open(due.link("Nobody noticed"))
    assert "Ben’s turn" in on.text
    assert "it counts as koi-koi" in on.text
    due = take(player, take(player, on), "12B")
    saved = player.send(call(due), "call=stop")
    assert "1 of these was for a yaku that nobody noticed" in player.open(f"{saved.path}/rounds/1").text


@pytest.mark.parametrize(
    ("rules", "said"),
    [
        ("nintendo_jp", "It counts as koi-koi of Anna and raises what these can win: Ben."),
        ("default", "It counts as koi-koi of Anna and raises what these can win: Ben."),
        ("polish_booklet", "It counts as koi-koi of Anna, which raises nothing."),
        ("polish_all", "It counts as koi-koi of Anna and raises what these can win: Anna, Ben."),
        ("koikoi_japan", "It counts as koi-koi of Anna and raises what these can win: Anna."),
    ],
)
def test_before_an_overlooked_yaku_is_passed_over_the_page_says_whose_points_that_raises(
    table: Table, player: Player, rules: str, said: str
) -> None:
    form = table.follow(table.begin(rules=rules)).form("/turns").tick("captured", *THREE.split())
    due = player.send(form)
    assert said in due.text
    assert due.link("Nobody noticed")


def test_a_card_that_was_captured_is_refused_and_what_was_tapped_is_kept(player: Player, live: Page) -> None:
    second = take(player, live, "01C1 01C2")
    page = player.send(second.form("/turns").force("captured", "01C1", "03C1"))
    assert page.status == 422
    assert "a card cannot be in two piles" in page.text
    assert "03C1" in page.form("/turns").ticked("captured")


@pytest.mark.parametrize("card", ["2C", "13B", "01B 03B"])
def test_a_turn_captures_cards_that_there_are(player: Player, live: Page, card: str) -> None:
    page = player.send(live.form("/turns").force("captured", card))
    assert page.status == 422
    assert f"There is no card “{card}”." in page.text
    assert "Anna’s turn" in page.text


def test_the_table_may_overrule_with_a_reason_that_stays(player: Player, live: Page) -> None:
    second = take(player, live, "01B 03B")
    refused = player.send(call(second), "call=koikoi")
    assert refused.status == 422, "a reason is needed"
    again = player.send(call(second).fill(ruling="she may"), "call=koikoi")
    third = take(player, again)
    assert "about the last turn, of Ben Why?" in third.text
    due = take(player, third, "08B")
    saved = player.send(call(due), "call=stop")
    assert "The players decided: she may" in player.open(f"{saved.path}/rounds/1").text
    assert "Anna called koi-koi once." in player.open(f"{saved.path}/rounds/1").text


def test_play_may_go_on_by_a_decision_of_the_table(player: Player, live: Page) -> None:
    due = take(player, live, THREE)
    fold = next(form for form in due.forms if form.presses("on"))
    assert 'formmethod="get"' in due.html
    page = player.open(f"{live.path}?ruling=she+slept&on=1")
    assert "Ben’s turn" in page.text and fold["ruling"] == ""
    assert page.form("/turns")["ruling"] == "she slept"
    due = take(player, take(player, page), "12B")
    saved = player.send(call(due), "call=stop")
    assert "The players decided: she slept" in player.open(f"{saved.path}/rounds/1").text
    refused = player.open(f"{live.path}?on=1")
    assert refused.path == saved.path + "/turns"


def test_the_hands_are_played_and_nobody_stopped(player: Player, live: Page) -> None:
    page = live
    for taken in range(16):
        assert ("next: " in page.text) == (taken < 15), "nobody is next after the last turn"
        page = take(player, page)
    assert page.main == (
        f"Show it Every card is played, and nobody stopped. {SO_FAR.format(0)} {UNSENT} Undo End the round"
    )
    assert "Round 1, turn" not in page.text
    assert coins(player.send(page.form("/ending"))) == [0, 0]


def all_taken_but_one(table: Table, player: Player, installation: Installation, third: str) -> Page:
    """After the last turn: the lightning took a card of December, and others two more, without the bright."""
    house = {"title": "Left over", "deal": {"hand": 2}, "play": {"lightning": "wild", "orphans": "follow"}}
    installation.house_rules.keep("left-over", house)
    page = table.follow(table.begin(rules="left-over"))
    for cards in ("11C 12C1", "", third, "12C2 12C3"):
        page = take(player, page, cards)
    return page


def test_a_card_that_the_lightning_left_over_is_taken_after_the_last_turn(
    table: Table, player: Player, installation: Installation
) -> None:
    page = all_taken_but_one(table, player, installation, third="")
    assert "Every card is played, and nobody stopped." in page.text
    assert "Anna takes: December, phoenix, bright" in page.text
    page = player.send(page.form("/turns"), "captured=12B")
    assert "takes:" not in page.text
    assert coins(player.send(page.form("/ending"))) == [0, 0]
    before = take(player, take(player, player.open(page.path), "11C 12C1"), "12C2 12C3")
    assert "takes:" not in take(player, before).text  # turns are left


def test_a_yaku_with_the_card_that_was_left_over_is_of_the_last_turn(
    table: Table, player: Player, installation: Installation
) -> None:
    page = all_taken_but_one(table, player, installation, third="01B 03B")
    due = player.send(page.form("/turns"), "captured=12B")
    assert "Round 1, turn 2 of 2" in due.text
    assert coins(player.send(call(due), "call=stop")) == [5, 0]


def test_once_the_hands_are_empty_a_turn_is_played_from_the_stock(
    table: Table, player: Player, installation: Installation
) -> None:
    house = {"title": "On", "deal": {"hand": 3, "without": ["01C1"]}, "play": {"hands_empty": "play_stock"}}
    installation.house_rules.keep("on", house)
    page = table.follow(table.begin(rules="on"))
    assert captured(page) == {"01C1"}, "it is not played with"
    assert "Round 1, turn 1 of 17" in page.text, "33 of 47 cards are in the stock"
    for taken in range(7):
        said = "The hands are empty; this turn is played from the stock. The rule: "
        assert (said in page.text) is (taken >= 6)
        page = take(player, page)


def test_a_yaku_with_the_last_card_must_stop(table: Table, player: Player) -> None:
    page = table.follow(table.begin())
    for _ in range(15):
        page = take(player, page)
    due = take(player, page, THREE)
    assert "A yaku with the last card stops the round." in due.text
    assert "Yaku with the last card: it stops the round by itself" in due.text
    assert coins(player.send(call(due), "call=stop")) == [0, 5]


def test_the_brights_that_were_dealt_are_said_before_the_first_turn(table: Table, player: Player) -> None:
    live = table.follow(table.begin(rules="russian_all"))
    refused = take(player, live, THREE)
    assert "Say how many brights were dealt to the field." in refused.text
    due = player.send(refused.form("/turns").fill(brights=1))
    assert coins(player.send(call(due), "call=stop")) == [110, 90]


@pytest.mark.parametrize(
    "dealt", [FieldDealt(brights=0), FieldDealt(cards="01B 02A 03B 04A 05A 06A 07A 08A")]
)
def test_the_brights_are_not_asked_for_where_they_are_known(
    table: Table, player: Player, dealt: FieldDealt
) -> None:
    live = player.open(f"{table.store(table.begin(rules='russian_all'), dealt).path}/turns")
    assert "brights" not in live.form("/turns")
    assert "Ben’s turn" in take(player, live).text


def test_who_stops_is_told_what_they_get_where_their_cards_alone_decide(
    table: Table, player: Player, installation: Installation
) -> None:
    for who, said in (("winner", "Anna gets 5"), ("everyone", "5 points")):
        house = {"extends": "dutch", "title": "House", "settlement": {"who_scores": who}}
        installation.house_rules.keep("house", house)
        due = take(player, table.follow(table.begin(rules="house")), THREE)
        assert due.main.endswith(f" Undo Koi-koi Stop {said}")


def test_a_match_that_is_over_has_no_turns(table: Table, player: Player) -> None:
    notepad = table.score(table.begin(rules="dutch", rounds=1), 0, THREE)
    assert player.open(f"{notepad.path}/turns").path == notepad.path


# Recorded games


def games() -> list[Any]:
    if not GAMES.exists():
        return [pytest.param([], marks=pytest.mark.skip("no recorded games beside this checkout"))]
    rounds: dict[int, list[Any]] = {}
    for line in GAMES.read_text("utf-8").splitlines():
        played = json.loads(line)
        rounds.setdefault(played["game"], []).append(played)
    many = len(rounds) if EVERY_LOOK else FEW
    return [pytest.param(game, id=f"game {number}") for number, game in list(rounds.items())[:many]]


class Phone:
    """Sends what the forms of the live pages send, without looking at all of each page."""

    def __init__(self, client: FlaskClient, address: str) -> None:
        self.client, self.address, self.html = client, address, ""
        self.look()

    def look(self) -> None:
        self.html = self.client.get(self.address).text

    def send(self, place: str, **values: Any) -> None:
        kept = {name: _hidden(self.html, name) for name in ("csrf_token", "id", "after")}
        answer = self.client.post(self.address + place, data={**kept, **values})
        assert answer.status_code == 303, answer.text
        self.look()

    @property
    def is_due(self) -> bool:
        return 'class="decision' in self.html


def _hidden(html: str, name: str) -> str:
    match = re.search(rf'name="{name}" value="([^"]*)"', html)
    assert match, name
    return match[1]


@pytest.mark.slow
@pytest.mark.parametrize("game", games())
def test_recorded_games_are_asked_where_their_players_were_and_pay_the_same(
    table: Table, client: FlaskClient, game: list[Any]
) -> None:
    dealer = game[0]["dealer"] - 1
    notepad = table.begin("North", "South", rules="koikoi_japan", dealer=dealer)
    phone = Phone(client, f"{notepad.path}/turns")
    expected = [30, 30]
    for played in game:
        for player, card, matches, drawn, drawn_matches, said in played["turns"]:
            assert f"{('North', 'South')[player - 1]}’s turn" in phone.html
            captured = [card, *matches] * bool(matches) + [drawn, *drawn_matches] * bool(drawn_matches)
            phone.send("", captured=captured)
            assert phone.is_due == (said is not None)
            if said:
                phone.send("/calls", call={"koi": "koikoi"}.get(said, said))
        if said != "stop":
            phone.send("/ending")
        expected = [had + won for had, won in zip(expected, played["points"], strict=True)]
        assert coins(table.player.open(notepad.path)) == expected
