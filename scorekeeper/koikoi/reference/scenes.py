"""What happens at a table, read from ``scenes.toml``, and how it is told: line by line, with the cards."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
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
from ..rules.schema import Tree, option

PLAYERS: Final = ("Anna", "Ben", "Chris")


class Scene(msgspec.Struct, frozen=True):
    """What happens at a table; the fields are explained at the top of ``scenes.toml``."""

    compares: Mapping[str, Any]
    besides: Tree
    yaku: str
    players: int
    drawn: tuple[str, ...]
    tells: tuple[str, ...]
    events: tuple[AnyEvent, ...]

    def values(self, key: str) -> tuple[Any, ...]:
        """The values of an option that it compares."""
        row, values = option(key_in(key, self.yaku)), self.compares[key]
        return row.fixed if row and values == "all" else tuple(values)


def key_in(key: str, yaku: str) -> str:
    """The dotted key in a rule set: "yaku.points" of a yaku is "yaku.tsukimi.points"."""
    return f"yaku.{yaku}.{key.removeprefix('yaku.')}" if yaku else key


@cache
def scenes() -> tuple[Scene, ...]:
    """All of them, in the order of the file."""
    file = resources.files(__package__).joinpath("scenes.toml")
    return tuple(_scene(tree) for tree in tomllib.loads(file.read_text("utf-8"))["scene"])


def _scene(tree: Tree) -> Scene:
    return Scene(
        compares=tree["compares"],
        besides=read_toml(tree.get("besides", "")),
        yaku=tree.get("yaku", ""),
        players=tree.get("players", 2),
        drawn=tuple(tree.get("drawn", ())),
        tells=tuple(tree.get("tells", ("points", "score"))),
        events=tuple(event(written) for written in tree.get("events", ())),
    )


class SceneLine(NamedTuple):
    """A line, and the cards that belong to it."""

    text: Sentence
    pile: Pile = EMPTY


def scene_lines(scene: Scene) -> tuple[SceneLine, ...]:
    """What happens in a scene."""
    if scene.drawn:
        drawn = zip(PLAYERS, scene.drawn, strict=False)
        return tuple(SceneLine(say("%(player)s draws", player=name), pile(card)) for name, card in drawn)
    if scene.players > 2:
        first = valued(say("Players"), say("%(number)s", number=scene.players))
    else:
        first = say("%(dealer)s deals", dealer=PLAYERS[0])
    return (SceneLine(first), *(line for event in scene.events for line in _lines(event)))


def _lines(event: AnyEvent) -> Iterator[SceneLine]:
    player = PLAYERS[getattr(event, "player", 0)]
    match event:
        case FieldDealt(cards=cards):
            yield SceneLine(say("The dealt field"), pile(cards))
        case HandShown(yaku=yaku, cards=cards):
            hand = say(TEYAKU[yaku][0])
            yield SceneLine(say("%(player)s shows: %(hand)s", player=player, hand=hand), pile(cards))
        case TurnTaken(captured=""):
            yield SceneLine(say("%(player)s captures nothing", player=player))
        case TurnTaken(captured=captured):
            yield SceneLine(say("%(player)s captures", player=player), pile(captured))
        case KoikoiCalled():
            yield SceneLine(say("%(player)s calls koi-koi", player=player))
        case RoundWon(player=seat, piles=piles, field=field):
            yield from _piles_and_field(piles, field, without=seat)
            yield SceneLine(say("%(player)s stops", player=player), pile(piles[seat] or ""))
        case RoundExhausted(piles=piles, field=field):
            yield from _piles_and_field(piles, field)
            yield SceneLine(say("Nobody stops"))
        case _:
            raise TypeError(f"a scene does not tell {event.__struct_config__.tag}")


def _piles_and_field(
    piles: Sequence[str | None], months: Sequence[int], without: int | None = None
) -> Iterator[SceneLine]:
    for seat, held in enumerate(piles):
        if held and seat != without:
            yield SceneLine(say("%(player)s has captured", player=PLAYERS[seat]), pile(held))
    if 11 in months:
        yield SceneLine(say("a November card lies on the field"))
    if 12 in months:
        yield SceneLine(say("a December card lies on the field"))
