"""What rules do to a game: the form, the run with its progress, the result, and its numbers as files."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Any, Final
from urllib.parse import urlencode

import msgspec
from flask import Blueprint, abort, flash, jsonify, redirect, render_template, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _

from ...exports.sheets.csv_sheet import Cell, csv_table
from ...fingerprints import version_of_the_game
from ...koikoi.errors import BadRuleset
from ...koikoi.figures.match_figures import yaku_called
from ...koikoi.rules.loader import DEFAULT, rules
from ...koikoi.rules.ruleset import RuleSet
from ...koikoi.simulation.policies import POLICIES
from ...lab.runs import Runs
from ...lab.wish import MOST, MOST_SEED, USUAL, LabRules, Wish
from ...languages import Translate
from ...sentences import N_, say
from ..context import installation, shelf
from ..downloads import download
from ..forms.fields import ExactText, OneOf, TypedField, TypedForm, WholeNumber
from ..forms.request import from_address, from_body
from ..i18n import translate
from ..rules import search
from .result import RECORDED_ROUNDS, LabResult, likeness

FEWEST: Final = 1_000
USUAL_ROUNDS: Final = 20_000

POLICY_WORDS: Final = {
    "cautious": N_("Always stop: never koi-koi"),
    "careful": N_("Sensible: koi-koi with few points and many turns left"),
    "bold": N_("Bold: always koi-koi"),
    "random": N_("By chance: any card, and koi-koi half of the time"),
}


class LabForm(TypedForm):
    """One rule set or two, how the players play, how many rounds, and which deals."""

    rules = ExactText(default=DEFAULT)
    against = ExactText(default="")
    policy = OneOf(tuple(POLICIES), default=USUAL)
    rounds = WholeNumber(FEWEST, MOST, needed=True, default=USUAL_ROUNDS)
    seed = WholeNumber(0, MOST_SEED, needed=True, default=1)
    start = ExactText(default="")  # not empty: only what is offered is wanted, not a result

    def check(self) -> None:
        """Refuse rule sets that there are not."""
        self._sides = [self._side(field) for field in (self.rules, self.against)]

    @property
    def wish(self) -> Wish:
        """What is to be played; only where nothing is refused."""
        sides = tuple(side for side in self._sides if side)
        return Wish(sides, self.rounds.data, self.seed.data, self.policy.data)

    @cached_property
    def id(self) -> str:
        return self.wish.id(version_of_the_game())

    @property
    def address(self) -> dict[str, str]:
        """The form as the part of an address after its question mark."""
        fields = (self.rules, self.against, self.policy, self.rounds, self.seed)
        return {field.name: str(field.data) for field in fields if field.data != ""}

    @property
    def query(self) -> str:
        return urlencode(self.address)

    @property
    def sets(self) -> list[RuleSet]:
        return [side.rules for side in self.wish.sides]

    def _side(self, field: TypedField) -> LabRules | None:
        if field is self.against and not field.data:
            return None
        find = shelf().find
        try:
            if find(field.data) is not None:
                return LabRules(field.data, rules(field.data, find))
            field.refuse(say("There is no such rule set."))
        except BadRuleset as error:
            field.refuse(error.sentence)
        return None


_HEADS = ("ruleset", "figure", "item", "name", "value", "low", "high", "of")


def rows(told: dict[str, Any], translate: Translate) -> Iterator[tuple[Cell, ...]]:
    """The heads of the columns, then the numbers of each rule set, then the differences."""
    yield _HEADS
    for of_set in told["rulesets"]:
        for row in _of(of_set, translate):
            yield of_set["ruleset"], *row
    for row in _of(told.get("differences", {}), translate):
        yield "difference", *row


def _of(part: dict[str, Any], translate: Translate, before: str = "") -> Iterator[tuple[Cell, ...]]:
    for key, value in part.items():
        figure = f"{before}{key}"
        if isinstance(value, dict) and "low" in value:
            yield figure, "", "", value["value"], value["low"], value["high"], ""
        elif isinstance(value, dict):
            yield from _of(value, translate, f"{figure}.")
        elif key == "won_rounds":
            for points, times in value:
                yield figure, points, "", times, "", "", ""
        elif isinstance(value, list):
            yield from _items(figure, value, translate)
        elif key != "ruleset" and value is not None:
            yield figure, "", "", value, "", "", ""


def _items(figure: str, items: list[dict[str, Any]], translate: Translate) -> Iterator[tuple[Cell, ...]]:
    for item in items:
        name = translate(yaku_called(item["key"])) if "key" in item else ""
        about = item["id"] if "id" in item else item["base"]
        for key, value in item.items():
            if isinstance(value, dict):
                numbers = value["value"], value["low"], value["high"]
                yield f"{figure}.{key}", about, name, *numbers, item.get("times", "")


pages = Blueprint("lab", __name__, url_prefix="/lab")


@pages.get("")
def index() -> ResponseReturnValue:
    """The result that the address asks for, how far it is, or the form."""
    form = from_address(LabForm)
    form.check()
    return _page(form), 422 if form.problems else 200


@pages.post("")
def begin() -> ResponseReturnValue:
    """Begin a run, unless its result is known; one at a time."""
    form = from_body(LabForm)
    form.check()
    if form.problems:
        return _page(form), 422
    runs = _runs()
    going_on = runs.going_on()
    known = runs.result(form.id) is not None or (going_on is not None and going_on.id == form.id)
    if not known and (going_on or not runs.begin(form.wish, form.id, form.query)):
        return _page(form, is_late=True), 409
    return redirect(f"{url_for('lab.index')}?{form.query}", 303)


@pages.post("/stop")
def stop() -> ResponseReturnValue:
    """Stop the run of the form."""
    form = from_body(LabForm)
    form.check()
    if not form.problems:
        _runs().stop(form.id)
        flash(_("Stopped. Nothing was saved."))
    return redirect(f"{url_for('lab.index')}?{form.query}&start=1", 303)


@pages.get("/progress")
def progress() -> ResponseReturnValue:
    """How far the run of the address is: its rounds, or none where it does not go on."""
    form = _asked()
    run = _runs().going_on()
    if run is None or run.id != form.id:
        return jsonify(done=None)
    return jsonify(done=run.done, rounds=run.rounds)


@pages.get("/result.csv")
def as_table() -> ResponseReturnValue:
    """The numbers of a result as CSV."""
    return download(csv_table(rows(_result(_asked()), translate)), "text/csv", "csv", translate(N_("Rules")))


@pages.get("/result.json")
def as_values() -> ResponseReturnValue:
    """The result as ``scorekeeper simulate`` writes it."""
    written = msgspec.json.format(msgspec.json.encode(_result(_asked())), indent=1) + b"\n"
    return download(written, "application/json", "json", translate(N_("Rules")))


def _page(form: LabForm, is_late: bool = False) -> str:
    runs = _runs()
    told = None if form.problems or form.start.data else runs.result(form.id)
    run = runs.going_on()
    own = run if run and not form.problems and run.id == form.id else None
    return render_template(
        "lab/index.html",
        form=form,
        choices=search.titles(),
        policies=POLICY_WORDS,
        likeness=likeness(),
        recorded_rounds=RECORDED_ROUNDS,
        run=None if told else own,
        other=None if own else run,
        is_late=is_late,
        is_elsewhere=is_late and runs.is_elsewhere(),
        result=LabResult(told, form.sets, form.policy.data) if told else None,
    )


def _asked() -> LabForm:
    """The form of the address; what it asks for must be there."""
    form = from_address(LabForm)
    form.check()
    if form.problems:
        abort(404)
    return form


def _result(form: LabForm) -> dict[str, Any]:
    return _runs().result(form.id) or abort(404)


def _runs() -> Runs:
    return Runs(installation().folder / "lab")
