"""The reader's language: sentences of the core, names of cards and yaku, and where a word may be broken."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, date, datetime, timedelta
from functools import cache, lru_cache
from typing import Any

import msgspec
from flask import Flask, Response, g, request
from flask_babel import Babel, Domain
from markupsafe import Markup, escape
from pyphen import Pyphen

from .. import sentences
from ..koikoi.cards import BY_ID, CARDS, MONTHS, Card, each
from ..koikoi.pile import Pile, pile
from ..koikoi.rules import phrases
from ..koikoi.rules.deal import TEYAKU
from ..koikoi.rules.ruleset import RuleSet
from ..koikoi.rules.schema import value_at
from ..koikoi.rules.yaku import KNOWN
from ..koikoi.scoring.plan import month_of
from ..languages import LANGUAGES, TRANSLATIONS, ago, day, in_words, texts, weekday
from ..sentences import N_, Refusal, Sentence
from ..times import read_time
from .sessions import cookie_name

_KIND_NAMES = {"bright": N_("bright"), "animal": N_("animal"), "ribbon": N_("ribbon"), "chaff": N_("chaff")}
_JUST_NOW = timedelta(minutes=6)  # when a phone was seen is written every five minutes
_SCRIPTS = {"ja": "Hira", "ru": "Cyrl"}
_KANJI = re.compile("[\u4e00-\u9fff]")
KIND_MARKS = {"bright": "光", "animal": "種", "ribbon": "短", "chaff": "カ"}
_MONTH_NAMES = (
    N_("January"), N_("February"), N_("March"), N_("April"), N_("May"), N_("June"), N_("July"),
    N_("August"), N_("September"), N_("October"), N_("November"), N_("December"),
)  # fmt: skip


class _SpokenTexts(Domain):  # type: ignore[misc]
    """The texts of templates and views: those of ``translations``."""

    def get_translations(self) -> Any:
        return translations()

    def gettext(self, text: str, /, **values: Any) -> str:
        return str(super().gettext(text, **_all_apart(values)))

    def ngettext(self, one: str, many: str, number: int, /, **values: Any) -> str:
        return str(super().ngettext(one, many, number, **_all_apart(values)))


def init_app(app: Flask) -> None:
    babel = Babel(app, locale_selector=language, default_translation_directories=str(TRANSLATIONS))
    babel.domain_instance = _SpokenTexts()
    app.after_request(_in_what_language)


def _in_what_language(response: Response) -> Response:
    if decided := g.get("language"):
        response.headers["Content-Language"] = decided
    return response


def language() -> str:
    """The reader's language: chosen before, or the browser's, or English. Decided once per request."""
    decided: str | None = g.get("language")
    if decided is None:
        decided = g.language = _wished()
    return decided


def translations() -> Any:
    """The texts in the reader's language, looked up once per request, in the words of the rules in force."""
    known = g.get("translations")
    if known is None:
        known = g.translations = texts(language(), g.get("words"))
    return known


def spoken() -> str:
    """By what texts are kept from page to page: the language, and what the rules in force say otherwise."""
    own = (g.get("words") or {}).get(language())
    return f"{language()} {own}" if own else language()


def as_it_stands(text: str) -> str:
    """A text in the reader's language and in the words of the app, whatever rules are in force."""
    return in_words(text, texts(language()))


def _wished() -> str:
    wished = request.cookies.get(cookie_name("language"))
    if wished in LANGUAGES:
        return wished
    return request.accept_languages.best_match(list(LANGUAGES)) or "en"


def translate(sentence: Sentence | Refusal | str | None) -> str:
    """A sentence, an error or a marked text in the reader's language."""
    return in_words(sentence, translations())


def apart(value: Any) -> Any:
    """What is written into a page: a text that somebody typed leaves the texts beside it where they are."""
    return sentences.isolated(value) if type(value) is str else value


def as_typed(text: str) -> Markup:
    """The attributes of a field that shows a text as it was typed, in the direction of its letters."""
    return Markup('value="{}" dir="auto"').format(text)


def marked_up(text: str, /, **values: Any) -> Markup:
    """A text of a template in the reader's language, with its values filled in."""
    return Markup(translations().ugettext(text)) % _all_apart(values)


def marked_up_number(one: str, many: str, number: int, /, **values: Any) -> Markup:
    """A text with a form for one and a form for many, ``%(num)d`` of something, as ``marked_up``."""
    return Markup(translations().ungettext(one, many, number)) % {"num": number, **_all_apart(values)}


def filled(template: str, **values: Any) -> str:
    """A sentence for the browser with its {names} filled, as ``fill`` of sentences.js does it."""
    return template.format(**_all_apart(values))


