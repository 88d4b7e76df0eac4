"""Options found by the words that people use, for the rule editor and for the reference alike.

It is found by its title, by the sayings of ``search_words.toml``, and by all else that is said about it.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from importlib import resources
from itertools import islice
from typing import Final, NamedTuple
from unicodedata import normalize

from ...koikoi.reference.entries import entries
from ...koikoi.rules.questions import topic_of
from ...koikoi.rules.schema import section_of
from ...koikoi.rules.yaku import KNOWN
from ...koikoi.texts import GLOSSARY
from ...sentences import N_
from ..i18n import as_it_stands, language, translate
from .form import ASK, OWN
from .yaku_fields import CARD_LISTS

MOST_HITS: Final = 24  # in the editor
_OF_OWN: Final = ("name", "cards", "kind", "monthly")  # what an own yaku is
# The fold of an option of the yaku; of others "terms".
_OF_YAKU: Final = {"points": "yaku", "extra": "yaku", **dict.fromkeys((*_OF_OWN, *CARD_LISTS), OWN)}
_FOLDS: Final = {  # what is set all together
    OWN: (N_("Yaku of your own"), N_("Add a yaku that only your table plays: its name, points and cards.")),
    "pairs": (N_("Yaku that do not count together"), N_("Which yaku counts instead of which.")),
}
_KANA: Final = "\u3040"  # the letters and characters of Japanese come after it
_NOWHERE: Final = 5  # behind every place where a word may be found


class Hit(NamedTuple):
    """What a search has found in the editor. ``fold``: where it is set; ``place``: the id of its element."""

    title: str
    meaning: str
    fold: str
    place: str
    words: tuple[str, ...] = ()  # in which it was found, where the title and the meaning do not hold them


class _Texts(NamedTuple):
    """An option as it is searched, its words as ``plain`` writes them."""

    key: str
    names: str  # its title and its sayings
    rest: str  # all else
    said: tuple[str, ...]  # the same text by text, as the reader knows them


def found(wanted: str) -> list[str]:
    """The keys of the options that have every wanted word; those that are called so come first.

    What a known yaku pays has a key, too: "yaku.tan.points".
    """
    wished = plain(wanted)
    words = wished.split()
    ranked = []
    for texts in _all(language()) if words else ():
        distances = [_distance(word, texts) for word in words]
        if max(distances) < _NOWHERE:
            ranked.append((f" | {wished} | " not in texts.names, sum(distances), texts.key))
    return [key for *_rank, key in sorted(ranked, key=lambda row: row[:2])]


def hits(wanted: str) -> list[Hit]:
    """Where the editor sets what has all these words."""
    keys: dict[Hit, str] = {}
    for key in found(wanted):
        keys.setdefault(_hit(key), key)
    return [
        hit._replace(words=found_in(key, wanted, hit.title, hit.meaning))
        for hit, key in islice(keys.items(), MOST_HITS)
    ]


def found_in(key: str, wanted: str, *shown: str) -> tuple[str, ...]:
    """The texts of an option that have the wanted words, but for those words that stand in what is shown."""
    said = next(texts.said for texts in _all(language()) if texts.key == key)
    words = [word for word in plain(wanted).split() if not any(_has(text, word) for text in shown)]
    holding = {text: [word for word in words if _has(text, word)] for text in said}
    texts: list[str] = []
    for text in sorted(holding, key=lambda text: -len(holding[text])):
        if any(word in words for word in holding[text]):
            texts.append(text)
            words = [word for word in words if word not in holding[text]]
    return tuple(texts)


def sayings() -> dict[str, dict[str, str]]:
    """What people call an option, by its key and by language."""
    return tomllib.loads(resources.files(__package__).joinpath("search_words.toml").read_text("utf-8"))


def plain(text: str) -> str:
    """The words of a text in small letters without accents, a space between them, and "x2" for "× 2"."""
    bare = re.sub("[\u0300-\u036f]", "", normalize("NFKD", text.casefold())).replace("ł", "l")
    words = re.findall(r"\w+|[×+]", normalize("NFC", bare))
    return re.sub(r"(\b[xх]|×) ?(?=\d)", "x", " ".join(words))


def _has(text: str, word: str) -> bool:
    """Whether a text has a word, or one that begins like it."""
    return _distance(word, _Texts("", f" {plain(text)} ", "", ())) < _NOWHERE


def _distance(word: str, texts: _Texts) -> int:
    """How far a word is from what an option is called, where it stands whole, begins a word, or by its stem.

    The stem: two thirds of it, of a short word all but a letter. Japanese has no spaces between words.
    """
    stem = word[: max(3, min(4, len(word) - 1), len(word) * 2 // 3)]
    whole, begun = f" {word} ", word if word > _KANA else f" {word}"
    places = (
        (texts.names, whole),
        (texts.names, begun),
        (texts.names, f" {stem}"),
        (texts.rest, whole),
        (texts.rest, begun),
    )
    return next((number for number, (text, form) in enumerate(places) if form in text), _NOWHERE)


@cache
def _all(spoken: str) -> tuple[_Texts, ...]:
    """Every option and every known yaku, in the reader's language."""
    called = {key: by_language[spoken].split(", ") for key, by_language in sayings().items()}
    return tuple(
        _searched(
            key,
            [*map(as_it_stands, names), *called.get(key, ()), *_words_of(key)],
            [*_hit(key, as_it_stands)[:2], *map(as_it_stands, rest)],
        )
        for key, names, rest in _texts()
    )


def _words_of(key: str) -> list[str]:
    """The words of the game for what an option is about, in every language and as they are written."""
    words = [word for word in GLOSSARY.values() if key in word.options]
    return [text for word in words for text in (word.romaji, translate(word.romaji), word.kanji)]


def _searched(key: str, names: Sequence[str], rest: Sequence[str]) -> _Texts:
    return _Texts(
        key,
        f" | {' | '.join(map(plain, names))} | ",
        f" {plain(' '.join((key, *rest)))} ",
        (*names, *filter(None, rest)),
    )


def _texts() -> Iterator[tuple[str, list[str], list[str]]]:
    """The keys, what each is called, and what else is said about it."""
    for key, entry in entries().items():
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
        fold = f"{ASK}.{topic.id}"
        return Hit(said(topic.question), " ".join(map(said, others)), fold, f"s-{fold}")
    if (entry := entries().get(key)) is None:
        yaku = KNOWN[key.split(".")[1]]
        return Hit(said(yaku.name), said(yaku.note), "yaku", "s-yaku")
    row = entry.option
    fold, place, texts = section_of(key), f"f-{key}", (row.title, row.meaning)
    if fold == "yaku":
        fold = "pairs" if row.kind == "pairs" else _OF_YAKU.get(row.key, "terms")
        place = f"s-{fold}"
        texts = _FOLDS[fold] if row.kind == "pairs" or row.key in _OF_OWN else texts
    return Hit(said(texts[0]), said(texts[1]), fold, place)
