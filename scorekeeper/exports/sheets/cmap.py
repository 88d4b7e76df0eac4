"""Which characters a font file has, read from its ``cmap`` table (OpenType 1.9, formats 4 and 12)."""

from __future__ import annotations

import mmap
import struct
from collections.abc import Callable, Iterable
from pathlib import Path
from struct import unpack_from
from typing import TypeAlias

_COLLECTION = b"ttcf"
_OUTLINES = (b"glyf", b"CFF ", b"CFF2")  # a font of coloured pictures alone has none of these
_UNICODE = {(0, 3), (0, 4), (0, 6), (3, 1), (3, 10)}  # platform and encoding

Bytes: TypeAlias = "bytes | mmap.mmap"


def characters_in(path: Path, wanted: Iterable[str]) -> set[str]:
    """Which of some characters a font file, or the first font of a collection, can draw.

    None if it cannot be read.
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
