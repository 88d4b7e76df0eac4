"""The house-rules form: the fields of a rule set, what they say together, and what is wrong with it."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from functools import cache, cached_property
from typing import Any, Final

import msgspec
from wtforms.fields.core import UnboundField

from ...house_rules.shelf import first_free, slug
from ...koikoi.cards import KINDS
from ...koikoi.errors import BadRuleset
from ...koikoi.rules.deal import TEYAKU
from ...koikoi.rules.diff import by_key
from ...koikoi.rules.loader import completed
from ...koikoi.rules.phrases import by_title
from ...koikoi.rules.questions import Question, taken, topic_of, topics
from ...koikoi.rules.refusals import LISTS, refusals
from ...koikoi.rules.ruleset import TEXTS, RuleSet
from ...koikoi.rules.schema import Tree, options, options_in, put_at, section_of, sections, value_at
from ...koikoi.rules.yaku import KNOWN
from ...koikoi.typed_text import cleaned
from ...sentences import Sentence, say
from ..forms.fields import TextLine
from .fields import NO
from .options_form import OptionsForm, Sent
from .yaku_fields import (
    ALL_TERMS,
    ANY,
    CARD_LISTS,
    LINE,
    NEW,
    OwnYakuFields,
    Pairs,
    YakuFields,
    blank_yaku,
    pairs_of,
    pays_more_by_terms,
    put_pairs,
)

QUESTION: Final = "answer."  # before the id of a question, the name of its radio buttons
_OWN_ID: Final = re.compile(r"[a-z0-9_]{1,40}")
_NEW: Final = f"yaku.{NEW}."
_OTHERS: Final[dict[str, UnboundField[Any]]] = {  # the fields that are no options
    **{text: UnboundField(TextLine, longest) for text, longest in TEXTS.items()},
    "pair": UnboundField(Pairs),
}


class HouseRulesForm(OptionsForm):
    """A rule set as a form: its options, and a form of its own for each yaku.

    ``base``: the rule set that is changed; what was not sent, or means nothing, stays as it is there.
    ``parent``: the rule set that it extends.
    """

    def __init__(self, base: RuleSet, parent: RuleSet, sent: Sent | None = None) -> None:
        values, above = msgspec.to_builtins(base), msgspec.to_builtins(parent)
        super().__init__(options(), {**values, "pair": pairs_of(values["yaku"])}, above, parent, sent)
        self.base = base
        self._yaku: dict[str, YakuFields] = {}
        self._taken_out: list[str] = []
        self._sent_tables = _tables(sent or ())
        self._take_answers()

    def unbound(self, key: str) -> UnboundField[Any]:
        return _OTHERS[key] if key in _OTHERS else super().unbound(key)

    def put(self, key: str, value: Any) -> None:
        self._sent_tables |= _tables([key])
        if key.startswith("yaku."):
            _, yaku, option = key.split(".", 2)
            self.yaku(yaku).put(option, value)
        else:
            super().put(key, value)

    def has_own(self, name: str) -> bool:
        """Whether the rule set has this yaku of its own, or the page has added it."""
        added = self.sent.getlist("own") if self.sent else ()
        return name not in KNOWN and (name in self.values["yaku"] or name in added)

    def put_yaku_back(self, name: str) -> None:
        """Set all of a yaku of one's own to what it is in the parent; without one it is taken out."""
        above = self.yaku_above(name)
        self._sent_tables |= {f"yaku.{name}"}
        if above:
            self._yaku[name] = OwnYakuFields(name, above, above, self.parent, None)
        else:
            self._taken_out.append(name)

    def field(self, key: str) -> Any:
        """The field of an option by its dotted key, also inside a yaku."""
        if not key.startswith("yaku."):
            return self[key]
        _, yaku, option = key.split(".", 2)
        return self.yaku(yaku)[option]

    def section(self, name: str) -> list[Any]:
        """The fields of a section of options, without those that a question asks for."""
        return self.fields(rest_of(name))

    def yaku(self, name: str) -> Any:
        """The fields of one yaku, also of the one that is being added."""
        if name not in self._yaku:
            kind = YakuFields if name in KNOWN else OwnYakuFields
            settings = self.values["yaku"].get(name) or blank_yaku()
            self._yaku[name] = kind(name, settings, self.yaku_above(name), self.parent, self.sent)
        return self._yaku[name]

    @cached_property
    def yaku_names(self) -> list[str]:
        """Every yaku that the form has: the known ones, those of the rule set, those that were added."""
        had = self.values["yaku"]
        added = self.sent.getlist("own") if self.sent else []
        own = [*had, *(name for name in dict.fromkeys(added) if name not in had and _OWN_ID.fullmatch(name))]
        return [
            *(name for name in KNOWN if name in had),
            *(
                name
                for name in own
                if not (name in KNOWN or name in self._taken_out or self.yaku(name).removed)
            ),
        ]

    @property
    def removed(self) -> list[str]:
        """The yaku of the rule set that are taken out."""
        return [name for name in self.values["yaku"] if name not in self.yaku_names]

    @cached_property
    def tree(self) -> dict[str, Any]:
        """What the form says: a complete rule set as plain values."""
        tree: dict[str, Any] = msgspec.to_builtins(self.base)
        for option in options_in(self._sent_tables):
            put_at(tree, option.key, self[option.key].value)
        tree |= {text: self[text].value for text in ("title", "about")}
        in_order = dict.fromkeys((*self.values["yaku"], *self.yaku_names))  # as a rule set lists them
        tree["yaku"] = {
            name: dict(self.yaku(name).settings if self._is_sent(name) else self.values["yaku"][name])
            for name in in_order
            if name in self.yaku_names
        }
        put_pairs(self["pair"].value, tree["yaku"])
        return tree

    @cached_property
    def problems(self) -> dict[str, Sentence]:
        """Everything that is wrong, by the field beside which it is said; "" for the rules as a whole."""
        return self._checked[1]

    @property
    def rules(self) -> RuleSet | None:
        """The rule set that the form says, where it can be played."""
        return None if self.problems else self._checked[0]

    def yaku_above(self, name: str) -> Tree:
        """The settings of a yaku in the parent; empty where the parent does not have it."""
        above: Tree = self.above["yaku"].get(name, {})
        return above

    def changes(self, section: str) -> int:
        """How many settings of a section are not those of the parent; for the yaku, how many known yaku, for
        those of the table's own how many of them.

        What a question asks for is not counted.
        """
        if section in ("yaku", OWN):
            names = [name for name in self.tree["yaku"] if (name in KNOWN) == (section == "yaku")]
            return sum(_unlike(name, self.tree["yaku"][name], self.yaku_above(name)) for name in names)
        return sum(value_at(self.tree, key) != value_at(self.above, key) for key in rest_of(section))

    @cached_property
    def _checked(self) -> tuple[RuleSet | None, dict[str, Sentence]]:
        tree = self.tree  # reads the fields
        problems = dict(super().problems)
        if not tree["title"]:
            problems["title"] = say("Give these rules a name.")
        for name in tree["yaku"]:
            if self._is_sent(name):
                problems |= self.yaku(name).problems
        try:
            complete = completed(tree)
        except BadRuleset as refusal:
            problems.setdefault(_field(refusal.option), by_title(refusal, self.base))
            return None, problems
        for impossible in refusals(complete):
            problems.setdefault(_field(impossible.option), by_title(impossible, complete))
        return complete, problems

    def _take_answers(self) -> None:
        """Set what the ready answers set that were sent, unless they hold already by the fields."""
        for question in (question for topic in topics() for question in topic.choices):
            answer = question.answer(self.sent.get(f"{QUESTION}{question.id}", "")) if self.sent else None
            if answer is None or taken(question, self._said_of(question)) is answer:
                continue
            for key, value in by_key(answer.sets):
                self.put(key, value)

    def _said_of(self, question: Question) -> Tree:
        """What the fields of a question say, with whether its yaku are played."""
        yaku = dict.fromkeys(key.rpartition(".")[0] for key in question.keys if key.startswith("yaku."))
        played = (f"{name}.{key}" for name in yaku for key in ("points", "after_koi"))
        tree: dict[str, Any] = {}
        for key in (*question.keys, *played):
            put_at(tree, key, self.field(key).value)
        return tree

    def _is_sent(self, name: str) -> bool:
        return name not in self.values["yaku"] or f"yaku.{name}" in self._sent_tables


