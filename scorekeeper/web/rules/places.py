"""Where the rule editor sets an option: the fold that it is in, and the element that shows it."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final, NamedTuple

from ...koikoi.rules.options.row import GameId
from ...koikoi.rules.questions import Question, topic_of, topics
from ...koikoi.rules.refusals import LISTS
from ...koikoi.rules.schema import doubling_of, options, section_of
from ...koikoi.rules.yaku import KNOWN
from .yaku_fields import CARD_LISTS, NEW, is_term

ASK: Final = "ask"  # before the id of a topic, the id of its fold
OWN: Final = "mine"  # the fold of the table's own yaku


class OptionPlace(NamedTuple):
    """``fold``: the id of the innermost fold; ``element``: the id of what a note about it follows."""

    fold: str
    element: str


def place_of(field: str, game: GameId) -> OptionPlace:
    """The place of a field, of an option, or of a yaku as a whole ("yaku.tan"), in the editor of a game."""
    table, name, key = (*field.split(".", 2), "", "")[:3]
    if question := question_of(field, game) or (question_of(f"{field}.points", game) if not key else None):
        return OptionPlace(f"{ASK}.{topic_of(game)[question.keys[0]].id}", f"q-{question.id}")
    if table == "pair" or key in LISTS:
        return OptionPlace("pairs", "s-pairs")
    if table != "yaku" or not name:
        return OptionPlace(section_of(field), f"f-{field}")
    if is_term(name, key):
        return OptionPlace(f"terms.{name}", f"s-terms.{name}")
    if name in KNOWN:
        return OptionPlace("yaku", f"y-{name}")
    if key in CARD_LISTS:
        return OptionPlace(f"{key}.{name}", f"s-{key}.{name}")
    return OptionPlace("new" if name == NEW else f"own.{name}", f"row-{name}")


def folds_around(fold: str) -> tuple[str, ...]:
    """A fold with those that it is in, the outermost first."""
    kind, _, yaku = fold.partition(".")
    if fold in ("pairs", "terms"):
        return ("yaku", fold)
    if yaku in KNOWN:
        return ("yaku", "terms", fold)
    if kind in ("own", "new"):
        return (OWN, fold)
    if kind in ("terms", *CARD_LISTS):
        return (OWN, "new" if yaku == NEW else f"own.{yaku}", fold)
    return (fold,)


def question_of(field: str, game: GameId) -> Question | None:
    """The question of a game that asks for what a field is about, or for a part of a doubling."""
    keys = [key for key in options() if doubling_of(key) == field != ""] or [field]
    questions = (question for topic in topics(game) for question in topic.choices)
    return next((one for one in questions if any(belongs(key, one.keys) for key in keys)), None)


def belongs(field: str, keys: Collection[str]) -> bool:
    """Whether a field is that of one of these options, or one inside it."""
    return any(field == key or field.startswith(f"{key}.") for key in keys)
