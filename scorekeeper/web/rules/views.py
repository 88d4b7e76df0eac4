"""The rule sets: listed, shown in words, compared, deleted."""

from __future__ import annotations

from collections.abc import Sequence

from flask import abort, flash, redirect, render_template, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _

from ...koikoi.errors import BadRuleset
from ...koikoi.rules.diff import changes
from ...koikoi.rules.loader import DEFAULT, heirs, names, rules
from ..context import last_rules, rules_named, shelf, speak_as, store
from ..forms.fields import ExactText, TextLine, TypedForm
from ..forms.request import from_address
from ..language import translate
from . import search
from .descriptions import booklets, by_source, rule_choices
from .show import pages as pages  # those of all three modules

_LONGEST_SEARCH = 80


class SearchedWords(TextLine):
    """What is searched for; what is too long is cut off."""

    def read(self, texts: Sequence[str]) -> str:
        return texts[-1][:_LONGEST_SEARCH].strip()


class DifferenceForm(TypedForm):
    """The ids of two rule sets to compare."""

    a = ExactText(default="")
    b = ExactText(default="")


class SearchForm(TypedForm):
    """The words that a rule set should have."""

    q = SearchedWords(default="")


class RuleSetsAddress(SearchForm):
    """The same, and whether rules are chosen for a new match, which has some by now."""

    chooses = ExactText(name="for", default="")  # "match"
    chosen = ExactText(default="")  # the id of those; else the ones that a new match begins with


@pages.get("")
def index() -> ResponseReturnValue:
    """The table's own rules, the booklets, what else was played here, the others; or what a search finds.

    Each is there once.
    To read and change them, or with ``?for=match`` to choose those of a new match.
    """
    house = shelf()
    own = rule_choices(house.names(), house.find)
    named = {choice.id: choice for choice in rule_choices(names(), house.find)}
    address = from_address(RuleSetsAddress)
    wanted = address.q.data
    choices, last = [*own, *named.values()], last_rules()
    documents, common = booklets(named.values()), named[DEFAULT]
    covers = [common, *(choice for _booklet, choice in documents)]
    played = [] if wanted else [choice for choice in search.played([*named.values()]) if choice not in covers]
    others = [choice for choice in named.values() if choice not in (*covers, *played)]
    return render_template(
        "rules/index.html",
        wanted=wanted,
        chooses=address.chooses.data == "match",
        carried=address.chosen.data,
        chosen=next((choice for choice in choices if choice.id == (address.chosen.data or last)), None),
        common=common,
        hits=search.search(choices, wanted) if wanted else [],
        booklets=documents,
        played=played,
        own=own,
        broken=_broken([name for name in house.names() if name not in {choice.id for choice in own}]),
        sources=by_source(others),
        last=last,
    )


@pages.get("/difference")
def difference() -> ResponseReturnValue:
    """Two rule sets side by side: what differs."""
    form = from_address(DifferenceForm)
    a, b = form.a.data, form.b.data
    both = (rules_named(a), rules_named(b)) if a and b else None
    if both and both[0].words != both[1].words:
        speak_as(rules(DEFAULT))  # two sources are compared in the words of the app
    choices = search.titles()
    first = a or DEFAULT
    return render_template(
        "rules/difference.html",
        a=first,
        b=b or next(choice.id for choice in choices if choice.id != first),
        both=both,
        differing=changes(*both) if both else None,
        choices=choices,
    )


@pages.get("/<name>/deletion")
def ask_to_discard(name: str) -> str:
    """Ask before one of the table's own rule sets is moved to the bin, or say which are based on it."""
    house = shelf()
    if name not in house.names():
        abort(404)
    children = heirs(house.names(), house.find, name)
    return render_template(
        "rules/deletion.html", name=name, title=_title(name), heirs=rule_choices(children, house.find)
    )


@pages.post("/<name>/deletion")
def discard(name: str) -> ResponseReturnValue:
    """Move one of the table's own rule sets to the bin, unless others have been based on it meanwhile."""
    house = shelf()
    if heirs(house.names(), house.find, name):
        return redirect(url_for("rules.ask_to_discard", name=name), 303)
    title = _title(name)
    if house.discard(name):  # otherwise a double tap, or somebody else was faster
        flash(_("“%(title)s” is in the bin.", title=title), url_for("bin.restore_rules", binned=name))
    house.empty_bin(store().bin_limit())
    return redirect(url_for("rules.index"), 303)


def _title(name: str) -> str:
    """The title of a rule set; its id where it cannot be read."""
    return next((choice.title for choice in rule_choices([name], shelf().find)), name)


def _broken(ids: list[str]) -> list[tuple[str, str]]:
    """Rule sets that cannot be read or played: id and why."""
    broken = []
    for name in ids:
        try:
            rules(name, shelf().find)
        except BadRuleset as error:
            broken.append((name, translate(error)))
    return broken
