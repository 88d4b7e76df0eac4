"""The words of the game in the reader's language: months, cards, yaku, settings."""

from __future__ import annotations

import re
from functools import lru_cache

import msgspec

from ..koikoi.cards import BY_ID, CARDS, MONTHS, Card, each
from ..koikoi.pile import Pile, pile
from ..koikoi.rules import phrases
from ..koikoi.rules.deal import TEYAKU
from ..koikoi.rules.ruleset import RuleSet
from ..koikoi.rules.schema import value_at
from ..koikoi.rules.yaku import KNOWN
from ..koikoi.scoring.plan import month_of
from ..sentences import N_, Sentence
from .language import language, listed, spoken, translate

_KIND_NAMES = {"bright": N_("bright"), "animal": N_("animal"), "ribbon": N_("ribbon"), "chaff": N_("chaff")}
_SCRIPTS = {"ja": "Hira", "ru": "Cyrl"}
_KANJI = re.compile("[\u4e00-\u9fff]")
KIND_MARKS = {"bright": "光", "animal": "種", "ribbon": "短", "chaff": "カ"}
_MONTH_NAMES = (
    N_("January"), N_("February"), N_("March"), N_("April"), N_("May"), N_("June"), N_("July"),
    N_("August"), N_("September"), N_("October"), N_("November"), N_("December"),
)  # fmt: skip


def month_name(number: int) -> str:
    """The name of a month, 1 to 12."""
    return translate(_MONTH_NAMES[number - 1])


def plant(number: int) -> str:
    """The plant of a month, 1 to 12."""
    return translate(MONTHS[number - 1].name)


def month_card(number: int) -> str:
    """The id of a card that stands for the month of a round: the first of its chaff."""
    month = month_of(number)
    return next(card.id for card in CARDS if card.month == month and card.kind == "chaff")


def kind_name(kind: str) -> str:
    """The name of a kind of cards, such as "bright"."""
    return translate(_KIND_NAMES[kind])


def motif(card: Card) -> str:
    """What a card shows, as a heading: "Sake cup", "Chaff 2"."""
    name = translate(card.name)
    number = f" {card.id[-1]}" if card.id[-1].isdigit() else ""
    return f"{name[:1].upper()}{name[1:]}{number}"


def card_name(card: Card | str) -> str:
    """The month, motif and kind of a card, such as "September, sake cup, animal"."""
    return _card_name(card if isinstance(card, str) else card.id, spoken())


@lru_cache(maxsize=1024)
def _card_name(card_id: str, _spoken: str) -> str:
    card = BY_ID[card_id]
    words = [month_name(card.month), translate(card.name)]
    if card.kind != "chaff" or card.id == "11C":
        words.append(translate(_KIND_NAMES[card.kind]))
    elif card.id[-1].isdigit():
        words.append(card.id[-1])
    return listed(words)


def cards_of(cards: Pile | int | str) -> list[Card]:
    """The known cards of a pile, a set or a text, by month."""
    if isinstance(cards, str):
        cards = pile(cards)
    return list(each(cards.cards if isinstance(cards, Pile) else cards))


def said_as() -> str:
    """The language tag of Japanese words in the reader's letters."""
    return f"ja-{_SCRIPTS.get(language(), 'Latn')}"


def yaku_marks(name: str) -> tuple[str, str]:
    """A yaku's own name as it is said, in the reader's letters, and in kanji.

    Both are empty for a yaku that the table made up. In Japanese so are kanji that the yaku is called by, and
    how a name in kana is said.
    """
    if name in KNOWN:
        title, romaji, kanji = KNOWN[name].name, KNOWN[name].romaji, KNOWN[name].kanji
    else:
        title, romaji, kanji = TEYAKU.get(name, ("", "", ""))
    said, title = translate(romaji), translate(title)
    if language() != "ja":
        return said, kanji
    return said if _KANJI.search(title) else "", "" if kanji == title else kanji


def setting_of(key: str, rules: RuleSet) -> Sentence:
    """How an option is set in a rule set, in words."""
    return phrases.value(key, value_at(msgspec.to_builtins(rules), key), rules)
