"""Settings that fit their types and still cannot be played: refused when a rule set is loaded."""

from __future__ import annotations

from ...sentences import say
from ..cards import cards
from ..errors import BadCards, BadRuleset
from .impossible_yaku import refuse_impossible_lists
from .ruleset import RuleSet


def refuse_impossible(chosen: RuleSet) -> None:
    """Check a complete rule set. Raises BadRuleset, naming the key."""
    for check in (_purse, _packs, _turns, _tables, refuse_impossible_lists):
        check(chosen)


def _purse(chosen: RuleSet) -> None:
    purse = chosen.settlement.purse
    if isinstance(purse, dict):
        for length in purse:
            if length not in map(str, range(1, 100)):
                raise BadRuleset(
                    say(
                        "settlement.purse: “%(value)s” is not a number of rounds; allowed: 1 to 99.",
                        value=length[:40],
                    ),
                    "settlement.purse",
                )
        if not purse:
            raise BadRuleset(
                say("settlement.purse is empty; allowed: coins by number of rounds."), "settlement.purse"
            )


def _packs(chosen: RuleSet) -> None:
    try:
        left = 48 - cards(" ".join(chosen.deal.without)).bit_count()
    except BadCards as error:
        raise BadRuleset(say("deal.without: %(reason)s", reason=error.sentence), "deal.without") from error
    needed = 2 * (chosen.deal.hand or 8) + (chosen.deal.field if chosen.deal.field is not None else 8)
    if needed > left:
        raise BadRuleset(
            say(
                "deal.hand and deal.field ask for %(needed)d cards; the deck has %(left)d.",
                needed=needed,
                left=left,
            ),
            "deal.hand",
        )


def _turns(chosen: RuleSet) -> None:
    if chosen.play.turn == "draw_then_two" and chosen.play.unmatched_stock == "keep":
        raise BadRuleset(
            say(
                "play.turn: “draw_then_two” is not possible together with play.unmatched_stock “keep”: "
                "nothing is turned over from the stock."
            ),
            "play.turn",
        )


def _tables(chosen: RuleSet) -> None:
    for name in ("own_koi", "opponent_koi", "any_koi"):
        factor = getattr(chosen.multipliers, name)
        if factor is not None and factor.form == "table" and not factor.table:
            key = f"multipliers.{name}.table"
            raise BadRuleset(
                say('%(key)s is empty; allowed: steps such as ["+", 1] or ["x", 2].', key=key), key
            )
    if chosen.multipliers.round == ():
        raise BadRuleset(
            say("multipliers.round is empty; allowed: a factor for each round, or off."), "multipliers.round"
        )
