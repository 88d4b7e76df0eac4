"""What the guide shows of cards: what a card is good for, a deal, and what a played card takes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from ...koikoi.cards import BY_ID, Card, each, of_month
from ...koikoi.chart import drawn
from ...koikoi.rules import deal, phrases
from ...koikoi.rules.ruleset import RuleSet
from ...koikoi.scoring.evaluate import scorer
from ...koikoi.scoring.plan import PlanRow
from ...sentences import N_, Sentence, say


class CardUse(NamedTuple):
    """A yaku that a card belongs to."""

    id: str
    points: int  # 0 where it pays only after koi-koi
    extra: int  # for each further card
    cards: tuple[Card, ...]  # all that can make it; where they are many, some with the card among them
    fixed: tuple[Card, ...]  # it needs each of these, where others can be chosen
    needed: int  # how many of the others it needs; 0 where nothing can be chosen
    number: int  # among how many


class Uses(NamedTuple):
    """What a card is good for; the last three are ids of yaku."""

    makes: tuple[CardUse, ...]
    adds_to: tuple[str, ...]  # it is no part of them, but a further card that pays
    ruins: tuple[str, ...]  # no longer counted for whoever captured the card
    ruins_from_field: tuple[str, ...]  # not counted while the card lies on the field


def uses(card: Card, rules: RuleSet) -> Uses:
    """What a card is good for by these rules, in the order of the yaku."""
    rows = list(_rows(rules))
    makes = {row.id: _use(row, card) for row in rows if card.bit & row.core}
    further = (row.id for row in rows if row.extra and card.bit & row.kind and row.id not in makes)
    return Uses(
        tuple(makes.values()),
        _unique(further),
        _unique(row.id for row in rows if card.bit & row.ruined_by),
        _unique(row.id for row in rows if card.month in row.ruined_in),
    )


def made_with(card: Card, rules: RuleSet) -> tuple[str, ...]:
    """The ids of the yaku that a card can be part of."""
    return _unique(row.id for row in _rows(rules) if card.bit & row.core)


def _rows(rules: RuleSet) -> Iterator[PlanRow]:
    """The yaku in force; twice where the sake cup counts as what pays more."""
    return (row for reading in scorer(rules).plan.readings for row in reading)


def _use(row: PlanRow, card: Card) -> CardUse:
    among = row.core & of_month(card.month) if row.monthly else row.core
    shown = tuple(each(drawn(among) | card.bit))
    sets = [(cards & among, least) for cards, least in row.needs]
    choice = [(cards.bit_count(), least) for cards, least in sets if least < cards.bit_count()]
    fixed = tuple(card for cards, least in sets if least == cards.bit_count() for card in each(cards))
    number, needed = choice[0] if choice else (0, 0)
    return CardUse(row.id, row.points, row.extra, shown, fixed if choice else (), needed, number)


def _unique(ids: Iterator[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(ids))


# A deal that has something of everything; so many that the largest field and hand can be drawn.
_FIELD: Final = "10A 03R 06C1 12C1 01C2 08A 02C1 11R 05C1 07A 09C2 04C1 10C2 12C2 02A 06R"
_HAND: Final = "03B 10C1 08C1 01R 05A 09R 06A 12B 07C1 11A 04R 02R 10R 09C1 11C 08C2"


class SeenDeal(NamedTuple):
    """A deal as one of the players sees it."""

    hidden: tuple[int, ...]  # how many cards each of the others holds
    field: tuple[Card, ...]
    stock: int
    hand: tuple[Card, ...]


class CardMeeting(NamedTuple):
    """A played card, the cards that it meets on the field, and what it does."""

    numeral: str  # how many cards of its month lie there, as Japanese writes it
    played: Card
    taken: tuple[Card, ...]
    choice: tuple[Card, ...]  # could be taken instead
    others: tuple[Card, ...]
    text: Sentence | None = None


_TAKE: Final = N_("One card of its month: take both.")
_MAY_TAKE: Final = N_("One card of its month: take both, or leave both on the field.")
_MEETINGS: Final = (
    ("一", "10C1", "10A", "", "01C1 05R", _TAKE),
    ("二", "03C1", "03B", "03R", "08C1", N_("Two: choose which of them to take. The other stays.")),
    ("三", "06C1", "06A 06R 06C2", "", "", N_("Three: take all four.")),
    ("〇", "09C1", "", "", "02A 07R 04C1", N_("None: the card stays on the field.")),
)


def dealt(rules: RuleSet, players: int) -> SeenDeal:
    """A deal by these rules for this number of players."""
    size = deal.hand_size(rules, players)
    in_deck = [id for id in f"{_FIELD} {_HAND}".split() if id not in rules.deal.without]
    field = [id for id in in_deck if id in _FIELD.split()][: deal.field_size(rules, players)]
    hand = [id for id in in_deck if id in _HAND.split()][:size]
    return SeenDeal(
        hidden=(size,) * (players - 1),
        field=_cards(" ".join(field)),
        stock=max(deal.stock_size(rules, players), 0),
        hand=_cards(" ".join(hand)),
    )


def meetings(rules: RuleSet) -> tuple[CardMeeting, ...]:
    """What a played card does, by how many cards of its month lie on the field."""
    may_leave = rules.play.capture == "optional"
    shown = [
        CardMeeting(
            numeral,
            BY_ID[played],
            _cards(taken),
            _cards(choice),
            _cards(others),
            say(_MAY_TAKE if text == _TAKE and may_leave else text),
        )
        for numeral, played, taken, choice, others, text in _MEETINGS
    ]
    if rules.play.lightning != "plain":
        wild = phrases.stated("play.lightning", rules)
        shown.append(CardMeeting("雷", BY_ID["11C"], _cards("01B"), (), _cards("05C1 10R"), wild))
    return tuple(shown)


def turned(rules: RuleSet) -> CardMeeting:
    """A card from the stock; where it is played at once, with what it takes."""
    if rules.play.turn == "draw_then_two":
        return CardMeeting("", BY_ID["08C1"], (), (), ())
    return CardMeeting("", BY_ID["08C1"], _cards("08B"), (), _cards("11R 04C1"))


def _cards(ids: str) -> tuple[Card, ...]:
    return tuple(BY_ID[id] for id in ids.split())
