"""Whose rules a page of the guide tells: those of a match, those that were asked for, or the last ones."""

from __future__ import annotations

from typing import Final, NamedTuple

from flask import abort, request, url_for

from ...koikoi.rules.loader import rules
from ...koikoi.rules.ruleset import RuleSet
from ..context import last_rules, shelf
from ..forms.fields import OwnAddress, TextLine, TypedForm
from ..forms.request import from_address
from ..home import back_from_settings
from ..match_repository import load

_FEWEST_PLAYERS: Final = 2


class GuideAddress(TypedForm):
    """What the address of a page of the guide says: a match or a rule set, and where the reader came from."""

    match = TextLine()
    ruleset = TextLine()
    back = OwnAddress(default="")


class InForce(NamedTuple):
    """The rules that a page of the guide tells."""

    rules: RuleSet
    players: int
    match_id: str  # the match whose rules they are; empty for no match
    ruleset: str  # the id of the rule set; empty for the rules of a match
    back: str  # the page from which the reader came to the guide
    asked: dict[str, str]  # what the address said: the pages of the guide hand it on to each other


def in_force() -> InForce:
    """The rules that the address of this page asks for; without a wish those of the last match.

    Raises NoSuchMatch, BadRuleset; a rule set that does not exist is answered with 404.
    """
    asked = _asked()
    match_id, back = asked.get("match", ""), asked.get("back", "")
    if match_id:
        match = load(match_id)
        back = back or url_for("matches.notepad", match_id=match_id)
        return InForce(match.rules, len(match.players), match_id, "", back, asked)
    find, name = shelf().find, asked.get("ruleset") or last_rules()
    if find(name) is None:
        abort(404)
    rule_set = rules(name, find)
    return InForce(rule_set, _FEWEST_PLAYERS, "", name, back or url_for("home.index"), asked)


def from_here() -> dict[str, str]:
    """What this page tells the guide: the match or the rule set that it is about, and the way back to it."""
    if request.blueprint == "guide":
        return _asked()
    place, asked = request.view_args or {}, from_address(GuideAddress)
    told = {
        "match": place.get("match_id"),
        "ruleset": place.get("name") if request.blueprint == "rules" else asked.ruleset.text,
        "back": back_from_settings() if request.endpoint != "home.settings" else None,
    }
    return {name: text for name, text in told.items() if text}


def _asked() -> dict[str, str]:
    """What the address says; a match has its rules."""
    said = from_address(GuideAddress)
    asked = {"match": said.match.text, "ruleset": said.ruleset.text, "back": said.back.data}
    if asked["match"]:
        del asked["ruleset"]
    return {name: text for name, text in asked.items() if text}
