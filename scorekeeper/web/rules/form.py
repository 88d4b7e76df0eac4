"""What the rule editor is told: the fields of a rule set, the tree that they make, what is wrong with it."""

from __future__ import annotations

import re
from functools import cached_property
from typing import Any, Final, NamedTuple

import msgspec
from wtforms.fields.core import UnboundField

from ...house_rules.shelf import first_free, slug
from ...koikoi.cards import KINDS
from ...koikoi.errors import BadRuleset
from ...koikoi.rules.conversion import MOST_OWN, too_many_own
from ...koikoi.rules.deal import TEYAKU
from ...koikoi.rules.diff import by_key
from ...koikoi.rules.loader import completed
from ...koikoi.rules.phrases import by_title
from ...koikoi.rules.questions import taken, topics
from ...koikoi.rules.refusals import LISTS, refusals
from ...koikoi.rules.ruleset import TEXTS, RuleSet
from ...koikoi.rules.schema import Tree, options, put_at, value_at
from ...koikoi.rules.yaku import KNOWN, called
from ...koikoi.typed_text import cleaned
from ...sentences import Sentence, say
from ..forms.fields import TextLine
from .fields import NO, YakuListField
from .options_form import OptionsForm, Sent
from .yaku_fields import (
    ANY,
    LINE,
    NEW,
    OwnYakuFields,
    Pairs,
    YakuFields,
    blank_yaku,
    pairs_of,
    put_pairs,
)

QUESTION: Final = "answer."  # before the id of a question, the name of its radio buttons
_OWN_ID: Final = re.compile(r"[a-z0-9_]{1,40}")
_MOST_SENT: Final = 2 * MOST_OWN  # of a page: its own, and as many as another phone put in their place
_NEW: Final = f"yaku.{NEW}."
_OTHERS: Final[dict[str, UnboundField[Any]]] = {  # the fields that are no options
    **{text: UnboundField(TextLine, longest) for text, longest in TEXTS.items()},
    "pair": UnboundField(Pairs),
}


class Checked(NamedTuple):
    """The rule set that a tree is, None where it is none; and why it cannot be played."""

    rules: RuleSet | None
    refusals: tuple[BadRuleset, ...]

    @property
    def playable(self) -> RuleSet | None:
        return None if self.refusals else self.rules


