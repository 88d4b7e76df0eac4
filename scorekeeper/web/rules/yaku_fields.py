"""The yaku in the house-rules form: what each pays, its special terms, and what makes a table's own."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from wtforms.fields.core import UnboundField

from ...koikoi.cards import BY_ID, KINDS, OF_KIND
from ...koikoi.rules import phrases
from ...koikoi.rules.questions import topic_of
from ...koikoi.rules.refusals import LISTS
from ...koikoi.rules.ruleset import RuleSet
from ...koikoi.rules.schema import Tree, yaku_options
from ...koikoi.rules.yaku import KNOWN, need
from ...sentences import N_, Sentence, say
from ..forms.fields import OneOf, TypedField
from .fields import NEW as NEW
from .options_form import OptionsForm, Sent

ANY: Final = "any"  # a yaku of any cards, of one month
CARDS: Final = "cards"  # a yaku of the cards that are ticked
_PAYMENT: Final = ("points", "extra")
_OF_MONTHS: Final = ("repeat", "separate", "lightning")  # terms of a yaku of one month's cards
CARD_LISTS: Final = ("also", "not", "ruined_by")  # cards besides those that make a table's own yaku
_MADE_OF: Final = ("name", "kind", "cards", "monthly", "min", *CARD_LISTS)
_TERMS: Final = tuple(key for key in yaku_options() if key not in (*_PAYMENT, *_OF_MONTHS, *_MADE_OF, *LISTS))
_MAKING: Final = ("made", *(key for key in _MADE_OF if key != "kind"))  # of a table's own yaku
_MATERIALS: Final = {
    CARDS: N_("chosen cards"),
    "bright": N_("any brights"),
    "animal": N_("any animals"),
    "ribbon": N_("any ribbons"),
    "chaff": N_("any chaff"),
    ANY: N_("cards of one month"),
}


def blank_yaku() -> dict[str, Any]:
    """The settings of a yaku that nobody has described yet."""
    return {**{key: option.default for key, option in yaku_options().items()}, "points": 5}


def pays_more_by_terms(name: str) -> bool:
    """Whether what further cards pay is a special term: a question asks what the yaku pays without them."""
    return f"yaku.{name}.points" in topic_of() and f"yaku.{name}.extra" not in topic_of()


def is_term(name: str, key: str) -> bool:
    """Whether an option of a yaku is among its special rules."""
    among = ("min", *_TERMS, *_OF_MONTHS) if name in KNOWN else (*_TERMS, *_OF_MONTHS)
    return key in among or (key == "extra" and pays_more_by_terms(name))


class YakuFields(OptionsForm):
    """The fields of a known yaku that has these settings; ``above``: those in the parent, if any."""

    def __init__(self, name: str, settings: Tree, above: Tree, parent: RuleSet, sent: Sent | None) -> None:
        super().__init__(yaku_options(), self.shown(settings), above, parent, sent, f"yaku.{name}.")
        self.id, self._settings = name, settings

    @property
    def keys(self) -> tuple[str, ...]:
        return (*_PAYMENT, *self.term_keys)

    @property
    def term_keys(self) -> tuple[str, ...]:
        known = KNOWN[self.id]
        of_months = {"each": _OF_MONTHS, "round": ("lightning",)}.get(known.monthly, ())
        extra = ("extra",) if pays_more_by_terms(self.id) and self.may_pay_more else ()
        terms = self._terms if self.may_pay_more else (key for key in self._terms if key != "extra_from")
        usual = (*(("min",) if known.counts else ()), *extra, *terms, *of_months)
        return (*usual, *self._set_besides(usual))

    def _set_besides(self, usual: Sequence[str]) -> Iterator[str]:
        """What a file sets that means nothing for this yaku: without a field it could not be taken back."""
        for key in yaku_options():
            if key not in (*usual, *_PAYMENT, *LISTS) and self._settings[key] != self.above.get(key):
                yield key

    @property
    def _terms(self) -> list[str]:
        """The terms that mean something in the game of the rules."""
        return [key for key in _TERMS if yaku_options()[key].game in ("", self.parent.game)]

    @property
    def payment(self) -> list[Any]:
        return self.fields(_PAYMENT)

    @property
    def terms(self) -> list[Any]:
        return self.fields(self.term_keys)

    @property
    def note(self) -> Sentence | None:
        """What the name of a known yaku leaves open."""
        return phrases.note(self.id)

    @property
    def may_pay_more(self) -> bool:
        """Whether its cards are some of one kind, so that further cards of it can pay; or it says so.

        A field that is not shown is not sent: what was entered instead of what it said would be lost.
        """
        known = KNOWN[self.id]
        cards = 0
        for words in known.needs:
            cards |= need(words).cards
        further = any(not cards & ~kind and kind.bit_count() > known.size for kind in OF_KIND.values())
        return further or self._settings["extra"] > 0 or self["extra"].text != "0"

    def said(self) -> dict[str, Any]:
        """The settings of the yaku with what its fields say."""
        return {**self._settings, **{key: self[key].value for key in self.keys}}

    def shown(self, settings: Tree) -> Tree:
        """The settings as the fields show them."""
        return settings


class OwnYakuFields(YakuFields):
    """The fields of a table's own yaku: also its name, and what makes it.

    That is all or some of the ``cards``, or so many of a kind or of a month, ``not`` counting some; and all
    that it needs ``also``.
    """

    materials = tuple(_MATERIALS.items())  # what it can be made of, each with its text

    @property
    def keys(self) -> tuple[str, ...]:
        return (*super().keys, *_MAKING)

    @property
    def term_keys(self) -> tuple[str, ...]:
        return (*self._terms, *_OF_MONTHS)

    @property
    def unmade(self) -> bool:
        """Whether its fields do not say yet what makes it."""
        return any(self[key].problems for key in ("cards", "min", "monthly"))

    @property
    def removed(self) -> bool:
        """Whether it is to be taken out again."""
        return not self.above and self.sent is not None and self.sent.get(f"yaku.{self.id}.remove") == "yes"

    def said(self) -> dict[str, Any]:
        is_whole = bool(self["made"].raw_data)
        if is_whole:
            self._demand_making(self["made"].value)
        settings = super().said()
        made, cards = settings.pop("made"), settings["cards"]
        if not is_whole:
            return {**settings, **{key: self._settings[key] for key in ("cards", "not")}}
        if made == CARDS:
            return {**settings, "cards": self._in_order(cards) or ("01B",), "kind": None, "not": ()}
        if made == ANY:
            monthly = settings["monthly"] or "each"
            return {**settings, "cards": None, "kind": None, "monthly": monthly, "also": ()}
        return {**settings, "cards": None, "kind": made, "min": settings["min"] or 1}

    def unbound(self, key: str) -> UnboundField[Any]:
        return UnboundField(OneOf, _MATERIALS) if key == "made" else super().unbound(key)

    def shown(self, settings: Tree) -> Mapping[str, Any]:
        any_cards = ANY if settings["monthly"] and settings["cards"] is None else CARDS
        made = settings["kind"] or any_cards
        among = tuple(card for card in settings["cards"] or () if card not in settings["not"])
        return {**settings, "made": made, "cards": among if made == CARDS else ()}

    def _in_order(self, chosen: Sequence[str]) -> tuple[str, ...]:
        """The cards in the order that they had, or by month: the form shows them by kind."""
        had, wanted = tuple(self._settings["cards"] or ()), set(chosen)
        return had if wanted == set(had) else tuple(card for card in BY_ID if card in wanted)

    @property
    def _came_without_name(self) -> bool:
        """Whether a file made it, which needs to name it only by its id."""
        made = any(self._settings[key] for key in ("cards", "kind", "monthly"))
        return made and not self._settings["name"]

    def _demand_making(self, made: str) -> None:
        """Refuse the fields that do not say what makes it."""
        name = self["name"]
        if not (name.value or name.problems or self._came_without_name):
            name.refuse(say("Give this yaku a name."))
        if made in KINDS.values() and self["min"].value is None:
            self["min"].refuse(say("How many cards of the kind are needed?"))
        if made == ANY and self["monthly"].value is None:
            self["monthly"].refuse(say("Choose the month of the round, or any month."))
        if made == CARDS and not self["cards"].value:
            self["cards"].refuse(say("Choose the cards that make it."))


LINE: Final = ("pair.yaku", "pair.how", "pair.other")  # the fields of a pair that is being added
_PAIR: Final = re.compile(rf"[a-z0-9_]+ ({'|'.join(LISTS)}) [a-z0-9_]+")

MEETINGS: Final = {
    "replaces": N_("counts instead of"),
    "excluded_by": N_("does not count together with"),
    "rivals": N_("or, if it is worth more,"),
}


class YakuPair(NamedTuple):
    """Two yaku and how they meet, such as nomi, replaces, hanami."""

    yaku: str
    how: str
    other: str

    @property
    def text(self) -> str:
        return " ".join(self)

    @property
    def meeting(self) -> str:
        return MEETINGS[self.how]

    @property
    def whole(self) -> bool:
        """Whether it names two yaku that have an id."""
        return _PAIR.fullmatch(self.text) is not None and self.yaku != self.other


class Pairs(TypedField):
    """The pairs of a rule set, each a box, and below them lines to add more."""

    meetings: Mapping[str, str] = MEETINGS
    unfinished: Sequence[YakuPair] = ()  # the lines that name no pair yet

    @property
    def lines(self) -> Sequence[YakuPair]:
        """The lines that the form shows: at least an empty one."""
        return self.unfinished or [YakuPair("", "replaces", "")]

    def write(self, value: Any) -> list[str]:
        return [pair.text for pair in value]

    def read(self, texts: Sequence[str]) -> list[YakuPair]:
        return [YakuPair(*text.split(" ")) for text in texts if _PAIR.fullmatch(text)]

    def process(self, formdata: Any, data: Any = None, extra_filters: Any = None) -> None:
        super().process(formdata, data, extra_filters)
        rows = zip(*(formdata.getlist(field) for field in LINE), strict=False) if formdata else ()
        lines = [YakuPair(*texts) for texts in rows if texts[0] or texts[2]]
        self.data = [*self.data, *(pair for pair in lines if pair.whole)]
        self.unfinished = [pair for pair in lines if not pair.whole]
        if self.unfinished:
            self.refuse(say("Choose two different yaku."))


def pairs_of(yaku: Mapping[str, Any]) -> list[YakuPair]:
    """The pairs that the settings of some yaku name."""
    lists = [(name, how, settings[how]) for name, settings in yaku.items() for how in LISTS]
    return [YakuPair(name, how, other) for name, how, others in lists for other in others]


def put_pairs(pairs: Sequence[YakuPair], yaku: Mapping[str, dict[str, Any]]) -> None:
    """Set the lists of these yaku to what the pairs say, as far as they are among them."""
    for settings in yaku.values():
        settings.update(dict.fromkeys(LISTS, ()))
    for name, how, other in dict.fromkeys(pairs):
        if name in yaku and other in yaku:
            yaku[name][how] = (*yaku[name][how], other)
