"""What dealt cards decide: the field, lucky hands, a deal that is void; and why they may be refused."""

from __future__ import annotations

from msgspec.structs import replace

from ...sentences import Sentence, say
from ..cards import BRIGHTS, RAIN_MAN, cards
from ..errors import BadCards, NotAllowed
from ..rules import deal
from ..scoring.evaluate import hand_score
from ..scoring.score import Score
from .endings import finished, only, sole_highest, voided
from .events import DealVoided, FieldDealt, HandShown
from .match import Match, PileScore, Play, RoundLog, ShownTeyaku
from .teyaku import hand_of, refuse_shown
from .turns import ruled


def refuse_field(event: FieldDealt, match: Match) -> None:
    if match.play.turns:
        raise NotAllowed(say("Enter the dealt field before the first turn."))
    field = cards(event.cards)
    deal.refuse_left_out(match.rules, field)
    if field.bit_count() > 16:
        raise BadCards(say("That is more cards than are dealt to the field."))
    counting = BRIGHTS if match.scorer.plan.rain_man_counts else BRIGHTS & ~RAIN_MAN
    if field and event.brights is not None and event.brights != (field & counting).bit_count():
        raise BadCards(
            say(
                "Of these cards %(found)d count as brights, not %(said)d.",
                found=(field & counting).bit_count(),
                said=event.brights,
            )
        )


def with_field(event: FieldDealt, match: Match) -> Match:
    return replace(match, play=replace(match.play, dealt=cards(event.cards), dealt_brights=event.brights))


def refuse_hand(event: HandShown, match: Match) -> None:
    if event.yaku not in deal.possible_hands(match.rules, len(match.players)):
        raise NotAllowed(
            say("%(hand)s does not win by these rules.", hand=say(deal.TEYAKU[event.yaku][0])),
            f"deal.teyaku.{event.yaku}",
        )
    play = match.play
    if any(hand.player == event.player for hand in play.hands):
        raise NotAllowed(
            say("%(player)s has already shown a lucky hand.", player=match.players[event.player])
        )
    declare = match.rules.deal.teyaku.declare
    if declare == "first_turn" and not event.ruling and _has_played(match, play, event.player):
        raise NotAllowed(
            say(
                "Too late: %(player)s has already played, and a lucky hand must be shown before the first "
                "turn.",
                player=match.players[event.player],
            ),
            "deal.teyaku.declare",
        )
    refuse_shown(match, play, event)


def with_hand(event: HandShown, match: Match) -> Match:
    return replace(match, play=replace(ruled(match.play, event), hands=(*match.play.hands, hand_of(event))))


def by_hand(match: Match) -> Match:
    """The match after a lucky hand was shown; it lies in ``match.play.hands``, maybe beside others."""
    shown = match.play.hands
    if any(deal.hand_points(match.rules, hand.yaku) == "redeal" for hand in shown):
        name = match.players[shown[-1].player]
        return voided(match, say("%(player)s’s hand means a new deal.", player=name))
    if len(shown) == 1:
        return _shown(match, shown[0])
    rule = match.rules.deal.teyaku.both
    if rule == "redeal":
        return voided(match, say("More than one lucky hand: the cards are dealt again."))
    if rule == "ignore":
        return by_field(match)
    if rule == "dealer":
        first = min(shown, key=lambda hand: (hand.player - match.dealer) % len(match.players))
        return _shown(match, first, say("More than one lucky hand: the one nearest the dealer counts."))
    if rule == "best":
        best = sole_highest([hand_worth(match, hand.player, hand.yaku).points for hand in shown])
        if best is not None:
            return _shown(match, shown[best], say("More than one lucky hand: the one worth most counts."))
    why = say("More than one lucky hand: the round is a draw.")
    return finished(match, "drawn", None, only(match, 0, 0), why=why)


def by_field(match: Match) -> Match:
    """The match after the dealt field is known: unchanged where it is simply played."""
    outcome = deal.field_outcome(match.rules, match.play.dealt)
    if outcome is None:
        return match
    if outcome.points is None:
        return voided(match, outcome.why)
    if not outcome.points:
        return finished(match, "drawn", None, only(match, 0, 0), why=outcome.why)
    points = only(match, match.dealer, outcome.points)
    return finished(match, "hand", match.dealer, points, why=outcome.why)


def hand_worth(match: Match, player: int, hand: str) -> Score:
    """What a lucky hand pays that does not void the deal."""
    score = hand_score(match.rules, hand, match.circumstances(player))
    assert score is not None
    return score


def _shown(match: Match, hand: ShownTeyaku, why: Sentence | None = None) -> Match:
    """The match after a lucky hand is paid."""
    score = hand_worth(match, hand.player, hand.yaku)
    mine = None  # its points say all of a plain hand
    if score.factors or score.caps:
        mine = PileScore(hand.player, score, match.circumstances(hand.player))
    points = only(match, hand.player, score.points)
    return finished(match, "hand", hand.player, points, mine=mine, why=why, hand=hand)


def with_void(event: DealVoided, match: Match) -> Match:
    if _is_said_again(match.log):
        return replace(match, log=replace(match.log, deals=(*match.log.deals[:-1], len(match.log.events))))
    return voided(match, event.reason)


def _is_said_again(log: RoundLog) -> bool:
    """Whether the deal that the last event of a log voids was made void just before, by dealt cards."""
    before = log.events[-2:-1]
    return log.deals[-1:] == (len(log.events) - 1,) and isinstance(before[0], FieldDealt | HandShown)


def _has_played(match: Match, play: Play, player: int) -> bool:
    """Whether a player's first turn is over: it was recorded, or the calls of the round show it."""
    if play.turns:
        return player in play.turns
    seats = len(match.players)
    place = {(match.dealer + turn) % seats: turn for turn in range(seats)}
    # whoever calls has had a turn, and so has everybody whose turn came before that call
    rounds = [calls - (place[seat] < place[player]) for seat, calls in enumerate(play.calls)]
    return max(rounds) > 0
