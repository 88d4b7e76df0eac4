"""The page of live play: the decision that is due, or the next turn, or the end of the round."""

from __future__ import annotations

from collections.abc import Sequence

from flask import render_template
from flask.typing import ResponseReturnValue

from ...koikoi.cards import cards, each
from ...koikoi.match import explain
from ...koikoi.match.events import KoikoiCalled, TurnTaken
from ...koikoi.match.match import Due, Match
from ...koikoi.match.undo import last_step
from ...koikoi.pile import Pile, pile
from ...koikoi.rules import deal, phrases
from ...koikoi.scoring.score import Score
from ...sentences import Sentence
from ..forms.request import new_id
from ..i18n import translate
from ..rounds import live_line, rule_questions
from ..rounds.round_events import Problems, odd_captures
from ..rounds.round_form import TypedRound, questions
from .forms import TurnForm, asks_brights, next_turn, turn_id, whose_turn

Last = tuple[TurnTaken, Pile, bool]
Ruined = tuple[tuple[str, Sentence], ...]


def page(
    match_id: str,
    match: Match,
    form: TurnForm,
    problem: Sentence | None = None,
    meanwhile: Sequence[Sentence] = (),
    is_kept: bool = False,
) -> ResponseReturnValue:
    """What is next. ``problem``: why what was sent is refused.

    ``meanwhile``: what other phones entered; ``is_kept``: what was sent is still in the form.
    """
    due = _due(match)
    is_kept = is_kept and due is None  # a decision has no cards
    drawn = _page(match_id, match, form, due, problem=problem, meanwhile=meanwhile, is_kept=is_kept)
    return drawn, 422 if problem else 409 if meanwhile else 200


def turn_page(
    match_id: str,
    match: Match,
    form: TurnForm,
    problem: Sentence | None = None,
    asked: Sequence[int] = (),
) -> ResponseReturnValue:
    """The next turn, although nobody noticed the yaku of the last one.

    ``asked``: the months of which it must be said whether they are on the field after the turn in the form.
    """
    ask = _on_the_field(asked[0]) if asked else None
    return _page(match_id, match, form, None, problem=problem, ask=ask), 422 if problem or asked else 200


def deal_page(
    match_id: str,
    match: Match,
    typed: TypedRound,
    problem: Sentence | None = None,
    problems: Problems | None = None,
) -> ResponseReturnValue:
    """What was said of the deal and is refused: for one reason, or for one of each field."""
    form, due = next_turn(match), _due(match)
    return _page(match_id, match, form, due, problem=problem, entry=typed, problems=problems or {}), 422


def _due(match: Match) -> Due | None:
    """The yaku about which a decision is due."""
    due = match.play.due
    return due if due is not None and due.decision.due else None


def _page(match_id: str, match: Match, form: TurnForm, due: Due | None, **said: object) -> str:
    """The decision that is ``due``, else the next turn or the end of the round; ``said`` of what was sent."""
    play, seats = match.play, len(match.players)
    in_round = deal.turns(match.rules, seats)
    taken, last = len(play.turns), _last(match)
    return render_template(
        "live_play/turn.html",
        match=match,
        match_id=match_id,
        form=form,
        due=due,
        pays=_pays(match),
        player=due.player if due else whose_turn(match),
        next_player=None if taken + 1 >= in_round else (whose_turn(match) + 1) % seats,
        is_over=taken >= in_round,
        turn=(taken - (due is not None)) // seats + 1,
        turns=-(-in_round // seats),
        turn_id=turn_id(match),
        from_stock=taken >= seats * deal.hand_size(match.rules, seats),
        last=last,
        held=_held(match),
        lost=_lost(match, last),
        odd=odd_captures(match, last[0].player, last[1]) if last else (),
        undoes=last_step(match),
        holders=_holders(match),
        questions=questions(match),
        asks_brights=asks_brights(match),
        live=live_line,
        id=new_id(),
        **{"entry": TypedRound(), "problems": {}, **said},
    )


def _on_the_field(month: int) -> rule_questions.Ask:
    """The question of the board whether a card of a month is on the field, with answers for this form."""
    ask = rule_questions.of_field(month)
    yes, no = (answer._replace(value=str(month)) for answer in ask.answers)
    return ask._replace(answers=(yes._replace(name="yes"), no._replace(name="no")))


def _pays(match: Match) -> str:
    """What stopping now makes the players pay; empty where all piles decide."""
    due = match.play.due
    if due is None or match.rules.settlement.who_scores == "everyone":
        return ""
    return live_line.paid(match, [due.points if seat == due.player else 0 for seat in match.seats])


def _held(match: Match) -> tuple[Score, Ruined] | None:
    """What the cards of the player who took the last turn are worth, and the yaku that the weather took."""
    if not match.play.turns:
        return None
    seat = match.play.turns[-1]
    held, at = match.play.piles[seat], match.circumstances(seat, match.play.field)
    return match.scorer.score(held, at), explain.ruined(match.rules, held, at)


def _lost(match: Match, last: Last | None) -> list[str]:
    """The yaku that the last turn lost to the weather, in words; it says so once, not in every turn."""
    held = _held(match)
    if last is None or held is None:
        return []
    turn, captured, _called = last
    before = Pile(match.play.piles[turn.player].cards & ~captured.cards)
    earlier = {name for name, _ in explain.ruined(match.rules, before, match.circumstances(turn.player))}
    return [
        live_line.ruined_words().format(yaku=translate(phrases.yaku(name, match.rules)), why=translate(why))
        for name, why in held[1]
        if name not in earlier
    ]


def _last(match: Match) -> Last | None:
    """The last turn, what it captured, and whether koi-koi was called after it; None before the first."""
    called = False
    for past in reversed(match.log if match.play.turns else ()):
        if isinstance(past.event, TurnTaken):
            return past.event, pile(past.event.captured), called
        called = called or isinstance(past.event, KoikoiCalled)
    return None


def _holders(match: Match) -> dict[str, str]:
    """Who captured each card that is no longer to be had, by the ids of the cards."""
    gone = {card.id: "" for card in each(cards(" ".join(match.rules.deal.without)))}
    for name, held in zip(match.players, match.play.piles, strict=True):
        gone.update({card.id: name for card in each(held.cards)})
    return gone
