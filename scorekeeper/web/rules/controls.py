"""What the house-rules form shows: sections of controls, each with what it changes against the parent."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

import msgspec

from ...koikoi.cards import OF_KIND
from ...koikoi.rules import wording
from ...koikoi.rules.ruleset import RuleSet
from ...koikoi.rules.schema import Option, yaku_options
from ...koikoi.rules.yaku import KNOWN, VIEWINGS, need
from ...sentences import Sentence
from .fields import children, shape
from .form import OF_MONTHS, SPECIAL, yaku_shown
from .in_words import SECTIONS, section_options, value_at

_BOXES: Final = {"ruins": VIEWINGS}


class Control(NamedTuple):
    """One option in the form."""

    name: str  # of its field
    row: Option
    shape: str
    was: Sentence | None  # its value in the parent, where it was changed
    parts: tuple[Control, ...] = ()  # of an optional part

    @property
    def boxes(self) -> tuple[str, ...]:
        """The words of a list of boxes."""
        return _BOXES.get(self.row.key.rpartition(".")[2], ())


class YakuControls(NamedTuple):
    """One yaku in the form."""

    id: str
    controls: Mapping[str, Control]  # by option
    own: bool
    may_go: bool  # it can be taken out again: the parent does not have it
    may_pay_more: bool  # for further cards

    @property
    def special(self) -> list[Control]:
        """The controls behind "special terms"."""
        size = () if self.own else ("min",)  # of one's own yaku it belongs to what makes it
        return [one for key, one in self.controls.items() if key in (*size, *SPECIAL, *OF_MONTHS)]

    @property
    def note(self) -> Sentence | None:
        """What the name of a known yaku leaves open."""
        return wording.note(self.id)

    @property
    def changed(self) -> bool:
        return any(one.was for one in self.controls.values())


class Section(NamedTuple):
    """A part of the form that opens and closes."""

    id: str
    title: str
    controls: list[Control]
    changes: int


def sections(tree: Mapping[str, Any], parent: RuleSet) -> list[Section]:
    """The form's sections; ``tree`` is what it says so far."""
    before = msgspec.to_builtins(parent)
    found = []
    for name, title, prefixes in SECTIONS:
        controls = [
            _control(row.key, row, value_at(tree, row.key), value_at(before, row.key), parent)
            for row in section_options(prefixes)
        ]
        changes = sum(one.was is not None for one in controls)
        if name == "yaku":
            changes = sum(chosen != before["yaku"].get(one) for one, chosen in tree["yaku"].items())
        found.append(Section(name, title, controls, changes))
    return found


def yaku_controls(tree: Mapping[str, Any], parent: RuleSet) -> list[YakuControls]:
    """Every yaku, the known ones first."""
    before = msgspec.to_builtins(parent)["yaku"]
    names = [name for name in KNOWN if name in tree["yaku"]]
    names += [name for name in tree["yaku"] if name not in KNOWN]
    return [_yaku(name, tree["yaku"][name], before.get(name), parent) for name in names]


def blank(name: str) -> YakuControls:
    """The controls of a yaku that is being added."""
    return _yaku(name, {}, None, RuleSet())


def _yaku(
    name: str, chosen: Mapping[str, Any], before: Mapping[str, Any] | None, parent: RuleSet
) -> YakuControls:
    rows = yaku_options()
    shown = (*yaku_shown(name), *(("min",) if name not in KNOWN else ()))
    controls = {
        key: _control(f"yaku.{name}.{key}", rows[key], chosen.get(key), (before or chosen).get(key), parent)
        for key in shown
    }
    return YakuControls(name, controls, name not in KNOWN, before is None, _may_pay_more(name))


def _control(name: str, row: Option, value: Any, before: Any, parent: RuleSet) -> Control:
    was = wording.value(name, before, parent) if value != before else None
    kind = shape(row)
    parts: tuple[Control, ...] = ()
    if kind == "part":
        parts = tuple(Control(f"{name}.{part}", one, shape(one), None) for part, one in children(row).items())
    return Control(name, row, kind, was, parts)


def _may_pay_more(name: str) -> bool:
    """Whether a yaku's cards are all of one kind, so that further cards of it could pay."""
    if name not in KNOWN:
        return True
    row = KNOWN[name]
    if row.monthly or row.family:
        return False
    touched = 0
    for words in row.needs:
        touched |= need(words).cards
    return any(not touched & ~kind for kind in OF_KIND.values())
