"""What is left out of the form for a round, because no page sends it."""

from __future__ import annotations

import pytest
from werkzeug.datastructures import MultiDict

from scorekeeper.web.rounds.round_form import RoundForm, TypedRound


def read(sent: MultiDict[str, str]) -> TypedRound:
    return RoundForm(sent).typed


@pytest.mark.parametrize("text", ["", "-1", "²", "٣", "1.5", "1000", "9" * 5000])
def test_an_invalid_round_number_is_left_out(text: str) -> None:
    names = ("calls-0", "chaff-1", "last-caller", "brights", "months", "whole-2", "lucky-0", "whose")
    assert read(MultiDict([(name, text) for name in names])) == TypedRound()


def test_impossible_months_are_left_out() -> None:
    months = ("0", "1", "10", "11", "12", "13")
    typed = read(MultiDict([(name, month) for name in ("months", "lucky-1") for month in months]))
    assert typed.months == (11, 12)
    assert typed.lucky == ((), (1, 10, 11, 12), (), ())


@pytest.mark.parametrize(
    ("forgotten", "sent", "typed"),
    [
        ("0.stopped", {"result": "nobody"}, TypedRound(result="0")),
        ("1.called", {"calls-1": "2"}, TypedRound(calls=(0, 3, 0, 0))),
        ("0.C", {"chaff-0": "9"}, TypedRound(chaff=(10, 0, 0, 0))),
        ("1.03B", {"cards-1": "11B"}, TypedRound(cards=((), ("03B", "11B"), (), ()))),
        ("1.03B", {"cards-1": "03B"}, TypedRound(cards=((), ("03B",), (), ()))),
        ("0.11C", {"chaff-0": "9"}, TypedRound(cards=(("11C",), (), (), ()), chaff=(10, 0, 0, 0))),
        ("4.called", {}, TypedRound()),
        ("0.99X", {}, TypedRound()),
    ],
)
def test_what_was_forgotten_is_added(forgotten: str, sent: dict[str, str], typed: TypedRound) -> None:
    assert read(MultiDict({**sent, "settled": forgotten})) == typed


@pytest.mark.parametrize(("letters", "kept"), [(400, 400), (401, 400)])
def test_the_cards_at_a_call_are_as_long_as_a_pile_may_be(letters: int, kept: int) -> None:
    typed = read(MultiDict({"called-1": f" 03B  09A;;{'x' * letters} ; "}))
    assert typed.called == ((), ("03B 09A", "x" * kept), (), ())


def test_the_highest_numbers_are_taken() -> None:
    typed = read(MultiDict({"calls-0": "999", "chaff-3": "0", "brights": "0", "filled": "999999999"}))
    assert typed == TypedRound(calls=(999, 0, 0, 0), brights=0, filled=999_999_999)


def test_what_was_sent_first_counts() -> None:
    names = ("calls-0", "result", "called-0")
    typed = read(MultiDict([(name, number) for name in names for number in ("1", "2")]))
    assert (typed.calls[0], typed.result, typed.called[0]) == (1, "1", ("1",))


def test_fields_of_a_fifth_seat_are_left_out() -> None:
    assert read(MultiDict([("calls-4", "1"), ("cards-4", "01B"), ("chaff-03", "4")])) == TypedRound()
