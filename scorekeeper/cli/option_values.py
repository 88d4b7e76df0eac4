"""The reference of the options as values for JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from ..koikoi.match.events import as_values

if TYPE_CHECKING:
    from ..koikoi.reference.entries import OptionEntry
    from ..koikoi.reference.examples import Example


def entry(entry: OptionEntry) -> dict[str, Any]:
    """What the reference says about one option."""
    row = entry.option
    return {
        "key": entry.key,
        "title": str(entry.title),
        "meaning": row.meaning,
        "default": msgspec.to_builtins(row.default),
        "allowed": [str(allowed) for allowed in row.allowed],
        "advice": row.advice,
        "values": [
            {
                "written": value.written,
                "says": str(value.words),
                "rulesets": list(value.rulesets),
                **({"yaku": value.yaku} if value.yaku else {}),
            }
            for value in entry.values
        ],
        "examples": [_example(example) for example in entry.examples],
        "choices": [{"ruleset": asked.ruleset, "id": asked.choice.id} for asked in entry.asked],
    }


def _example(example: Example) -> dict[str, Any]:
    """A scene as a record has it, and what each value leads to."""
    scene = example.scene
    return {
        "besides": scene.besides,
        **({"yaku": scene.yaku} if scene.yaku else {}),
        "players": scene.players,
        **({"drawn": list(scene.drawn)} if scene.drawn else {}),
        "events": [as_values(event) for event in scene.events],
        "results": [
            {
                "value": msgspec.to_builtins(result.value),
                **({"points": result.points} if result.points is not None else {}),
                "says": [str(said) for said in result.said],
            }
            for result in example.results
        ],
    }
