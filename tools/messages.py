"""The texts of the app and their translations: extracted, updated, compiled.

python -m tools.messages update    extract all texts into every catalogue
python -m tools.messages compile   compile the catalogues that the app reads
python -m tools.messages missing   list what is not translated yet
"""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).parent.parent
CATALOGUES = ROOT / "scorekeeper" / "translations"
LANGUAGES = ("ja", "nl", "pl", "ru")

_METHODS = [
    ("scorekeeper/**.py", "python"),
    ("templates/**.html", "jinja2.ext.babel_extract"),
    ("scorekeeper/koikoi/**.toml", "tools.messages:texts_in_toml"),
]
_KEYWORDS: dict[str, Any] = {
    "_": None,
    "gettext": None,
    "lazy_gettext": None,
    "ngettext": (1, 2),
    "N_": None,
    "say": None,
    "count": (1, 2),
}
_TOML_TEXTS = ("romaji", "title", "about", "name", "note", "question", "short", "says", "readings", "customs")


def texts_in_toml(
    file: Any, keywords: Any, comment_tags: Any, options: Any
) -> Iterator[tuple[int, str, str, list[str]]]:
    """The texts for people in a TOML file: titles, names, notes, questions; as Babel calls it."""
    written = tomllib.loads(file.read().decode())
    source = written.get("source", "/")
    texts = [*_texts(written), *([] if "/" in source else [source])]  # an address needs no translation
    for number, text in enumerate(texts, 1):
        yield number, "N_", text, []


def _texts(value: Any, key: str = "") -> Iterator[str]:
    if isinstance(value, dict):
        for inner, text in value.items():
            yield from _texts(text, inner)
    elif isinstance(value, list):
        for item in value:
            yield from _texts(item, key)
    elif key in _TOML_TEXTS and isinstance(value, str) and any(map(str.isalpha, value)):
        yield value  # a number needs no translation


@cache
def template() -> Catalog:
    """Every text of the app."""
    catalog = Catalog(project="scorekeeper", charset="utf-8")
    for folder in ("scorekeeper", "templates"):
        extracted = extract_from_dir(
            str(ROOT / folder),
            [
                (pattern.removeprefix(f"{folder}/"), method)
                for pattern, method in _METHODS
                if pattern.startswith(folder)
            ],
            options_map={"**.html": {"trimmed": "true"}},
            keywords=_KEYWORDS,
        )
        for path, _line, message, _comments, context in extracted:
            catalog.add(message, locations=[(f"{folder}/{path}", 0)], context=context)
    return catalog


def path_of(language: str) -> Path:
    return CATALOGUES / language / "LC_MESSAGES" / "messages.po"


def read(language: str) -> Catalog:
    """The catalogue of a language."""
    with path_of(language).open("rb") as file:
        return read_po(file, locale=language)


def update(languages: Iterable[str]) -> None:
    """Put every text into every catalogue; texts that are no longer used are removed."""
    current = template()
    for language in languages:
        path = path_of(language)
        path.parent.mkdir(parents=True, exist_ok=True)
        catalog = read(language) if path.exists() else Catalog(locale=language, project="scorekeeper")
        catalog.update(current, no_fuzzy_matching=True, update_creation_date=False)
        catalog.obsolete.clear()
        with path.open("wb") as file:
            write_po(file, catalog, width=110, sort_output=True, ignore_obsolete=True, include_lineno=False)


def compile_all(languages: Iterable[str]) -> None:
    """Compile the catalogues that the app reads."""
    for language in languages:
        with path_of(language).with_suffix(".mo").open("wb") as file:
            write_mo(file, read(language))


def missing(language: str) -> list[str]:
    """The texts that a language lacks."""
    messages = [message for message in read(language) if message.id]
    return [str(message.id) for message in messages if message.fuzzy or not is_whole(message.string)]


def is_whole(translated: Any) -> bool:
    """Whether a text is translated in every plural form."""
    return bool(translated) and (isinstance(translated, str) or all(translated))


def main() -> None:
    match sys.argv[1:]:
        case ["update"]:
            update(LANGUAGES)
        case ["compile"]:
            compile_all(LANGUAGES)
        case ["missing"]:
            for language in LANGUAGES:
                for text in missing(language):
                    print(f"{language}: {text}")
        case _:
            sys.exit(__doc__)


if __name__ == "__main__":
    main()
