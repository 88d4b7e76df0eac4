"""What is left out of the form for a round, because no page sends it."""

from __future__ import annotations

import pytest
from werkzeug.datastructures import MultiDict

from scorekeeper.web.rounds.round_form import RoundForm, TypedRound


def read(sent: MultiDict[str, str]) -> TypedRound:
    return RoundForm(sent).typed


@pytest.mark.parametrize("text", ["", "-1", "²", "٣", "1.5", "1000", "9" * 5000])
def test_an_invalid_round_number_is_left_out(text: str) -> None:
    names = ("calls-0", "chaff-1", "last-caller", "brights", "months", "whole-2", "lucky-0")
    assert read(MultiDict([(name, text) for name in names])) == TypedRound()


def test_impossible_months_are_left_out() -> None:
    months = ("0", "1", "10", "11", "12", "13")
    typed = read(MultiDict([(name, month) for name in ("months", "lucky-1") for month in months]))
    assert typed.months == (11, 12)
    assert typed.lucky == ((), (1, 10, 11, 12), (), ())


def test_what_was_sent_first_counts() -> None:
    typed = read(MultiDict([("calls-0", "1"), ("calls-0", "2"), ("result", "0"), ("result", "1")]))
    assert (typed.calls[0], typed.result) == (1, "0")


def test_fields_of_a_fifth_seat_are_left_out() -> None:
    assert read(MultiDict([("calls-4", "1"), ("cards-4", "01B"), ("chaff-03", "4")])) == TypedRound()
