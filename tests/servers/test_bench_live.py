"""What the benchmark of a watched match computes, and that its phones ask as the page does."""

from __future__ import annotations

import logging
import re
from pathlib import Path

from flask import Flask

from bench.live import Saved, _after
from bench.watching import EVERY
from scorekeeper import server

NEWS = Path(__file__).parents[2] / "static" / "js" / "news.js"


def test_the_phones_ask_as_often_as_the_page() -> None:
    written = re.search(r"const EVERY = (\d+);", NEWS.read_text("utf-8"))
    assert written is not None
    assert int(written[1]) == EVERY * 1000


def test_a_phone_knows_a_round_when_it_has_it_or_a_later_one() -> None:
    saves = [Saved(10.0, 5.0, seq=2), Saved(10.5, 5.0, seq=4)]
    prompt, late = [(1, 9.0), (2, 10.25), (4, 11.0)], [(1, 9.0), (4, 11.5)]
    assert _after([prompt, late], saves) == [250.0, 500.0, 1500.0, 1000.0]


def test_phones_that_wait_for_each_other_fill_no_window() -> None:
    logging.getLogger("waitress.queue").setLevel(logging.NOTSET)
    server.server(Flask("x"), threads=1, listen="127.0.0.1:0").close()
    assert not logging.getLogger("waitress.queue").isEnabledFor(logging.WARNING)
