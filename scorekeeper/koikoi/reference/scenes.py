"""What happens at a table, read from ``scenes.toml``: played with one value of an option and another."""

from __future__ import annotations

import tomllib
from importlib import resources
from typing import Any, Final

import msgspec

from ..match.events import AnyEvent, event
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


_FILE: Final = tomllib.loads(resources.files(__package__).joinpath("scenes.toml").read_text("utf-8"))
SCENES: Final = tuple(_scene(tree) for tree in _FILE["scene"])
TELLING: Final[dict[str, list[Any]]] = _FILE["values"]  # values to compare, by option
