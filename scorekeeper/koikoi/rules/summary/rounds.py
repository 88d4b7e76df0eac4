"""How a round begins and ends: the deal, lucky hands, the stop, empty hands."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import Final

from ....sentences import N_, Sentence, count, say
from .. import wording
from ..deal import field_size, hand_points, hand_size, possible_hands
from ..ruleset import RuleSet
from ..schema import options
from .options import stated

_WHO_SCORES: Final = {
    "winner": N_("Only the player who stops is paid."),
    "everyone": N_("Then every player is paid for the yaku they hold."),
}
_LAST_CARD: Final = {
    "auto_stop": N_("A yaku made with the last card stops the round by itself."),
    "free": N_("With the last card, too, the player may choose."),
}
# Told only where they are not as nearly everywhere.
_UNUSUAL_PLAY: Final = (
    *("play.capture", "play.turn", "play.unmatched_stock", "play.lightning"),
    *("deal.without", "deal.field_pairs"),
)


def end_of_round(rules: RuleSet) -> Iterator[Sentence]:
    """When a player may stop, and who is paid then."""
    if rules.calls.on_extension == "decide":
        yield say("Whoever makes or improves a yaku says stop or koi-koi at the end of the turn.")
    else:
        yield say("Whoever makes a new yaku says stop or koi-koi at the end of the turn.")
    yield say(_WHO_SCORES[rules.settlement.who_scores])
    yield say(_LAST_CARD[rules.calls.final_turn])
    if rules.calls.missed_yaku == "rewind":
        yield stated("calls.missed_yaku", rules)


def nobody_stops(rules: RuleSet) -> Iterator[Sentence]:
    """What happens when the hands are empty and nobody stopped."""
    if rules.play.hands_empty == "play_stock":
        yield say("With empty hands play goes on from the stock until it is empty.")
    without, held = (wording.setting(f"exhausted.{key}", rules) for key in ("no_yaku", "held_yaku"))
    if str(without) == str(held):
        yield say("With or without a yaku: %(what)s.", what=held)
    else:
        yield stated("exhausted.no_yaku", rules)
        yield stated("exhausted.held_yaku", rules)


def lucky_hands(rules: RuleSet) -> Iterator[Sentence]:
    """What the lucky hands pay."""
    by_points = defaultdict(list)
    for hand in possible_hands(rules, 2):
        by_points[hand_points(rules, hand)].append(wording.yaku(hand, rules))
    if not by_points:
        yield say("Lucky hands are not played.")
        return
    for points, hands in by_points.items():
        if points == "redeal":
            yield say("%(hands)s: deal again.", hands=wording.listing(hands))
        else:
            yield _hands_pay(points, wording.listing(hands), rules)
    if rules.deal.teyaku.multiplied != "never":
        yield stated("deal.teyaku.multiplied", rules)
    yield stated("deal.teyaku.both", rules)
    if rules.deal.teyaku.declare == "first_turn":
        yield stated("deal.teyaku.declare", rules)


def deal(rules: RuleSet) -> Iterator[Sentence]:
    """How many cards are dealt, and what is unusual about the field and the turns."""
    sizes = [(hand_size(rules, players), field_size(rules, players)) for players in (2, 3)]
    hand, field = sizes[0]
    yield say("%(hand)d cards in hand, %(field)d on the field.", hand=hand, field=field)
    if rules.match.players == 3 and sizes[1] != sizes[0]:
        hand, field = sizes[1]
        yield say(
            "With three players %(hand)d cards in hand, %(field)d on the field.", hand=hand, field=field
        )
    yield stated("deal.field_four", rules)
    for key in _UNUSUAL_PLAY:
        section, name = key.split(".")
        if getattr(getattr(rules, section), name) != options()[key].default:
            yield stated(key, rules)


def _hands_pay(points: int, hands: Sentence, rules: RuleSet) -> Sentence:
    if rules.deal.teyaku.multiplied != "never":
        return count("%(hands)s: %(n)d point.", "%(hands)s: %(n)d points.", points, hands=hands)
    return count(
        "%(hands)s: %(n)d point, never doubled.",
        "%(hands)s: %(n)d points, never doubled.",
        points,
        hands=hands,
    )
