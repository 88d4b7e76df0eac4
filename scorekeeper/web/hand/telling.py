"""For the page that compares two rule sets: the piles on which they differ most."""

from __future__ import annotations

from typing import Any

from flask import Blueprint

from ...koikoi.compare.samples import Telling, telling
from ...koikoi.compare.steps import in_words
from ...koikoi.rules.ruleset import RuleSet
from .address import Question, write

pages = Blueprint("telling", __name__)
pages.add_app_template_global(in_words, "circumstances_in_words")


@pages.app_template_global("telling_piles")
def telling_piles(first: RuleSet, second: RuleSet) -> list[tuple[Telling, dict[str, Any]]]:
    """The piles, each with the parts of its address."""
    return [(told, write(Question(told.first.pile, told.first.at))) for told in telling(first, second)]
