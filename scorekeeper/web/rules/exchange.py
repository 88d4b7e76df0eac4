"""Rule sets passed on to another table by a link, a QR code, a message or a file, and received from one."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from flask import Blueprint, abort, flash, redirect, render_template, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _
from markupsafe import Markup
from msgspec.structs import replace

from ...house_rules.changes import as_written
from ...house_rules.exchange import (
    Received,
    code_of,
    code_of_rules,
    keep_received,
    origin,
    portable,
    receive,
    write_json,
)
from ...koikoi.errors import BadRuleset
from ...koikoi.rules.diff import changes, own_yaku
from ...koikoi.rules.loader import LONGEST_FILE, base_of, rules, write_toml
from ...koikoi.rules.ruleset import RuleSet
from ...koikoi.rules.schema import Tree
from ..access.current_phone import may
from ..context import address_at, outside_address, rules_named, shelf, speak_as
from ..downloads import download
from ..forms.fields import ExactText, SentFile, TypedForm
from ..forms.request import from_body
from ..language import translate
from ..match_repository import load
from ..qr import code_of_link
from .descriptions import RuleSetChoice, short_text

pages = Blueprint("exchange", __name__)


class Passed(NamedTuple):
    """What the page offers for a rule set; code and link are empty if the rules are too long for them."""

    code: str
    link: str
    picture: Markup  # the link as a QR code; empty if it would be too fine to scan
    text: str


class ReceivedForm(TypedForm):
    """What somebody sent: its file, or a link, a code or the text of a file; and what to do with it."""

    file = SentFile(LONGEST_FILE + 1)
    written = ExactText()
    step = ExactText()  # "keep": keep it; otherwise it is shown


@pages.get("/rules/<name>/sharing")
def show(name: str) -> ResponseReturnValue:
    """All ways to pass on a rule set."""
    house = shelf()
    tree = portable(house, name)
    if tree is None:
        abort(404)
    rule_set, base = rules_named(name), rules(base_of(tree))
    above = base if base.game == rule_set.game else rule_set  # the first of its game
    passed = _passed(lambda: code_of(house, name), rule_set, above)
    return render_template("rules/sharing.html", name=name, rules=rule_set, passed=passed)


@pages.get("/matches/<match_id>/rules/sharing")
def show_match(match_id: str) -> ResponseReturnValue:
    """All ways to pass on the rules of a match, which may be kept nowhere else."""
    house, rule_set = shelf(), load(match_id).rules
    passed = _passed(lambda: code_of_rules(house, rule_set), rule_set, rules(origin(rule_set)))
    return render_template("rules/sharing.html", match_id=match_id, rules=rule_set, passed=passed)


def _passed(code_of_it: Callable[[], str], rule_set: RuleSet, above: RuleSet) -> Passed:
    """What is sent of a rule set, of which the message says what it changes above another one."""
    try:
        code = code_of_it()
    except BadRuleset:  # too long
        code = ""
    link = f"{address_at(outside_address(), url_for('exchange.receiving'))}#{code}" if code else ""
    return Passed(code, link, code_of_link(link), short_text(rule_set, above, link))


@pages.get("/rules/<name>.toml")
def as_toml(name: str) -> ResponseReturnValue:
    """A rule set as a file for another table."""
    return _file(name, write_toml, "toml")


@pages.get("/rules/<name>.json")
def as_json(name: str) -> ResponseReturnValue:
    """A rule set as a file for another table or program."""
    return _file(name, write_json, "json")


@pages.get("/rules/received")
def receiving() -> ResponseReturnValue:
    """The form for what somebody sent. A script fills it from the link, whose code no server sees."""
    return _form()


@pages.post("/rules/received")
def take() -> ResponseReturnValue:
    """Show the rules that somebody sent, what they change, and keep them if that was asked."""
    form = from_body(ReceivedForm)
    written = form.written.data
    sent = form.file.data or written.encode()
    if not sent.strip():
        return _form(_("Paste a link or a code, or choose a file.")), 422
    house = shelf()
    try:
        received = receive(house, sent)
        if form.step.data != "keep":
            return _preview(received)
        if not may("rule_editor.create"):
            return render_template("access/not_allowed.html"), 403
        name = keep_received(house, received)
    except BadRuleset as error:
        return _form(translate(error), written[:LONGEST_FILE]), 422
    flash(_("Rules imported."))
    return redirect(url_for("rules.show", name=name), 303)


def code_to_save(rule_set: RuleSet, choices: Iterable[RuleSetChoice]) -> str:
    """The code by which rules can be saved that are none of the ``choices``; empty where it is too long."""
    if any(_of_any_match(choice.rules) == _of_any_match(rule_set) for choice in choices):
        return ""
    try:
        return code_of_rules(shelf(), rule_set)
    except BadRuleset:
        return ""


def _of_any_match(rule_set: RuleSet) -> RuleSet:
    """Rules without what a table agrees on for one match: its length, and which answers were given."""
    length = replace(rule_set.match, rounds=None, target=None)
    return replace(rule_set, title="", about="", source="", agreed={}, match=length)


def _file(name: str, write: Callable[[Tree], str], ending: str) -> ResponseReturnValue:
    """A rule set to save, complete but for the named rule set that it extends."""
    tree = portable(shelf(), name)
    if tree is None:
        abort(404)
    title = translate(tree.get("title") or name)
    return download(write(tree).encode(), f"application/{ending}", ending, title)


def _form(problem: str = "", written: str = "") -> str:
    return render_template("rules/received.html", problem=problem, written=written)


def _preview(received: Received) -> str:
    """The page of a rule set that is not kept yet; its form carries the rules as JSON."""
    house = shelf()
    above = rules(received.extends, house.find)
    speak_as(received.rules)
    return render_template(
        "rules/preview.html",
        rules=received.rules,
        above=above,
        above_id=received.extends,
        changes=changes(above, received.rules),
        own=list(own_yaku(received.rules)),
        same_base=received.same_base,
        here=rules(received.here, house.find) if received.here else None,
        here_id=received.here,
        kept=received.is_kept(house),
        written=write_json(as_written(house, received.rules, received.extends), 0),
    )
