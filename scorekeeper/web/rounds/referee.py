"""May I call? What the players may say with the cards tapped so far; and koi-koi noted with these cards."""

from __future__ import annotations

import msgspec
from flask import render_template
from flask.typing import ResponseReturnValue

from ...koikoi.match.calls import advice
from ...koikoi.match.match import Match
from ...koikoi.pile import pile
from .board import board, sent_again
from .round_events import Problems, calls_noted, pile_of
from .round_form import BoardForm, TypedRound


def referee(match_id: str, match: Match, form: BoardForm) -> ResponseReturnValue:
    """What each player whose cards are tapped may call; or the board with one more koi-koi noted."""
    typed = form.typed
    problems: Problems = {}
    # whoever is chosen asks; while nobody is, the cards tapped may be those of any player
    asking = [seat for seat in match.seats if typed.winner in (seat, None)]
    piles = {seat: pile_of(typed, _tapped(typed, seat), problems) for seat in asking}
    if problems:
        return board(match_id, match, typed, problems)
    if form.noted.data in match.seats:
        return board(match_id, match, _with_call(typed, form.noted.data, piles.get(form.noted.data)))
    called = calls_noted(typed, match)
    answers = [advice(called, seat, pile(held), typed.months) for seat, held in piles.items() if held]
    return render_template(
        "rounds/referee.html",
        match=match,
        match_id=match_id,
        answers=answers,
        piles=piles,
        sent=sent_again(),
    )


def _tapped(typed: TypedRound, seat: int) -> int:
    """The seat under which the cards of a player are tapped: before anybody is chosen, the first."""
    return seat if typed.result or typed.cards[seat] or typed.chaff[seat] else 0


def _with_call(typed: TypedRound, seat: int, held: str | None) -> TypedRound:
    """The round with one more koi-koi of a player, and the cards that it was called with."""
    calls = tuple(number + (place == seat) for place, number in enumerate(typed.calls))
    called = tuple(
        (*piles, held) if place == seat and held else piles for place, piles in enumerate(typed.called)
    )
    return msgspec.structs.replace(typed, calls=calls, called=called)
