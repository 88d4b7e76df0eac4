"""Settings that fit their types and still cannot be played: refused when a rule set is loaded."""

from __future__ import annotations

from collections.abc import Iterator

from ...sentences import say
from ..cards import cards
from ..errors import BadCards, BadRuleset
from .impossible_yaku import refused_lists, refused_yaku
from .ruleset import RuleSet


def refusals(rules: RuleSet) -> Iterator[BadRuleset]:
    """Everything that makes a complete rule set impossible to play, each with the key behind it."""
    for name, yaku in rules.yaku.items():
        yield from refused_yaku(name, yaku)
    for refused in (_purse, _deck, _turns, _steps, refused_lists):
        yield from refused(rules)


def _purse(rules: RuleSet) -> Iterator[BadRuleset]:
    key, purse = "settlement.purse", rules.settlement.purse
    if not isinstance(purse, dict):
        return
    for length in purse:
        if length not in map(str, range(1, 100)):
            yield BadRuleset(
                say(
                    "%(key)s: “%(value)s” is not a number of rounds; allowed: 1 to 99.",
                    key=key,
                    value=length[:40],
                ),
                key,
            )
    if not purse:
        yield BadRuleset(say("%(key)s is empty; allowed: coins by number of rounds.", key=key), key)


def _deck(rules: RuleSet) -> Iterator[BadRuleset]:
    deal, key = rules.deal, "deal.without"
    try:
        left = 48 - cards(" ".join(deal.without)).bit_count()
    except BadCards as error:
        yield BadRuleset(say("%(key)s: %(reason)s", key=key, reason=error.sentence), key)
        return
    needed = 2 * (deal.hand or 8) + (8 if deal.field is None else deal.field)
    if needed > left:
        yield BadRuleset(
            say(
                "%(key)s and %(other)s need %(needed)d cards; the deck has %(left)d.",
                key="deal.hand",
                other="deal.field",
                needed=needed,
                left=left,
            ),
            "deal.hand",
        )


def _turns(rules: RuleSet) -> Iterator[BadRuleset]:
    if rules.play.turn == "draw_then_two" and rules.play.unmatched_stock == "keep":
        yield BadRuleset(
            say(
                "%(key)s: “%(value)s” is not possible together with %(other)s “%(other_value)s”: "
                "nothing is turned over from the stock.",
                key="play.turn",
                value="draw_then_two",
                other="play.unmatched_stock",
                other_value="keep",
            ),
            "play.turn",
        )


def _steps(rules: RuleSet) -> Iterator[BadRuleset]:
    for name in ("own_koi", "opponent_koi", "any_koi"):
        factor = getattr(rules.multipliers, name)
        if factor is not None and factor.form == "table" and not factor.table:
            key = f"multipliers.{name}.table"
            yield BadRuleset(
                say('%(key)s is empty; allowed: steps such as ["+", 1] or ["x", 2].', key=key), key
            )
    if rules.multipliers.round == ():
        key = "multipliers.round"
        yield BadRuleset(say("%(key)s is empty; allowed: a factor for each round, or off.", key=key), key)
