"""What only Koi-Koi has of the pages, and what a game is called.

A page that another game gets loses its row here.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from flask import request

from ..koikoi.rules.loader import nearest
from ..koikoi.rules.options.row import KOIKOI
from ..koikoi.rules.refusals import refuse_other_game
from ..koikoi.rules.ruleset import RuleSet
from ..sentences import Sentence, say

# By the blueprint of the pages: what is said of the rules of another game.
_ONLY_KOIKOI: Final[Mapping[str, Sentence]] = {
    "hand": say("Only hands of Koi-Koi can be scored here."),
    "lab": say("Only rounds of Koi-Koi can be simulated."),
    "live_play": say("In this game no turns are recorded: a round is entered when it is over."),
}


def has_pages(blueprint: str, rules: RuleSet) -> bool:
    """Whether the game of these rules has the pages of a blueprint."""
    return rules.game == KOIKOI or blueprint not in _ONLY_KOIKOI


def refuse_page(rules: RuleSet) -> None:
    """Refuse rules of a game that does not have the page which is asked for. Raises NotAllowed."""
    if why := _ONLY_KOIKOI.get(request.blueprint or ""):
        refuse_other_game(rules, why)


def game_title(rules: RuleSet | None) -> Sentence:
    """What the game of these rules is called; Koi-Koi where there are none."""
    return say("Koi-Koi" if not rules or rules.game == KOIKOI else nearest(rules)[1].title)
