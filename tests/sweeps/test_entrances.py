"""The same cards are worth the same through every entrance, whatever an option is set to.

The entrances: ``scorekeeper score``, the record of a round in ``scorekeeper tally``, the pages under /hand,
the board, the turns of live play. Each option is seen at work on the scenes that its reference shows
(``scenes.toml``); one whose values no scene tells apart is a failure.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Any, Final, NamedTuple

import msgspec
import pytest
from extent import daily, in_turn
from web.fixtures import Table, coins
from web.forms import Form
from web.live_play import call, is_due, take
from web.option_values import changed, other_values, with_needed
from web.player import Page, Player

from scorekeeper.cli.score import Answers
from scorekeeper.exports import json_values, record
from scorekeeper.installation import Installation
from scorekeeper.koikoi.cards import BRIGHTS, RAIN_MAN, cards, months, of_month, text
from scorekeeper.koikoi.errors import KoikoiError, NotAllowed
from scorekeeper.koikoi.match.events import (
    AnyEvent,
    FieldDealt,
    HandShown,
    KoikoiCalled,
    RoundExhausted,
    RoundWon,
    TurnTaken,
    as_values,
)
from scorekeeper.koikoi.match.match import Match
from scorekeeper.koikoi.match.replay import recorded_turns
from scorekeeper.koikoi.pile import pile
from scorekeeper.koikoi.reference.entries import entries
from scorekeeper.koikoi.reference.examples import Example, examples
from scorekeeper.koikoi.reference.scenes import PLAYERS, Scene, key_in
from scorekeeper.koikoi.rules.deal import deck, field_outcome, field_size, hand_size
from scorekeeper.koikoi.rules.loader import rules
from scorekeeper.koikoi.rules.ruleset import RuleSet
from scorekeeper.koikoi.rules.schema import options, put_at
from scorekeeper.koikoi.scoring.evaluate import scorer

BASE: Final = rules(
    {
        "extends": "russian_all",
        "title": "Base",
        "deal": {"teyaku": {"multiplied": "both", "double_teshi": 14}},
        "play": {"lightning": "wild"},
        "weather": {
            "rain": {"sign": "field_month", "ruins": ["hanami"]},
            "fog": {"sign": "field_month", "ruins": ["tsukimi"]},
        },
        "yaku": {"hiki": {"points": 4}, "tsukifuda": {"points": 4}, "nomi": {"points": 3}},
    }
)
CASES: Final = [
    (key, value)
    for key in (
        *options(),
        *(f"yaku.{name}.{part}" for name in BASE.yaku for part in ("points", "after_koi")),
    )
    for value in other_values(key, BASE)
]
PILES: Final = (
    "01B 03B 08B 09A 02A 04A 05A 06A 07A 10A",
    "01R 02R 03R 06R 09R 10R 11R 11C 01C1 09A 8C",
    "01B 03B 08B 11B 01R 01C1 01C2 09A",
)
HAND: Final = "01B 01R 01C1 01C2 03B 03R 03C1 03C2"
PAIRS: Final = "01B 01R 03B 03R 04A 04R 05A 05R"
LYING: Final = "11A 12C2"
OPTIONS: Final = [key for key, entry in entries().items() if not entry.option.advice]


def case_rules(key: str, value: Any) -> RuleSet:
    return changed(BASE, with_needed(BASE, key, value))


@pytest.mark.parametrize(("key", "value"), CASES, ids=str)
def test_cards_are_worth_the_same_in_a_question_and_in_a_record(key: str, value: Any) -> None:
    ruleset = case_rules(key, value)
    for held in in_deck(ruleset, PILES):
        assert by_question(ruleset, held) == by_record(ruleset, held), held
    for hand in in_deck(ruleset, (HAND, PAIRS)):
        if len(hand.split()) == hand_size(ruleset, 2):
            assert hand_by_question(ruleset, hand) == hand_by_record(ruleset, hand), hand


@pytest.mark.parametrize(("key", "value"), daily(CASES, 9), ids=str)
def test_the_pages_say_what_the_questions_say(
    player: Player, installation: Installation, key: str, value: Any
) -> None:
    ruleset = case_rules(key, value)
    installation.house_rules.keep("house", msgspec.to_builtins(ruleset))
    brights = f"brights={counting(ruleset)}&ruleset=house"
    lying = ".".join(map(str, months(cards(LYING) & deck(ruleset))))
    for held in in_deck(ruleset, PILES[:1]):
        page = player.open(f"/hand?pile={held.replace(' ', '.')}&calls=1.1&round=1&months={lying}&{brights}")
        assert verdict(page) == by_question(ruleset, held), key
    for hand in in_deck(ruleset, (HAND,)):
        if len(hand.split()) == hand_size(ruleset, 2):
            ticked = "&".join(f"cards={card}" for card in hand.split())
            page = player.open(f"/hand/dealt?shown=dealt&{ticked}&{brights}")
            assert best(page) == hand_by_question(ruleset, hand), key


@pytest.mark.parametrize(("others", "worth"), [((1, 1), 18), ((2, 0), 12), (2, 12), ((0, 0), 6), (0, 6)])
def test_the_koikoi_of_three_players_are_told_apart_where_each_player_counts_once(
    others: int | tuple[int, int], worth: int
) -> None:
    ruleset = changed(rules("mongolopedia"), {"multipliers.koi_counts": "players"})
    asked = {"ruleset": msgspec.to_builtins(ruleset), "captured": "01B 03B 08B", "players": 3}
    answer = Answers().answer(json.dumps({**asked, "calls": {"others": others}}))
    assert answer["points"] == worth


@pytest.mark.parametrize("key", OPTIONS)
def test_every_option_is_asked_by_a_record_of_what_its_scenes_tell(key: str) -> None:
    assert any(
        len({str(in_a_record(ruleset, example.scene).told) for ruleset in by_value(key, example)}) > 1
        # before the first card nothing is counted, and a name is only read
        if example.scene.events and entries()[key].option.kind != "names"
        else len(example.alike) > 1
        for example in examples(key)
    )


@pytest.mark.parametrize("key", OPTIONS)
def test_a_scene_is_worth_the_same_in_a_question_and_in_a_record(key: str) -> None:
    for example in examples(key):
        for ruleset in by_value(key, example):
            compare_with_question(ruleset, example.scene)


@pytest.mark.parametrize("key", in_turn(OPTIONS, 4))
def test_a_scene_ends_on_the_pages_as_in_a_record(table: Table, installation: Installation, key: str) -> None:
    for example in examples(key):
        for ruleset in by_value(key, example):
            installation.house_rules.keep("house", msgspec.to_builtins(ruleset))
            notepad = table.begin(*PLAYERS[: example.scene.players], rules="house")
            shown = enter(table, notepad, example.scene.events)
            kept = in_a_record(ruleset, example.scene)
            assert on_notepad(table.player.open(notepad.path)) == kept.numbers, (key, example.scene.events)
            due = kept.match.play.due
            assert due is None or str(due.decision.why or "") in shown.text, key


def in_deck(ruleset: RuleSet, written: Sequence[str]) -> list[str]:
    """Those of some cards that are all in the deck."""
    return [words for words in written if not pile(words).cards & ~deck(ruleset)]


def field(ruleset: RuleSet) -> str:
    """A dealt field without pairs that the deck has, and none of the hands."""
    one_of_each = "08B 11B 02A 06A 07A 09A 10A 12B 02R 06R 07R 08A 09R 10R 11A 12C1"
    return text(cards(" ".join(one_of_each.split()[: field_size(ruleset, 2)])) & deck(ruleset))


def counting(ruleset: RuleSet) -> int:
    """How many brights of that field count."""
    counting = BRIGHTS if scorer(ruleset).plan.rain_man_counts else BRIGHTS & ~RAIN_MAN
    return (cards(field(ruleset)) & counting).bit_count()


def by_question(ruleset: RuleSet, held: str) -> int:
    asked = {
        "ruleset": msgspec.to_builtins(ruleset),
        "captured": held,
        "calls": {"winner": 1, "others": 1},
        "round": 1,
        "field_at_deal": field(ruleset),
        "field_now": text(cards(LYING) & deck(ruleset)),
    }
    return int(Answers().answer(json.dumps(asked))["points"])


def by_record(ruleset: RuleSet, held: str) -> int:
    """What a round pays of which the table let everything stand; 0 where the pile makes no yaku."""
    events: list[dict[str, Any]] = [
        {"type": "field-dealt", "cards": field(ruleset)},
        {"type": "koikoi-called", "player": 0, "ruling": "-"},
        {"type": "koikoi-called", "player": 1, "ruling": "-"},
        {
            "type": "round-won",
            "player": 0,
            "piles": [held, "05C1"],
            "field": months(cards(LYING) & deck(ruleset)),
            "ruling": "-",
        },
    ]
    try:
        return int(first_round(ruleset, events)["points"])
    except KoikoiError as error:
        assert "no yaku" in str(error), error
        return 0


def hand_by_question(ruleset: RuleSet, hand: str) -> int | str:
    asked = {"ruleset": msgspec.to_builtins(ruleset), "hand": hand, "field_at_deal": field(ruleset)}
    answer = Answers().answer(json.dumps(asked))
    return int(answer["points"]) if answer["result"] == "won" else str(answer["result"])


def hand_by_record(ruleset: RuleSet, hand: str) -> int | str:
    asked = {"ruleset": msgspec.to_builtins(ruleset), "hand": hand}
    hands = Answers().answer(json.dumps(asked))["hands"]
    if not hands:
        return "play"
    shown = {"type": "hand-shown", "player": 0, "yaku": hands[0]["id"], "cards": hand}
    row = first_round(ruleset, [{"type": "field-dealt", "cards": field(ruleset)}, shown])
    return int(row["points"]) if row else "void"


def first_round(ruleset: RuleSet, events: list[dict[str, Any]]) -> dict[str, Any]:
    """The first round of a record; empty where none was finished."""
    start = {
        "type": "match-started",
        "players": ["Anna", "Ben"],
        "ruleset": msgspec.to_builtins(ruleset),
        "rounds": 12,
        "purse": 0,
    }
    match = record.from_tree({"format": "koikoi-match/1", "events": [start, *events]}).match
    rows = json_values.tally(match)["rounds"]
    return dict(rows[0]) if rows else {}


def verdict(page: Page) -> int:
    """The last number of the verdict: its total."""
    (said,) = page.all("section", "verdict")
    numbers = re.findall(r"\d+", said)
    return 0 if "make no yaku" in said else int(numbers[-1])


def best(page: Page) -> int | str:
    """What the lucky hand worth most is worth: it comes first, and its last number is the total."""
    (said,) = page.all("section", "verdict")
    if "not a lucky hand" in said or "does not win" in said:
        return "play"
    first = page.html.split('<li class="yaku">')[1].partition("</section>")[0]
    worth = re.findall(r'class="num">(.*?)</span>', first, re.DOTALL)[-1]
    return "void" if "deal again" in worth else int(worth)


class Kept(NamedTuple):
    """A scene as a record: the match after it, or up to what its rules refuse, and why."""

    match: Match
    refused: str

    @property
    def told(self) -> tuple[Any, ...]:
        """What ``tally`` and ``referee`` say."""
        turns = [json_values.turn(turn) for turn in recorded_turns(self.match)]
        return json_values.tally(self.match), turns, self.refused

    @property
    def numbers(self) -> tuple[list[int], int | None]:
        """Everybody's coins, and the round that is played; None where the match is over."""
        return list(self.match.balance), None if self.match.finished else self.match.number


