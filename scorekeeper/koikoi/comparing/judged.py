"""A pile with its score by some rules: what is compared."""

from __future__ import annotations

from typing import NamedTuple

from ...sentences import Sentence, count, say
from ..pile import Pile
from ..rules.ruleset import RuleSet
from ..scoring.circumstances import PLAIN, Circumstances
from ..scoring.plan import Row
from ..scoring.score import Score
from ..scoring.scorer import scorer


class Judged(NamedTuple):
    """What a pile is worth by some rules."""

    rules: RuleSet
    pile: Pile
    at: Circumstances
    score: Score

    def row(self, yaku: str) -> Row | None:
        """The yaku as these rules play it; None where they do not."""
        return next((row for row in scorer(self.rules).plan.rows if row.id == yaku), None)

    def points_of(self, yaku: str) -> int:
        """What the lines of a yaku are worth together, 0 where it does not count."""
        return sum(line.points for line in self.score.lines if line.yaku == yaku)

    @property
    def title(self) -> Sentence:
        """What these rules are called."""
        return say(self.rules.title) if self.rules.title else say("the other rules")

    @property
    def yaku(self) -> tuple[str, ...]:
        """The yaku that count, each once."""
        return tuple(dict.fromkeys(line.yaku for line in self.score.lines))


def judged(rules: RuleSet, pile: Pile, at: Circumstances = PLAIN) -> Judged:
    """A pile with its score by these rules."""
    return Judged(rules, pile, at, scorer(rules).score(pile, at))


def in_words(at: Circumstances) -> tuple[Sentence, ...]:
    """What decides a score besides the cards: calls, the round, the field."""
    words = []
    if at.own:
        words.append(count("%(n)d own koi-koi", "%(n)d own koi-koi", at.own))
    if at.others:
        words.append(count("%(n)d koi-koi of the others", "%(n)d koi-koi of the others", at.others))
    if at.round:
        words.append(say("round %(number)d", number=at.round))
    if at.dealt_brights:
        words.append(
            count("%(n)d bright on the dealt field", "%(n)d brights on the dealt field", at.dealt_brights)
        )
    if 11 in at.field_months:
        words.append(say("a November card lies on the field: rain"))
    if 12 in at.field_months:
        words.append(say("a December card lies on the field: fog"))
    return tuple(words)