def _all_apart(values: Mapping[str, Any]) -> dict[str, Any]:
    return {name: apart(value) for name, value in values.items()}


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


def soft(text: str) -> str:
    """A text of the app with soft hyphens, for narrow columns."""
    return hyphenated(text, language())


def amount(number: int) -> str:
    """Points or coins that somebody has: 12, −12 or 0."""
    return str(number).replace("-", "−")


def soft_name(name: str) -> str:
    """The name of a player with soft hyphens, for narrow columns."""
    return hyphenated_name(name, language())


def signed(number: int) -> str:
    """A change: +12, −12 or 0."""
    return f"+{number}" if number > 0 else f"−{-number}" if number < 0 else "0"


def listed(texts: Iterable[str]) -> str:
    """Texts one after the other, as the reader's language separates them; empty for none."""
    return translate(sentences.listed(texts))


def dotted(texts: Iterable[str]) -> Markup:
    """Short texts in a line, as the reader's language separates them; with mark-up, without empty ones."""
    parts = [part for text in texts if (part := escape(apart(text)).strip())]
    return dot().join(parts)


def dot() -> Markup:
    """What stands between two of them; no line begins with it."""
    return escape(translate(sentences.dotted(["", ""])).replace(" ·", "\N{NO-BREAK SPACE}·"))


def valued(title: str, value: str) -> Markup:
    """What something is called and what it is, as the reader's language writes it; with its mark-up."""
    return Markup(translate(sentences.VALUED)) % {"option": apart(title), "value": apart(value)}


def remarked(text: str, remark: str) -> Markup:
    """A text and what stands in brackets behind it, as the reader's language writes it."""
    return Markup(translate(sentences.REMARKED)) % {"text": apart(text), "remark": apart(remark)}


def added(numbers: Sequence[int]) -> str:
    """Numbers as they are added up: "1 + 1 − 1"."""
    first, *others = numbers
    return " ".join((str(first), *(f"+ {number}" if number >= 0 else f"− {-number}" for number in others)))


def day_element(at: date | None) -> Markup | str:
    """A day in the reader's language; empty where none is known."""
    return Markup('<time datetime="{}">{}</time>').format(at.isoformat(), day(at, language())) if at else ""


def moment(at: str) -> str:
    """How long ago a time (UTC, ISO 8601) was, in the reader's language."""
    passed = datetime.now(UTC) - read_time(at)
    return translate(N_("just now")) if passed < _JUST_NOW else ago(passed, language())


def evening(at: date) -> Markup:
    """A day with its day of the week in the reader's language."""
    return Markup('<time datetime="{}">{}</time>').format(at.isoformat(), weekday(at, language()))


SOFT = "\u00ad"  # a hyphen that shows only where the line is broken
_DICTIONARIES = {"en": "en_US", "pl": "pl_PL", "ru": "ru_RU", "nl": "nl_NL"}  # Japanese breaks anywhere
_LEAST_AFTER = {"ru_RU": 5}  # letters on the next line: it does not begin with an ending such as -ется
_LETTERS = re.compile(r"[^\W\d_]{8,}")
_LETTERS_OF_NAMES = re.compile(r"[^\W\d_\u2e80-\uffff]{6,}")  # those of East Asia break anywhere
_LONG_PART = re.compile(r"[^\W\d_]{8}(?=[^\W\d_]{3})")


@cache
def hyphenated(text: str, language: str) -> str:
    """The text with soft hyphens in its longer words; only for the app's own texts: all are cached."""
    if language not in _DICTIONARIES:
        return text
    dictionary = _dictionary(_DICTIONARIES[language])
    return _LETTERS.sub(lambda word: dictionary.inserted(word[0], SOFT), text)


def hyphenated_name(name: str, language: str) -> str:
    """A name that somebody typed, with soft hyphens in its longer words.

    Names come from everywhere. Where the reader's dictionary leaves more than five letters in one part, the
    one with the shortest parts is taken: the English one knows no place in "Bartholomew". What none of them
    can read is broken after eight letters.
    """
    first = _DICTIONARIES.get(language, "en_US")
    dictionaries = [_dictionary(known) for known in sorted(_DICTIONARIES.values(), key=first.__ne__)]

    def broken(word: re.Match[str]) -> str:
        ways = [dictionary.inserted(word[0], SOFT) for dictionary in dictionaries]
        shortest = min(ways, key=lambda way: max(5, *map(len, way.split(SOFT))))
        return _LONG_PART.sub(rf"\g<0>{SOFT}", shortest)

    return _LETTERS_OF_NAMES.sub(broken, name)


@cache
def _dictionary(name: str) -> Pyphen:
    return Pyphen(lang=name, left=2, right=_LEAST_AFTER.get(name, 3))
