"""How a match begins, which match may not begin, and what a table should know before."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from ...sentences import N_, Sentence, count, listed, say
from ..errors import BadRecord, NotAllowed
from ..rules import deal
from ..rules.loader import rules as rules_of
from ..rules.options.row import KOIKOI
from ..rules.ruleset import RuleSet
from ..scoring.evaluate import scorer
from ..scoring.rule_warnings import RuleWarning
from . import settlement
from .events import AnyEvent, MatchStarted
from .limits import Entered
from .match import Match, Period, RoundLog, Terms, new_deal

_LONGEST_NAME = 40


def started(event: AnyEvent, unpriced: int | None = None) -> Match:
    """The match at its first event. Raises BadRecord, BadRuleset, NotAllowed.

    ``unpriced``: the coins of each player where nobody entered them, and the rules name none for the length.
    """
    if not isinstance(event, MatchStarted):
        raise BadRecord(say("A match must begin with match-started."))
    rules = rules_of(event.ruleset)
    _refuse_number(rules, len(event.players))
    if event.dealer not in range(len(event.players)):
        raise NotAllowed(say("The dealer must be one of the players."))
    length = event.rounds if event.rounds is not None else rules.match.rounds
    purse = event.purse if event.purse is not None else settlement.starting_purse(rules, length, unpriced)
    terms = Terms(trimmed(event.players), (Period(1, rules, scorer(rules)),), length, purse)
    return Match(
        terms=terms,
        first_dealer=event.dealer,
        dealer=event.dealer,
        balance=(purse,) * len(event.players),
        play=new_deal(len(event.players)),
        log=RoundLog(rules),
        events=(event,),
        seq=event.seq or 1,
        entered=Entered().followed_by(event),
    )


def _refuse_number(rules: RuleSet, players: int) -> None:
    """Refuse more players, or fewer, than may play."""
    numbers = deal.possible_numbers(rules)
    if players in numbers:
        return
    why = say("Koi-Koi is for two or three players.")
    if rules.game != KOIKOI:
        sentence = N_("These rules are for %(numbers)s players, not %(n)d.")
        *fewer, most = numbers
        said = say("%(one)s or %(other)s", one=listed(fewer), other=most) if fewer else most
        why = say(sentence, numbers=said, n=players)
    raise NotAllowed(why, "match.players")


def again(match: Match) -> MatchStarted:
    """The start of another match like this one: the same seats, rules, length and coins. Who would deal
    next in this match deals first. Raises NotAllowed where the coins have to be agreed on."""
    return MatchStarted(
        players=match.players,
        ruleset=msgspec.to_builtins(match.rules),
        dealer=match.dealer,
        rounds=match.length,
        purse=purse_again(match),
    )


def purse_again(match: Match) -> int:
    """What everybody starts with in another match like this one: as agreed, or by the rules that took over.

    Raises NotAllowed where those have no coins for that length.
    """
    if rules_of(match.start.ruleset) == match.rules:
        return match.purse
    return settlement.starting_purse(match.rules, match.length)


def refuse_start(match: Match) -> None:
    """Refuse a match at its first event for its names, its deal or its target. Raises NotAllowed."""
    refuse_names(match.players)
    refuse_players(match.rules, len(match.players))
    target = match.rules.match.target
    if target is not None and target <= match.purse:
        raise NotAllowed(
            say(
                "The target of %(target)d would be reached before the first round: everybody starts with "
                "%(purse)d. Choose a higher target or fewer coins.",
                target=target,
                purse=match.purse,
            ),
            "match.target",
        )


def trimmed(players: Sequence[str]) -> tuple[str, ...]:
    """The names of players as they are shown."""
    return tuple(name.strip() for name in players)


def refuse_names(players: Sequence[str]) -> None:
    """Refuse names that no players may have, or not together. Raises NotAllowed."""
    for wrong in filter(None, map(wrong_name, players)):
        raise NotAllowed(wrong)
    if len({name.casefold() for name in players}) < len(players):
        raise NotAllowed(say("Two players have the same name; change one of them."))


def wrong_name(name: str) -> Sentence | None:
    """Why no player may have a name; None where one may."""
    if not name:
        return say("Every player needs a name.")
    if len(name) > _LONGEST_NAME:
        return count(
            "A name may have at most %(n)d character.",
            "A name may have at most %(n)d characters.",
            _LONGEST_NAME,
        )
    return None


def refuse_players(rules: RuleSet, players: int) -> None:
    """Refuse rules that are for more players or fewer, or have too few cards for them. Raises NotAllowed."""
    _refuse_number(rules, players)
    if deal.stock_size(rules, players) < 0:
        raise NotAllowed(say("The deck has too few cards for this deal and this many players."), "deal.hand")


def start_warnings(rules: RuleSet, players: int) -> tuple[RuleWarning, ...]:
    """What a table should know before so many players begin by these rules."""
    raised = []
    if players in deal.possible_numbers(rules) and players not in deal.player_numbers(rules):
        raised.append(
            RuleWarning("match.players", say("These rules are for two players, not %(n)d.", n=players))
        )
    stock, draws = deal.stock_size(rules, players), players * deal.hand_size(rules, players)
    if stock < draws:
        why = count(
            "With %(players)d players %(stock)d cards are left in the stock for %(draws)d turns: "
            "the last turn has no card to draw.",
            "With %(players)d players %(stock)d cards are left in the stock for %(draws)d turns: "
            "the last %(n)d turns have no card to draw.",
            draws - stock,
            players=players,
            stock=max(stock, 0),
            draws=draws,
        )
        raised.append(RuleWarning("deal.field", why))
    return tuple(raised)


def other_deal(rules: RuleSet, players: int) -> Mapping[str, Any] | None:
    """Settings of ``deal`` that leave a card to draw for every turn; None where none are usual or needed."""
    usual = deal.DEALT[players]
    changed = {"hand": min(deal.hand_size(rules, players), usual.hand), "field": usual.field}
    after = msgspec.structs.replace(rules, deal=msgspec.structs.replace(rules.deal, **changed))
    short = [warning for warning in start_warnings(rules, players) if warning.option == "deal.field"]
    enough = not [warning for warning in start_warnings(after, players) if warning.option == "deal.field"]
    return changed if players > 2 and short and enough else None
