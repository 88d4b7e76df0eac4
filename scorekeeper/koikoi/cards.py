"""The 48 cards of the hanafuda deck.

A card's id is its month (two digits) and its kind: ``B`` bright, ``A`` animal, ``R`` ribbon, ``C`` chaff,
numbered where a month has several. Inside the core a set of cards is an integer with one bit for each card.

>>> len(CARDS), text(of_month(9))
(48, '09A 09R 09C1 09C2')
>>> [card.name for card in each(cards("03B 09A"))]
['curtain', 'sake cup']
>>> text(cards("03B 09A") & of_kind("bright"))
'03B'
>>> cards("01B 03B 01B")
Traceback (most recent call last):
scorekeeper.koikoi.errors.BadCards: The card 01B appears twice.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import reduce
from operator import or_
from typing import Final, NamedTuple

from ..sentences import N_, Sentence, say
from .errors import BadCards


class Month(NamedTuple):
    number: int  # 1 to 12
    name: str  # the plant
    kanji: str
    romaji: str


class Card(NamedTuple):
    id: str
    month: int  # 1 to 12
    kind: str  # a key of KINDS
    name: str
    kanji: str
    romaji: str
    bit: int

    @property
    def points(self) -> int:
        """What it is worth in games that count every card, and where ranks are compared."""
        return _POINTS[self.kind]

    @property
    def whole_kanji(self) -> str:
        """Its whole name as a Japanese player writes it, plant and motif: 松に鶴, 松のカス."""
        return f"{MONTHS[self.month - 1].kanji}{'の' if self.kind == 'chaff' else 'に'}{self.kanji}"

    @property
    def whole_romaji(self) -> Sentence:
        """Its whole name as a Japanese player says it: matsu ni tsuru, matsu no kasu."""
        plant, motif = say(MONTHS[self.month - 1].romaji), say(self.romaji)
        if self.kind == "chaff":
            return say("%(plant)s no %(motif)s", plant=plant, motif=motif)
        return say("%(plant)s ni %(motif)s", plant=plant, motif=motif)


_POINTS: Final = {"bright": 20, "animal": 10, "ribbon": 5, "chaff": 1}
KINDS: Final = {"B": "bright", "A": "animal", "R": "ribbon", "C": "chaff"}

MONTHS: Final = (
    Month(1, N_("Pine"), "松", N_("matsu")),
    Month(2, N_("Plum"), "梅", N_("ume")),
    Month(3, N_("Cherry"), "桜", N_("sakura")),
    Month(4, N_("Wisteria"), "藤", N_("fuji")),
    Month(5, N_("Iris"), "菖蒲", N_("ayame")),
    Month(6, N_("Peony"), "牡丹", N_("botan")),
    Month(7, N_("Bush clover"), "萩", N_("hagi")),
    Month(8, N_("Susuki grass"), "芒", N_("susuki")),
    Month(9, N_("Chrysanthemum"), "菊", N_("kiku")),
    Month(10, N_("Maple"), "紅葉", N_("momiji")),
    Month(11, N_("Willow"), "柳", N_("yanagi")),
    Month(12, N_("Paulownia"), "桐", N_("kiri")),
)

_WRITTEN = (N_("red poetry ribbon"), "赤短", N_("akatan"))
_PLAIN = (N_("plain red ribbon"), "短冊", N_("tanzaku"))
_BLUE = (N_("blue ribbon"), "青短", N_("aotan"))
_CHAFF = (N_("chaff"), "カス", N_("kasu"))

# Each month's cards in the order of their bits: (kind and number, (name, kanji, romaji)).
_DECK: Final = (
    (("B", (N_("crane and sun"), "鶴", N_("tsuru"))), ("R", _WRITTEN), ("C1", _CHAFF), ("C2", _CHAFF)),
    (("A", (N_("bush warbler"), "鶯", N_("uguisu"))), ("R", _WRITTEN), ("C1", _CHAFF), ("C2", _CHAFF)),
    (("B", (N_("curtain"), "幕", N_("maku"))), ("R", _WRITTEN), ("C1", _CHAFF), ("C2", _CHAFF)),
    (("A", (N_("cuckoo"), "不如帰", N_("hototogisu"))), ("R", _PLAIN), ("C1", _CHAFF), ("C2", _CHAFF)),
    (("A", (N_("plank bridge"), "八橋", N_("yatsuhashi"))), ("R", _PLAIN), ("C1", _CHAFF), ("C2", _CHAFF)),
    (("A", (N_("butterflies"), "蝶", N_("chō"))), ("R", _BLUE), ("C1", _CHAFF), ("C2", _CHAFF)),
    (("A", (N_("boar"), "猪", N_("inoshishi"))), ("R", _PLAIN), ("C1", _CHAFF), ("C2", _CHAFF)),
    (("B", (N_("full moon"), "月", N_("tsuki"))), ("A", (N_("geese"), "雁", N_("kari"))), ("C1", _CHAFF), ("C2", _CHAFF)),  # noqa: E501
    (("A", (N_("sake cup"), "盃", N_("sakazuki"))), ("R", _BLUE), ("C1", _CHAFF), ("C2", _CHAFF)),
    (("A", (N_("deer"), "鹿", N_("shika"))), ("R", _BLUE), ("C1", _CHAFF), ("C2", _CHAFF)),
    (
        ("B", (N_("rain man"), "小野道風", N_("Ono no Michikaze"))),
        ("A", (N_("swallow"), "燕", N_("tsubame"))),
        ("R", _PLAIN),
        ("C", (N_("lightning"), "カス", N_("kasu"))),
    ),
    (("B", (N_("phoenix"), "鳳凰", N_("hōō"))), ("C1", _CHAFF), ("C2", _CHAFF), ("C3", _CHAFF)),
)  # fmt: skip

CARDS: Final = tuple(
    Card(f"{month:02}{mark}", month, KINDS[mark[0]], *names, bit=1 << (4 * month - 4 + place))
    for month, deck in enumerate(_DECK, 1)
    for place, (mark, names) in enumerate(deck)
)
BY_ID: Final = {card.id: card for card in CARDS}
_BITS: Final = {card.id: card.bit for card in CARDS}


def cards(text: str) -> int:
    """The set that a text names, ids separated by spaces: ``"01B 03B"``. Raises BadCards."""
    ids = text.upper().split()
    bits = sum([_BITS.get(id_, 0) for id_ in ids])
    if bits.bit_count() != len(ids):  # an unknown card adds no bit, and a card twice carries into another
        raise _wrong_card(text.split())
    return bits


def _wrong_card(words: Sequence[str]) -> BadCards:
    """Why some words name no set of cards."""
    unknown = [word for word in words if word.upper() not in _BITS]
    if unknown:
        return BadCards(
            say(
                "There is no card “%(card)s”; a card is a month, 01 to 12, and B, A, R or C, such as 09A.",
                card=unknown[0][:40],
            )
        )
    ids = [word.upper() for word in words]
    twice = next(id_ for place, id_ in enumerate(ids) if id_ in ids[:place])
    return BadCards(say("The card %(card)s appears twice.", card=twice))


def each(cards: int) -> Iterator[Card]:
    """The cards of a set, by month."""
    return (card for card in CARDS if cards & card.bit)


def text(cards: int) -> str:
    """A set as text, by month: the inverse of ``cards``."""
    return " ".join(card.id for card in each(cards))


def union(cards: Iterable[Card]) -> int:
    """The set of some cards."""
    return reduce(or_, (card.bit for card in cards), 0)


def first(cards: int, number: int) -> int:
    """So many cards of a set, from the first month on; all of them where there are fewer."""
    taken = 0
    while cards and taken.bit_count() < number:
        taken |= cards & -cards
        cards &= cards - 1
    return taken


def of_kind(kind: str) -> int:
    """All cards of a kind: bright, animal, ribbon or chaff."""
    return union(card for card in CARDS if card.kind == kind)


def of_month(month: int) -> int:
    """The four cards of a month, 1 to 12."""
    return 0b1111 << (4 * month - 4)


def months(cards: int) -> tuple[int, ...]:
    """The months, 1 to 12, of which the set holds a card."""
    return tuple(month for month in range(1, 13) if cards & of_month(month))


DECK: Final = (1 << 48) - 1
BRIGHTS: Final = of_kind("bright")
ANIMALS: Final = of_kind("animal")
RIBBONS: Final = of_kind("ribbon")
CHAFF: Final = of_kind("chaff")
OF_KIND: Final = {"bright": BRIGHTS, "animal": ANIMALS, "ribbon": RIBBONS, "chaff": CHAFF}
RAIN_MAN: Final = BY_ID["11B"].bit
PHOENIX: Final = BY_ID["12B"].bit
LIGHTNING: Final = BY_ID["11C"].bit
SAKE_CUP: Final = BY_ID["09A"].bit
