"""What rules do to a game: the form, and the figures of the rounds that were played by it.

A request plays a few rounds. What all of them brought travels in the form of the page, so nothing is kept.
"""

from __future__ import annotations

import hashlib
from typing import Final

import msgspec
from flask import Blueprint, current_app, render_template
from flask.typing import ResponseReturnValue
from itsdangerous import BadSignature, URLSafeSerializer

from ...fingerprints import version_of_the_game
from ...koikoi.errors import KoikoiError
from ...koikoi.rules.loader import DEFAULT, rules
from ...koikoi.rules.ruleset import bare
from ...koikoi.simulation.outcomes import PolicyTable
from ...koikoi.simulation.policies import POLICIES
from ...koikoi.simulation.simulation import MOST_SEED, USUAL_POLICY, Played, Simulation
from ...sentences import N_, say
from ..context import shelf
from ..forms.fields import ExactText, OneOf, TypedField, TypedForm, WholeNumber
from ..forms.request import from_address, from_body
from ..rules.rule_sets import titles
from .result import RECORDED_ROUNDS, LabResult, likeness

# A request plays so many rounds, by one rule set or by both together. A quick processor plays 4,000 to 6,000
# a second, a slow one a quarter of that: it takes about 200 ms. Of two rule sets each plays whole years.
ROUNDS: Final = 240

POLICY_WORDS: Final = {
    "cautious": N_("Always stop: never koi-koi"),
    "careful": N_("Sensible: koi-koi with few points and many turns left"),
    "bold": N_("Bold: always koi-koi"),
    "random": N_("By chance: any card, and koi-koi half of the time"),
}


class LabForm(TypedForm):
    """One rule set or two, how the players play, and which deals."""

    rules = ExactText(default=DEFAULT)
    against = ExactText()
    policy = OneOf(tuple(POLICIES), default=USUAL_POLICY)
    seed = WholeNumber(0, MOST_SEED, needed=True, default=1)

    def check(self) -> None:
        """Refuse rule sets that there are not, or by which two cannot play."""
        found = (self._table(field) for field in (self.rules, self.against))
        self.tables = [table for table in found if table]

    @property
    def address(self) -> dict[str, str]:
        """The form as the part of an address after its question mark."""
        fields = (self.rules, self.against, self.policy, self.seed)
        return {field.name: str(field.data) for field in fields}

    def _table(self, field: TypedField) -> PolicyTable | None:
        if field is self.against and not field.data:
            return None
        find = shelf().find
        try:
            if find(field.data) is not None:
                return PolicyTable(field.data, rules(field.data, find), self.policy.data)
            field.refuse(say("There is no such rule set."))
        except KoikoiError as error:
            field.refuse(error.sentence)
        return None


class PlayedForm(TypedForm):
    """What was played before, as the page carries it."""

    played = ExactText()


pages = Blueprint("lab", __name__, url_prefix="/lab")


@pages.get("")
def index() -> ResponseReturnValue:
    """The form, with what the address already says."""
    form = from_address(LabForm)
    form.check()
    return _page(form)


@pages.get("/rounds")
def rounds() -> ResponseReturnValue:
    """The first rounds of what the address asks for."""
    return _more()


@pages.post("/rounds")
def more() -> ResponseReturnValue:
    """Rounds of other deals, added to those that were played before."""
    return _more(from_body(PlayedForm).played.data)


def _more(before: str = "") -> ResponseReturnValue:
    form = from_address(LabForm)
    form.check()
    if form.problems:
        return _page(form)
    sealed = _serializer(form)
    try:
        played = msgspec.convert(sealed.loads(before), Played, str_keys=True) if before else None
    except BadSignature:
        form.rules.refuse(
            say("These numbers are of other rules or of another version of the app. Play the rounds again.")
        )
        return _page(form)
    simulation = Simulation(form.tables, form.seed.data, played)
    simulation.play(ROUNDS // len(form.tables))
    result = LabResult(simulation.report(), [table.game.rules for table in form.tables], form.policy.data)
    return _page(form, result, sealed.dumps(msgspec.to_builtins(simulation.played, str_keys=True)))


def _serializer(form: LabForm) -> URLSafeSerializer:
    """Signs what was played: figures that nobody changed, of these rules and deals, by this version."""
    sides = [(table.name, bare(table.game.rules)) for table in form.tables]
    asked = msgspec.json.encode([version_of_the_game(), sides, form.policy.data, form.seed.data])
    assert current_app.secret_key
    return URLSafeSerializer(current_app.secret_key, salt=f"lab {hashlib.sha256(asked).hexdigest()}")


def _page(form: LabForm, result: LabResult | None = None, played: str = "") -> ResponseReturnValue:
    page = render_template(
        "lab/index.html",
        form=form,
        choices=titles(),
        policies=POLICY_WORDS,
        likeness=likeness(),
        recorded_rounds=RECORDED_ROUNDS,
        result=result,
        played=played,
        more=ROUNDS // max(len(form.tables), 1),
    )
    return page, 422 if form.problems else 200
