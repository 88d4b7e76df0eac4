"""The yaku in the house-rules form: what each pays, its special terms, and what makes a table's own."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any, Final

from wtforms.fields.core import UnboundField

from ...koikoi.cards import KINDS, OF_KIND
from ...koikoi.rules import wording
from ...koikoi.rules.ruleset import RuleSet
from ...koikoi.rules.schema import yaku_options
from ...koikoi.rules.yaku import KNOWN, need
from ...sentences import N_, Sentence, say
from ..forms.fields import OneOf
from .options_form import OptionsForm, Sent

Settings = Mapping[str, Any]  # of one yaku, by option

NEW: Final = "-"  # stands for the id of a yaku that is being added; no id holds a dash
ANY: Final = "any"  # a yaku of any cards, of one month
CARDS: Final = "cards"  # a yaku of the cards that are ticked
_TERMS: Final = ("after_koi", "requires_other", "months", "month_factor")
_OF_MONTHS: Final = ("repeat", "separate", "lightning")  # terms of a yaku of one month's cards
ALL_TERMS: Final = ("min", *_TERMS, *_OF_MONTHS)
_MAKING: Final = ("name", "cards", "min", "monthly")  # of a table's own yaku
_MATERIALS: Final = {
    CARDS: N_("the cards chosen below"),
    "bright": N_("any brights"),
    "animal": N_("any animals"),
    "ribbon": N_("any ribbons"),
    "chaff": N_("any chaff"),
    ANY: N_("any cards of one month"),
}
_BLANK: Final = {"points": 5, "extra": 0}


def blank_yaku() -> dict[str, Any]:
    """The settings of a yaku that nobody has described yet."""
    return {**{key: option.default for key, option in yaku_options().items()}, **_BLANK}


def yaku_of(
    name: str,
    settings: Settings,
    above: Settings | None,
    parent: RuleSet,
    sent: Sent | None,
) -> YakuFields:
    """The fields of one yaku that has these settings; ``above``: those it has in the parent, if any."""
    kind = YakuFields if name in KNOWN else OwnYakuFields
    return kind(name, settings, above, parent, sent)


class YakuFields:
    """The fields of a known yaku."""

    own: bool = False

    def __init__(
        self,
        name: str,
        settings: Settings,
        above: Settings | None,
        parent: RuleSet,
        sent: Sent | None,
    ) -> None:
        self.id = name
        self.new = above is None  # the parent does not have it
        self._settings, self._above, self._parent, self._sent = settings, above or {}, parent, sent

    @cached_property
    def payment(self) -> OptionsForm:
        """What it pays."""
        return self._form("points", "extra")

    @cached_property
    def terms(self) -> OptionsForm:
        """Its special terms."""
        known = KNOWN[self.id]
        of_months = {"each": _OF_MONTHS, "round": ("lightning",)}.get(known.monthly, ())
        return self._form(*(("min",) if known.counts else ()), *_TERMS, *of_months)

    @property
    def points(self) -> Any:
        return self.payment[f"yaku.{self.id}.points"]

    @property
    def extra(self) -> Any:
        return self.payment[f"yaku.{self.id}.extra"]

    @property
    def note(self) -> Sentence | None:
        """What the name of a known yaku leaves open."""
        return wording.note(self.id)

    @property
    def may_pay_more(self) -> bool:
        """Whether its cards are all of one kind, so that further cards of it can pay."""
        known = KNOWN[self.id]
        cards = 0
        for words in known.needs:
            cards |= need(words).cards
        one_kind = any(not cards & ~kind for kind in OF_KIND.values())
        return (one_kind and not known.monthly and not known.family) or self.extra.text not in ("", "0")

    @cached_property
    def settings(self) -> dict[str, Any]:
        """What the form says of it."""
        return {**self._settings, **self._said()}

    @property
    def problems(self) -> dict[str, Sentence]:
        return self.payment.problems | self.terms.problems

    def _said(self) -> dict[str, Any]:
        said = {**self.payment.values, **self.terms.values}
        return {name.split(".", 2)[2]: value for name, value in said.items()}

    def _form(self, *keys: str, **further: UnboundField[Any]) -> OptionsForm:
        def named(values: Settings) -> dict[str, Any]:
            return {f"yaku.{self.id}.{key}": value for key, value in values.items()}

        options = {key: yaku_options()[key] for key in keys}
        return OptionsForm(
            named(options), named(self._shown()), named(self._above), self._parent, self._sent, named(further)
        )

    def _shown(self) -> Settings:
        """The settings as the fields show them."""
        return self._settings


class OwnYakuFields(YakuFields):
    """The fields of a table's own yaku: also its name and what makes it, some cards or any of a kind."""

    own = True

    @cached_property
    def making(self) -> OptionsForm:
        """What makes it; ``cards`` are those that make it, or those of the kind that do not count."""
        return self._form(*_MAKING, made=UnboundField(OneOf, _MATERIALS))

    @cached_property
    def terms(self) -> OptionsForm:
        return self._form(*_TERMS, *_OF_MONTHS)

    def field(self, key: str) -> Any:
        """A field of what makes it."""
        return self.making._fields[f"yaku.{self.id}.{key}"]

    @property
    def materials(self) -> list[tuple[str, str]]:
        """What it can be made of, each with its text."""
        return list(_MATERIALS.items())

    @property
    def removed(self) -> bool:
        """Whether it is to be taken out again."""
        sent = self._sent or Sent()
        return self.new and sent.get(f"yaku.{self.id}.remove") == "yes"

    @property
    def problems(self) -> dict[str, Sentence]:
        return super().problems | self.making.problems

    def _shown(self) -> Settings:
        settings = self._settings
        any_cards = ANY if settings["monthly"] and settings["cards"] is None else CARDS
        made = settings["kind"] or any_cards
        among = tuple(card for card in settings["cards"] or () if card not in settings["not"])
        return {**settings, "made": made, "cards": among if made == CARDS else settings["not"]}

    def _said(self) -> dict[str, Any]:
        said = super()._said()
        if not self.field("made").raw_data:
            return said
        name, monthly = self.field("name"), self.field("monthly").value
        if not name.value:
            name.refuse(say("Give this yaku a name."))
        return {**said, "name": name.value, "monthly": monthly, **self._made(monthly)}

    def _made(self, monthly: str | None) -> dict[str, Any]:
        """The settings of what makes it; what is missing is refused, with something in its place."""
        made, cards, least = self.field("made").value, self.field("cards"), self.field("min")
        if made in KINDS.values():
            if least.value is None:
                least.refuse(say("How many cards of the kind are needed?"))
            return {"cards": None, "kind": made, "min": least.value or 1, "not": cards.value}
        if made == ANY:
            if monthly is None:
                self.field("monthly").refuse(say("Choose the month of the round, or any month."))
            return {"cards": None, "kind": None, "min": least.value, "not": cards.value}
        if not cards.value:
            cards.refuse(say("Choose the cards that make it."))
        return {"cards": cards.value or ("01B",), "kind": None, "min": least.value, "not": ()}
