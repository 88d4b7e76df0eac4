"""Tables that play at once against the app under gunicorn, and when they say that it gives in."""

from __future__ import annotations

import pytest

from bench.crowd import Step, steps

STEP = Step(100, 250.0, 20.0, 9, (5.0, 12.0), 700.0, 0.5, 0.1, {})


def test_two_tables_save_and_see_each_round() -> None:
    (step,) = steps([2], seconds=4.0, workers=1, pace=0.5)
    assert step.troubles == {}
    assert step.saves >= 2
    assert 0 < step.saved[0] <= step.saved[1] < 1000
    assert step.known > 0
    assert step.questions > 1


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
