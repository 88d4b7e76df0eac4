"""Settings that fit their types and still cannot be played: refused when a rule set is loaded."""

from __future__ import annotations

from .cards import OF_KIND, cards
from .errors import BadCards, BadRuleset
from .options import RuleSet
from .scoring_options import YakuOptions
from .sentences import say


def refuse_impossible(chosen: RuleSet) -> None:
    """Check a complete rule set. Raises BadRuleset, naming the key."""
    for check in (_purse, _packs, _turns, _tables, _yaku_lists):
        check(chosen)


def refuse_impossible_yaku(key: str, chosen: YakuOptions) -> None:
    """Check a table's own yaku: its cards, how many of them, and its further cards. Raises BadRuleset."""
    if (chosen.cards is None) == (chosen.kind is None):
        raise BadRuleset(
            say("%(key)s: there is no such yaku; one of your own needs either cards or a kind.", key=key), key
        )
    try:
        found = cards(" ".join(chosen.cards)) if chosen.cards is not None else OF_KIND[str(chosen.kind)]
        found &= ~cards(" ".join(chosen.without))
    except BadCards as error:
        raise BadRuleset(say("%(key)s: %(reason)s", key=key, reason=error.sentence), key) from error
    if chosen.kind is not None and chosen.min is None:
        raise BadRuleset(say("%(key)s.min is missing: how many cards of the kind are needed?", key=key), key)
    if not 1 <= (chosen.min or 1) <= found.bit_count() or not found:
        raise BadRuleset(
            say(
                "%(key)s.min: %(value)s is not possible; allowed: a whole number from 1 to %(most)d.",
                key=key,
                value=chosen.min or 0,
                most=found.bit_count(),
            ),
            key,
        )
    if chosen.extra and not any(found & ~of_kind == 0 for of_kind in OF_KIND.values()):
        raise BadRuleset(
            say("%(key)s.extra: its cards are of several kinds, so no further card can pay.", key=key), key
        )


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


def _yaku_lists(chosen: RuleSet) -> None:
    """Lists of yaku name other yaku that exist, and nothing replaces what replaces it."""
    for name, row in chosen.yaku.items():
        for list_name, others in (("replaces", row.replaces), ("excluded_by", row.excluded_by)):
            for other in others:
                if other not in chosen.yaku or other == name:
                    key = f"yaku.{name}.{list_name}"
                    raise BadRuleset(
                        say(
                            "%(key)s: “%(value)s” is not possible; allowed: ids of other yaku, such as tan.",
                            key=key,
                            value=other[:40],
                        ),
                        key,
                    )
        if row.month_factor is not None and row.months is None:
            key = f"yaku.{name}.month_factor"
            raise BadRuleset(say("%(key)s needs months: the rounds in which it multiplies.", key=key), key)
    if circle := _circle(chosen):
        key = f"yaku.{circle}.replaces"
        raise BadRuleset(say("%(key)s: these yaku replace one another in a circle.", key=key), key)
    if not any(row.points or row.after_koi for row in chosen.yaku.values()):
        raise BadRuleset(say("yaku: with every yaku off nobody could ever win."), "yaku")


def _circle(chosen: RuleSet) -> str | None:
    """A yaku that replaces itself by way of others; None when there is none."""
    clear: set[str] = set()

    def follow(name: str, above: tuple[str, ...]) -> str | None:
        if name in above:
            return name
        if name in clear:
            return None
        found = next(
            (one for other in chosen.yaku[name].replaces if (one := follow(other, (*above, name)))), None
        )
        clear.add(name)
        return found

    return next((one for name in chosen.yaku if (one := follow(name, ()))), None)
