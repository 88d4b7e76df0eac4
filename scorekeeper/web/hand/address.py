"""A pile and what else decides its score, as a short address that every installation can read.

``?pile=09A.08B.4C&calls=1.0&round=3&brights=2&months=11&ruleset=russian``: only the pile is needed.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final, NamedTuple

from ...koikoi.cards import BY_ID, union
from ...koikoi.compare.differences import DifferingPile, differing_piles
from ...koikoi.errors import BadCards
from ...koikoi.pile import Pile, pile
from ...koikoi.rules.ruleset import RuleSet
from ...koikoi.scoring.score import Circumstances
from ...sentences import say
from ..forms.fields import ExactText, TypedForm
from ..forms.values import whole_number
from ..rounds.rule_questions import MOST_CALLS

_LONGEST: Final = 400  # letters; all 48 cards are 210


class PileAddress(TypedForm):
    """What the address says; nothing of it is certain to be readable."""

    pile = ExactText()
    calls = ExactText()
    round = ExactText()
    brights = ExactText()
    months = ExactText()
    no = ExactText()
    ruleset = ExactText()  # the rule set in force, from which the others are explained
    match = ExactText()  # or the match of which the rules are in force
    edit = ExactText()  # anything: the board is shown, to change the cards


class AskedHand(NamedTuple):
    """What is asked about: some cards, and what else decides their score."""

    pile: Pile = Pile()
    at: Circumstances = Circumstances()
    no: tuple[str, ...] = ()  # questions answered with no, alone or all of a kind: "cards.11", "whole"

    def left_open(self, questions: Iterable[str]) -> tuple[str, ...]:
        """Those of the questions, by id, that are not answered with no."""
        return tuple(name for name in questions if not {name, name.partition(".")[0]} & set(self.no))


def read(address: PileAddress) -> AskedHand:
    """What an address asks. Raises BadCards, naming the part that is wrong."""
    words = address.pile.data
    if len(words) > _LONGEST:
        raise BadCards(say("That is too long: at most %(most)d characters.", most=_LONGEST))
    own, others = _numbers("calls", address.calls.data or "0.0", 0, MOST_CALLS, exactly=2)
    (number,) = _numbers("round", address.round.data, 1, 99, exactly=1) or (None,)
    (brights,) = _numbers("brights", address.brights.data, 0, 5, exactly=1) or (None,)
    months = _numbers("months", address.months.data, 11, 12)
    at = Circumstances(own, others, number, dealt_brights=brights, field_months=tuple(sorted(set(months))))
    return AskedHand(pile(words.replace(".", " ")), at, tuple(address.no.data[:_LONGEST].split()))


def readable(address: PileAddress) -> AskedHand:
    """The cards that exist of an address that is refused."""
    words = address.pile.data.upper()[:_LONGEST].split(".")
    return AskedHand(Pile(union(BY_ID[word] for word in words if word in BY_ID)))


def write(question: AskedHand, **further: str) -> dict[str, Any]:
    """The parts of the address that asks this; the inverse of ``read``."""
    at = question.at
    parts = {
        "pile": str(question.pile).replace(" ", "."),
        "calls": f"{at.own}.{at.others}" if at.own or at.others else "",
        "round": "" if at.round is None else str(at.round),
        "brights": "" if at.dealt_brights is None else str(at.dealt_brights),
        "months": ".".join(map(str, at.field_months)),
        "no": " ".join(question.no),
        **further,
    }
    return {name: text for name, text in parts.items() if text}


def _numbers(name: str, text: str, low: int, high: int, exactly: int | None = None) -> tuple[int, ...]:
    """Whole numbers with dots between them; none where the text is empty. Raises BadCards."""
    if not text:
        return ()
    numbers = [whole_number(part, low, high) for part in text.split(".")[:9]]
    if None in numbers or (exactly is not None and len(numbers) != exactly):
        example = ".".join([str(low)] * (exactly or 1))
        raise BadCards(
            say(
                "The address says %(name)s=%(text)s; allowed: numbers from %(low)d to %(high)d, "
                "such as %(example)s.",
                name=name,
                text=text[:20],
                low=low,
                high=high,
                example=example,
            )
        )
    return tuple(number for number in numbers if number is not None)


def telling_piles(first: RuleSet, second: RuleSet) -> list[tuple[DifferingPile, dict[str, Any]]]:
    """The piles on which two rule sets differ most, each with the parts of its address."""
    return [
        (pile, write(AskedHand(pile.first.pile, pile.first.at))) for pile in differing_piles(first, second)
    ]
