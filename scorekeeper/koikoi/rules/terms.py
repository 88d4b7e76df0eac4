"""What holds for a yaku besides its points, in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ...sentences import Sentence, say
from .ruleset import RuleSet
from .schema import yaku_options
from .wording import is_played, note, value
from .yaku import KNOWN


def terms(name: str, rules: RuleSet) -> tuple[Sentence, ...]:
    """What else holds for a yaku besides its points: the cards of a table's own yaku, and special terms."""
    settings = rules.yaku[name]
    usual = name in KNOWN and settings.min == KNOWN[name].size
    made = {
        "kind": settings.kind,
        "cards": settings.cards,
        "monthly": settings.monthly,
        "min": None if usual else settings.min,
        "also": settings.also or None,
        "not": settings.without or None,
    }
    noted = (note(name),) if settings.points else ()
    return (
        *(words for words in noted if words is not None),
        *_settings(name, made, rules),
        *special_terms(name, rules),
    )


def special_terms(name: str, rules: RuleSet) -> tuple[Sentence, ...]:
    """The special terms of a yaku: when it counts, and which of the yaku that are played it meets."""
    settings = rules.yaku[name]
    special = {
        "ruined_by": settings.ruined_by or None,
        "after_koi": settings.after_koi,
        "replaces": _played(settings.replaces, rules) or None,
        "excluded_by": _played(settings.excluded_by, rules) or None,
        "rivals": _played(settings.rivals, rules) or None,
        "requires_other": settings.requires_other or None,
        "months": settings.months,
        "month_factor": settings.month_factor,
        "separate": settings.separate or None,
        "lightning": settings.lightning or None,
    }
    return _settings(name, special, rules)


def narrowed_to(name: str, rules: RuleSet) -> tuple[Sentence, ...]:
    """The cards to which a table's own yaku is narrowed, where it does not take cards of any kind."""
    row = rules.yaku[name]
    return _settings(name, {"kind": row.kind, "cards": row.cards, "not": row.without or None}, rules)


def _played(yaku_names: Sequence[str], rules: RuleSet) -> tuple[str, ...]:
    return tuple(name for name in yaku_names if is_played(name, rules))


def _settings(name: str, values: Mapping[str, Any], rules: RuleSet) -> tuple[Sentence, ...]:
    """Settings of a yaku that are not None, each with the name of its option."""
    rows = yaku_options()
    return tuple(
        say(
            "%(option)s: %(value)s",
            option=say(rows[key].title),
            value=value(f"yaku.{name}.{key}", setting, rules),
        )
        for key, setting in values.items()
        if setting is not None
    )
