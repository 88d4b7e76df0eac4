"""A scene as it is told: who deals, and then what happens, line by line, with the cards."""

from __future__ import annotations

from collections.abc import Iterator
from functools import singledispatch
from typing import NamedTuple

from ...sentences import Sentence, say
from ..match.events import AnyEvent, FieldDealt, HandShown, KoikoiCalled, RoundExhausted, RoundWon, TurnTaken
from ..pile import EMPTY, Pile, pile
from ..rules.deal import TEYAKU
from .scenes import PLAYERS, Scene


class Told(NamedTuple):
    """A line, and the cards that belong to it."""

    text: Sentence
    pile: Pile = EMPTY


def told(scene: Scene) -> tuple[Told, ...]:
    """What happens in a scene."""
    if scene.drawn:
        drawn = zip(PLAYERS, scene.drawn, strict=False)
        return tuple(Told(say("%(player)s draws", player=name), pile(card)) for name, card in drawn)
    number = say("%(number)s", number=scene.players)
    begins = say("%(option)s: %(value)s", option=say("Players"), value=number)
    dealt = say("%(dealer)s deals", dealer=PLAYERS[0])
    first = begins if scene.players > 2 else dealt
    return (Told(first), *(line for event in scene.events for line in _lines(event)))


@singledispatch
def _lines(event: AnyEvent) -> Iterator[Told]:
    raise TypeError(f"a scene does not tell {event.__struct_config__.tag}")


@_lines.register
def _(event: FieldDealt) -> Iterator[Told]:
    yield Told(say("The dealt field"), pile(event.cards))


@_lines.register
def _(event: HandShown) -> Iterator[Told]:
    hand = say(TEYAKU[event.yaku][0])
    yield Told(say("%(player)s shows: %(hand)s", player=PLAYERS[event.player], hand=hand), pile(event.cards))


@_lines.register
def _(event: TurnTaken) -> Iterator[Told]:
    name = PLAYERS[event.player]
    if event.captured:
        yield Told(say("%(player)s captures", player=name), pile(event.captured))
    else:
        yield Told(say("%(player)s captures nothing", player=name))


@_lines.register
def _(event: KoikoiCalled) -> Iterator[Told]:
    yield Told(say("%(player)s calls koi-koi", player=PLAYERS[event.player]))


@_lines.register
def _(event: RoundWon) -> Iterator[Told]:
    for seat, held in enumerate(event.piles):
        if held and seat != event.player:
            yield Told(say("%(player)s has captured", player=PLAYERS[seat]), pile(held))
    yield from _field(event.field)
    yield Told(say("%(player)s stops", player=PLAYERS[event.player]), pile(event.piles[event.player] or ""))


@_lines.register
def _(event: RoundExhausted) -> Iterator[Told]:
    for seat, held in enumerate(event.piles):
        if held:
            yield Told(say("%(player)s has captured", player=PLAYERS[seat]), pile(held))
    yield from _field(event.field)
    yield Told(say("Nobody stops"))


def _field(months: tuple[int, ...]) -> Iterator[Told]:
    if 11 in months:
        yield Told(say("a November card lies on the field"))
    if 12 in months:
        yield Told(say("a December card lies on the field"))
