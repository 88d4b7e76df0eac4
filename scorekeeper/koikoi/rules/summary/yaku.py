"""What pays: the prices of the yaku, the sake cup, and the weather that ruins a viewing."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import Final, NamedTuple

from ....sentences import N_, Sentence, count, say
from .. import wording
from ..ruleset import RuleSet
from ..terms import special_terms
from ..weather import can_ruin
from ..yaku import KNOWN

_BEST_KNOWN: Final = (
    *("goko", "shiko", "ameshiko", "sanko", "hanami", "tsukimi"),
    *("inoshikacho", "akatan", "aotan", "tane", "tan", "kasu"),
)
_BRIGHTS: Final = {
    "highest": N_("Of several bright yaku only the highest counts."),
    "cumulative": N_("Several bright yaku count together."),
}
_CUP: Final = {
    "animal": N_("The sake cup is an animal, never chaff."),
    "both": N_("The sake cup is an animal and chaff at once."),
    "best": N_("The sake cup is an animal or chaff, whichever pays more."),
    "chaff": N_("The sake cup is chaff, not an animal."),
    "two_chaff": N_("The sake cup is two chaff cards, not an animal."),
    "both_two_chaff": N_("The sake cup is an animal and two chaff cards at once."),
    "best_two_chaff": N_("The sake cup is an animal or two chaff cards, whichever pays more."),
    "neither": N_("The sake cup is neither an animal nor chaff; it serves for the viewings."),
}


class Price(NamedTuple):
    """Yaku that pay the same number of points."""

    points: int
    yaku: tuple[tuple[str, int], ...]  # the id of each, and what it pays for each further card


def prices(rules: RuleSet) -> tuple[Price, ...]:
    """What the best known yaku and those of the table's own pay, the dearest first."""
    by_points = defaultdict(list)
    for name in _priced(rules):
        by_points[rules.yaku[name].points].append((name, rules.yaku[name].extra))
    return tuple(Price(points, tuple(by_points[points])) for points in sorted(by_points, reverse=True))


def what_pays(rules: RuleSet) -> Iterator[Sentence]:
    """What goes with the prices: further cards, several bright yaku, how many yaku are not among them."""
    if any(rules.yaku[name].extra for name in _priced(rules)):
        yield say("The + is for each further card.")
    yield from bright_yaku(rules)
    special = [wording.yaku(name, rules) for name in _priced(rules) if special_terms(name, rules)]
    if special:
        yield say("Special terms, see the chart: %(yaku)s.", yaku=wording.listing(special))
    others = sum(wording.is_played(name, rules) for name in rules.yaku) - len(_priced(rules))
    if others:
        yield count("%(n)d more yaku is on the chart.", "%(n)d more yaku are on the chart.", others)
    elif not _priced(rules):
        yield say("No yaku pays anything.")


def bright_yaku(rules: RuleSet) -> Iterator[Sentence]:
    """Whether several bright yaku count together, where there are several."""
    bright = [name for name, row in KNOWN.items() if row.family and wording.is_played(name, rules)]
    if len(bright) > 1:
        yield say(_BRIGHTS[rules.brights])


def cup_and_weather(rules: RuleSet) -> Iterator[Sentence]:
    """What the sake cup counts as, and what ruins the yaku with it."""
    yield say(_CUP[rules.sake_cup])
    for key, weather in (("rain", rules.weather.rain), ("fog", rules.weather.fog)):
        ruined = [name for name in rules.yaku if can_ruin(weather, name) and wording.is_played(name, rules)]
        if ruined:
            yield say(
                "%(yaku)s: nothing if %(sign)s.",
                yaku=wording.listing([wording.yaku(name, rules) for name in ruined]),
                sign=wording.setting(f"weather.{key}.sign", rules),
            )


def _priced(rules: RuleSet) -> list[str]:
    """The yaku whose prices are said: the best known ones, and those of the table's own."""
    own = (name for name in rules.yaku if name not in KNOWN)
    return [name for name in (*_BEST_KNOWN, *own) if (row := rules.yaku.get(name)) and row.points]
