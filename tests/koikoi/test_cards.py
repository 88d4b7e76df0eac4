"""The deck, piles and their text."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.koikoi import cards as deck
from scorekeeper.koikoi.cards import CARDS, cards, text
from scorekeeper.koikoi.errors import BadCards
from scorekeeper.koikoi.pile import Pile, may_mean_eleven, odd_months, pile, refuse_shared

from .playing import piles


def test_the_deck_has_48_cards_in_twelve_months_of_four() -> None:
    assert len(CARDS) == 48
    assert [sum(card.month == month for card in CARDS) for month in range(1, 13)] == [4] * 12
    assert deck.union(CARDS) == deck.DECK


def test_the_kinds_are_5_brights_9_animals_10_ribbons_24_chaff() -> None:
    counts = [deck.OF_KIND[kind].bit_count() for kind in ("bright", "animal", "ribbon", "chaff")]
    assert counts == [5, 9, 10, 24]
    assert sum(deck.OF_KIND.values()) == deck.DECK


def test_every_card_has_its_own_id_and_bit() -> None:
    assert len({card.id for card in CARDS}) == len({card.bit for card in CARDS}) == 48
    assert all(card.bit.bit_count() == 1 and card.id.startswith(f"{card.month:02}") for card in CARDS)


def test_the_special_cards_are_where_they_belong() -> None:
    wanted = {
        "bright": "01B 03B 08B 11B 12B",
        "animal": "02A 04A 05A 06A 07A 08A 09A 10A 11A",
        "ribbon": "01R 02R 03R 04R 05R 06R 07R 09R 10R 11R",
    }
    assert {kind: text(deck.OF_KIND[kind]) for kind in wanted} == wanted
    names = {
        "01B": "crane and sun",
        "03B": "curtain",
        "08B": "full moon",
        "11B": "rain man",
        "12B": "phoenix",
        "05A": "plank bridge",
        "09A": "sake cup",
        "11A": "swallow",
        "11C": "lightning",
    }
    assert {name: deck.BY_ID[name].name for name in names} == names


def test_the_ribbons_have_their_colours() -> None:
    romaji = {card.id: card.romaji for card in CARDS if card.kind == "ribbon"}
    assert {name for name, words in romaji.items() if words == "akatan"} == {"01R", "02R", "03R"}
    assert {name for name, words in romaji.items() if words == "aotan"} == {"06R", "09R", "10R"}


def test_lightning_is_chaff_and_the_willow_ribbon_a_ribbon() -> None:
    assert deck.LIGHTNING & deck.CHAFF
    assert deck.BY_ID["11R"].kind == "ribbon"
    assert [card.id for card in deck.each(deck.of_month(11))] == ["11B", "11A", "11R", "11C"]


@given(st.integers(0, deck.DECK))
def test_a_set_of_cards_and_its_text_say_the_same(bits: int) -> None:
    assert cards(text(bits)) == bits


@given(piles())
def test_a_pile_and_its_text_say_the_same(held: Pile) -> None:
    assert pile(str(held)) == held
    assert len(held) == held.cards.bit_count() + held.chaff


@pytest.mark.parametrize(
    ("words", "named", "counted"),
    [
        ("03B 09A 4C", "03B 09A", 4),
        ("11C", "11C", 0),
        ("10C 1C", "", 11),
        ("11C 10C 1C", "11C", 11),
        ("1C 1C", "", 2),
        ("12C", "", 12),
        ("01b 4c", "01B", 4),
        ("", "", 0),
        ("  03B   2C ", "03B", 2),
    ],
)
def test_a_number_and_c_is_counted_chaff_but_11c_is_lightning(words: str, named: str, counted: int) -> None:
    assert pile(words) == Pile(cards(named), counted)


def test_eleven_counted_chaff_are_written_so_that_they_are_not_lightning() -> None:
    assert str(Pile(0, 11)) == "10C 1C"
    assert str(Pile(deck.LIGHTNING, 0)) == "11C"


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("13B", "There is no card “13B”; a card is a month, 01 to 12, and B, A, R or C, such as 09A."),
        ("02B", "There is no card “02B”; a card is a month, 01 to 12, and B, A, R or C, such as 09A."),
        ("0C", "There is no card “0C”; a card is a month, 01 to 12, and B, A, R or C, such as 09A."),
        ("01C", "There is no card “01C”; a card is a month, 01 to 12, and B, A, R or C, such as 09A."),
        ("03B 09A 03B", "The card 03B appears twice."),
        ("25C", "25 chaff cards are too many: the deck has 24."),
        ("24C 11C", "25 chaff cards are too many: the deck has 24."),
    ],
)
def test_an_invalid_pile_is_refused(words: str, sentence: str) -> None:
    with pytest.raises(BadCards) as refusal:
        pile(words)
    assert str(refusal.value) == sentence


def test_a_pile_may_hold_all_24_chaff_cards() -> None:
    assert pile("24C").chaff == 24
    assert len(pile("23C 11C")) == 24


def test_piles_are_put_together_unless_they_share_a_card() -> None:
    assert pile("03B 2C") + pile("09A 3C") == pile("03B 09A 5C")
    with pytest.raises(BadCards, match="03B: a card cannot be in two piles"):
        pile("03B") + pile("03B 09A")


def test_piles_of_one_round_share_neither_cards_nor_more_chaff_than_there_is() -> None:
    refuse_shared(pile("03B 12C"), pile("09A 12C"))
    with pytest.raises(BadCards, match="09A: a card cannot be in two piles"):
        refuse_shared(pile("03B"), pile("09A"), pile("08B 09A"))
    with pytest.raises(BadCards, match="25 chaff cards are too many"):
        refuse_shared(pile("13C"), pile("12C"))


@pytest.mark.parametrize(
    ("words", "odd"),
    [
        ("03B 03C1", ()),
        ("03B 03C1 09A", (9,)),
        ("03B 09A", (3, 9)),
        ("03B 09A 2C", ()),
        ("01B 01R 01C1 01C2", ()),
        ("", ()),
    ],
)
def test_an_odd_month_in_a_named_pile_is_noticed(words: str, odd: tuple[int, ...]) -> None:
    assert odd_months(pile(words)) == odd


def test_only_the_lightning_is_a_card_and_could_be_a_number() -> None:
    """Every text that some month's card and a number of chaff could both be, in each spelling."""
    both = []
    for words in [f"{zero}{month}C" for month in range(1, 49) for zero in ("", "0")]:
        with suppress(BadCards):
            if not pile(words).chaff:
                both.append(words)
    assert both == ["11C"]
    assert [may_mean_eleven(pile(words)) for words in ("11C", "11C 1C", "11C 01C1", "10C 1C", "")] == [
        *(True, False, False, False, False)
    ]
