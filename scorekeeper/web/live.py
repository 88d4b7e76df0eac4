"""What the live line under the board needs: the plan, the names, and its words in the reader's language."""

from __future__ import annotations

from typing import Any

import msgspec
from flask_babel import gettext as _
from markupsafe import Markup

from ..exports.plan_json import plan_json
from ..koikoi import wording
from ..koikoi.cards import BY_ID, each
from ..koikoi.cards import cards as cards_named
from ..koikoi.options import RuleSet
from ..koikoi.scoring import scorer
from ..koikoi.table import Match
from .words import month_name, say


def plan(rules: RuleSet) -> Markup:
    """The plan as JSON that may stand in a page: all its words are ids."""
    return Markup(plan_json(scorer(rules).plan))


def of_match(match: Match) -> dict[str, Any]:
    """Names, words and coins for the board of a match."""
    rules = match.rules
    return {
        **of_rules(rules),
        "players": match.players,
        "round": match.number,
        "balance": match.balance,
        "exhausted": {
            "none": say(
                wording.value("exhausted.no_yaku", msgspec.to_builtins(rules.exhausted.no_yaku), rules)
            ),
            "held": say(
                wording.value("exhausted.held_yaku", msgspec.to_builtins(rules.exhausted.held_yaku), rules)
            ),
        },
        "coin": rules.settlement.coin,
        # where everybody scores, what is paid is only known from all piles: the line says what is won
        "transfer": rules.settlement.account == "transfer" and rules.settlement.who_scores == "winner",
        "capped": rules.settlement.overdraw == "cap" and match.purse > 0,
    }


def of_rules(rules: RuleSet) -> dict[str, Any]:
    """Names and words for a single hand."""
    left_out = cards_named(" ".join(rules.deal.without))
    return {
        "yaku": {name: say(wording.yaku(name, rules)) for name in rules.yaku},
        "cards": {card.id: say(card.name) for card in BY_ID.values()},
        "kinds": {"B": _("bright"), "A": _("animal"), "R": _("ribbon"), "C": _("chaff card")},
        "months": [month_name(month) for month in range(1, 13)],
        "wild": rules.play.lightning != "plain",
        "gone": [card.id for card in each(left_out)],
        "says": {
            "tap": _("Tap the captured cards."),
            "none": _("No yaku yet."),
            "pays": _("{payer} pays {payee} {coins}"),
            "gets": _("{player} gets {coins}"),
            "points": _("{points} points"),
            "more": _("One more {card}: {yaku}"),
            "with": _("With {card}: {yaku}"),
            "nobody": _("Nobody stopped: {result}"),
            "taken": _("taken by {player}"),
            "odd": _("An odd number of cards of {month}."),
        },
    }
