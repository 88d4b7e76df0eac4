"""Every option of the schema can be changed in the rule editor, without scripts, and is seen on every page.

Each run changes all options to each of their values, many at once. The long run also changes each alone, and
the everyday run one of every fourth kind.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import zip_longest
from typing import Any

import msgspec
import pytest
from extent import EVERY_LOOK, daily
from web.option_values import Changes, changed, enter, other_values, refused, with_needed
from web.rules_journey import Journey, editor_of

from scorekeeper.koikoi.rules.diff import differences
from scorekeeper.koikoi.rules.loader import rules
from scorekeeper.koikoi.rules.schema import Tree, option, options, value_at, yaku_options
from scorekeeper.koikoi.rules.yaku import KNOWN
from scorekeeper.koikoi.scoring.plan import compiled

PARENT: Tree = {  # has a yaku of its own of each kind: of cards, of a kind, of a month
    "extends": "default",
    "title": "Parent",
    "yaku": {
        "beasts": {"name": "Beasts", "kind": "animal", "min": 6, "not": ["09A"], "points": 4},
        "month": {"name": "Month", "monthly": "each", "repeat": True, "points": 2},
        "ours": {"name": "Ours", "cards": ["04A", "05A", "06A"], "min": 2, "points": 3},
    },
}
OF_MONTHS = {"each": ("repeat", "separate", "lightning"), "round": ("lightning",)}
EXTRA = ("extra", "extra_from")
OF_OWN = {
    "ours": (*EXTRA, "name", "cards", "min", "kind", "also", "ruined_by"),
    "beasts": (*EXTRA, "name", "kind", "min", "also", "not", "ruined_by", "monthly"),
    "month": ("name", "extra_from", "monthly", *OF_MONTHS["each"]),
}
OF_SOME = {*EXTRA, "min", *OF_MONTHS["each"], *(key for making in OF_OWN.values() for key in making)}
OF_EVERY_YAKU = [key for key in yaku_options() if key not in OF_SOME]
NOT_OFF = ("name", "kind", "cards", "monthly", "beasts.min")  # without it nothing says what the yaku is


def further_card_can_pay(name: str) -> bool:
    """Whether a known yaku takes fewer cards than there are of its kind."""
    (row,) = (row for row in compiled(changed(BASE, {f"yaku.{name}.points": 5})).rows if row.id == name)
    return row.kind.bit_count() > row.size


def keys_of_yaku() -> Iterator[str]:
    """The options that each known yaku and each of one's own has."""
    for name, row in KNOWN.items():
        extra = EXTRA if further_card_can_pay(name) else ()
        further = (*extra, *(("min",) if row.counts else ()), *OF_MONTHS.get(row.monthly, ()))
        yield from (f"yaku.{name}.{key}" for key in (*OF_EVERY_YAKU, *further))
    for name, making in OF_OWN.items():
        yield from (f"yaku.{name}.{key}" for key in (*OF_EVERY_YAKU, *making))


def values_of(key: str) -> list[Any]:
    """What an option is changed to."""
    return [value for value in other_values(key, BASE) if value is not None or not key.endswith(NOT_OFF)]


BASE = rules(PARENT)
VALUES = {key: values_of(key) for key in (*options(), *keys_of_yaku())}
CASES = [(key, value) for key, values in VALUES.items() for value in values]
BATCHES = list(zip_longest(*([(key, value) for value in values] for key, values in VALUES.items())))


def one_of_each_kind() -> list[tuple[str, Any]]:
    """A change for each kind of field."""
    kinds: dict[str, tuple[str, Any]] = {}
    for key, value in CASES:
        row = option(key)
        assert row is not None
        kinds.setdefault(row.kind, (key, value))
    return list(kinds.values())


ALONE = CASES if EVERY_LOOK else one_of_each_kind()[::4]


@pytest.fixture
def parent(journey: Journey) -> Iterator[str]:
    journey.installation.house_rules.keep("parent", dict(PARENT))
    yield "parent"


@pytest.mark.parametrize(("key", "value"), ALONE, ids=lambda part: str(part))
def test_an_option_alone_is_changed_and_seen_everywhere(
    journey: Journey, parent: str, key: str, value: Any
) -> None:
    changes = with_needed(BASE, key, value)
    name = edited(journey, parent, changes)
    journey.check_everywhere(name, parent)
    journey.check_taken_back(name, parent, everything=True)


@pytest.mark.parametrize("batch", daily(BATCHES, len(BATCHES)))
def test_many_options_at_once_are_changed_and_seen_everywhere(
    journey: Journey, parent: str, batch: tuple[tuple[str, Any] | None, ...]
) -> None:
    left = [case for case in batch if case is not None]
    while left:
        changes, left = together(left)
        name = edited(journey, parent, changes)
        journey.check_everywhere(name, parent)
        journey.check_taken_back(name, parent, everything=False)
        journey.installation.house_rules.discard(name)


def test_every_option_and_every_word_is_among_the_changes() -> None:
    assert VALUES.keys() >= options().keys()
    assert {key.split(".", 2)[2] for key in VALUES if key.startswith("yaku.")} == yaku_options().keys()
    assert {key.split(".")[1] for key in VALUES if key.startswith("yaku.")} == BASE.yaku.keys()
    tree = msgspec.to_builtins(BASE)
    for key, values in VALUES.items():
        row = option(key)
        assert row is not None
        assert values, key
        if row.kind in ("word", "shares", "word_or_number"):
            assert {*map(str, values), str(value_at(tree, key))} >= {*map(str, row.words)}, key
    assert sorted(map(str, CASES)) == sorted(str(case) for batch in BATCHES for case in batch if case)


def edited(journey: Journey, parent: str, changes: Changes) -> str:
    """Rules with these changes, made in the editor and kept as they were entered; returns their id."""
    form = journey.editor(f"/rules/new?from={parent}")
    form["title"] = "House"
    for name in dict.fromkeys(key.split(".")[1] for key in changes if key.startswith("yaku.")):
        if f"own.{name}" in form.presses("show"):  # brings all fields of a yaku of the table's own
            form = editor_of(journey.player.send(form, f"show=own.{name}"))
    enter(form, changes)
    name = journey.keep(form)
    assert differences(changed(BASE, changes), journey.rules(name)) == ()
    return name


def together(cases: list[tuple[str, Any]]) -> tuple[Changes, list[tuple[str, Any]]]:
    """As many changes as go together, and those that are left for another time."""
    changes: dict[str, Any] = {}
    left = []
    for key, value in cases:
        further = with_needed(BASE, key, value)
        if changes.keys() & further.keys() or refused(BASE, {**changes, **further}):
            left.append((key, value))
        else:
            changes |= further
    return changes, left
