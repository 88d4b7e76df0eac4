"""The rule sets: listed, shown in words, compared, exported, imported, deleted."""

from __future__ import annotations

from typing import NamedTuple

from flask import Blueprint, abort, flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _

from ...house_rules.sending import import_rules, portable
from ...koikoi.errors import BadRuleset
from ...koikoi.rules.loading import DEFAULT, LONGEST_FILE, base_of, heirs, names, rules, write_toml
from ...koikoi.rules.ruleset import RuleSet
from ...koikoi.rules.wording import changes
from ...sentences import Sentence
from ..forms.fields import ExactText, SentFile, TypedForm
from ..loading import installation
from ..sheets.downloads import download
from ..words import translate
from . import house_rules
from .in_words import SECTIONS, Line, YakuLine, lines, rule_choices, yaku_lines

pages = Blueprint("rules", __name__, url_prefix="/rules")
pages.add_url_rule("/new", view_func=house_rules.new)
pages.add_url_rule("", view_func=house_rules.create, methods=["POST"])
pages.add_url_rule("/<name>/edit", view_func=house_rules.edit)
pages.add_url_rule("/<name>", view_func=house_rules.change, methods=["POST"])


class Words(NamedTuple):
    """A section of a rule set in words."""

    title: str
    lines: list[Line]


class RulesFileForm(TypedForm):
    """A rule set that somebody sent: its file, or the text of it."""

    file = SentFile(LONGEST_FILE + 1)
    written = ExactText(default="")


@pages.get("")
def index() -> ResponseReturnValue:
    house = installation().house_rules
    own = rule_choices(house.names(), house.find)
    return render_template(
        "rules/index.html",
        own=own,
        broken=_broken([name for name in house.names() if name not in {one.id for one in own}]),
        named=rule_choices(names(), house.find),
    )


@pages.get("/<name>")
def show(name: str) -> ResponseReturnValue:
    """One rule set in words."""
    house = installation().house_rules
    tree = house.find(name)
    if tree is None:
        abort(404)
    chosen, parent = rules(name, house.find), rules(base_of(tree), house.find)
    return render_template(
        "rules/show.html",
        name=name,
        rules=chosen,
        parent=parent,
        parent_id=base_of(tree) if name != DEFAULT else "",
        changes=changes(parent, chosen),
        own=name in house.names(),
        choices=titles(),
    )


@pages.get("/<name>.toml")
def as_toml(name: str) -> ResponseReturnValue:
    """A rule set as a file for another table."""
    tree = portable(installation().house_rules, name)
    if tree is None:
        abort(404)
    title = translate(tree.get("title") or name)
    return download(write_toml(tree).encode(), "application/toml", "toml", title)


@pages.get("/difference")
def difference() -> ResponseReturnValue:
    """Two rule sets side by side: what differs."""
    find = installation().house_rules.find
    a, b = request.args.get("a", ""), request.args.get("b", "")
    found: tuple[tuple[Sentence, Sentence, Sentence], ...] | None = None
    both: tuple[RuleSet, ...] = ()
    if a and b:
        if find(a) is None or find(b) is None:
            abort(404)
        both = (rules(a, find), rules(b, find))
        found = changes(*both)
    return render_template(
        "rules/difference.html", a=a or DEFAULT, b=b, both=both, found=found, choices=titles()
    )


@pages.get("/import")
def choose_file() -> ResponseReturnValue:
    return render_template("rules/import.html", written="")


@pages.post("/import")
def take_file() -> ResponseReturnValue:
    """A rule set that somebody sent becomes one of the table's own."""
    form = RulesFileForm(request.form)
    written = form.written.data
    sent = form.file.data or written.encode()
    try:
        if not sent.strip():
            return _import_again(_("Choose a file or paste its text."), "")
        name = import_rules(installation().house_rules, sent)
    except BadRuleset as error:
        return _import_again(translate(error), written[:LONGEST_FILE])
    flash(_("Rules imported."))
    return redirect(url_for("rules.show", name=name), 303)


@pages.post("/<name>/deletion")
def discard(name: str) -> ResponseReturnValue:
    """One of the table's own rule sets is deleted; the page asks before."""
    house = installation().house_rules
    if name not in house.names():
        abort(404)
    children = heirs(house.names(), house.find, name)
    title = next((one.title for one in rule_choices([name], house.find)), name)
    if children or request.form.get("sure") != "yes":
        page = render_template(
            "rules/deletion.html", name=name, title=title, heirs=rule_choices(children, house.find)
        )
        return page, 422 if children else 200
    with house.writing():
        binned = house.discard(name)
    if binned:  # otherwise somebody else was faster
        flash(_("“%(title)s” is in the bin.", title=title), url_for("bin.restore_rules", binned=binned))
    return redirect(url_for("rules.index"), 303)


@pages.app_template_global("rules_in_words")
def in_words(chosen: RuleSet, parent: RuleSet) -> list[Words]:
    """The sections of a rule set in words; what differs from the parent is marked."""
    return [Words(title, lines(prefixes, chosen, parent)) for _, title, prefixes in SECTIONS if prefixes]


@pages.app_template_global("yaku_in_words")
def yaku_in_words(chosen: RuleSet, parent: RuleSet) -> list[YakuLine]:
    """The yaku of a rule set."""
    return yaku_lines(chosen, parent)


def titles() -> list[tuple[str, str]]:
    """The rule sets that can be read: id and title, the table's own first."""
    house = installation().house_rules
    found = []
    for name in (*house.names(), *names()):
        try:
            found.append((name, rules(name, house.find).title or name))
        except BadRuleset:
            continue
    return found


def _broken(ids: list[str]) -> list[tuple[str, str]]:
    """Rule sets that cannot be read or played: id and why."""
    found = []
    for name in ids:
        try:
            rules(name, installation().house_rules.find)
        except BadRuleset as error:
            found.append((name, translate(error)))
    return found


def _import_again(problem: str, written: str) -> ResponseReturnValue:
    return render_template("rules/import.html", problem=problem, written=written), 422
