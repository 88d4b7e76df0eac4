"""The house-rules form: the fields of a rule set, what they say together, and what is wrong with it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cached_property
from typing import Any, Final

import msgspec

from ...house_rules.slugs import first_free, slug
from ...koikoi.cards import KINDS
from ...koikoi.errors import BadRuleset
from ...koikoi.rules.deal import TEYAKU
from ...koikoi.rules.impossible import refusals
from ...koikoi.rules.impossible_yaku import LISTS
from ...koikoi.rules.loading import completed
from ...koikoi.rules.ruleset import TEXTS, RuleSet
from ...koikoi.rules.schema import section_options
from ...koikoi.rules.trees import put_at, value_at
from ...koikoi.rules.yaku import KNOWN
from ...sentences import Sentence, say
from ..forms.fields import TextLine, TypedForm
from ..forms.typed_text import cleaned
from .fields import NO
from .in_words import SECTIONS
from .options_form import OptionsForm, Sent, tables_sent
from .pairs import ROW, Pairs, pairs_of, put_pairs
from .yaku_fields import ANY, NEW, YakuFields, blank_yaku, yaku_of

_OWN_ID: Final = re.compile(r"[a-z0-9_]{1,40}")


class Texts(TypedForm):
    """What the rule set is called, and what it says about itself."""

    title = TextLine(TEXTS["title"])
    about = TextLine(TEXTS["about"])
    pair = Pairs()


class RulesForm:
    """A rule set as a form.

    ``base``: the rule set that is changed; what was not sent, or means nothing, stays as it is there.
    ``parent``: the rule set that it extends, against which changes are shown. ``sent``: the form that was
    sent; None for one that is drawn for the first time. Fields are made when they are asked for, because a
    page shows few of them.
    """

    def __init__(self, base: RuleSet, parent: RuleSet, sent: Sent | None = None) -> None:
        self.base, self.parent, self.sent = base, parent, sent
        self._base: dict[str, Any] = msgspec.to_builtins(base)
        self._above: dict[str, Any] = msgspec.to_builtins(parent)
        self._sent_tables = tables_sent(sent)
        self._sections: dict[str, OptionsForm] = {}
        self._yaku: dict[str, YakuFields] = {}
        self.texts = Texts(sent, data={**self._base, "pair": pairs_of(self._base["yaku"])})

    def section(self, name: str) -> OptionsForm:
        """The fields of a section of options."""
        if name not in self._sections:
            options = {row.key: row for row in section_options(_PREFIXES[name])}
            values = {key: value_at(self._base, key) for key in options}
            above = {key: value_at(self._above, key) for key in options}
            self._sections[name] = OptionsForm(options, values, above, self.parent, self.sent)
        return self._sections[name]

    def yaku(self, name: str) -> Any:
        """The fields of one yaku, also of the one that is being added."""
        if name not in self._yaku:
            settings = self._base["yaku"].get(name) or blank_yaku()
            above = self._above["yaku"].get(name)
            self._yaku[name] = yaku_of(name, settings, above, self.parent, self.sent)
        return self._yaku[name]

    @cached_property
    def yaku_names(self) -> list[str]:
        """Every yaku that the form has: the known ones, those of the rule set, those that were added."""
        names = [name for name in KNOWN if name in self._base["yaku"]]
        names += [name for name in self._base["yaku"] if name not in KNOWN]
        added = self.sent.getlist("own") if self.sent else []
        names += [name for name in added if name not in names and _OWN_ID.fullmatch(name)]
        return [name for name in names if name in KNOWN or not self.yaku(name).removed]

    @cached_property
    def tree(self) -> dict[str, Any]:
        """What the form says: a complete rule set as plain values."""
        tree: dict[str, Any] = msgspec.to_builtins(self.base)
        for name, prefixes in _PREFIXES.items():
            if not self._sent_tables.isdisjoint(prefixes):
                for key, value in self.section(name).values.items():
                    put_at(tree, key, value)
        tree |= {"title": self.texts.title.value, "about": self.texts.about.value}
        tree["yaku"] = {name: self._settings_of(name) for name in self._in_order()}
        put_pairs(self.texts.pair.value, tree["yaku"])
        return tree

    @cached_property
    def problems(self) -> dict[str, Sentence]:
        """Everything that is wrong, by the field beside which it is said; "" for the rules as a whole."""
        return self._checked[1]

    @property
    def rules(self) -> RuleSet | None:
        """The rule set that the form says, where it can be played."""
        return None if self.problems else self._checked[0]

    def yaku_above(self, name: str) -> Mapping[str, Any]:
        """The settings of a yaku in the parent; empty where the parent does not have it."""
        above: Mapping[str, Any] = self._above["yaku"].get(name, {})
        return above

    def changes(self, section: str) -> int:
        """How many settings of a section are not those of the parent; for the yaku, how many yaku."""
        if section == "yaku":
            above = self._above["yaku"]
            return sum(settings != above.get(name) for name, settings in self.tree["yaku"].items())
        keys = [row.key for row in section_options(_PREFIXES[section])]
        return sum(value_at(self.tree, key) != value_at(self._above, key) for key in keys)

    @cached_property
    def _checked(self) -> tuple[RuleSet | None, dict[str, Sentence]]:
        tree = self.tree  # reads the fields
        problems = self._refused()
        try:
            complete = completed(tree)
        except BadRuleset as refusal:
            problems.setdefault(_field(refusal.option), refusal.sentence)
            return None, problems
        for impossible in refusals(complete):
            problems.setdefault(_field(impossible.option), impossible.sentence)
        return complete, problems

    def _refused(self) -> dict[str, Sentence]:
        """What the fields refuse."""
        problems = dict(self.texts.problems)
        if not self.texts.title.value:
            problems["title"] = say("Give these rules a name.")
        for section in self._sections.values():
            problems |= section.problems
        for name in self.yaku_names:
            if self._is_sent(name):
                problems |= self.yaku(name).problems
        return problems

    def _settings_of(self, name: str) -> dict[str, Any]:
        if self._is_sent(name):
            return dict(self.yaku(name).settings)
        return dict(self._base["yaku"][name])

    def _in_order(self) -> list[str]:
        """The yaku as a rule set lists them: those that it had, then those that were added."""
        names = [name for name in self._base["yaku"] if name in self.yaku_names]
        return [*names, *(name for name in self.yaku_names if name not in names)]

    def _is_sent(self, name: str) -> bool:
        return name not in self._base["yaku"] or f"yaku.{name}" in self._sent_tables


def with_id(sent: Sent, taken: RuleSet) -> tuple[Sent, str]:
    """The form with the yaku that is being added under an id of its own, and that id; empty for none."""
    called = cleaned(sent.get(_NEW + "name", ""))
    described = called or sent.get(_NEW + "made") in (*KINDS.values(), ANY)
    if not described and not any(text != NO for text in sent.getlist(_NEW + "cards")):
        return sent, ""
    name = yaku_id(called, {*taken.yaku, *sent.getlist("own")})
    moved = Sent((key.replace(_NEW, f"yaku.{name}.", 1), text) for key, text in sent.items(multi=True))
    moved.add("own", name)
    for field in (ROW[0], ROW[2]):
        moved.setlist(field, [name if text == NEW else text for text in sent.getlist(field)])
    return moved, name


def yaku_id(name: str, taken: set[str]) -> str:
    """An id for a table's own yaku, made from its name."""
    used = {*taken, *KNOWN, *TEYAKU}
    return first_free(slug(name, "_", 30) or "own", "_", used.__contains__)


def _field(option: str) -> str:
    """The field beside which the refusal of an option belongs."""
    return "pair" if option.startswith("yaku.") and option.endswith(LISTS) else option


_NEW: Final = f"yaku.{NEW}."
_PREFIXES: Final[Mapping[str, tuple[str, ...]]] = {
    name: prefixes for name, _title, prefixes in SECTIONS if prefixes
}
