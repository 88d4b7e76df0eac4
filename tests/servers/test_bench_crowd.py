"""Tables that play at once against the app under gunicorn, and when they say that it gives in."""

from __future__ import annotations

import pytest
from postgres import Server

from bench.crowd import Setting, Step, steps
from bench.databases import Database, database

STEP = Step(100, 250.0, 20.0, 9, (5.0, 12.0), 700.0, 9.0, 0.5, None, 0.1, 1.0, {})
SETTING = Setting(seconds=4.0, pace=0.5)


@pytest.mark.slow
def test_two_tables_save_and_see_each_round() -> None:
    with database("") as there:
        (step,) = steps([2], SETTING, there)
    assert step.troubles == {}
    assert step.saves >= 2
    assert 0 < step.saved[0] <= step.saved[1] < 1000
    assert step.known > 0
    assert step.questions > 1
    assert step.joined > 0
    assert step.server > 0
    assert step.database is None


@pytest.mark.slow
def test_the_same_on_a_database_says_what_that_used(postgres: Server) -> None:
    ticks = iter(range(100))
    there = Database(postgres.new_place(), lambda: next(ticks))
    (step,) = steps([2], SETTING._replace(stored=3), there)
    assert step.troubles == {}
    assert step.saves >= 2
    assert 0 < (step.database or 0) < 1  # one second in more than four


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({}, ""),
        ({"saved": (5.0, 1000.0)}, ""),
        ({"saved": (5.0, 1000.1)}, "saving is too slow"),
        ({"asked": 1000.1}, "news come too late"),
        ({"known": 2000.0}, ""),
        ({"known": 2000.1}, "news come too late"),
        ({"troubles": {"OSError: closed": 3}}, "OSError: closed"),
    ],
)
def test_a_step_says_what_gives_in(changed: dict[str, object], said: str) -> None:
    assert STEP._replace(**changed).gives_in == said  # type: ignore[arg-type]
