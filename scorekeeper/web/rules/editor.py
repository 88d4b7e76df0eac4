"""The page of the house-rules form: what of it is drawn, what is open, and where a problem is said.

Most of the form is folded away. A fold that nobody opened is not drawn: its settings stay as they are. A
button in it asks for it; where scripts run, they press that button and put only the fold into the page.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import cached_property
from typing import Any, Final, NamedTuple

import msgspec

from ...koikoi.rules import wording
from ...koikoi.rules.ruleset import RuleSet
from ...koikoi.rules.schema import option
from ...koikoi.rules.scoring_options import YakuOptions
from ...koikoi.rules.yaku import KNOWN
from ...sentences import N_, Sentence, say
from .form import RulesForm
from .in_words import SECTIONS
from .yaku_fields import ALL_TERMS, NEW

EVERYTHING: Final = "all"  # asks for every fold at once
_HEADINGS: Final = {
    **{name: title for name, title, _prefixes in SECTIONS},
    "new": N_("Add a yaku"),
    "pairs": N_("Yaku that do not count together"),
    "terms": N_("Special terms of single yaku"),
    "cards": N_("Cards"),
}
_NAMES: Final = {
    "": N_("These rules"),
    "title": N_("Name of these rules"),
    "about": N_("About them"),
    "pair": N_("Yaku that do not count together"),
}
_SECTIONS: Final = {name: prefixes for name, _title, prefixes in SECTIONS}


class Fold(NamedTuple):
    """A part of the page that opens and closes."""

    id: str  # such as "match" or "terms.tan"
    heading: str  # empty where the name of its yaku stands there
    yaku: str  # the id of the yaku that it is about, if it is about one
    changes: int
    drawn: bool
    open: bool
    template: str


class Editor:
    """The page of a form. ``opened``: the folds that the page had; ``wanted``: the one that is asked for."""

    def __init__(
        self,
        form: RulesForm,
        problems: Mapping[str, Sentence],
        opened: Collection[str] = (),
        wanted: str = "",
    ) -> None:
        self.form = form
        self.problems = problems
        self.wanted = wanted if wanted == EVERYTHING or self.has(wanted) else ""
        self._opened = {*opened, self.wanted}
        self._troubled = {fold for field in problems for fold in _folds_around(field)}

    @property
    def sections(self) -> list[Fold]:
        return [self.fold(name) for name, _title, _prefixes in SECTIONS]

    def has(self, name: str) -> bool:
        """Whether the page has a fold of this id."""
        kind, _, yaku = name.partition(".")
        if not yaku:
            return name in _SECTIONS or name in ("new", "pairs", "terms")
        if yaku == NEW:
            return kind in ("cards", "terms")
        kinds = ("terms",) if yaku in KNOWN else ("own", "cards", "terms")
        return yaku in self.form.yaku_names and kind in kinds

    def fold(self, name: str) -> Fold:
        """A fold by its id."""
        kind, _, yaku = name.partition(".")
        changes = self.form.changes(name) if name in _SECTIONS else 0
        opens = bool(changes) or name in self._troubled or name == self.wanted or self._differs(kind, yaku)
        drawn = opens or name in self._opened or EVERYTHING in self._opened or self._only_here(yaku)
        return Fold(name, _heading(kind, yaku), yaku, changes, drawn, opens, _template(kind, yaku))

    @cached_property
    def draft(self) -> RuleSet:
        """The rule set with the names of the form's own yaku, for naming them."""
        own = {
            name: YakuOptions(name=self.form.yaku(name).field("name").text or None)
            for name in self.form.yaku_names
            if name not in KNOWN
        }
        return msgspec.structs.replace(self.form.base, yaku={**self.form.base.yaku, **own})

    @property
    def named_problems(self) -> list[tuple[str, Sentence | str]]:
        """Every problem by its field, and what that is called."""
        return [(field, self._name_of(field)) for field in self.problems]

    def yaku(self, *, own: bool) -> list[Any]:
        """The fields of the known yaku, or of a table's own."""
        return [self.form.yaku(name) for name in self.form.yaku_names if (name not in KNOWN) == own]

    def changed(self, yaku: str) -> bool:
        """Whether a yaku is not as it is in the parent."""
        return bool(self.form.tree["yaku"][yaku] != self.form.yaku_above(yaku))

    def _only_here(self, yaku: str) -> bool:
        """Whether a yaku was added and is not kept yet: nothing but the page knows what it is."""
        return yaku not in ("", NEW) and yaku not in self.form.base.yaku

    def _differs(self, kind: str, yaku: str) -> bool:
        """Whether a fold about yaku shows what is not as in the parent."""
        if kind == "own":
            return self.changed(yaku)
        if kind != "terms":
            return False
        of = [yaku] if yaku else [name for name in self.form.yaku_names if name in KNOWN]
        return any(self._terms_differ(name) for name in of if name != NEW)

    def _terms_differ(self, yaku: str) -> bool:
        settings, above = self.form.tree["yaku"][yaku], self.form.yaku_above(yaku)
        return any(above and settings[key] != above[key] for key in ALL_TERMS)

    def _name_of(self, field: str) -> Sentence | str:
        """What a field is called, for the list of problems."""
        if field in _NAMES:
            return _NAMES[field]
        if field.startswith("yaku.") and field.count(".") == 1:
            return wording.yaku(field.split(".")[1], self.draft)
        key = field if option(field) else field.rpartition(".")[0]  # a number beside a choice
        table = key.rpartition(".")[0]
        title = wording.title(key, self.draft)
        if option(table) and not key.startswith("yaku."):
            return say("%(yaku)s: %(option)s", yaku=wording.title(table, self.draft), option=title)
        return title


def _heading(kind: str, yaku: str) -> str:
    if kind == "own" or (kind == "terms" and yaku in KNOWN):
        return ""
    return N_("Special terms") if kind == "terms" and yaku else _HEADINGS[kind]


def _template(kind: str, yaku: str) -> str:
    """What is shown in a fold: the options of a section, or what its kind has."""
    name = "options" if _SECTIONS.get(kind) else "terms_of_one" if kind == "terms" and yaku else kind
    return f"rules/folds/{name}.html"


def _folds_around(field: str) -> list[str]:
    """The folds that have to be open for the problem of a field to be seen."""
    if field == "pair":
        return ["yaku", "pairs"]
    table, name, key = (*field.split(".", 2), "", "")[:3]
    if table != "yaku":
        return [section for section, _title, prefixes in SECTIONS if table in prefixes]
    terms = ["terms", f"terms.{name}"] if key in ALL_TERMS else []
    if name in KNOWN:
        return ["yaku", *terms]
    return ["yaku", f"own.{name}", *terms, *([f"cards.{name}"] if key == "cards" else [])]
