"""The dealt field and the dealt hands: what voids a deal, and what wins it before the first card."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, Literal, NamedTuple

from ...sentences import N_, Sentence, say
from ..cards import CHAFF, DECK, KINDS, Card, cards, months, of_month, text
from ..errors import BadCards
from ..pile import Pile
from .options.deal import ToDealer
from .options.row import KOIKOI
from .ruleset import RuleSet

_RANKS: Final = tuple(KINDS.values())  # from the highest kind to the lowest

TeyakuId = Literal["teshi", "kuttsuki", "double_teshi"]

TEYAKU: Final[dict[str, tuple[str, str, str]]] = {
    "teshi": (N_("Four of a month in hand"), N_("teshi"), "手四"),
    "kuttsuki": (N_("Four pairs in hand"), N_("kuttsuki"), "くっつき"),
    "double_teshi": (N_("Two full months in hand"), "", ""),  # no Japanese name is known
}


class FieldOutcome(NamedTuple):
    """What the dealt field does: ``points`` for the dealer, or None for a void deal; why, by which option."""

    points: int | None
    why: Sentence
    option: str


class UsualDeal(NamedTuple):
    """How many cards are dealt where the rules name no number: to each hand, and to the field."""

    hand: int
    field: int


USUAL: Final[Mapping[int, UsualDeal]] = {2: UsualDeal(8, 8), 3: UsualDeal(7, 6)}  # by the number of players
DEALT: Final = {**USUAL, 4: UsualDeal(5, 8)}  # and where more may play than in Koi-Koi


def player_numbers(rules: RuleSet) -> tuple[int, ...]:
    """How many players the rules are for."""
    said = rules.match.players
    return tuple(range(2, said + 1)) if isinstance(said, int) else said


def possible_numbers(rules: RuleSet) -> tuple[int, ...]:
    """How many players may begin a match: by rules of Koi-Koi for two, three may as well."""
    return tuple(USUAL) if rules.game == KOIKOI else player_numbers(rules)


def hand_size(rules: RuleSet, players: int) -> int:
    """Cards dealt to each player."""
    return rules.deal.hand or DEALT[players].hand


def field_size(rules: RuleSet, players: int) -> int:
    """Cards dealt to the field."""
    return DEALT[players].field if rules.deal.field is None else rules.deal.field


def deck(rules: RuleSet) -> int:
    """The cards that are played with: all 48 but those left out."""
    return DECK & ~left_out(rules)


def left_out(rules: RuleSet) -> int:
    """The cards that are taken out of the deck."""
    return cards(" ".join(rules.deal.without))


def stock_size(rules: RuleSet, players: int) -> int:
    """Cards left in the stock after the deal."""
    return deck(rules).bit_count() - field_size(rules, players) - players * hand_size(rules, players)


def turns(rules: RuleSet, players: int) -> int:
    """Turns in a round that nobody stops, those played from the stock included."""
    from_hands = players * hand_size(rules, players)
    if rules.play.hands_empty == "end_round":
        return from_hands
    return max(from_hands, stock_size(rules, players))


def field_outcome(rules: RuleSet, field: int) -> FieldOutcome | None:
    """What happens because of the dealt field; None: play goes on."""
    if whole := next((month for month in months(field) if field & of_month(month) == of_month(month)), None):
        why = say("All four cards of month %(month)d lie on the field.", month=whole)
        return _outcome(rules.deal.field_four, why, "deal.field_four")
    if four_pairs(field):
        return _outcome(rules.deal.field_pairs, say("Four pairs lie on the field."), "deal.field_pairs")
    return None


def refuse_left_out(rules: RuleSet, named: int) -> None:
    """Refuse cards that were taken out of the deck. Raises BadCards."""
    if gone := named & left_out(rules):
        raise BadCards(say("%(cards)s: not in the deck with these rules.", cards=text(gone)), "deal.without")


def refuse_beyond_deck(rules: RuleSet, *piles: Pile) -> None:
    """Refuse piles of one deck with cards that are not in it, or with more chaff. Raises BadCards.

    Chaff that was left out of the deck cannot be counted either.
    """
    held = 0
    for pile in piles:
        refuse_left_out(rules, pile.cards)
        held += pile.chaff + (pile.cards & CHAFF).bit_count()
    most = (CHAFF & deck(rules)).bit_count()
    if held > most:
        raise BadCards(
            say("%(number)d chaff cards are too many: these rules use %(deck)d.", number=held, deck=most),
            "deal.without",
        )


def _outcome(rule: str | ToDealer, why: Sentence, option: str) -> FieldOutcome | None:
    if isinstance(rule, ToDealer):
        return FieldOutcome(rule.dealer, why, option)
    return FieldOutcome(None, why, option) if rule == "redeal" else None


def hand_points(rules: RuleSet, name: str) -> int | Literal["redeal"]:
    """What a lucky hand pays; 0: not played; "redeal": the deal is void."""
    points: int | Literal["redeal"] | None = getattr(rules.deal.teyaku, name)
    return points or 0


def voids(rules: RuleSet, hands: Sequence[str]) -> bool:
    """Whether the cards are dealt again because these lucky hands, at least one, were shown together."""
    several = len(hands) > 1 and rules.deal.teyaku.both == "redeal"
    return several or any(hand_points(rules, hand) == "redeal" for hand in hands)


def possible_hands(rules: RuleSet, players: int) -> tuple[str, ...]:
    """The lucky hands that can be shown under these rules with this many players."""
    size = hand_size(rules, players)
    needed = {"teshi": 4, "kuttsuki": 8, "double_teshi": 8}
    of_game = TEYAKU if rules.game == KOIKOI else ()
    return tuple(name for name in of_game if hand_points(rules, name) and size >= needed[name])


def first_dealer(rules: RuleSet, drawn: Sequence[Card]) -> int | None:
    """The seat that deals first, by the cards the players drew; None: equal cards decide nothing."""
    ranks = _draw_ranks(rules, drawn)
    best = min(ranks)
    return ranks.index(best) if ranks.count(best) == 1 else None


def draw_order(rules: RuleSet, drawn: Sequence[Card]) -> list[int]:
    """The seats by the cards they drew, the first dealer first; equal cards in the order of the seats."""
    ranks = _draw_ranks(rules, drawn)
    return sorted(range(len(drawn)), key=ranks.__getitem__)


def _draw_ranks(rules: RuleSet, drawn: Sequence[Card]) -> list[tuple[int, int]]:
    """A rank for each card; the player with the lowest deals first."""
    latest = rules.match.first_dealer == "latest_month"
    by_kind = rules.match.first_dealer_tie == "higher_rank"
    return [
        (-card.month if latest else card.month, _RANKS.index(card.kind) if by_kind else 0) for card in drawn
    ]


def four_pairs(dealt: int) -> bool:
    """Whether a set of cards is exactly four pairs, of four different months."""
    pairs = [month for month in months(dealt) if (dealt & of_month(month)).bit_count() == 2]
    return len(pairs) == 4 and dealt.bit_count() == 8
