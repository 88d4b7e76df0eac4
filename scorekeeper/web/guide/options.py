"""The reference of the options: all of them, those that have some words, and a page for each."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, lru_cache
from pathlib import Path
from typing import Final, NamedTuple

from flask import (
    Blueprint,
    abort,
    current_app,
    get_template_attribute,
    redirect,
    render_template,
    request,
    url_for,
)
from flask.typing import ResponseReturnValue
from markupsafe import Markup

from ...koikoi.reference.entries import OptionEntry, entries, every_entry
from ...koikoi.reference.scenes import scene_lines
from ...koikoi.rules import schema
from ...koikoi.rules.loader import DEFAULT, rules
from ...koikoi.rules.options.row import KOIKOI, GameId
from ...koikoi.rules.schema import doublings, section_of
from ...sentences import N_, dotted, say, valued
from ..downloads import download
from ..forms.request import from_address
from ..language import spoken, translate
from ..rules.option_search import found, words_of
from ..rules.views import SearchForm
from .whose_rules import asked_for, asked_game, way_back


class ReferenceSection(NamedTuple):
    id: str
    title: str
    entries: tuple[OptionEntry, ...]


@cache
def sections(game: GameId = KOIKOI) -> tuple[ReferenceSection, ...]:
    """Every section of a game, as the rules and the form for house rules have them."""
    return tuple(
        ReferenceSection(
            section.id,
            section.title,
            tuple(row for row in entries(game).values() if section_of(row.key) == section.id),
        )
        for section in schema.sections(game).values()
    )


def whole_title(entry: OptionEntry) -> str:
    """The title of an option in the reader's language, after that of its doubling."""
    above = entry.doubling
    return translate(dotted([say(above.title), entry.title]) if above else entry.title)


class OptionHit(NamedTuple):
    """An option that a search finds, and the texts that hold the words which its line does not."""

    entry: OptionEntry
    words: tuple[str, ...]


def search(wanted: str, game: GameId = KOIKOI) -> list[OptionHit]:
    """The options of a game that a search finds; what a known yaku pays is one of them for all yaku."""
    keys: dict[str, str] = {}
    for key in found(wanted, game):
        keys.setdefault(key if key in entries(game) else "yaku.points", key)
    hits = []
    for shown, key in keys.items():
        entry = entries(game)[shown]
        line = (whole_title(entry), translate(entry.option.meaning))
        hits.append(OptionHit(entry, words_of(game, key, wanted, *line)))
    return hits


pages = Blueprint("options", __name__, url_prefix="/options")
WHAT_IS: Final = N_("what is that?")


@pages.get("")
def index() -> ResponseReturnValue:
    """Every option by section, or those that a search finds, of the game that was asked for."""
    wanted, game = from_address(SearchForm).q.data, asked_game()
    return render_template(
        "guide/options.html",
        wanted=wanted,
        hits=search(wanted, game) if wanted else [],
        sections=sections(game),
        here=asked_for(),
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
    if key in doublings():
        return redirect(option_address(doublings()[key].switch))
    entry = every_entry().get(key) or abort(404)
    section = next(row for row in schema.every_section().values() if row.id == section_of(key))
    return render_template(
        "guide/option.html",
        entry=entry,
        whole_title=whole_title,
        section=section,
        common=rules(DEFAULT),
        title_of_rules=_title_of_rules,
        scene_lines=scene_lines,
    )


def option_address(key: str) -> str:
    """Where an option is explained."""
    return url_for("options.show", key=key)


def what_is(key: str) -> Markup:
    """A question mark that leads to the explanation of an option, or of what switches a doubling on."""
    key = doublings()[key].switch if key in doublings() else key
    return _question_mark(key, request.script_root, spoken())


@lru_cache(maxsize=1024)
def _question_mark(key: str, _root: str, _spoken: str) -> Markup:
    """The link, kept by the start of all addresses and by language: a page has a hundred of them."""
    link: Callable[[str, str], Markup] = get_template_attribute("parts/what_is.html", "link")
    title = whole_title(every_entry()[key])
    return link(option_address(key), translate(valued(title, say(WHAT_IS))))


def _title_of_rules(name: str) -> str:
    return rules(name).title or name
