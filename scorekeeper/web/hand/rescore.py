"""A kept match scored again by other rules."""

from __future__ import annotations

from typing import Any, NamedTuple

from flask import Blueprint, abort, render_template
from flask.typing import ResponseReturnValue

from ...koikoi.compare.rescore import RescoredMatch, RescoredRound, rescored, winners_by
from ...koikoi.compare.steps import ScoredPile, Step, steps
from ...koikoi.match.match import Match, Round
from ...koikoi.rules.deal import possible_numbers
from ...koikoi.rules.ruleset import RuleSet
from ..forms.fields import ExactText, TypedForm, WholeNumber
from ..forms.request import from_address
from ..games import has_pages
from ..match_repository import load
from ..rounds import rule_questions
from ..rounds.round_list import A_PAGE
from ..rounds.rule_questions import Ask
from ..rules.descriptions import RuleSetChoice
from ..rules.rule_sets import all_choices, first_names, rules_in_force
from .address import AskedHand, write

pages = Blueprint("rescore", __name__)

_SHORT = 60  # rounds up to which the match is scored by several rule sets at once


class RescoreAddress(TypedForm):
    """By which rules, and from which round on."""

    ruleset = ExactText()
    round = WholeNumber(1, 99999)


class ComparedRound(NamedTuple):
    """A round with what differs, what was not asked then, and the address of its winner's pile."""

    row: RescoredRound
    steps: tuple[Step, ...]
    questions: tuple[Ask, ...]
    parts: dict[str, Any]


class MatchOutcome(NamedTuple):
    """How a match ends by a rule set."""

    choice: RuleSetChoice
    story: RescoredMatch
    ahead: tuple[int, ...]


@pages.get("/matches/<match_id>/retold")
def show(match_id: str) -> ResponseReturnValue:
    """The match round by round by the rule set that is chosen; without one, how it ends by several."""
    match, address = load(match_id), from_address(RescoreAddress)
    choices = [
        choice
        for choice in all_choices(match.rules.game)
        if len(match.players) in possible_numbers(choice.rules)
    ]
    chosen = next((choice for choice in choices if choice.id == address.ruleset.data), None)
    if address.ruleset.data and chosen is None:
        abort(404)
    story = rescored(match, chosen.rules) if chosen else None
    first = min(address.round.data or 1, max(len(match.rounds), 1))
    return render_template(
        "hand/rescore.html",
        match=match,
        match_id=match_id,
        choices=choices,
        chosen=chosen,
        force=rules_in_force(match, choices),
        story=story,
        ahead=winners_by(story) if story else (),
        rounds=_rounds(story, first) if story else [],
        earlier=max(first - A_PAGE, 1) if first > 1 else None,
        later=first + A_PAGE if first + A_PAGE <= len(match.rounds) else None,
        plays_on=_plays_on(match, chosen.rules) if chosen else [],
        outcomes=_outcomes(match, choices) if chosen is None else [],
    )


def _plays_on(match: Match, rules: RuleSet) -> list[int]:
    """The rounds from which the table may play on by these rules: the one being played, and the first."""
    if all(match.rules_of(number) == rules for number in range(1, match.number + 1)):
        return []
    return [*([match.number] if match.number > 1 and not match.finished else []), 1]


def _outcomes(match: Match, choices: list[RuleSetChoice]) -> list[MatchOutcome]:
    """How the match ends by the table's own rules and those of the documents; none for a long match."""
    if not match.rounds or len(match.rounds) > _SHORT:
        return []
    first = first_names(match.rules.game)
    stories = [(choice, rescored(match, choice.rules)) for choice in choices if choice.id in first][:12]
    return [MatchOutcome(choice, story, winners_by(story)) for choice, story in stories]


def _rounds(story: RescoredMatch, first: int) -> list[ComparedRound]:
    rounds = []
    for row in story.rounds[first - 1 : first - 1 + A_PAGE]:
        questions: tuple[Ask, ...] = ()
        if row.open_questions:
            asked = rule_questions.questions_of(story.after.rules, row.before.number, 2)
            questions = tuple(rule_questions.named(rule_questions.asks(asked, ("",)), row.open_questions, 0))
        address = pile_address(story.before, row.before)
        rounds.append(ComparedRound(row, _steps(story, row), questions, address))
    return rounds


def _steps(story: RescoredMatch, row: RescoredRound) -> tuple[Step, ...]:
    """Why the winner's points differ; empty where the round was not paid by the same player's cards."""
    was, now = row.before, row.after
    if now is None or was.player is None or now.deciding != (was.player,):
        return ()
    if was.score is None or was.at is None or now.score is None or now.at is None:
        return ()
    pile, now_pile = was.piles[was.player], now.piles[was.player]
    if pile is None or now_pile is None:
        return ()
    before = ScoredPile(story.before.rules_of(was.number), pile, was.at, was.score)
    return steps(before, ScoredPile(story.after.rules, now_pile, now.at, now.score))


def pile_address(match: Match, row: Round) -> dict[str, Any]:
    """The winner's pile of a finished round as the parts of an address; empty where it was not scored, or the
    game has no page for it."""
    pile = row.piles[row.player] if row.player is not None and has_pages("hand", match.rules) else None
    return write(AskedHand(pile, row.at)) if pile is not None and row.at is not None else {}