def with_id(sent: Sent, taken: RuleSet) -> tuple[Sent, str]:
    """The form with the yaku that is being added under an id of its own, and that id; empty for none."""
    called = cleaned(sent.get(_NEW + "name", ""))
    described = called or sent.get(_NEW + "made") in (*KINDS.values(), ANY)
    if not described and not any(text != NO for text in sent.getlist(_NEW + "cards")):
        return sent, ""
    name = yaku_id(called, {*taken.yaku, *sent.getlist("own")})
    moved = Sent((key.replace(_NEW, f"yaku.{name}.", 1), text) for key, text in sent.items(multi=True))
    moved.add("own", name)
    for field in (LINE[0], LINE[2]):
        moved.setlist(field, [name if text == NEW else text for text in sent.getlist(field)])
    return moved, name


def yaku_id(name: str, taken: set[str]) -> str:
    """An id for a table's own yaku, made from its name."""
    used = {*taken, *KNOWN, *TEYAKU}
    return first_free(slug(name, "_", 30) or "own", "_", used.__contains__)


@cache
def rest_of(section: str) -> tuple[str, ...]:
    """The keys of the options of a section that no question asks for."""
    return tuple(row.key for row in sections()[section].options if row.key not in topic_of())


def _unlike(name: str, settings: Tree, above: Tree) -> bool:
    """Whether a yaku differs from that of the parent in what no question asks for."""
    keys = (key for key in settings if f"yaku.{name}.{key}" not in topic_of())
    return not above or any(settings[key] != above.get(key) for key in keys)


