"""What happens at a table, read from ``scenes.toml``, and how it is told: line by line, with the cards."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Sequence
from functools import cache, singledispatch
from importlib import resources
from typing import Any, Final, NamedTuple

import msgspec

from ...sentences import Sentence, say, valued
from ..match.events import (
    AnyEvent,
    FieldDealt,
    HandShown,
    KoikoiCalled,
    RoundExhausted,
    RoundWon,
    TurnTaken,
    event,
)
from ..pile import EMPTY, Pile, pile
from ..rules.deal import TEYAKU
from ..rules.loader import read_toml
from ..rules.schema import Tree

PLAYERS: Final = ("Anna", "Ben", "Chris")


class Scene(msgspec.Struct, frozen=True):
    """What happens at a table; the fields are explained at the top of ``scenes.toml``."""

    options: tuple[str, ...]
    besides: Tree
    yaku: str
    players: int
    drawn: tuple[str, ...]
    tells: tuple[str, ...]
    events: tuple[AnyEvent, ...]

    def tells_of(self, key: str) -> bool:
        """Whether it is tried for an option."""
        return any(key == name or key.startswith(f"{name}.") for name in self.options)


def _scene(tree: Tree) -> Scene:
    return Scene(
        options=tuple(tree["options"]),
        besides=read_toml(tree.get("besides", "")),
        yaku=tree.get("yaku", ""),
        players=tree.get("players", 2),
        drawn=tuple(tree.get("drawn", ())),
        tells=tuple(tree.get("tells", ())),
        events=tuple(event(written) for written in tree["events"]),
    )


@cache
def scenes() -> tuple[Scene, ...]:
    """All of them, in the order of the file."""
    return tuple(_scene(tree) for tree in _file()["scene"])


def telling(option: str) -> Sequence[Any]:
    """The values of an option that the file names to be compared; none where it names none."""
    values: Sequence[Any] = _file()["values"].get(option, ())
    return values


@cache
def _file() -> dict[str, Any]:
    return tomllib.loads(resources.files(__package__).joinpath("scenes.toml").read_text("utf-8"))


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
    begins = valued(say("Players"), number)
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