def by_value(key: str, example: Example) -> Iterator[RuleSet]:
    """The rules of a scene with each value of the option."""
    for result in example.results:
        tree: dict[str, Any] = {}
        put_at(tree, key_in(key, example.scene.yaku), result.value)
        yield rules({"extends": "default", **example.scene.besides}, overrides=tree)


def in_a_record(ruleset: RuleSet, scene: Scene) -> Kept:
    names = PLAYERS[: scene.players]
    events = [{"type": "match-started", "players": names, "ruleset": msgspec.to_builtins(ruleset)}]
    events += [as_values(event) for event in scene.events]
    refused = ""
    while True:
        try:
            return Kept(record.from_tree({"format": "koikoi-match/1", "events": events}).match, refused)
        except KoikoiError as error:
            refused = refused or str(error)
            events.pop()


def compare_with_question(ruleset: RuleSet, scene: Scene) -> None:
    """That a question about one pile, a dealt hand or a dealt field is answered as its record is."""
    calls = [event.player for event in scene.events if isinstance(event, KoikoiCalled)]
    dealt, others = "", []
    for event in scene.events:
        if isinstance(event, FieldDealt):
            dealt = event.cards or text(cards("01B 03B 08B") & ~(~0 << 4 * (event.brights or 0)))
        elif not isinstance(event, KoikoiCalled):
            others.append(event)
    kept = in_a_record(ruleset, scene)
    asked = {"ruleset": msgspec.to_builtins(ruleset)}
    row = json_values.tally(kept.match)["rounds"][-1:]
    match others:
        case [RoundWon(player=player, piles=piles, field=lying)] if sum(map(bool, piles)) == 1:
            held = piles[player] or ""
            answer = Answers().answer(
                json.dumps(
                    {
                        **asked,
                        "captured": held,
                        "calls": {"winner": calls.count(player), "others": calls.count(1 - player)},
                        "round": 1,
                        "field_at_deal": dealt,
                        "field_now": " ".join(text(of_month(month) & ~pile(held).cards) for month in lying),
                    }
                )
            )
            if kept.refused:
                assert bool(answer["points"]) == ("make no yaku" not in kept.refused)
            else:
                assert {name: row[0][name] for name in answer} == answer
        case [HandShown(yaku=yaku, cards=hand)]:
            answer = Answers().answer(json.dumps({**asked, "hand": hand, "field_at_deal": dealt}))
            if not field_outcome(ruleset, cards(dealt)):
                assert (yaku in [lucky["id"] for lucky in answer["hands"]]) == (not kept.refused)
            if row or not kept.refused:
                assert (answer["result"] == "void") == bool(kept.match.play.voids)
                assert answer["points"] == (row[0]["points"] if row else 0)
        case [] if dealt:
            answer = Answers().answer(json.dumps({**asked, "field": dealt}))
            assert (answer["result"] == "void") == bool(kept.match.play.voids)
            assert (answer["result"] in ("dealer", "drawn")) == bool(row)
            assert answer["points"] == (row[0]["points"] if row else 0)


