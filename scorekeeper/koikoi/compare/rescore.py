"""A match scored again by other rules: what each round would have paid, and who would have won.

What happened at the table stays as it was: who dealt, the cards, the calls, the adjustments. Only what the
rules make of it is new. A round that the other rules would not have let happen is left out, with the reason.
"""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from ...sentences import Sentence, say
from ..errors import KoikoiError
from ..match import settlement
from ..match.events import MatchEnded, PointsAdjusted
from ..match.interpreter import apply
from ..match.match import Match, Period, Round, RoundLog, Terms, new_deal
from ..match.replay import as_played, not_ended, refuse_game, void, with_refused_round
from ..pile import Pile
from ..rules.ruleset import RuleSet, end_counts_all, stop_counts_all
from ..scoring.evaluate import scorer
from ..scoring.questions import open_questions


class RescoredRound(msgspec.Struct, frozen=True):
    """A round as it was, and by the other rules; ``why_not``: why they cannot score it.

    ``open_questions``: what the other rules ask and nobody asked then, as ids of ``scoring.questions``; the
    points count as if the answers were no.
    """

    before: Round
    after: Round | None
    why_not: Sentence | None = None
    open_questions: tuple[str, ...] = ()


class RescoredMatch(msgspec.Struct, frozen=True):
    """A match as it was, and by other rules; ``end``: why it would have been over before its last round."""

    before: Match
    after: Match
    rounds: tuple[RescoredRound, ...]
    end: Sentence | None

    @property
    def left_out(self) -> tuple[int, ...]:
        """The numbers of the rounds that are left out of the coins."""
        return tuple(row.before.number for row in self.rounds if row.after is None)


def rescored(match: Match, rules: RuleSet) -> RescoredMatch:
    """The match by other rules, with the rounds that count now, corrected ones as corrected.

    Raises NotAllowed for rules of another game.
    """
    refuse_game(match, rules)
    after = _adjusted(_start(match, rules), match, 0)
    rounds: list[RescoredRound] = []
    end: Sentence | None = None
    for row in match.rounds:
        if after.finished:
            end = say(
                "By these rules the match was over after round %(number)d: %(why)s",
                number=len(after.rounds),
                why=after.why_finished,
            )
            rounds.append(RescoredRound(row, None, end))
            continue
        rescored_round, after = _round(match, after, row)
        rounds.append(rescored_round)
        after = _adjusted(after, match, row.number)
    if match.ended is not None and end is None:
        after = apply(after, MatchEnded(reason=match.ended))
    return RescoredMatch(match, after, tuple(rounds), end)


def _start(match: Match, rules: RuleSet) -> Match:
    """The match before its first round, by the other rules; of the length that the players agreed."""
    purse = match.purse
    if rules.settlement.account != match.rules.settlement.account:
        purse = settlement.starting_purse(rules, match.length, match.purse)
    period = Period(1, rules, scorer(rules))
    return replace(
        match,
        terms=Terms(match.players, (period,), match.length, purse),
        dealer=match.first_dealer,
        balance=(purse,) * len(match.players),
        play=new_deal(len(match.players)),
        rounds=(),
        adjustments=(),
        ended=None,
        left_out=(),
        log=RoundLog(rules),
        events=match.events[:1],
    )


def _adjusted(after: Match, match: Match, number: int) -> Match:
    """The match with the adjustments made after a round."""
    for made in match.adjustments:
        if made.after == number:
            after = apply(after, PointsAdjusted(points=made.points, reason=made.reason))
    return after


def _round(match: Match, before: Match, row: Round) -> tuple[RescoredRound, Match]:
    """A round by the other rules, and the match after it."""
    opening = replace(before, dealer=row.dealer, play=new_deal(len(match.players)))
    try:
        after = as_played(opening, row.log.deal)
        why_not = not_ended(after) if after.number == row.number else _why_not(after, after.rounds[-1])
    except KoikoiError as error:
        why_not = error.sentence
    if why_not is not None:
        return RescoredRound(row, None, why_not), with_refused_round(opening, row.play, row.piles, why_not)
    now = after.rounds[-1]
    return RescoredRound(row, now, open_questions=_questions_of(after, now)), after


def _why_not(after: Match, row: Round) -> Sentence | None:
    """Why other rules cannot score a round that they allow, the last of ``after``; None where they can."""
    if row.play.voids:
        return void(row.play)
    missing = [seat for seat in after.seats if row.piles[seat] is None and _matters(after, row, seat)]
    if not missing:
        return None
    return say("The cards of %(player)s were not entered.", player=after.players[missing[0]])


def _matters(after: Match, row: Round, seat: int) -> bool:
    """Whether what a seat is paid depends on its cards."""
    if row.result == "won":
        return seat != row.player and stop_counts_all(after.rules)
    if row.result != "exhausted":
        return False
    rules = after.rules.exhausted
    known = any(row.play.calls)  # somebody held a yaku, whatever the cards
    return end_counts_all(after.rules) or (rules.held_yaku != rules.no_yaku and not known)


def _questions_of(after: Match, row: Round) -> tuple[str, ...]:
    """The open questions of the piles that were paid."""
    paid = [(row.player, row.at)] if row.player is not None and row.at and row.score else []
    paid += [(other.player, other.at) for other in row.beside]
    asked = [
        question
        for seat, at in paid
        for question in open_questions(after.scorer, row.piles[seat] or Pile(), at)
    ]
    return tuple(dict.fromkeys(asked))


def winners_by(rescored: RescoredMatch) -> tuple[int, ...]:
    """The seats that would have won, or would be ahead where the match would go on."""
    after = rescored.after
    return after.winners or tuple(seat for seat in after.seats if after.balance[seat] == max(after.balance))
