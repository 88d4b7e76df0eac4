"""Tables that play at once against the app under gunicorn, and when they say that it gives in."""

from __future__ import annotations

import os

import pytest
from postgres import Server

from bench.crowd import Setting, Step, steps

STEP = Step(100, 250.0, [20.0], [5.0, 12.0], [700.0], [9.0], 0.5, None, 0.1, {})
SETTING = Setting(seconds=4.0, pace=0.5)


@pytest.mark.slow
def test_two_tables_save_and_see_each_round() -> None:
    (step,) = steps([2], SETTING)
    assert step.troubles == {}
    assert len(step.saved) >= 2 and min(step.saved) > 0
    assert step.known and min(step.known) > 0
    assert step.questions > 1
    assert len(step.joined) == 4
    assert step.server
    assert step.database is None


@pytest.mark.slow
def test_the_same_on_a_database_says_what_that_used(postgres: Server) -> None:
    (step,) = steps([2], SETTING._replace(stored=3), postgres.new_place(), os.getpid())
    assert step.troubles == {}
    assert len(step.saved) >= 2
    assert step.database is not None  # here that of the tests, of which anything is known


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({}, ""),
        ({"saved": [5.0, 1000.0]}, ""),
        ({"saved": [5.0, 1000.1]}, "saving is too slow"),
        ({"asked": [1000.1]}, "news come too late"),
        ({"known": [2000.0]}, ""),
        ({"known": [2000.1]}, "news come too late"),
        ({"troubles": {"OSError: closed": 3}}, "OSError: closed"),
    ],
)
def test_a_step_says_what_gives_in(changed: dict[str, object], said: str) -> None:
    assert STEP._replace(**changed).gives_in == said  # type: ignore[arg-type]
