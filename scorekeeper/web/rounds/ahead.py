"""What the board must know to go on to the next round while there is no connection."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import msgspec
from flask_babel import gettext as _

from ...koikoi.cards import MONTHS
from ...koikoi.match.events import AnyEvent, DealVoided, HandShown, RoundExhausted, RoundWon
from ...koikoi.match.match import Match
from ...koikoi.match.replay import applied
from ...koikoi.rules.deal import possible_hands
from ..i18n import plant, translate


def of_match(match: Match) -> dict[str, Any]:
    """What each result of the round leads to by the rules of the match, and the words for it.

    ``outcomes``: by the value of the form's ``result`` or ``other``, the rounds it finishes (0 or 1) and
    who deals then, by the seat that dealt. What depends on more than that, such as a round that nobody
    stopped after a call, is not included. ``last`` is the number of the last round, if there is one.
    """
    return {
        "players": match.players,
        "dealer": match.dealer,
        "last": match.last_round,
        "outcomes": {name: _outcome(match, event) for name, event in _endings(match)},
        "months": [[month.kanji, plant(month.number)] for month in MONTHS],
        "says": {
            "headline": _template("Round %(number)d: who stopped?"),
            "deals": _template("%(dealer)s deals"),
            "unknown": _("the dealer is known once the earlier rounds are sent"),
            "save": _template("Save round %(number)d"),
            "go_on": _("Go on with round {number}"),
            "unconfirmed": _("{payment} (not confirmed)"),
            "over": _("This round may end the match; that is known once it is sent."),
            "unclear": _("What comes next is known once this is sent."),
        },
    }


def _template(words: str) -> str:
    """Words of the board as the browser fills them: ``%(number)d`` becomes ``{number}``."""
    return re.sub(r"%\((\w+)\)[ds]", r"{\1}", translate(words))


def _endings(match: Match) -> Iterator[tuple[str, AnyEvent]]:
    for seat in match.seats:
        yield str(seat), RoundWon(player=seat, piles=(None,) * len(match.players))
        for hand in possible_hands(match.rules, len(match.players)):
            yield f"hand.{seat}.{hand}", HandShown(player=seat, yaku=hand, round=match.number)  # type: ignore[arg-type]
    yield "nobody", RoundExhausted()
    yield "void", DealVoided()


def _outcome(match: Match, event: AnyEvent) -> dict[str, Any]:
    outcomes = [applied(msgspec.structs.replace(match, dealer=seat), event) for seat in match.seats]
    return {
        "rounds": len(outcomes[0].rounds) - len(match.rounds),
        "dealers": [outcome.dealer for outcome in outcomes],
    }
