"""The fonts of a drawn scoresheet, and what stands for a character that none of them has.

typst draws an empty box for such a character and says nothing, so texts are checked before. Our own fonts
have what the app writes, and most Latin, Greek and Cyrillic names. For other names a font is searched, first
in ``fonts/`` of the installation, then where the system keeps its fonts.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias
from unicodedata import category, combining, normalize

from ...places import default_folder, font_folders
from .cmap import characters_in

if TYPE_CHECKING:
    import typst

_OWN: Final = Path(__file__).with_name("fonts")
_OWN_FAMILIES: Final = ("Scorekeeper Alegreya", "Libertinus Serif", "Scorekeeper Mincho")
_ENDINGS: Final = {".ttf", ".otf", ".ttc", ".otc"}
# Fonts of the system with many characters, the most suitable first: beginnings of file names.
_LIKELY: Final = (
    *("NotoSerifCJK", "NotoSansCJK", "SourceHan", "YuMin", "Hiragino", "ヒラギノ", "ipaexm", "ipam", "ipa"),
    *("msmincho", "YuGoth", "msgothic", "NotoSerif", "NotoSans", "NotoEmoji", "DejaVuSans", "DejaVuSerif"),
    *("Arial Unicode", "FreeSerif", "seguisym", "segoeui", "arial"),
)
_UNSEEN: Final = {"Cc", "Cf", "Zl", "Zp", "Zs", "Mn"}  # no box is drawn where a font lacks these
UNKNOWN: Final = "?"


Folder: TypeAlias = tuple[str, int]  # its path, and when its list of files last changed


class Lettering(NamedTuple):
    """The font families in the order in which they are tried, where they are, and what must be replaced."""

    families: tuple[str, ...]
    folders: tuple[Folder, ...]
    replaced: Mapping[int, str]  # by character, as for ``str.translate``

    @property
    def unknown(self) -> tuple[str, ...]:
        """The characters for which nothing better than "?" was known."""
        return tuple(chr(code) for code, text in self.replaced.items() if text == UNKNOWN)


def lettering(text: str) -> Lettering:
    """The fonts for a text."""
    missing = frozenset(text) - _own(frozenset(text))
    return _searched("".join(sorted(missing)), _folder(default_folder() / "fonts") if missing else None)


@lru_cache(maxsize=16)
def loaded(folders: tuple[Folder, ...]) -> typst.Fonts:
    """The fonts of typst and those in some folders; read once."""
    import typst

    return typst.Fonts(include_system_fonts=False, font_paths=[path for path, _ in folders])


def _folder(path: Path) -> Folder:
    return str(path), path.stat().st_mtime_ns if path.is_dir() else 0


def _own(text: frozenset[str]) -> set[str]:
    """Which characters our own fonts have, or need none for."""
    drawn = {sign for sign in text if ord(sign) in _embedded()}
    for font in ("alegreya.ttf", "mincho.otf"):
        drawn |= characters_in(_OWN / font, text - drawn)
    return drawn | {sign for sign in text if category(sign) in _UNSEEN}


@cache
def _embedded() -> frozenset[int]:
    """The characters of Libertinus Serif, which is inside typst."""
    lines = (_OWN / "libertinus.txt").read_text("ascii").split()
    ranges = ([int(code, 16) for code in line.split("-")] for line in lines)
    return frozenset(code for first, last in ranges for code in range(first, last + 1))


@lru_cache(maxsize=256)
def _searched(missing: str, ours: Folder | None) -> Lettering:
    """The fonts with which the fewest characters are missing; ``ours`` is the folder of the installation."""
    left, families, folders = set(missing), list(_OWN_FAMILIES), [_folder(_OWN)]
    for path in _candidates(Path(ours[0])) if ours else ():
        if drawn := characters_in(path, left):
            left -= drawn
            folders.append(_folder(path.parent))
            families += _families(path)
        if not left:
            break
    return Lettering(tuple(families), tuple(dict.fromkeys(folders)), _replaced(left))


def _candidates(ours: Path) -> Iterator[Path]:
    """Font files: those of the installation, then the likely ones of the system."""
    yield from _files(ours)
    likely = [(rank, path) for folder in font_folders() for path in _files(folder) if (rank := _rank(path))]
    yield from (path for _, path in sorted(likely))


def _files(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*") if path.suffix.lower() in _ENDINGS)


def _rank(path: Path) -> tuple[int, bool] | None:
    """The lower, the better; a heavy or slanted font only where there is no other."""
    name = path.stem.casefold()
    place = next((place for place, start in enumerate(_LIKELY) if name.startswith(start.casefold())), None)
    return (
        None if place is None else (place, any(word in name for word in ("bold", "black", "italic", "mono")))
    )


def _families(path: Path) -> list[str]:
    """How typst calls the font of a file; of a collection the Japanese one, or else the first."""
    fonts = [font for font in loaded((_folder(path.parent),)).fonts() if font.path == str(path)]
    fonts.sort(key=lambda font: (not font.family.endswith("JP"), font.index))
    return [font.family for font in fonts[:1]]


def _replaced(missing: Iterable[str]) -> dict[int, str]:
    """The nearest text that can be drawn: Ａ as A, ạ as a; or else a question mark."""
    return {ord(sign): _nearest(sign) for sign in sorted(missing)}


def _nearest(sign: str) -> str:
    plain = "".join(part for part in normalize("NFKD", sign) if not combining(part))
    return plain if plain and plain != sign and _own(frozenset(plain)) == set(plain) else UNKNOWN