def on_notepad(page: Page) -> tuple[list[int], int | None]:
    """Everybody's coins, and the round that is played; None where the match is over."""
    number = re.search(r"(?:Score|Continue|Play) round (\d+)", page.text)
    return coins(page), int(number[1]) if number else None


def enter(table: Table, notepad: Page, events: Sequence[AnyEvent]) -> Page:
    """Enter a scene as a table does, as far as the pages take it; returns the last page."""
    player, page = table.player, notepad
    if any(isinstance(event, TurnTaken) for event in events):
        page = enter_turns(player, notepad, events)
    elif any(isinstance(event, RoundWon | RoundExhausted) for event in events):
        page = enter_rounds(table, notepad, events)
    for event in events:
        if isinstance(event, HandShown) and event.round:  # its round seems to be over, and no board asks
            with suppress(NotAllowed):
                page = table.store(notepad, event)
        elif isinstance(event, FieldDealt) and event.cards and page is notepad:
            page = table.store(notepad, event)
    hands = [event for event in events if isinstance(event, HandShown) and not event.round]
    return enter_hands(player, notepad, hands, brights_of(events)) if hands else page


def enter_turns(player: Player, notepad: Page, events: Sequence[AnyEvent]) -> Page:
    page = notepad
    for event in events:
        if isinstance(event, TurnTaken):
            page = player.open(f"{notepad.path}/turns")
            if is_due(page) or not any(form.action.endswith("/turns") for form in page.forms):
                break
            page = take(player, page, event.captured)
        elif isinstance(event, KoikoiCalled):
            page = player.send(call(page), "call=koikoi")
    return page