class HouseRulesForm(OptionsForm):
    """A rule set as a form: its options, and a form of its own for each yaku.

    ``base``: the rule set that is changed; what was not sent, or means nothing, stays as it is there.
    ``parent``: the rule set that it extends. ``tree``: what the form says, a rule set in plain values.
    """

    def __init__(self, base: RuleSet, parent: RuleSet, sent: Sent | None = None) -> None:
        values, above = msgspec.to_builtins(base), msgspec.to_builtins(parent)
        rows, pairs = options(base.game), pairs_of(values["yaku"])
        super().__init__(rows, {**values, "pair": pairs}, above, parent, sent)
        self.base = base
        self._yaku: dict[str, YakuFields] = {}
        self._taken_out: list[str] = []
        self.tree: dict[str, Any] = self._read(sent) if sent is not None else values
        self._take_answers()

    def unbound(self, key: str) -> UnboundField[Any]:
        if key in _OTHERS:
            return _OTHERS[key]
        if self.options[key].kind == "pairs":
            return UnboundField(YakuListField, self.options[key], offered=self._called)
        return super().unbound(key)

    def field(self, key: str) -> Any:
        """The field of an option by its dotted key, also inside a yaku."""
        if not key.startswith("yaku."):
            return self[key]
        _, yaku, option = key.split(".", 2)
        return self.yaku(yaku)[option]

    def yaku(self, name: str) -> Any:
        """The fields of one yaku, also of the one that is being added."""
        if name not in self._yaku:
            kind = YakuFields if name in KNOWN else OwnYakuFields
            settings = self.values["yaku"].get(name) or blank_yaku()
            self._yaku[name] = kind(name, settings, self.yaku_above(name), self.parent, self.sent)
        return self._yaku[name]

    @property
    def yaku_names(self) -> list[str]:
        """Every yaku that the form has: the known ones, those of the rule set, those that were added."""
        had = self.values["yaku"]
        own = dict.fromkeys((*had, *self._added))
        return [
            *(name for name in KNOWN if name in had),
            *(
                name
                for name in own
                if not (name in KNOWN or name in self._taken_out or self.yaku(name).removed)
            ),
        ]

    @property
    def _added(self) -> list[str]:
        """The own yaku that were sent with what makes them.

        Without it those are sent that are as they are kept: another phone may have taken them out meanwhile.
        """
        sent = self.sent or Sent()
        own = sent.getlist("own")[:_MOST_SENT]
        return [name for name in own if _OWN_ID.fullmatch(name) and f"yaku.{name}.made" in sent]

    def _called(self) -> dict[str, Sentence]:
        """What each of these is called."""
        return {
            name: called(name, None if name in KNOWN else self.yaku(name)["name"].value)
            for name in self.yaku_names
        }

    @property
    def removed(self) -> list[str]:
        """The yaku of the rule set that are taken out."""
        return [name for name in self.values["yaku"] if name not in self.yaku_names]

    def yaku_above(self, name: str) -> Tree:
        """The settings of a yaku in the parent; empty where the parent does not have it."""
        above: Tree = self.above["yaku"].get(name, {})
        return above

    def fill(self, tree: Tree) -> None:
        """Set what the form says to another tree. What stays as it is also stays as it was typed."""
        for key in self.options:
            if value_at(tree, key) != value_at(self.tree, key):
                self._put(key, value_at(tree, key))
        for name in self.yaku_names:
            settings, now = tree["yaku"].get(name), self.tree["yaku"][name]
            if settings is None:
                self._taken_out.append(name)
            elif settings != now and name in KNOWN:
                for key in self.yaku(name).keys:
                    if settings[key] != now[key]:
                        self.yaku(name).put(key, settings[key])
            elif settings != now:
                self._yaku[name] = OwnYakuFields(name, settings, self.yaku_above(name), self.parent, None)
        self["pair"].process(None, pairs_of(tree["yaku"]))
        self.tree = dict(tree)

    @cached_property
    def problems(self) -> dict[str, Sentence]:
        """Everything that is wrong, by the field beside which it is said; "" for the rules as a whole."""
        problems = dict(super().problems)
        if not self.tree["title"]:
            problems["title"] = say("Give these rules a name.")
        for fields in self._yaku.values():
            problems |= fields.problems if fields.id in self.tree["yaku"] else {}
        problems |= self.not_added
        for refusal in self._checked.refusals:
            problems.setdefault(_field(refusal.option), by_title(refusal, self._checked.rules or self.base))
        return problems

    @property
    def not_added(self) -> dict[str, Sentence]:
        """Why the yaku that is described last is none of the rules: they have as many as they may."""
        if self.sent is None or not (_describes_new(self.sent) and _is_full(self.sent, self.base)):
            return {}
        return {f"yaku.{NEW}": too_many_own().sentence}

    @property
    def rules(self) -> RuleSet | None:
        """The rule set that the form says, where it can be played."""
        return None if self.problems else self._checked.rules

    @cached_property
    def made(self) -> Tree:
        """The tree without the yaku that are being described and do not say yet what makes them."""
        unmade = [name for name in self.yaku_names if name not in self.base.yaku and self.yaku(name).unmade]
        yaku = {name: settings for name, settings in self.tree["yaku"].items() if name not in unmade}
        return {**self.tree, "yaku": yaku}

    @cached_property
    def so_far(self) -> Checked:
        """The rule set that the form says as far as it is filled in: what is refused counts as it was."""
        return checked(self.made)

    @cached_property
    def _checked(self) -> Checked:
        return checked(self.tree)

    def _read(self, sent: Sent) -> dict[str, Any]:
        """What the fields say; what was not sent needs no field."""
        tree: dict[str, Any] = msgspec.to_builtins(self.base)
        for key in (*self.options, "title", "about"):
            if key in sent:
                put_at(tree, key, self[key].value)
        had, names = tree["yaku"], self.yaku_names
        described = {key.split(".")[1] for key in sent if key.startswith("yaku.")}
        tree["yaku"] = {
            name: self.yaku(name).said() if name in described or name not in had else had[name]
            for name in dict.fromkeys((*had, *names))  # as a rule set lists them
            if name in names
        }
        put_pairs(self["pair"].value, tree["yaku"])
        return tree

    def _take_answers(self) -> None:
        """Set what the ready answers set that were sent, unless they hold already by the fields."""
        for question in (question for topic in topics(self.base.game) for question in topic.choices):
            answer = question.answer(self.sent.get(f"{QUESTION}{question.id}", "")) if self.sent else None
            if answer is not None and taken(question, self.tree) is not answer:
                for key, value in by_key(answer.sets):
                    self._put(key, value)

    def _put(self, key: str, value: Any) -> None:
        """Set an option, whatever was sent for it."""
        if key.startswith("yaku."):
            _, yaku, option = key.split(".", 2)
            self.yaku(yaku).put(option, value)
        else:
            self.put(key, value)
        put_at(self.tree, key, value)


def checked(tree: Tree) -> Checked:
    """The rule set that a complete tree is, and what is impossible in it."""
    try:
        complete = completed(tree)
    except BadRuleset as refusal:
        return Checked(None, (refusal,))
    return Checked(complete, tuple(refusals(complete)))


def with_id(sent: Sent, taken: RuleSet) -> tuple[Sent, str]:
    """The form with the yaku that is being added under an id of its own, and that id; empty for none.

    It gets none where the rules have as many as they may.
    """
    if not _describes_new(sent) or _is_full(sent, taken):
        return sent, ""
    name = yaku_id(cleaned(sent.get(_NEW + "name", "")), {*taken.yaku, *sent.getlist("own")})
    moved = Sent((key.replace(_NEW, f"yaku.{name}.", 1), text) for key, text in sent.items(multi=True))
    moved.add("own", name)
    lists = (key for key, row in options(taken.game).items() if row.kind == "pairs")
    for field in (LINE[0], LINE[2], *lists):
        moved.setlist(field, [name if text == NEW else text for text in sent.getlist(field)])
    return moved, name


def _describes_new(sent: Sent) -> bool:
    """Whether a form says something of the yaku that is being added."""
    made = sent.get(_NEW + "made") in (*KINDS.values(), ANY)
    named = made or cleaned(sent.get(_NEW + "name", ""))
    return bool(named) or any(text != NO for text in sent.getlist(_NEW + "cards"))


def _is_full(sent: Sent, taken: RuleSet) -> bool:
    """Whether the rules have as many yaku of their own as they may, without those that are taken out."""
    own = {*taken.yaku, *sent.getlist("own")} - KNOWN.keys()
    return sum(sent.get(f"yaku.{name}.remove") != "yes" for name in own) >= MOST_OWN


def yaku_id(name: str, taken: set[str]) -> str:
    """An id for a table's own yaku, made from its name."""
    used = {*taken, *KNOWN, *TEYAKU}
    return first_free(slug(name, "_", 30) or "own", "_", used.__contains__)


def _field(option: str) -> str:
    """The field beside which the refusal of an option belongs."""
    return "pair" if option.startswith("yaku.") and option.endswith(LISTS) else option
