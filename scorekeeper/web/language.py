"""The reader's language, and how texts, lists, numbers and days are written in it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, date, datetime, timedelta
from typing import Any

from flask import Flask, Response, g, request
from flask_babel import Babel, Domain
from markupsafe import Markup, escape

from .. import sentences
from ..languages import LANGUAGES, TRANSLATIONS, ago, day, in_words, texts, weekday
from ..sentences import N_, Refusal, Sentence
from ..times import read_time
from .sessions import cookie_name

_JUST_NOW = timedelta(minutes=6)  # when a phone was seen is written every five minutes


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


def amount(number: int) -> str:
    """Points or coins that somebody has: 12, −12 or 0."""
    return str(number).replace("-", "−")


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
