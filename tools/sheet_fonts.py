"""The fonts of the PDF and PNG scoresheets: writes them to scorekeeper/exports/sheets/fonts.

python -m tools.sheet_fonts /usr/share/fonts/opentype/noto/NotoSerifCJK-Regular.ttc

Needs fonttools and brotli (pip install "fonttools[woff]"), which nothing else here needs, and the catalogues
compiled. What it writes:

    alegreya.ttf     the subsets of static/fonts as one font: headings, names and numbers
    mincho.otf       of Noto Serif CJK JP every character that the app itself writes in Japanese, and kana
    OFL-*.txt        their licence, the SIL Open Font License
    libertinus.txt   which characters Libertinus Serif has, the text font that typst brings with it

The Japanese subset has a name of its own, as the SIL Open Font License wants it of a changed font.
"""

from __future__ import annotations

import io
import sys
import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from babel.messages.pofile import read_po

PACKAGE = Path(__file__).parent.parent / "scorekeeper"
FONTS = PACKAGE / "exports" / "sheets" / "fonts"
WEB_FONTS = PACKAGE.parent / "static" / "fonts"

KANA = range(0x3000, 0x3100)
_JAPANESE_FONT = 0  # in the collection; the others draw kanji as in Korea and China
_OPENTYPE = b"OTTO"


def main(collection: Path) -> None:
    merged().save(FONTS / "alegreya.ttf")
    mincho(collection, japanese_characters()).save(FONTS / "mincho.otf")
    write_licences(collection)
    write_ranges(FONTS / "libertinus.txt", embedded_characters("Libertinus Serif"))


def merged() -> Any:
    """The web font as one font."""
    from fontTools.merge import Merger
    from fontTools.ttLib import TTFont

    with TemporaryDirectory() as folder:
        parts = []
        for name in ("latin", "latin-ext", "cyrillic"):
            part = TTFont(WEB_FONTS / f"alegreya-{name}.woff2", recalcTimestamp=False)
            part.flavor = None
            parts.append(str(Path(folder, f"{name}.ttf")))
            part.save(parts[-1])
        font = Merger().merge(parts)
    font["head"].created = font["head"].modified = part["head"].modified
    rename(font, "Scorekeeper Alegreya")
    return font


def japanese_characters() -> set[int]:
    """What the app itself writes in Japanese, and all kana, which names are often written in."""
    written: set[str] = set()
    with (PACKAGE / "translations" / "ja" / "LC_MESSAGES" / "messages.po").open("rb") as file:
        for message in read_po(file, locale="ja"):
            written.update(*(message.string or ()))
    for source in PACKAGE.rglob("*.toml"):
        written.update("".join(_texts(tomllib.loads(source.read_text("utf-8")))))
    return {ord(sign) for sign in written if sign > "\u2e7f"} | {*KANA}


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, list | dict):
        for item in value.values() if isinstance(value, dict) else value:
            yield from _texts(item)


def mincho(collection: Path, characters: Iterable[int]) -> Any:
    """The Japanese subset without hinting, under its own name."""
    from fontTools import subset
    from fontTools.ttLib import TTFont

    font = TTFont(collection, fontNumber=_JAPANESE_FONT)
    options = subset.Options(layout_features=["ccmp", "locl"], hinting=False, name_IDs=["*"])
    cutter = subset.Subsetter(options)
    cutter.populate(unicodes=list(characters))
    cutter.subset(font)
    rename(font, "Scorekeeper Mincho")
    return font


def rename(font: Any, family: str) -> None:
    """Give a font this name and keep only that, its copyright and its licence."""
    font.recalcTimestamp = False  # the same font is always the same file
    plain = family.replace(" ", "")
    names = {1: family, 2: "Regular", 3: f"{plain};subset", 4: family, 6: plain}
    kept = [record for record in font["name"].names if record.nameID in (0, 13, 14)]
    font["name"].names = kept
    for number, text in names.items():
        font["name"].setName(text, number, 3, 1, 0x409)
    font["OS/2"].usWeightClass = 400
    if "CFF " in font:
        font["CFF "].cff.fontNames = [plain]
        top = font["CFF "].cff.topDictIndex[0]
        top.FamilyName = top.FullName = family


def write_licences(collection: Path) -> None:
    """The licence of each font, with its copyright: the words are those of static/fonts/OFL.txt."""
    from fontTools.ttLib import TTFont

    licence = (WEB_FONTS / "OFL.txt").read_text("utf-8")
    (FONTS / "OFL-alegreya.txt").write_text(licence, "utf-8")
    owner = TTFont(collection, fontNumber=_JAPANESE_FONT)["name"].getDebugName(0)
    changed = "This is a subset of Noto Serif CJK JP, under another name."
    (FONTS / "OFL-mincho.txt").write_text("\n".join([owner, changed, *licence.splitlines()[1:], ""]), "utf-8")


def embedded_characters(family: str) -> set[int]:
    """The characters of a font that typst has inside its library."""
    import typst
    from fontTools.ttLib import TTFont, TTLibError

    (library,) = Path(typst.__file__).parent.glob("_typst*")
    held, start = library.read_bytes(), -1
    while (start := held.find(_OPENTYPE, start + 1)) >= 0:
        try:
            font = TTFont(io.BytesIO(held[start : start + 3_000_000]), lazy=True)
            if [font["name"].getDebugName(number) for number in (1, 2)] == [family, "Regular"]:
                return set(font.getBestCmap())
        except (TTLibError, KeyError, AssertionError):
            continue
    raise SystemExit(f"typst has no font {family}")


def write_ranges(path: Path, characters: Iterable[int]) -> None:
    """Characters as ranges, one a line: "0041-005A"."""
    ranges: list[list[int]] = []
    for code in sorted(characters):
        if ranges and code == ranges[-1][1] + 1:
            ranges[-1][1] = code
        else:
            ranges.append([code, code])
    path.write_text("".join(f"{first:04X}-{last:04X}\n" for first, last in ranges), "ascii")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
