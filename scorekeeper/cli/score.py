"""``scorekeeper score``: what piles, dealt hands and dealt fields are worth."""

from __future__ import annotations

from typing import Any

import click

from . import lines
from .answers import Answers


@click.command()
@lines.FILE
def score(file: Any) -> None:
    """Score piles: a question in JSON on each line of FILE (or standard input), an answer on each line.

    A line with "hand" instead of "captured" asks which lucky hand the dealt cards are; a line with "field",
    whether the dealt field voids the deal and what its brights do. "players": 3 is for three.

    \b
    echo '{"ruleset": "dutch", "captured": "01B 03B 08B 12B 3C", "calls": {"others": 1}}' | scorekeeper score
    echo '{"ruleset": "russian", "hand": "01B 01R 03B 03R 07A 07R 12B 12C1"}' | scorekeeper score
    echo '{"ruleset": "dutch", "field": "01B 01R 01C1 01C2 03B 05A 07R 12C1"}' | scorekeeper score
    """
    lines.answer_lines(file, Answers().answer)
