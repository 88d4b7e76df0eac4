"""Yaku that fit their types and still cannot be played: refused when a rule set is loaded."""

from __future__ import annotations

from typing import Final

from ...sentences import Sentence, say
from ..cards import DECK, OF_KIND, cards, of_month
from ..errors import BadCards, BadRuleset
from .ruleset import RuleSet
from .scoring_options import YakuOptions
from .yaku import KNOWN, Monthly, Yaku, need

_LISTS: Final = ("replaces", "excluded_by", "rivals")
_MOST_RIVALS: Final = 16  # every way to leave some of them out is weighed


def refuse_impossible_yaku(name: str, chosen: YakuOptions) -> None:
    """Check one yaku: its cards, how many of them, its months, its further cards. Raises BadRuleset."""
    key = f"yaku.{name}"
    if name in KNOWN:
        _fixed(key, KNOWN[name], chosen)
    else:
        _made(key, chosen)
    _of_months(key, KNOWN[name].monthly if name in KNOWN else chosen.monthly or "", chosen)


def _fixed(key: str, known: Yaku, chosen: YakuOptions) -> None:
    """What makes a known yaku is fixed, but for the number of cards of one that counts a kind."""
    sized = chosen.min is not None and not known.counts
    if sized or chosen.cards is not None or chosen.kind is not None or chosen.monthly is not None:
        raise BadRuleset(
            say("%(key)s: the cards of this yaku are fixed; give your own yaku another name.", key=key), key
        )
    if chosen.min is not None:
        _size(key, chosen.min, need(known.needs[0]).cards.bit_count())


def _made(key: str, chosen: YakuOptions) -> None:
    """What makes a table's own yaku."""
    whole = chosen.cards is None and chosen.kind is None and chosen.monthly is not None
    if (chosen.cards is None) == (chosen.kind is None) and not whole:
        raise BadRuleset(
            say(
                "%(key)s: there is no such yaku; one of your own needs cards, or a kind, or monthly.", key=key
            ),
            key,
        )
    found = _among(key, chosen)
    if chosen.min is None and chosen.kind is not None:
        raise _missing(say("%(key)s.min is missing: how many cards of the kind are needed?", key=key), key)
    if chosen.min is None and chosen.monthly is not None and not whole:
        raise _missing(say("%(key)s.min is missing: how many of these cards are needed?", key=key), key)
    most = found.bit_count()
    if chosen.monthly:
        most = max((found & of_month(month)).bit_count() for month in range(1, 13))
    _size(key, chosen.min or (4 if whole else min(most, 1)), most)
    if chosen.extra and not chosen.monthly and not any(found & ~kind == 0 for kind in OF_KIND.values()):
        raise BadRuleset(
            say("%(key)s.extra: its cards are of several kinds, so no further card can pay.", key=key), key
        )


def _missing(sentence: Sentence, key: str) -> BadRuleset:
    return BadRuleset(sentence, f"{key}.min")


def _among(key: str, chosen: YakuOptions) -> int:
    """The cards that can make a table's own yaku."""
    try:
        named = cards(" ".join(chosen.cards)) if chosen.cards is not None else DECK
        return (OF_KIND[chosen.kind] if chosen.kind else named) & ~cards(" ".join(chosen.without))
    except BadCards as error:
        raise BadRuleset(say("%(key)s: %(reason)s", key=key, reason=error.sentence), key) from error


def _size(key: str, least: int, most: int) -> None:
    if not 1 <= least <= most:
        raise BadRuleset(
            say(
                "%(key)s.min: %(value)s is not possible; allowed: a whole number from 1 to %(most)d.",
                key=key,
                value=least,
                most=most,
            ),
            f"{key}.min",
        )


def _of_months(key: str, monthly: Monthly, chosen: YakuOptions) -> None:
    """What only a yaku of one month's cards can have."""
    if chosen.separate and not (monthly == "each" and chosen.repeat):
        raise BadRuleset(
            say("%(key)s.separate needs a yaku of any month's cards that counts each time.", key=key),
            f"{key}.separate",
        )
    narrowed = chosen.kind or chosen.cards or chosen.without or (chosen.min or 4) != 4
    if chosen.lightning and (not monthly or narrowed):
        raise BadRuleset(
            say("%(key)s.lightning needs a yaku of all four cards of a month.", key=key), f"{key}.lightning"
        )


def refuse_impossible_lists(chosen: RuleSet) -> None:
    """Lists of yaku name other yaku that exist, and nothing replaces what replaces it. Raises BadRuleset."""
    for name, row in chosen.yaku.items():
        for list_name in _LISTS:
            for other in getattr(row, list_name):
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
        if row.lightning and chosen.play.lightning == "plain":
            key = f"yaku.{name}.lightning"
            raise BadRuleset(
                say(
                    "%(key)s needs play.lightning “wild”: a plain one takes no card of another month.",
                    key=key,
                ),
                key,
            )
    rivals = {one for name, row in chosen.yaku.items() if row.rivals for one in (name, *row.rivals)}
    if len(rivals) > _MOST_RIVALS:
        key = f"yaku.{next(name for name, row in chosen.yaku.items() if row.rivals)}.rivals"
        raise BadRuleset(
            say(
                "%(key)s: such lists name %(number)d yaku in all; allowed: up to %(most)d.",
                key=key,
                number=len(rivals),
                most=_MOST_RIVALS,
            ),
            key,
        )
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
