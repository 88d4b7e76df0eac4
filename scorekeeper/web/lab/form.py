"""The form that says what is to be played. It stands in addresses."""

from __future__ import annotations

from functools import cached_property
from typing import Final
from urllib.parse import urlencode

from ...fingerprints import version_of_the_game
from ...koikoi.errors import BadRuleset
from ...koikoi.rules.loader import DEFAULT, rules
from ...koikoi.rules.ruleset import RuleSet
from ...koikoi.simulation.policies import POLICIES
from ...lab.wish import MOST, MOST_SEED, USUAL, LabRules, Wish
from ...sentences import N_, say
from ..context import shelf
from ..forms.fields import ExactText, OneOf, TypedField, TypedForm, WholeNumber

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
