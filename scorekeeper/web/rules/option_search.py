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

from ...koikoi.reference.entries import entries, every_entry
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
    known = entries(game)
    rows = _all(language()).items()
    return ranked(((key, texts) for key, texts in rows if key in known or key.startswith("yaku.")), wanted)


def hits(wanted: str) -> list[Hit]:
    """Where the editor sets what has all these words."""
    keys: dict[Hit, str] = {}
    for key in found(wanted):
        keys.setdefault(_hit(key), key)
    return [
        hit._replace(words=words_of(key, wanted, hit.title, hit.meaning))
        for hit, key in islice(keys.items(), MOST_HITS)
    ]


def words_of(key: str, wanted: str, *shown: str) -> tuple[str, ...]:
    """The texts of an option that have the wanted words, but for those words that stand in what is shown."""
    return found_in(_all(language())[key], wanted, *shown)


def sayings() -> dict[str, dict[str, str]]:
    """What people call an option, by its key and by language."""
    return tomllib.loads(resources.files(__package__).joinpath("search_words.toml").read_text("utf-8"))


@cache
def _all(spoken: str) -> dict[str, SearchTexts]:
    """Every option and every known yaku by its key, in the reader's language."""
    called = {key: by_language[spoken].split(", ") for key, by_language in sayings().items()}
    return {
        key: searched(
            [*map(as_it_stands, names), *called.get(key, ()), *_glossary_of(key)],
            ("", key),
            *((text, text) for text in (*_hit(key, as_it_stands)[:2], *map(as_it_stands, rest))),
        )
        for key, names, rest in _texts()
    }


def _glossary_of(key: str) -> list[str]:
    """The words of the game for what an option is about, in every language and as they are written."""
    words = [word for word in GLOSSARY.values() if key in word.options]
    return [text for word in words for text in (word.romaji, translate(word.romaji), word.kanji)]


def _texts() -> Iterator[tuple[str, list[str], list[str]]]:
    """The keys, what each is called, and what else is said about it."""
    for key, entry in every_entry().items():
        above, row = entry.doubling, entry.option
        rest = [row.meaning, *row.values.values(), *_asked(key)]
        yield key, [row.title], [*rest, *([above.title, above.meaning] if above else [])]
        if key == "yaku.points":
            for name, yaku in KNOWN.items():
                pays = f"yaku.{name}.points"
                yield pays, [yaku.name, yaku.romaji], [yaku.note, *_asked(pays)]


def _asked(key: str) -> list[str]:
    """The question that asks for an option, with its answers."""
    choices = topic_of()[key].choices if key in topic_of() else ()
    return [text for question in choices if key in question.keys for text in question.texts]


def _hit(key: str, said: Callable[[str], str] = translate) -> Hit:
    """Where an option is set, or what a yaku pays."""
    if topic := topic_of().get(key):
        others = [question.question for question in topic.choices if question.question != topic.question]
        fold = place_of(key).fold
        return Hit(said(topic.question), " ".join(map(said, others)), fold, f"s-{fold}")
    if (entry := every_entry().get(key)) is None:
        yaku = KNOWN[key.split(".")[1]]
        return Hit(said(yaku.name), said(yaku.note), *place_of(key))
    row = entry.option
    (fold, place), texts = place_of(key), (row.title, row.meaning)
    if key.startswith("yaku."):  # of every yaku
        fold = "pairs" if row.kind == "pairs" else _OF_YAKU.get(row.key, "terms")
        place = f"s-{fold}"
        texts = _FOLDS[fold] if row.kind == "pairs" or row.key in _OF_OWN else texts
    return Hit(said(texts[0]), said(texts[1]), fold, place)
