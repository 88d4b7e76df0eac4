"""The board of games in which every captured card counts: its words, and the cards that nobody else has.

The board has one pile of each player, of which one is shown at a time. ``static/js/captured_cards.js`` says
below it what everybody's cards are worth, and what everybody makes of the round once all piles are entered.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from typing import Any, Final

from flask_babel import gettext as _
from msgspec.structs import replace

from ...koikoi.cards import BY_ID, CHAFF, cards, each, of_month
from ...koikoi.match.captured_cards import par
from ...koikoi.match.match import Match
from ...koikoi.rules.deal import deck
from . import live_line, rule_questions
from .round_form import TypedRound, questions, with_cards

_LETTERS: Final = 3  # that a small card has room for
_JOINER: Final = "\u200d"  # makes one sign of two


def outcomes(match: Match) -> dict[str, Any]:
    """What the endings of the round lead to: who deals next depends on all cards."""
    nobody = [None] * len(match.players)
    return {"nobody": {"rounds": 1, "dealers": nobody}, "void": {"rounds": 0, "dealers": [*match.seats]}}


def words(match: Match, _correcting: bool) -> dict[str, Any]:
    """Names, words and numbers for the board of a match."""
    players = match.players
    possible = rule_questions.asks(questions(match), players)
    return {**words_of_pile(match, possible), "players": players, "initials": initials(players)}


def words_of_pile(match: Match, possible: Sequence[rule_questions.Ask]) -> dict[str, Any]:
    """The same for the cards of one player alone."""
    rules, of_rules = match.rules, live_line.words_of_pile(match, possible)
    return {
        **of_rules,
        "counting": {
            "par": par(rules, len(match.players)),
            "yaku": rules.counting.yaku,
            "void_at": rules.counting.void_at,
            "ameshima": rules.counting.ameshima,
        },
        "says": {
            **of_rules["says"],
            "none": _("No yaku") if match.scorer.plan.rows else "",
            "cards": _("cards {points}"),
            "par": _("Par {par}"),
            "missing": _("Not entered: {n}"),
            "sum": _("Sum: {sum} instead of 0"),
            "void": _("Nobody scores: {player} {points}"),
            "willows": _("{player} has all four willow cards"),
            "twice": _("Too many chaff cards"),
        },
    }


def initials(players: Sequence[str]) -> list[str]:
    """The letter, or the few letters, that only this name begins with, for a small card; or with its seat."""
    return [_short(name, [*players[:seat], *players[seat + 1 :]], seat) for seat, name in enumerate(players)]


def _short(name: str, others: Sequence[str], seat: int) -> str:
    for letters in range(1, _LETTERS + 1):
        short = _beginning(name, letters)
        if short not in [_beginning(other, letters) for other in others]:
            return short
    return f"{_beginning(name, 1)}{seat + 1}"


def _beginning(name: str, letters: int) -> str:
    """The first so many letters, each with the marks on it."""
    taken: list[str] = []
    for sign in name:
        if taken and (unicodedata.category(sign).startswith("M") or _JOINER in (sign, taken[-1][-1])):
            taken[-1] += sign
        else:
            taken.append(sign)
    return "".join(taken[:letters])


def with_rest(typed: TypedRound, match: Match, seat: int | None) -> TypedRound:
    """The round with all cards that no other player has in the pile of one, once all the others have some;
    chaff that may be among that which others only counted is not named."""
    if seat is None or not typed.is_last(seat, match.seats):
        return typed
    others = [other for other in match.seats if other != seat]
    held = cards(" ".join(id_ for other in others for id_ in typed.cards[other] if id_ in BY_ID))
    left = deck(match.rules) & ~held
    counted = sum(typed.unnamed(other) for other in others)
    known = (
        left if typed.all_shown and not counted else left & ~CHAFF | _nowhere_else(typed, match, others, left)
    )
    chaff = max((left & CHAFF).bit_count() - counted, 0)
    return with_cards(replace(typed, whose=seat), seat, tuple(card.id for card in each(known)), chaff)


def _nowhere_else(typed: TypedRound, match: Match, others: Sequence[int], left: int) -> int:
    """The chaff cards that the rules ask for and that all the others are known not to have."""
    asked = cards(" ".join(questions(match).chaff))
    return sum(
        card.bit
        for card in each(asked & left)
        if all(
            f"{other}.cards.{card.month}" in typed.no
            or any(cards(id_) & asked & of_month(card.month) for id_ in typed.cards[other] if id_ in BY_ID)
            for other in others
        )
    )
