"""What one rule set changes of another, in words."""

from __future__ import annotations

from ...sentences import Sentence, count, say
from .deal import field_size, hand_size
from .differences import Difference, differences
from .ruleset import RuleSet
from .wording import title, value, yaku

# The beginnings of keys, in order: what decides the coins of a round (doublings, what yaku are worth, what
# cancels, calls, payments), then the deal and the match.
_ORDER = (
    *("multipliers", "yaku.", "sake_cup", "brights", "overlap", "weather", "calls"),
    *("exhausted", "settlement", "deal.teyaku", "play", "deal", "match", ""),
)
_WORTH = ("points", "extra", "after_koi")


def changes(before: RuleSet, after: RuleSet) -> tuple[tuple[Sentence, Sentence, Sentence], ...]:
    """What a rule set changes: the option, its value before, its value now; what decides coins first.

    A table's own yaku that only one of the two has is one change, not one for each of its settings. Advice
    that only one of them gives is none.
    """
    return tuple(words for _key, words in changes_by_key(before, after))


def changes_by_key(
    before: RuleSet, after: RuleSet
) -> tuple[tuple[str, tuple[Sentence, Sentence, Sentence]], ...]:
    """The same with the dotted key of each option; of a yaku that only one of the two has, ``yaku.<id>``."""
    rest = [
        difference
        for difference in differences(before, after)
        if not _of_one_side(difference.key, before, after) and not same_deal(difference.key, before, after)
    ]
    alone = [name for name in (before.yaku | after.yaku) if (name in before.yaku) != (name in after.yaku)]
    found = (
        *((difference.key, _change(before, after, difference)) for difference in rest),
        *((f"yaku.{name}", _appeared(name, before, after)) for name in alone),
    )
    return tuple(sorted(found, key=lambda change: _place(change[0])))


def same_deal(key: str, before: RuleSet, after: RuleSet) -> bool:
    """Whether two rule sets deal the same for the players they are for, though they say it differently."""
    size = {"deal.hand": hand_size, "deal.field": field_size}.get(key)
    numbers = {before.match.players, after.match.players}
    return size is not None and all(size(before, players) == size(after, players) for players in numbers)


def _place(key: str) -> int:
    """The place of a change in _ORDER; settings of a yaku beside its worth are of what cancels."""
    _yaku, _name, setting = (*key.split(".", 2), "", "")[:3]
    counted = "sake_cup" if key.startswith("yaku.") and setting not in ("", *_WORTH) else key
    return next(place for place, start in enumerate(_ORDER) if counted.startswith(start))


def _of_one_side(key: str, before: RuleSet, after: RuleSet) -> bool:
    if key.startswith("advice."):
        return key.partition(".")[2] not in before.advice.keys() & after.advice.keys()
    name = key.split(".")[1] if key.startswith("yaku.") else ""
    return bool(name) and (name in before.yaku) != (name in after.yaku)


def _appeared(name: str, before: RuleSet, after: RuleSet) -> tuple[Sentence, Sentence, Sentence]:
    named = after if name in after.yaku else before
    return yaku(name, named), _worth(name, before), _worth(name, after)


def _worth(name: str, rules: RuleSet) -> Sentence:
    settings = rules.yaku.get(name)
    if settings is None or not settings.points:
        return say("not played")
    return count("%(n)d point", "%(n)d points", settings.points)


def _change(before: RuleSet, after: RuleSet, difference: Difference) -> tuple[Sentence, Sentence, Sentence]:
    return (
        title(difference.key, after),
        value(difference.key, difference.before, before),
        value(difference.key, difference.after, after),
    )