def _tables(names: Iterable[str]) -> frozenset[str]:
    """The tables of options that fields of these names belong to: "match", "yaku.tan", …"""
    parts = [name.split(".") for name in names]
    return frozenset(".".join(path[:2]) if path[0] == "yaku" else path[0] for path in parts)


def _field(option: str) -> str:
    """The field beside which the refusal of an option belongs."""
    return "pair" if option.startswith("yaku.") and option.endswith(LISTS) else option


ASK: Final = "ask"  # before the id of a topic, the id of its fold
OWN: Final = "mine"  # the fold of the table's own yaku


def folds_around(field: str) -> list[str]:
    """The folds that have to be drawn for a field to be on the page."""
    if topic := next((topic for topic in topics() if belongs(field, topic.keys)), None):
        return [f"{ASK}.{topic.id}"]
    table, name, key = (*field.split(".", 2), "", "")[:3]
    if table == "pair" or key in LISTS:
        return ["yaku", "pairs"]
    if table != "yaku":
        return list(filter(None, [section_of(table)]))
    among_terms = key in ALL_TERMS or (key == "extra" and pays_more_by_terms(name))
    terms = ["terms", f"terms.{name}"] if among_terms else []
    if name in KNOWN or not name:
        return ["yaku", *terms]
    return [OWN, f"own.{name}", *terms, *([f"{key}.{name}"] if key in CARD_LISTS else [])]


def belongs(field: str, keys: Collection[str]) -> bool:
    """Whether a field is that of one of these options, or one inside it."""
    return any(field == key or field.startswith(f"{key}.") for key in keys)
