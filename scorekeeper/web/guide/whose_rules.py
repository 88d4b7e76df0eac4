"""Whose rules a page of the guide tells: those of a match, those that were asked for, or the last ones."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from flask import request, url_for
from flask_babel import gettext as _

from ...koikoi.rules.options.row import KOIKOI, GameId
from ...koikoi.rules.ruleset import RuleSet
from ..context import last_rules, rules_named
from ..forms.fields import OwnAddress, TextLine, TypedForm
from ..forms.request import from_address
from ..home import back_from_settings
from ..match_repository import load

_FEWEST_PLAYERS: Final = 2


class GuideAddress(TypedForm):
    """What the address of a page of the guide says: a match or a rule set, and where the reader came from."""

    match = TextLine()
    ruleset = TextLine()
    back = OwnAddress()


class Chapter(NamedTuple):
    """A page of the guide, as the others link to it."""

    title: str
    address: str
    is_here: bool


class InForce(NamedTuple):
    """The rules that a page of the guide tells."""

    rules: RuleSet
    players: int
    match_id: str  # the match whose rules they are; empty for no match
    ruleset: str  # the id of the rule set; empty for the rules of a match
    back: str  # the page from which the reader came to the guide
    asked: dict[str, str]  # what the address said: the pages of the guide hand it on to each other


def way_back() -> str:
    """Where the reader came from to the guide; empty where the address does not say."""
    return asked_for().get("back", "")


def in_force() -> InForce:
    """The rules that the address of this page asks for; without a wish those of the last match.

    Raises NoSuchMatch, BadRuleset; a rule set that does not exist is answered with 404.
    """
    asked = asked_for()
    match_id, back = asked.get("match", ""), asked.get("back", "")
    if match_id:
        match = load(match_id)
        back = back or url_for("matches.notepad", match_id=match_id)
        return InForce(match.rules, len(match.players), match_id, "", back, asked)
    name = asked.get("ruleset") or last_rules()
    return InForce(rules_named(name), _FEWEST_PLAYERS, "", name, back or url_for("home.index"), asked)


def asked_game() -> GameId:
    """The game of the rules that the address of this page asks for; Koi-Koi where it asks for none."""
    return in_force().rules.game if {"match", "ruleset"} & asked_for().keys() else KOIKOI


def chapters() -> list[Chapter]:
    """The pages of the guide, all for the rules and with the way back of the page that is asked for."""
    asked, place = asked_for(), request.view_args or {}
    match_id, back = place.get("match_id") or asked.get("match"), asked.get("back")
    ruleset = None if match_id else place.get("name") or asked.get("ruleset")
    given: dict[str, Any] = {"match": match_id, "ruleset": ruleset, "back": back}
    if match_id:
        chart = url_for("chart.of_match", match_id=match_id, back=back)
    else:
        chart = url_for("chart.of_rules", name=ruleset or last_rules(), back=back)
    return [
        Chapter(_("How to play"), url_for("guide.play", **given), request.endpoint == "guide.play"),
        Chapter(_("Cards"), url_for("guide.cards", **given), request.endpoint == "guide.cards"),
        Chapter(_("Yaku"), chart, request.blueprint == "chart"),
        Chapter(_("Options"), url_for("options.index", **given), request.endpoint == "options.index"),
    ]


def from_here() -> dict[str, str]:
    """What this page tells the guide: the match or the rule set that it is about, and the way back to it."""
    if request.blueprint == "guide":
        return asked_for()
    place, asked = request.view_args or {}, from_address(GuideAddress)
    asking = {
        "match": place.get("match_id"),
        "ruleset": place.get("name") or asked.ruleset.text,
        "back": back_from_settings() if request.endpoint != "home.settings" else None,
    }
    return {name: text for name, text in asking.items() if text}


def asked_for() -> dict[str, str]:
    """What the address says; a match has its rules."""
    said = from_address(GuideAddress)
    asked = {"match": said.match.text, "ruleset": said.ruleset.text, "back": said.back.data}
    if asked["match"]:
        del asked["ruleset"]
    return {name: text for name, text in asked.items() if text}
