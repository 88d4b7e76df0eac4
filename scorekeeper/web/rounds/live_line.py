"""What the live line under the board needs: the plan, the names, and its words in the reader's language.

The scoring plan is JSON for the evaluator in the browser, ``static/js/scorer/``. JavaScript works on bits
32 at a time, so a set of cards is written as two halves of 24 bits: [months 1 to 6, months 7 to 12].
Values that have no effect are left out; ``readPlan`` puts them back.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

import msgspec
from flask_babel import gettext as _
from markupsafe import Markup

from ...koikoi.cards import BRIGHTS, BY_ID, CARDS, RAIN_MAN, each
from ...koikoi.match import explain
from ...koikoi.match.dealt_cards import hand_worth
from ...koikoi.match.match import Match
from ...koikoi.match.settlement import charges, claims, settle
from ...koikoi.rules import phrases
from ...koikoi.rules.deal import hand_points, left_out
from ...koikoi.rules.options.coins import HeldShares, Shares
from ...koikoi.rules.ruleset import RuleSet, end_counts_all, stop_counts_all
from ...koikoi.scoring.evaluate import scorer
from ...koikoi.scoring.plan import FactorRow, Plan, PlanRow
from ...koikoi.scoring.questions import most_brights
from ..language import dotted, filled, listed, translate
from ..words import month_name
from . import round_form, rule_questions

_HALF: Final = (1 << 24) - 1
_NOT_SENT: Final = ("core", "bit", "meets")  # the evaluator in the browser does without, or works it out
_NOT_OFF: Final = ("after_koi", "months")  # only None has no effect there, not 0


def plan_json(plan: Plan) -> str:
    """The plan as compact JSON; it may stand inside a ``<script type="application/json">`` as it is."""
    # All words in it are ids of yaku, cards and options, so nothing should need escaping; this makes sure.
    return msgspec.json.encode(_tree(plan)).decode().replace("<", "\\u003c")


def _tree(plan: Plan) -> dict[str, Any]:
    tree: dict[str, Any] = {
        "deck": " ".join(card.id for card in CARDS),  # by bit
        "readings": [[_row(row) for row in rows] for rows in plan.readings],
        "alike": _alike(plan),
        "highest": plan.highest,
        "animals": plan.animals,
        "ribbons": plan.ribbons,
        "factors": [_factor(row) for row in plan.factors],
        "big": plan.big,
        "combine": plan.combine,
        "max_base": plan.max_base,
        "max_factor": plan.max_factor,
        "max_points": plan.max_points,
    }
    if plan.best:
        tree["best"] = True
    if plan.worth:
        tree["worth"] = [[_halves(among), points] for among, points in plan.worth]
        tree["chaff_worth"] = plan.chaff_worth
    if plan.asks_dealt_brights:
        tree["field_brights"] = _halves(BRIGHTS if plan.rain_man_counts else BRIGHTS & ~RAIN_MAN)
    return tree


def _alike(plan: Plan) -> list[int]:
    """A number for each card of the deck, the same for cards that bring the same to any pile."""
    rows = [row for rows in plan.readings for row in rows]
    sets = [cards for row in rows for cards in _counted(row)]
    by_month = any(row.monthly for row in rows)
    places = [(by_month and card.month, *(bool(card.bit & cards) for cards in sets)) for card in CARDS]
    return [places.index(place) for place in places]


def _counted(row: PlanRow) -> Iterator[int]:
    """The sets of cards of which a yaku counts how many are held."""
    yield from (row.ruined_by, row.wild, row.twice, row.kind if row.extra else 0)
    yield from (among for among, _least in row.needs)
    if row.leaves_further:
        yield from (card.bit for card in each(row.core))


def _row(row: PlanRow) -> dict[str, Any]:
    values = {name: getattr(row, name) for name in row.__struct_fields__ if name not in _NOT_SENT}
    said = {
        name: value for name, value in values.items() if value or (name in _NOT_OFF and value is not None)
    }
    if row.needs:
        said["needs"] = [[_halves(among), least] for among, least in row.needs]
    for name in {"kind", "ruined_by", "twice", "wild"} & said.keys():
        said[name] = _halves(said[name])
    return said


def _factor(row: FactorRow) -> dict[str, Any]:
    by_table = row.form in ("table", "round")
    steps = {"table": row.table} if by_table else {"factor": row.factor}
    return {"id": row.id, "form": row.form, **steps, **({"by_player": True} if row.by_player else {})}


def _halves(cards: int) -> tuple[int, int]:
    return cards & _HALF, cards >> 24


def plan(rules: RuleSet) -> Markup:
    """The plan as JSON that may stand in a page: all its words are ids."""
    return Markup(plan_json(scorer(rules).plan))


def words_of_match(match: Match, correcting: bool) -> dict[str, Any]:
    """Names, words and coins for the board of a match; a correction is shown before it is saved."""
    rules = match.rules
    asked = round_form.questions(match)
    words = words_of_rules(rules, rule_questions.asks(asked, match.players), match.number)
    words["says"]["rare"] = _("Lucky hand, new deal: “Other…”") if asked.hands else _("New deal: “Other…”")
    if correcting:
        words["says"]["other"] = _("Tap what happened.")
    return {
        **words,
        "players": match.players,
        "round": match.number,
        "exhausted": {"none": _unstopped(match, "no_yaku"), "held": _unstopped(match, "held_yaku")},
        "last_caller": asked.last_caller,
        "everyone": _everyone(match),
        "claims": msgspec.to_builtins(claims(rules, match.balance, match.purse)),
        **({"called": _called(match)} if match.scorer.plan.asks_own_call else {}),
    }


def _called(match: Match) -> list[dict[str, Any] | None]:
    """What each player held at the first own call, where that is known."""
    first = [next(iter(calls), None) for calls in match.play.called]
    return [None if held is None else {"cards": _halves(held.cards), "chaff": held.chaff} for held in first]


def _everyone(match: Match) -> dict[str, Any]:
    """Where more than one player scores: after a stop, or after a round that nobody stopped.

    ``takes``: whether who stopped then scores everybody's yaku.

    ``exhausted``: whether their yaku are paid then, of which only the ``highest`` may be, with the seat that
    has it in a ``tie``; ``shares`` and ``holder``: or else the points of each seat
    and those of whoever holds a yaku.
    """
    rules, rule = match.rules, match.rules.exhausted.held_yaku
    shared = rule if isinstance(rule, HeldShares) and rule.holder else None
    return {
        "stopped": stop_counts_all(rules),
        "takes": rules.settlement.who_scores == "winner_takes_all",
        "exhausted": end_counts_all(rules),
        "highest": rule == "highest",
        "tie": match.dealer if rules.exhausted.highest_tie == "dealer" else None,
        "shares": [shared.dealer if seat == match.dealer else shared.other for seat in match.seats]
        if shared
        else None,
        "holder": shared.holder if shared else 0,
    }


def paid(match: Match, points: Sequence[int]) -> str:
    """What the players pay for the points of each seat, in the words of the live line; empty for no coins."""
    settled = settle(match.rules, charges(match.rules, points), match.balance, match.purse)
    players = match.players
    if settled.payments:
        return listed(
            filled(
                _pays_last() if payment.coins < payment.owed else _pays(),
                payer=players[payment.payer],
                payee=players[payment.payee],
                coins=payment.coins,
            )
            for payment in settled.payments
        )
    gained = [(players[seat], coins) for seat, coins in enumerate(settled.transfer) if coins]
    return listed(filled(_gets(), player=player, coins=coins) for player, coins in gained)


def hand_paid(match: Match, seat: int, hand: str) -> str:
    """What a lucky hand makes the players pay, or that the deal is void."""
    if hand_points(match.rules, hand) == "redeal":
        return str(_("the cards are dealt again"))
    points = hand_worth(match, seat, hand).points
    return paid(match, [points if payee == seat else 0 for payee in match.seats])


def hands_paid(match: Match) -> str:
    """What happens where more than one player was dealt a lucky hand."""
    rule = match.rules.deal.teyaku.both
    return translate(phrases.value("deal.teyaku.both", rule, match.rules))


def _unstopped(match: Match, option: str) -> str:
    """What a round that nobody stopped pays."""
    rule = getattr(match.rules.exhausted, option)
    if isinstance(rule, Shares | HeldShares) and not getattr(rule, "holder", 0):
        points = [rule.dealer if seat == match.dealer else rule.other for seat in match.seats]
        if sentence := paid(match, points):
            return sentence
        rule = "draw"
    return translate(phrases.value(f"exhausted.{option}", msgspec.to_builtins(rule), match.rules))


def words_of_rules(rules: RuleSet, possible: Sequence[rule_questions.Ask], number: int = 1) -> dict[str, Any]:
    """Names and words for a hand in the round with this number, and the questions that are ``possible``."""
    return {
        "yaku": {name: translate(phrases.yaku(name, rules)) for name in rules.yaku},
        "cards": {card.id: translate(card.name) for card in BY_ID.values()},
        "kinds": {"B": _("bright"), "A": _("animal"), "R": _("ribbon"), "C": _("chaff card")},
        "months": [month_name(month) for month in range(1, 13)],
        "sum": rules.multipliers.combine == "sum",
        "wild": rules.play.lightning == "wild",
        "gone": [card.id for card in each(left_out(rules))],
        "unsaid": unsaid(scorer(rules).plan, number),
        "signs": {row.id: _signs(row) for row in scorer(rules).plan.rows if row.ruined_by or row.ruined_in},
        "asks": [
            ask._asdict() | {"answers": [answer._asdict() for answer in ask.answers]} for ask in possible
        ],
        "says": {
            "tap": _("Tap the captured cards."),
            "first": _("Who stopped?"),
            "other": _("Tap what happened: it is saved immediately."),
            "none": _("No yaku yet."),
            "pays": _pays(),
            "last": _pays_last(),
            "gets": _gets(),
            "listed": listed(["{one}", "{other}"]),
            "dotted": str(dotted(["{one}", "{other}"])),
            "points": _("{points} points"),
            "more": _("one more {card}: {yaku}"),
            "with": _("{card}: {yaku}"),
            "nobody": _nobody(rules),
            "taken": _("taken by {player}"),
            "odd": _odd_month(rules),
            "ruined": ruined_words(),
        },
    }


def words_of_pile(match: Match, possible: Sequence[rule_questions.Ask]) -> dict[str, Any]:
    """Names and words for the cards of one player alone."""
    return {**words_of_rules(match.rules, possible, match.number), "round": match.number}


def unsaid(scoring: Plan, number: int) -> dict[str, Any]:
    """What a plan can ask in the round with this number beyond cards and calls, for questions.js."""
    return {
        "chaff": [card.id for card in each(scoring.asks_chaff(number))],
        "whole": max(
            (row.monthly for row in scoring.rows if row.is_whole_month),
            key=("", "round", "each").index,
            default="",
        ),
        "field": scoring.asks_field_months,
        **({"months": months} if (months := scoring.months_of_four) else {}),
        "brights": most_brights(scoring) if scoring.asks_dealt_brights else 0,
    }


def ruined_words() -> str:
    """What is said of a yaku that the weather took."""
    return str(_("{yaku} does not count: {why}"))


def _signs(row: PlanRow) -> dict[str, str]:
    """What ruins a yaku, by the id of a card that is captured, or by the month of one on the field."""
    captured = {card.id: translate(explain.sign(row.id, card.bit)) for card in each(row.ruined_by)}
    return captured | {str(month): translate(explain.field_month(month)) for month in row.ruined_in}


def _odd_month(rules: RuleSet) -> str:
    """What the live line says about a pile with an odd number of cards of a month."""
    if rules.play.lightning == "wild_if_august":
        return str(_("An odd number of cards of {month}. Was an August card dealt to the field?"))
    return str(_("An odd number of cards of {month}."))


def _nobody(rules: RuleSet) -> str:
    """What the live line says where nobody stopped: a yaku that was made with the last card may have."""
    if rules.calls.final_turn == "auto_stop":
        return str(_("Nobody stopped: {result}. A yaku made with the last card stops the round."))
    return str(_("Nobody stopped: {result}"))


def _pays() -> str:
    return str(_("{payer} pays {payee} {coins}"))


def _pays_last() -> str:
    """The payment of somebody who owes more than they have."""
    return str(_("{payer} pays {payee} the last {coins}"))


def _gets() -> str:
    return str(_("{player} gets {coins}"))
