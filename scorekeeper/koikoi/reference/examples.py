"""Examples of an option: the scenes in which its values lead to different ends, played with each value."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from itertools import combinations
from typing import Any, Final, NamedTuple

import msgspec

from ...sentences import Sentence, say
from ..errors import BadRuleset
from ..rules import phrases
from ..rules.diff import by_key
from ..rules.loader import DEFAULT, rules
from ..rules.schema import Tree, value_at
from .outcomes import Outcome, outcome
from .scenes import SCENES, Scene
from .values import compared, key_in, rows, with_value

_MOST_SCENES: Final = 3  # of one option
# Follows from the points, and is told only where those are the same; how the round ended, where no yaku is.
_OF_THE_POINTS: Final = ("result", "paid", "coins", "end", "dealer")


class Result(NamedTuple):
    """What a scene leads to with one value of the option."""

    value: Any
    words: Sentence
    points: int | None  # where the values differ in the points of the round
    said: tuple[Sentence, ...]


class Example(NamedTuple):
    """A scene, what the rules set besides, in words, and what each value of the option leads to."""

    scene: Scene
    besides: tuple[tuple[Sentence, Sentence], ...]
    results: tuple[Result, ...]

    @property
    def alike(self) -> tuple[tuple[Result, ...], ...]:
        """The results, those together that are the same."""
        groups: dict[str, list[Result]] = {}
        for result in self.results:
            groups.setdefault(f"{result.points} {result.said}", []).append(result)
        return tuple(map(tuple, groups.values()))


class _Played(NamedTuple):
    """A scene, and what it leads to by the place of each value; values that cannot be played are left out."""

    scene: Scene
    outcomes: Mapping[int, Outcome]

    @property
    def separates(self) -> set[tuple[int, int]]:
        """The pairs of values that lead to different ends."""
        pairs = combinations(self.outcomes, 2)
        return {(a, b) for a, b in pairs if self.outcomes[a] != self.outcomes[b]}


@cache
def examples(key: str) -> tuple[Example, ...]:
    """The fewest scenes, in their order, that tell apart as many values of an option as the list can.

    Empty for advice, and for an option that no scene tells apart. Worked out once.
    """
    if rows()[key].advice:
        return ()
    values = compared(key)
    tried = [_played(scene, key, values) for scene in SCENES if scene.tells_of(key)]
    chosen: list[_Played] = []
    told: set[tuple[int, int]] = set()
    while tried and len(chosen) < _MOST_SCENES:
        best = max(tried, key=lambda played: len(played.separates - told))
        if not best.separates - told:
            break
        chosen.append(best)
        told |= best.separates
    return tuple(_example(played, key, values) for played in chosen)


def _played(scene: Scene, key: str, values: Sequence[Any]) -> _Played:
    outcomes = {}
    for place, value in enumerate(values):
        try:
            outcomes[place] = outcome(_rules(scene, key, value), scene)
        except BadRuleset:  # such as a step by step table that is empty
            continue
    return _Played(scene, outcomes)


def _rules(scene: Scene, key: str, value: Any) -> Tree:
    """The common rules with what the scene sets besides, and with the value, as a written rule set."""
    tree = _over(scene.besides, with_value(key, value, scene.yaku))
    return {"extends": DEFAULT, **tree}


def _over(below: Tree, above: Tree) -> dict[str, Any]:
    merged = dict(below)
    for name, value in above.items():
        lower = merged.get(name)
        inside = isinstance(value, Mapping) and isinstance(lower, Mapping)
        merged[name] = _over(lower, value) if inside else value  # type: ignore[arg-type]
    return merged


def _example(played: _Played, key: str, values: Sequence[Any]) -> Example:
    scene, outcomes = played.scene, played.outcomes
    aspects = _telling(scene, list(outcomes.values()))
    results = []
    for place, ended in outcomes.items():
        ruleset = rules(_rules(scene, key, values[place]))
        whole = value_at(msgspec.to_builtins(ruleset), key_in(key, scene.yaku))
        results.append(
            Result(
                values[place],
                phrases.value(key_in(key, scene.yaku), whole, ruleset),
                ended.points if "points" in aspects else None,
                _told(ended, aspects),
            )
        )
    return Example(scene, _besides(scene, key), tuple(results))


def _told(ended: Outcome, aspects: Sequence[str]) -> tuple[Sentence, ...]:
    """What an outcome says of some aspects besides the points."""
    said = [sentence for aspect in aspects if aspect != "points" for sentence in ended.said.get(aspect, ())]
    return tuple(said) if said or ended.points is not None else (say("play on"),)


def _telling(scene: Scene, outcomes: Sequence[Outcome]) -> list[str]:
    """The aspects in which some outcomes differ, in the order in which they are told."""
    aspects = dict.fromkeys(aspect for ended in outcomes for aspect in ended.said)
    differing = [aspect for aspect in aspects if len({str(ended.said.get(aspect)) for ended in outcomes}) > 1]
    if "points" not in differing or scene.tells:
        return differing
    followed = _OF_THE_POINTS if "score" in aspects else _OF_THE_POINTS[1:]
    return [aspect for aspect in aspects if aspect in ("score", *differing) and aspect not in followed]


def _besides(scene: Scene, key: str) -> tuple[tuple[Sentence, Sentence], ...]:
    """What the scene sets besides the option, in words."""
    ruleset = rules({"extends": DEFAULT, **scene.besides})
    tree, own = msgspec.to_builtins(ruleset), key_in(key, scene.yaku)
    return tuple(
        (phrases.title(other, ruleset), phrases.value(other, value_at(tree, other), ruleset))
        for other, _ in by_key(scene.besides)
        if other != own and not other.endswith(".name")
    )
