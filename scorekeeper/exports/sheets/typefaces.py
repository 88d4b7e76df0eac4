"""Which typefaces a scoresheet is set in: those that have its letters, as their tables of glyphs say."""

from __future__ import annotations

import mmap
import struct
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from functools import cache, lru_cache
from pathlib import Path
from struct import unpack_from
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias
from unicodedata import category, combining, normalize
from unicodedata import name as name_of

from ...folders import default_folder, font_folders

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
_UNSEEN: Final = {"Cc", "Cf", "Zl", "Zp", "Zs"}  # no box is drawn where a font lacks these
UNKNOWN: Final = "?"


FontFolder: TypeAlias = tuple[str, int]  # its path, and when its list of files last changed


class Lettering(NamedTuple):
    """The font families in the order in which they are tried, where they are, and what must be replaced."""

    families: tuple[str, ...]
    folders: tuple[FontFolder, ...]
    replaced: Mapping[int, str]  # by character, as for ``str.translate``

    @property
    def unknown(self) -> tuple[str, ...]:
        """The characters for which nothing better than "?" was known."""
        return tuple(chr(code) for code, text in self.replaced.items() if text == UNKNOWN)


def lettering(text: str) -> Lettering:
    missing = frozenset(text) - _own(frozenset(text))
    return _searched("".join(sorted(missing)), _folder(default_folder() / "fonts") if missing else None)


@lru_cache(maxsize=16)
def loaded(folders: tuple[FontFolder, ...]) -> typst.Fonts:
    """The fonts of typst and those in some folders; read once."""
    import typst

    return typst.Fonts(include_system_fonts=False, font_paths=[path for path, _ in folders])


def _folder(path: Path) -> FontFolder:
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
def _searched(missing: str, ours: FontFolder | None) -> Lettering:
    """The fonts with which the fewest characters are missing; ``ours`` is the folder of the installation."""
    left, families, folders = set(missing), list(_OWN_FAMILIES), [_folder(_OWN)]
    for path in _candidates(Path(ours[0])) if ours else ():
        if drawn := characters_in(path, left):
            left -= drawn
            folders.append(_folder(path.parent))
            families += _families(path)
        if not left:
            break
    without = {_script(sign) for sign in left if category(sign)[0] == "L"}
    replaced = {ord(sign): _nearest(sign, without) for sign in sorted(left)}
    return Lettering(tuple(families), tuple(dict.fromkeys(folders)), replaced)


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


def _nearest(sign: str, without: Collection[str]) -> str:
    """The nearest text that can be drawn: Ａ as A, ạ as a; or else a question mark.

    A mark above or below a letter that can be drawn is left out. ``without``: scripts of letters that cannot.
    """
    if category(sign) == "Mn" and _script(sign) not in without:
        return ""
    plain = "".join(part for part in normalize("NFKD", sign) if not combining(part))
    return plain if plain and plain != sign and _own(frozenset(plain)) == set(plain) else UNKNOWN


def _script(sign: str) -> str:
    """The first word of a character's name: DEVANAGARI, HEBREW; COMBINING for the marks of any script."""
    return name_of(sign, "").partition(" ")[0]


_COLLECTION = b"ttcf"
_OUTLINES = (b"glyf", b"CFF ", b"CFF2")  # a font of coloured pictures alone has none of these
_UNICODE = {(0, 3), (0, 4), (0, 6), (3, 1), (3, 10)}  # platform and encoding

Bytes: TypeAlias = "bytes | mmap.mmap"


def characters_in(path: Path, wanted: Iterable[str]) -> set[str]:
    """Which of some characters a font file, or the first font of a collection, can draw.

    None of them if it cannot be read.
    """
    try:
        with path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as font:
            return _drawn(font, wanted)
    except (OSError, ValueError, struct.error, IndexError):
        return set()


def _drawn(font: Bytes, wanted: Iterable[str]) -> set[str]:
    tables = _tables(font)
    if b"cmap" not in tables or not any(name in tables for name in _OUTLINES):
        return set()
    glyphs = [_GLYPH[kind](font, start) for kind, start in _subtables(font, tables[b"cmap"])]
    return {sign for sign in wanted if any(glyph(ord(sign)) for glyph in glyphs)}


def _tables(font: Bytes) -> dict[bytes, int]:
    """Where each table begins."""
    (start,) = unpack_from(">I", font, 12) if font[:4] == _COLLECTION else (0,)
    (count,) = unpack_from(">H", font, start + 4)
    entries = (unpack_from(">4s4xI", font, start + 12 + 16 * place) for place in range(count))
    return dict(entries)


def _subtables(font: Bytes, cmap: int) -> list[tuple[int, int]]:
    """Format and place of the tables for Unicode."""
    (count,) = unpack_from(">H", font, cmap + 2)
    known = set()
    for place in range(count):
        platform, encoding, offset = unpack_from(">HHI", font, cmap + 4 + 8 * place)
        (kind,) = unpack_from(">H", font, cmap + offset)
        if (platform, encoding) in _UNICODE and kind in _GLYPH:
            known.add((kind, cmap + offset))
    return sorted(known)


def _segments(font: Bytes, start: int) -> Callable[[int], int]:
    """The glyph of a character in format 4; 0 if it has none."""
    (doubled,) = unpack_from(">H", font, start + 6)
    count = doubled // 2
    ends = unpack_from(f">{count}H", font, start + 14)
    at = start + 16 + doubled
    starts = unpack_from(f">{count}H", font, at)
    deltas = unpack_from(f">{count}H", font, at + doubled)
    offsets = unpack_from(f">{count}H", font, at + 2 * doubled)

    def glyph(code: int) -> int:
        place = next((place for place, end in enumerate(ends) if code <= end), None)
        if place is None or code < starts[place]:
            return 0
        if not offsets[place]:
            return (code + int(deltas[place])) & 0xFFFF
        listed = at + 2 * doubled + 2 * place + offsets[place] + 2 * (code - starts[place])
        number: int = unpack_from(">H", font, listed)[0]
        return number and (number + int(deltas[place])) & 0xFFFF

    return glyph


def _groups(font: Bytes, start: int) -> Callable[[int], int]:
    """The glyph of a character in format 12; 0 if it has none."""
    (count,) = unpack_from(">I", font, start + 12)
    numbers = unpack_from(f">{3 * count}I", font, start + 16)
    groups = tuple(zip(numbers[::3], numbers[1::3], numbers[2::3], strict=True))

    def glyph(code: int) -> int:
        return next((number + code - first for first, last, number in groups if first <= code <= last), 0)

    return glyph


_GLYPH = {4: _segments, 12: _groups}
