"""The examples in the docstrings of the core's front doors are true."""

from __future__ import annotations

import doctest
from types import ModuleType

import pytest

from scorekeeper.koikoi import cards, notation, pile
from scorekeeper.koikoi.match import follow
from scorekeeper.koikoi.rules import loader
from scorekeeper.koikoi.scoring import evaluate


@pytest.mark.parametrize(
    ("module", "least"),
    [(cards, 4), (pile, 4), (loader, 4), (evaluate, 4), (follow, 6), (notation, 4)],
    ids=str,
)
def test_the_examples_are_true(module: ModuleType, least: int) -> None:
    ran = doctest.testmod(module)
    assert ran.attempted >= least
    assert ran.failed == 0
