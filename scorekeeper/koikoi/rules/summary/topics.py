"""The topics of a rule set in the order in which a table would tell them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

from ....sentences import N_, Sentence
from ..ruleset import RuleSet
from .coins import coins, dealer
from .rounds import deal, end_of_round, lucky_hands, nobody_stops
from .stakes import doublings, koikoi
from .yaku import cup_and_weather, what_pays

Tell = Callable[[RuleSet], Iterator[Sentence]]


class Topic(NamedTuple):
    """One line of the summary: its id, its title, and a few short sentences."""

    id: str
    title: str
    sentences: tuple[Sentence, ...]


_TOPICS: Final[tuple[tuple[str, str, Tell], ...]] = (
    ("yaku", N_("What pays"), what_pays),
    ("cup", N_("Sake cup"), cup_and_weather),
    ("doublings", N_("Doublings"), doublings),
    ("koikoi", N_("Koi-koi"), koikoi),
    ("end", N_("End of a round"), end_of_round),
    ("exhausted", N_("Nobody stops"), nobody_stops),
    ("hands", N_("Lucky hands"), lucky_hands),
    ("deal", N_("The deal"), deal),
    ("dealer", N_("Who deals"), dealer),
    ("coins", N_("Rounds and coins"), coins),
)


def summary(rules: RuleSet) -> tuple[Topic, ...]:
    """What a rule set says, topic by topic; every topic has at least one sentence."""
    return tuple(Topic(topic, title, tuple(tell(rules))) for topic, title, tell in _TOPICS)
