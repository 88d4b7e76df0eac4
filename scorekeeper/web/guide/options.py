"""The reference of the options: all of them, those that have some words, and a page for each."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, lru_cache
from pathlib import Path
from typing import Final, NamedTuple

from flask import Blueprint, abort, current_app, get_template_attribute, render_template, request, url_for
from flask.typing import ResponseReturnValue
from markupsafe import Markup

from ...koikoi.reference.entries import OptionEntry, entries
from ...koikoi.reference.scenes import told
from ...koikoi.rules.loader import DEFAULT, rules
from ...koikoi.rules.questions import topic_of
from ...sentences import N_, Sentence, say
from ..downloads import download
from ..forms.request import from_address
from ..i18n import language, translate
from ..rules.descriptions import SECTIONS
from ..rules.search import has_all, words_of
from ..rules.views import SearchForm
from .whose_rules import way_back

_SECTION_OF: Final = {prefix: name for name, _title, prefixes in SECTIONS for prefix in prefixes or (name,)}
_TITLES: Final = {name: title for name, title, _prefixes in SECTIONS}


class ReferenceSection(NamedTuple):
    """A section of the reference."""

    id: str
    title: str
    entries: tuple[OptionEntry, ...]  # without those that are part of another option


@cache
def sections() -> tuple[ReferenceSection, ...]:
    """Every section, as the rules and the form for house rules have them."""
    return tuple(
        ReferenceSection(
            name,
            title,
            tuple(row for row in entries().values() if section_of(row.key) == name and not row.table),
        )
        for name, title, _prefixes in SECTIONS
    )


def section_of(key: str) -> str:
    """The id of the section of an option."""
    return _SECTION_OF[key.split(".")[0]]


def whole_title(entry: OptionEntry) -> str:
    """The title of an option in the reader's language; of a part after that of its table."""
    above = entries().get(entry.table)
    return f"{translate(above.title)} · {translate(entry.title)}" if above else translate(entry.title)


def search(wanted: str) -> list[OptionEntry]:
    """The options that have every wanted word; those that have them in their title first."""
    words = words_of(wanted)
    hits = [entry for entry in entries().values() if has_all(_text(entry.key, language()), words)]
    return sorted(hits, key=lambda entry: not has_all(whole_title(entry), words))


@cache
def _text(key: str, _language: str) -> str:
    """What is said of an option in the reader's language, for searching."""
    entry = entries()[key]
    said: list[Sentence | str] = [_TITLES[section_of(key)], entry.option.meaning, entry.usual]
    said += [value.words for value in entry.values]
    if topic := topic_of().get(key):
        asked = [text for question in topic.choices if key in question.keys for text in question.texts]
        said += [topic.words, *asked]
    return " ".join((key, whole_title(entry), *map(translate, said)))


pages = Blueprint("options", __name__, url_prefix="/options")
WHAT_IS: Final = N_("what is that?")


@pages.get("")
def index() -> ResponseReturnValue:
    """Every option by section, or those that a search finds."""
    wanted = from_address(SearchForm).q.data
    return render_template(
        "guide/options.html",
        wanted=wanted,
        hits=search(wanted) if wanted else [],
        sections=sections(),
        whole_title=whole_title,
        back=way_back() or url_for("rules.index"),
    )


@pages.get("/rule-sets.md")
def guide() -> ResponseReturnValue:
    """The guide to writing a rule set, as a file."""
    written = Path(current_app.config["DOCS"], "rule-sets.md").read_bytes()
    return download(written, "text/markdown", "md", "rule sets")


@pages.get("/<key>")
def show(key: str) -> ResponseReturnValue:
    """One option: its meaning, its values, examples, who uses which value, and where it is asked for."""
    entry = entries().get(key)
    if entry is None:
        abort(404)
    section = next(section for section in sections() if section.id == section_of(key))
    return render_template(
        "guide/option.html",
        entry=entry,
        above=entries().get(entry.table),
        parts=[entries()[part] for part in entry.parts],
        section=section,
        common=rules(DEFAULT),
        title_of_rules=_title_of_rules,
        told=told,
    )


def option_address(key: str) -> str:
    """Where an option is explained."""
    return url_for("options.show", key=key)


def what_is(key: str) -> Markup:
    """A question mark that leads to the explanation of an option."""
    return _question_mark(key, request.script_root, language())


@lru_cache(maxsize=1024)
def _question_mark(key: str, _root: str, _language: str) -> Markup:
    """The link, kept by the start of all addresses and by language: a page has a hundred of them."""
    link: Callable[[str, str], Markup] = get_template_attribute("parts/what_is.html", "link")
    title = translate(entries()[key].title)
    return link(
        option_address(key), translate(say("%(option)s: %(value)s", option=title, value=say(WHAT_IS)))
    )


def _title_of_rules(name: str) -> str:
    return rules(name).title or name
