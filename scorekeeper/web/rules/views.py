"""The rule sets: listed, shown in words, compared, deleted."""

from __future__ import annotations

from collections.abc import Sequence

from flask import abort, flash, redirect, render_template, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _

from ...koikoi.errors import BadRuleset
from ...koikoi.rules.diff import changes
from ...koikoi.rules.loader import DEFAULT, heirs, names, rules
from ..context import last_rules, rules_named, shelf, store
from ..forms.fields import ExactText, TextLine, TypedForm
from ..forms.request import from_address, is_sure
from ..i18n import translate
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
    """The booklets, what was played here, the table's own rules, all others; or what a search finds.

    To read and change them, or with ``?for=match`` to choose those of a new match.
    """
    house = shelf()
    own = rule_choices(house.names(), house.find)
    named = {choice.id: choice for choice in rule_choices(names(), house.find)}
    address = from_address(RuleSetsAddress)
    wanted = address.q.data
    choices, last = [*own, *named.values()], last_rules()
    return render_template(
        "rules/index.html",
        wanted=wanted,
        chooses=address.chooses.data == "match",
        carried=address.chosen.data,
        chosen=next((choice for choice in choices if choice.id == (address.chosen.data or last)), None),
        common=named[DEFAULT],
        hits=search.search(choices, wanted) if wanted else [],
        booklets=booklets(named.values()),
        played=[] if wanted else search.played(list(named.values())),  # one's own are listed anyway
        own=own,
        broken=_broken([name for name in house.names() if name not in {choice.id for choice in own}]),
        sources=by_source(named.values()),
        last=last,
    )


@pages.get("/difference")
def difference() -> ResponseReturnValue:
    """Two rule sets side by side: what differs."""
    form = from_address(DifferenceForm)
    a, b = form.a.data, form.b.data
    both = (rules_named(a), rules_named(b)) if a and b else None
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


@pages.post("/<name>/deletion")
def discard(name: str) -> ResponseReturnValue:
    """One of the table's own rule sets is deleted; the page asks before."""
    house = shelf()
    if name not in house.names():
        abort(404)
    children = heirs(house.names(), house.find, name)
    title = next((choice.title for choice in rule_choices([name], house.find)), name)
    if children or not is_sure():
        page = render_template(
            "rules/deletion.html", name=name, title=title, heirs=rule_choices(children, house.find)
        )
        return page, 422 if children else 200
    with house.writing():
        binned = house.discard(name)
        house.empty_bin(store().bin_limit())
    if binned:  # otherwise somebody else was faster
        flash(_("“%(title)s” is in the bin.", title=title), url_for("bin.restore_rules", binned=binned))
    return redirect(url_for("rules.index"), 303)


def _broken(ids: list[str]) -> list[tuple[str, str]]:
    """Rule sets that cannot be read or played: id and why."""
    broken = []
    for name in ids:
        try:
            rules(name, shelf().find)
        except BadRuleset as error:
            broken.append((name, translate(error)))
    return broken
