"""Why a yaku does not count by some rules, or pays what it pays, in sentences."""

from __future__ import annotations

from ...sentences import Sentence, count, say
from ..cards import SAKE_CUP
from ..match import reasons
from ..rules import phrases
from ..scoring.holding import holding, in_force
from ..scoring.plan import Row, month_of
from ..scoring.scorer import scorer
from .judged import Judged


def why_missing(judged: Judged, yaku: str) -> Sentence | None:
    """Why a yaku that other rules count does not count by these; None where no single reason is known."""
    row = judged.row(yaku)
    if row is None:
        return say("not played")
    ruined = dict(reasons.ruined(judged.rules, judged.pile, judged.at))
    if yaku in ruined:
        return ruined[yaku]
    if not in_force(row, judged.at):
        return say("not in this round")
    if not _is_held(judged, yaku):
        return _too_little(judged, row)
    return _taken_by_another(judged, row)


def why_other_points(before: Judged, after: Judged, yaku: str) -> Sentence | None:
    """Why a yaku that counts by both rules is worth something else by the second; None where its points are
    simply others."""
    was, row = before.row(yaku), after.row(yaku)
    if was is None or row is None:
        return None
    if after.at.own and row.after_koi is not None and row.after_koi != was.after_koi:
        return count(
            "after an own koi-koi it is worth %(n)d point",
            "after an own koi-koi it is worth %(n)d points",
            row.after_koi,
        )
    if _month_factor(after, row) != _month_factor(before, was):
        return say("by the month of the round: × %(factor)d", factor=_month_factor(after, row))
    if row.extra != was.extra and _has_further(after if row.extra else before, row):
        return count("each further card pays %(n)d point", "each further card pays %(n)d points", row.extra)
    if row.size != was.size:
        return count("it needs %(n)d card", "it needs %(n)d cards", row.size)
    if (_counts_cup(before, yaku), _counts_cup(after, yaku)) != (False, False) and _cup(before) != _cup(
        after
    ):
        return _cup(after)
    if _overlaps(before, was) != _overlaps(after, row):
        return _setting(f"overlap.{row.overlap}", _overlaps(after, row), after)
    return None


def _has_further(judged: Judged, row: Row) -> bool:
    """Whether a yaku is made of more cards than it needs, those that were only counted included."""
    among = row.kind or row.core
    return any(
        (line.cards & among).bit_count() + line.counted > row.size
        for line in judged.score.lines
        if line.yaku == row.id
    )


def _is_held(judged: Judged, yaku: str) -> bool:
    return any(
        holding(row, judged.pile, judged.at.round)
        for rows in scorer(judged.rules).plan.readings
        for row in rows
        if row.id == yaku
    )


def _too_little(judged: Judged, row: Row) -> Sentence:
    """The cards do not make the yaku: too few of them count."""
    if row.kind and row.counts:
        if judged.pile.cards & SAKE_CUP and not row.core & SAKE_CUP and _cup_would_do(row):
            return _cup(judged)
        return count("it needs %(n)d card", "it needs %(n)d cards", row.size)
    return say("by these rules other cards make it")


def _cup_would_do(row: Row) -> bool:
    """Whether a yaku counts a kind that the sake cup can count as."""
    return row.overlap == "animals" or row.counted


def _taken_by_another(judged: Judged, row: Row) -> Sentence | None:
    """The yaku is held, and another one keeps it from counting."""
    for other in judged.yaku:
        beside = judged.row(other)
        if beside is None:
            continue
        name = phrases.yaku(other, judged.rules)
        if row.id in beside.replaces or (row.family and row.family == beside.family):
            return say("%(yaku)s counts instead", yaku=name)
        if other in row.excluded_by:
            return say("does not count together with %(yaku)s", yaku=name)
        if other in row.rivals:
            return say("%(yaku)s counts instead", yaku=name)
    if row.requires_other:
        return say("it counts only beside another yaku")
    if row.counts and _overlaps(judged, row) == "special_takes":
        return _setting(f"overlap.{row.overlap}", "special_takes", judged)
    return None


def _month_factor(judged: Judged, row: Row) -> int:
    number = judged.at.round
    applies = row.month_factor is not None and row.months and number and month_of(number) in row.months
    return row.month_factor or 1 if applies else 1


def _counts_cup(judged: Judged, yaku: str) -> bool:
    return any(line.cards & SAKE_CUP for line in judged.score.lines if line.yaku == yaku)


def _cup(judged: Judged) -> Sentence:
    """What the sake cup counts as by these rules."""
    return _setting("sake_cup", judged.rules.sake_cup, judged)


def _setting(key: str, value: str, judged: Judged) -> Sentence:
    """An option and what it is set to."""
    return say(
        "%(option)s: %(value)s",
        option=phrases.title(key, judged.rules),
        value=phrases.value(key, value, judged.rules),
    )


def _overlaps(judged: Judged, row: Row) -> str:
    return scorer(judged.rules).plan.overlap(row) if row.overlap else "stack"
