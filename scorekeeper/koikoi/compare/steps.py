"""Why a pile scores other points by other rules: step by step, what each difference adds, and its reason."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

import msgspec

from ...sentences import Sentence, count, say, valued
from ..cards import SAKE_CUP
from ..match import explain
from ..pile import Pile
from ..rules import phrases
from ..rules.options.points import KOI
from ..rules.ruleset import RuleSet
from ..scoring.evaluate import form, in_force, scorer
from ..scoring.plan import PlanRow, month_of
from ..scoring.score import PLAIN, Circumstances, Factor, Score


class ScoredPile(NamedTuple):
    """What a pile is worth by some rules."""

    rules: RuleSet
    pile: Pile
    at: Circumstances
    score: Score

    def row(self, yaku: str) -> PlanRow | None:
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


def scored_pile(rules: RuleSet, pile: Pile, at: Circumstances = PLAIN) -> ScoredPile:
    """A pile with its score by these rules."""
    return ScoredPile(rules, pile, at, scorer(rules).score(pile, at))


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
    words += [explain.field_month(month) for month in (11, 12) if month in at.field_months]
    return tuple(words)


def why_missing(scored: ScoredPile, yaku: str) -> Sentence | None:
    """Why a yaku that other rules count does not count by these; None where no single reason is known."""
    row = scored.row(yaku)
    if row is None:
        return say("not played")
    ruined = dict(explain.ruined(scored.rules, scored.pile, scored.at))
    if yaku in ruined:
        return ruined[yaku]
    if not in_force(row, scored.at):
        return say("not in this round")
    if not _is_held(scored, yaku):
        return _too_little(scored, row)
    return _taken_by_another(scored, row)


def why_other_points(before: ScoredPile, after: ScoredPile, yaku: str) -> Sentence | None:
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
        return count(
            "each extra card is worth %(n)d point", "each extra card is worth %(n)d points", row.extra
        )
    if row.size != was.size:
        return count("it needs %(n)d card", "it needs %(n)d cards", row.size)
    with_cup = _counts_cup(before, yaku) or _counts_cup(after, yaku)
    if with_cup and before.rules.sake_cup != after.rules.sake_cup:
        return _cup(after)
    if row.overlap and _overlaps(before, was) != _overlaps(after, row):
        return _setting(f"overlap.{row.overlap}", after)
    return None


def _has_further(scored: ScoredPile, row: PlanRow) -> bool:
    """Whether a yaku is made of more cards than it needs, those that were only counted included."""
    among = row.kind or row.core
    return any(
        (line.cards & among).bit_count() + line.counted > row.size
        for line in scored.score.lines
        if line.yaku == row.id
    )


def _is_held(scored: ScoredPile, yaku: str) -> bool:
    return any(
        form(row, scored.pile, scored.at.round)
        for rows in scorer(scored.rules).plan.readings
        for row in rows
        if row.id == yaku
    )


def _too_little(scored: ScoredPile, row: PlanRow) -> Sentence:
    """The cards do not make the yaku: too few of them count."""
    if row.kind and row.counts:
        may_be_the_cup = row.overlap == "animals" or row.counted  # it counts as an animal or as chaff
        if scored.pile.cards & SAKE_CUP and not row.core & SAKE_CUP and may_be_the_cup:
            return _cup(scored)
        return count("it needs %(n)d card", "it needs %(n)d cards", row.size)
    return say("by these rules other cards make it")


def _taken_by_another(scored: ScoredPile, row: PlanRow) -> Sentence | None:
    """The yaku is held, and another one keeps it from counting."""
    for other in scored.yaku:
        beside = scored.row(other)
        if beside is None:
            continue
        name = phrases.yaku(other, scored.rules)
        if row.id in beside.replaces or (row.family and row.family == beside.family):
            return say("%(yaku)s counts instead", yaku=name)
        if other in row.excluded_by:
            return say("does not count together with %(yaku)s", yaku=name)
        if other in row.rivals:
            return say("%(yaku)s counts instead", yaku=name)
    if row.requires_other:
        return say("it counts only beside another yaku")
    if row.counts and _overlaps(scored, row) == "special_takes":
        return _setting(f"overlap.{row.overlap}", scored)
    return None


def _month_factor(scored: ScoredPile, row: PlanRow) -> int:
    number = scored.at.round
    applies = row.month_factor is not None and row.months and number and month_of(number) in row.months
    return row.month_factor or 1 if applies else 1


def _counts_cup(scored: ScoredPile, yaku: str) -> bool:
    return any(line.cards & SAKE_CUP for line in scored.score.lines if line.yaku == yaku)


def _cup(scored: ScoredPile) -> Sentence:
    """What the sake cup counts as by these rules."""
    return _setting("sake_cup", scored)


def _setting(key: str, scored: ScoredPile) -> Sentence:
    """An option and what it is set to."""
    return valued(phrases.title(key, scored.rules), phrases.setting(key, scored.rules))


def _overlaps(scored: ScoredPile, row: PlanRow) -> str:
    return getattr(scored.rules.overlap, row.overlap) if row.overlap else "stack"


class FactorChange(NamedTuple):
    """A factor before and after; None where a score has none like it."""

    before: Factor | None
    after: Factor | None


def changed_factors(before: Score, after: Score) -> tuple[FactorChange, ...]:
    """What the factors of the second score do that those of the first do not, and the other way round.

    A table that doubles for any koi-koi and one that doubles for an own koi-koi do the same after an own
    koi-koi.
    """
    gone = [factor for factor in before.factors if factor not in after.factors]
    new = [factor for factor in after.factors if factor not in before.factors]
    _paired(gone, new, _do_the_same)  # these change nothing, so they are no change
    return (
        *_paired(gone, new, lambda was, now: was.id == now.id),
        *(FactorChange(factor, None) for factor in gone),
        *(FactorChange(None, factor) for factor in new),
    )


def effect(factor: Factor) -> Sentence:
    """What a factor does: "× 2", "+ 1 point"."""
    if factor.plus:
        return count("+ %(n)d point", "+ %(n)d points", factor.plus)
    return say("× %(factor)s", factor=factor.times)


def _do_the_same(was: Factor, now: Factor) -> bool:
    """Whether two factors of the same kind have the same effect."""
    if (was.times, was.plus) != (now.times, now.plus):
        return False
    return was.id == now.id or (was.id in KOI and now.id in KOI)


def _paired(
    gone: list[Factor], new: list[Factor], alike: Callable[[Factor, Factor], bool]
) -> list[FactorChange]:
    """The factors that are alike; they are taken out of both lists."""
    pairs = []
    for was in [*gone]:
        now = next((factor for factor in new if alike(was, factor)), None)
        if now is not None:
            gone.remove(was)
            new.remove(now)
            pairs.append(FactorChange(was, now))
    return pairs


TOGETHER: Final = "together"
FACTOR: Final = "factor."


class Step(NamedTuple):
    """Something that differs, how many points of the result it makes, and maybe why.

    ``about``: what it is about, the same for any two rule sets: ("hanami", "gone"). ``times``: where a yaku
    pays other points, the multiplier that they are counted with.
    """

    about: tuple[str, str]
    sentence: Sentence
    points: int
    why: Sentence | None = None
    times: int = 1


class _MixedScore(msgspec.Struct, gc=False):
    """A score half-way from one rule set to another: it begins as the first and becomes the second."""

    whole: int  # what the lines are worth together
    factors: tuple[Factor, ...]
    combine: str
    max_base: int | None
    max_factor: int | None
    max_points: int | None

    @property
    def multiplier(self) -> int:
        result = 1
        for factor in self.factors:
            result = result * factor.times if self.combine == "product" else result + factor.more
        return _capped(result, self.max_factor)

    @property
    def points(self) -> int:
        added = sum(factor.plus for factor in self.factors)
        return _capped(_capped(self.whole, self.max_base) * self.multiplier + added, self.max_points)

    def change(self, **changes: object) -> int:
        """Change some of its values; returns how many points more that makes."""
        before = self.points
        for name, value in changes.items():
            setattr(self, name, value)
        return self.points - before


def steps(before: ScoredPile, after: ScoredPile) -> tuple[Step, ...]:
    """What makes the second score other than the first; empty for the same lines, factors and points."""
    score = _mixed(before)
    # each step is measured on what those before it made, so that all together they are the difference
    made = [
        *_yaku_steps(before, after, score),
        *_factor_steps(before, after, score),
        *_combining_steps(after, score),
        *_cap_steps(before, after, score),
    ]
    both = bool(before.score.lines and after.score.lines)

    def shows(step: Step) -> bool:
        """Factors of a pile that is worth nothing show where they change the result."""
        what, how = step.about
        return bool(step.points) or (how != TOGETHER and (both or not what.startswith(FACTOR)))

    return tuple(filter(shows, made))


def _mixed(scored: ScoredPile) -> _MixedScore:
    multipliers = scored.rules.multipliers
    return _MixedScore(
        whole=sum(line.points for line in scored.score.lines),
        factors=scored.score.factors,
        combine=multipliers.combine,
        max_base=multipliers.max_base,
        max_factor=multipliers.max_factor,
        max_points=multipliers.max_points,
    )


def _yaku_steps(before: ScoredPile, after: ScoredPile, score: _MixedScore) -> Iterator[Step]:
    """The yaku that are worth other points, then those that only the second rules count."""
    times = score.multiplier
    for yaku in dict.fromkeys((*before.yaku, *after.yaku)):
        more = after.points_of(yaku) - before.points_of(yaku)
        if more:
            points = score.change(whole=score.whole + more)
            # where a cap cuts the points, "so many times so much" would be no true sum
            how, words, why = _yaku_change(before, after, yaku)
            yield Step((yaku, how), words, points, why, times if points == more * times else 1)


def _yaku_change(before: ScoredPile, after: ScoredPile, yaku: str) -> tuple[str, Sentence, Sentence | None]:
    """What became of a yaku, in a word and in a sentence, and maybe why."""
    was, now = before.points_of(yaku), after.points_of(yaku)
    name = phrases.yaku(yaku, after.rules if yaku in after.rules.yaku else before.rules)
    if yaku not in after.yaku:
        return "gone", say("%(yaku)s does not count", yaku=name), why_missing(after, yaku)
    if yaku not in before.yaku:
        missing = why_missing(before, yaku)
        why = missing and say("%(rules)s: %(why)s", rules=before.title, why=missing)
        return "new", say("%(yaku)s counts: %(points)d", yaku=name, points=now), why
    words = say("%(yaku)s: %(points)d instead of %(before)d", yaku=name, points=now, before=was)
    return "changed", words, why_other_points(before, after, yaku)


def _factor_steps(before: ScoredPile, after: ScoredPile, score: _MixedScore) -> Iterator[Step]:
    """The factors that only one of the rules has, or that do something else."""
    factors = list(score.factors)
    for change in changed_factors(before.score, after.score):
        if change.before is None:
            assert change.after is not None
            factors.append(change.after)
        else:
            place = factors.index(change.before)
            factors[place : place + 1] = [] if change.after is None else [change.after]
        yield _factor_step(change, after, score.change(factors=tuple(factors)))


def _factor_step(change: FactorChange, after: ScoredPile, points: int) -> Step:
    known = change.after or change.before
    assert known is not None
    reason = explain.factor_reason(known, (), None)
    if change.after is None:
        how, words = "gone", say("%(reason)s: does not count", reason=reason)
    elif change.before is None:
        how, words = "new", say("%(reason)s: %(effect)s", reason=reason, effect=effect(change.after))
    else:
        how = "changed"
        words = say(
            "%(reason)s: %(effect)s instead of %(before)s",
            reason=reason,
            effect=effect(change.after),
            before=effect(change.before),
        )
    # why rules that multiply high scores do not multiply this one
    not_big = known.id == "big" and change.after is None and after.rules.multipliers.big.factor > 1
    why = phrases.setting("multipliers.big", after.rules) if not_big else None
    return Step((f"{FACTOR}{known.id}", how), words, points, why)


def _combining_steps(after: ScoredPile, score: _MixedScore) -> Iterator[Step]:
    combine = after.rules.multipliers.combine
    if combine != score.combine:
        words = _setting("multipliers.combine", after)
        yield Step(("combine", TOGETHER), words, score.change(combine=combine))


def _cap_steps(before: ScoredPile, after: ScoredPile, score: _MixedScore) -> Iterator[Step]:
    for cap in ("max_base", "max_factor", "max_points"):
        was, now = (getattr(scored.rules.multipliers, cap) for scored in (before, after))
        if was != now:
            words = (
                phrases.stated(f"multipliers.{cap}", after.rules)
                if now
                else say("no limit of %(most)d", most=was)
            )
            yield Step((cap, TOGETHER), words, score.change(**{cap: now}))


def _capped(number: int, most: int | None) -> int:
    return number if most is None else min(number, most)
