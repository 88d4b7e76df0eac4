"""Whole numbers as people type them: what counts as one, and what never does."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from flask import Flask
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.web.forms.values import refused_number, whole_number
from scorekeeper.web.language import added, amount, moment, signed


@pytest.mark.parametrize(
    ("text", "low", "high", "number"),
    [
        ("7", 1, 99, 7),
        ("1", 1, 99, 1),
        ("99", 1, 99, 99),
        ("0", 1, 99, None),
        ("100", 1, 99, None),
        ("07", 1, 99, 7),
        ("007", 1, 99, None),
        ("", 0, 99, None),
        (" 7", 0, 99, None),
        ("²", 0, 99, None),
        ("５", 0, 99, None),
        ("٣", 0, 99, None),
        ("1.5", 0, 99, None),
        ("1_0", 0, 99, None),
        ("+7", 0, 99, None),
        ("-7", 0, 99, None),
        ("9" * 5000, 0, 99999, None),
        ("-7", -10, 10, -7),
        ("−7", -10, 10, -7),
        ("+7", -10, 10, 7),
        ("-0", -10, 10, 0),
        ("-11", -10, 10, None),
        ("--7", -10, 10, None),
        ("-+7", -10, 10, None),
        ("+", -10, 10, None),
        ("-", -10, 10, None),
        ("-²", -10, 10, None),
        ("-" + "9" * 5000, -99999, 99999, None),
    ],
)
def test_a_whole_number_is_read_within_its_bounds(text: str, low: int, high: int, number: int | None) -> None:
    assert whole_number(text, low, high) == number


@given(st.text(), st.integers(-1000, 1000), st.integers(0, 1000))
def test_any_text_is_read_within_bounds_or_refused(text: str, low: int, span: int) -> None:
    number = whole_number(text, low, low + span)
    assert number is None or low <= number <= low + span


@given(st.integers(-9999, 9999))
def test_every_number_can_be_typed(number: int) -> None:
    assert whole_number(str(number), -9999, 9999) == number


@pytest.mark.parametrize(("number", "change", "held"), [(12, "+12", "12"), (0, "0", "0"), (-1, "−1", "−1")])
def test_a_change_is_written_with_its_sign(number: int, change: str, held: str) -> None:
    assert (signed(number), amount(number)) == (change, held)


@pytest.mark.parametrize(("numbers", "written"), [([1, 2, -3], "1 + 2 − 3"), ([0, 0], "0 + 0"), ([5], "5")])
def test_what_is_added_up_is_written_one_after_another(numbers: list[int], written: str) -> None:
    assert added(numbers) == written


@pytest.mark.parametrize(
    ("minutes", "ago"), [(0, "just now"), (5.5, "just now"), (6.5, "7 minutes ago"), (130, "2 hours ago")]
)
def test_what_was_some_minutes_ago_is_just_now(app: Flask, minutes: float, ago: str) -> None:
    with app.test_request_context():
        assert moment((datetime.now(UTC) - timedelta(minutes=minutes)).isoformat()) == ago


def test_a_refusal_says_what_is_allowed_and_shortens_a_long_text() -> None:
    assert str(refused_number("", 1, 9)) == "Enter a whole number from 1 to 9."
    assert str(refused_number("x" * 500, 1, 9)).startswith("“" + "x" * 20 + "” is not possible; allowed:")
