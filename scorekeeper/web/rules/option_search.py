"""Options found by the words that people use, for the rule editor and for the reference alike.

It is found by its title, by the sayings of ``search_words.toml``, and by all else that is said about it.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator
from functools import cache
from importlib import resources
from itertools import islice
from typing import Final, NamedTuple

from ...koikoi.reference.entries import entries
from ...koikoi.rules.options.row import KOIKOI, GameId
from ...koikoi.rules.questions import topic_of
from ...koikoi.rules.yaku import KNOWN
from ...koikoi.texts import GLOSSARY
from ...sentences import N_
from ..language import as_it_stands, language, translate
from ..search import SearchTexts, found_in, ranked, searched
from .places import OWN, place_of
from .yaku_fields import CARD_LISTS

MOST_HITS: Final = 24  # in the editor
_OF_OWN: Final = ("name", "cards", "kind", "monthly")  # what an own yaku is
# The fold of an option of the yaku; of others "terms".
_OF_YAKU: Final = {"points": "yaku", "extra": "yaku", **dict.fromkeys((*_OF_OWN, *CARD_LISTS), OWN)}
_FOLDS: Final = {  # what is set all together
    OWN: (N_("Yaku of your own"), N_("Add a yaku that only your table plays: its name, points and cards.")),
    "pairs": (N_("Yaku that do not count together"), N_("Which yaku counts instead of which.")),
}


class Hit(NamedTuple):
    """What a search has found in the editor. ``fold``: where it is set; ``place``: the id of its element."""

    title: str
    meaning: str
    fold: str
    place: str
    words: tuple[str, ...] = ()  # in which it was found, where the title and the meaning do not hold them


def found(wanted: str, game: GameId = KOIKOI) -> list[str]:
    """The keys of the options of a game that have every wanted word; those that are called so come first.

    What a known yaku pays has a key, too: "yaku.tan.points".
    """
    return ranked(_all(language(), game).items(), wanted)


def hits(wanted: str, game: GameId = KOIKOI) -> list[Hit]:
    """Where the editor of a game sets what has all these words."""
    keys: dict[Hit, str] = {}
    for key in found(wanted, game):
        keys.setdefault(_hit(key, game), key)
    set_here = ((hit, key) for hit, key in keys.items() if hit.fold)
    return [
        hit._replace(words=words_of(game, key, wanted, hit.title, hit.meaning))
        for hit, key in islice(set_here, MOST_HITS)
    ]


def words_of(game: GameId, key: str, wanted: str, *shown: str) -> tuple[str, ...]:
    """The texts of an option that have the wanted words, but for those words that stand in what is shown."""
    return found_in(_all(language(), game)[key], wanted, *shown)


def sayings() -> dict[str, dict[str, str]]:
    """What people call an option, by its key and by language."""
    return tomllib.loads(resources.files(__package__).joinpath("search_words.toml").read_text("utf-8"))


@cache
def _all(spoken: str, game: GameId) -> dict[str, SearchTexts]:
    """Every option of a game and every known yaku by its key, in the reader's language."""
    called = {key: by_language[spoken].split(", ") for key, by_language in sayings().items()}
    return {
        key: searched(
            [*map(as_it_stands, names), *called.get(key, ()), *_glossary_of(key)],
            ("", key),
            *((text, text) for text in (*_hit(key, game, as_it_stands)[:2], *map(as_it_stands, rest))),
        )
        for key, names, rest in _texts(game)
    }


def _glossary_of(key: str) -> list[str]:
    """The words of the game for what an option is about, in every language and as they are written."""
    words = [word for word in GLOSSARY.values() if key in word.options]
    return [text for word in words for text in (word.romaji, translate(word.romaji), word.kanji)]


def _texts(game: GameId) -> Iterator[tuple[str, list[str], list[str]]]:
    """The keys, what each is called, and what else is said about it."""
    for key, entry in entries(game).items():
        above, row = entry.doubling, entry.option
        rest = [row.meaning, *row.values.values(), *_asked(key, game)]
        yield key, [row.title], [*rest, *([above.title, above.meaning] if above else [])]
        if key == "yaku.points":
            for name, yaku in KNOWN.items():
                pays = f"yaku.{name}.points"
                yield pays, [yaku.name, yaku.romaji], [yaku.note, *_asked(pays, game)]


def _asked(key: str, game: GameId) -> list[str]:
    """The question of a game that asks for an option, with its answers."""
    asked = topic_of(game)
    choices = asked[key].choices if key in asked else ()
    return [text for question in choices if key in question.keys for text in question.texts]


def _hit(key: str, game: GameId, said: Callable[[str], str] = translate) -> Hit:
    """Where an option is set in the editor of a game, or what a yaku pays."""
    if topic := topic_of(game).get(key):
        others = [question.question for question in topic.choices if question.question != topic.question]
        fold = place_of(key, game).fold
        return Hit(said(topic.question), " ".join(map(said, others)), fold, f"s-{fold}")
    if (entry := entries(game).get(key)) is None:
        yaku = KNOWN[key.split(".")[1]]
        return Hit(said(yaku.name), said(yaku.note), *place_of(key, game))
    row = entry.option
    (fold, place), texts = place_of(key, game), (row.title, row.meaning)
    if key.startswith("yaku."):  # of every yaku
        fold = "pairs" if row.kind == "pairs" else _OF_YAKU.get(row.key, "terms")
        place = f"s-{fold}"
        texts = _FOLDS[fold] if row.kind == "pairs" or row.key in _OF_OWN else texts
    return Hit(said(texts[0]), said(texts[1]), fold, place)
