"""Numbers of the figures are written as the reader writes them."""

from __future__ import annotations

import pytest
from flask import Flask

from scorekeeper.web.figures.numbers import decimal, of_100, percent, whole


@pytest.mark.parametrize(
    ("language", "number", "said"),
    [
        ("en", 4.55, "4.5"),
        ("en", -0.04, "0.0"),
        ("en", -2.25, "−2.2"),
        ("pl", 4.5, "4,5"),
        ("ru", -0.5, "−0,5"),
    ],
)
def test_numbers_are_written_as_the_reader_writes_them(
    app: Flask, language: str, number: float, said: str
) -> None:
    with app.test_request_context("/", headers={"Accept-Language": language}):
        assert decimal(number) == said


@pytest.mark.parametrize(
    ("language", "half", "many"),
    [
        ("en", "50%", "12,345"),
        ("nl", "50%", "12.345"),
        ("ru", "50\xa0%", "12\xa0345"),
        ("ja", "50%", "12,345"),
    ],
)
def test_shares_and_large_numbers_too(app: Flask, language: str, half: str, many: str) -> None:
    with app.test_request_context("/", headers={"Accept-Language": language}):
        assert (percent(0.5), whole(12345)) == (half, many)


@pytest.mark.parametrize(
    ("share", "said"),
    [(0, "0"), (0.0004, "0.0"), (0.0094, "0.9"), (0.0095, "1"), (0.0096, "1"), (0.525, "52"), (1, "100")],
)
def test_shares_of_a_hundred(app: Flask, share: float, said: str) -> None:
    with app.test_request_context("/"):
        assert of_100(share) == said