def enter_rounds(table: Table, notepad: Page, events: Sequence[AnyEvent]) -> Page:
    page, calls = notepad, [event for event in events if isinstance(event, KoikoiCalled)]
    for event in events:
        if isinstance(event, FieldDealt):
            table.store(notepad, event)
        elif isinstance(event, RoundWon | RoundExhausted):
            page = table.player.open(notepad.path)
            if on_notepad(page)[1] is None:
                break
            page = table.player.send(filled(table.board(page), event, calls), "step=save")
    return page


def enter_hands(player: Player, notepad: Page, hands: Sequence[HandShown], brights: int | None) -> Page:
    form = player.open(f"{notepad.path}/rounds/new").form("/rounds").fill(result="other")
    for hand in hands:
        form.force(f"hand-{hand.player}", hand.yaku)
    if brights is not None:
        form.force("brights", brights)
    page = player.send(form.force("other", "hands"))
    if "Throw the tapped cards away?" in page.text:
        page = player.send(page.form("/rounds"), "away=hands")
    return page


def brights_of(events: Sequence[AnyEvent]) -> int | None:
    """The number of brights on the dealt field, where only that is known."""
    return next((event.brights for event in events if isinstance(event, FieldDealt)), None)


def filled(board: Form, event: RoundWon | RoundExhausted, calls: Sequence[KoikoiCalled]) -> Form:
    """The board as a round is entered on it, with every question answered."""
    form = board.fill(result=event.player if isinstance(event, RoundWon) else "nobody")
    for seat in (0, 1):
        held = pile((*event.piles, "", "")[seat] or "")
        made = [called for called in calls if called.player == seat]
        noted = [called.pile for called in made if called.pile]
        form.force(f"cards-{seat}", *text(held.cards).split()).force(f"chaff-{seat}", held.chaff)
        form.force(f"calls-{seat}", len(made)).force(f"called-{seat}", "; ".join(noted))
        if made and not noted:  # these few cards cannot have been worth so many
            form.force("ruling", "agreed")
    form.force("months", *event.field)
    form.force("last-caller", *[called.player for called in calls[-1:]])
    of_piles = [f"{what}.{month}" for what in ("cards", "whole") for month in range(1, 13)]
    return form.force(
        "no", "brights", "field.11", "field.12", *(f"{seat}.{no}" for seat in (0, 1) for no in of_piles)
    )
