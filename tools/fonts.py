"""The font of the app: cuts subsets of the whole font and writes them to static/fonts.

python -m tools.fonts Alegreya-SemiBold.ttf

Needs fonttools and brotli (pip install "fonttools[woff]"), which nothing else here needs. The font is
Alegreya (SIL Open Font License, static/fonts/OFL.txt): it looks like a woodblock print, is narrow enough for
Polish and Russian headings on a phone, and has the letters of all languages but Japanese.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

FONTS = Path(__file__).parent.parent / "static" / "fonts"

# What each file holds; the @font-face rules of app.css have the same ranges.
SUBSETS = {
    "alegreya-latin": (
        "U+0020-007E,U+00A0,U+00AB,U+00AD,U+00B7,U+00BB,U+00C0-00FF,"
        "U+2013,U+2014,U+2018-201A,U+201C-201E,U+2026,U+2190,U+2192,U+2212"
    ),
    "alegreya-latin-ext": "U+0100-017F,U+0218-021B",
    "alegreya-cyrillic": (
        "U+0401,U+0404,U+0406-0407,U+040E,U+0410-044F,U+0451,U+0454,U+0456-0457,U+045E,U+0490-0491"
    ),
}
_FEATURES = "kern,mark,ccmp,locl"
_FIGURES = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")


def cut(path: Path) -> None:
    """Write the subsets of a whole font as WOFF2."""
    from fontTools import subset
    from fontTools.ttLib import TTFont

    options = subset.Options(layout_features=_FEATURES.split(","), flavor="woff2", hinting=False)
    for name, ranges in SUBSETS.items():
        font = TTFont(path)
        _stand_in_columns(font)
        cutter = subset.Subsetter(options)
        cutter.populate(unicodes=subset.parse_unicodes(ranges.replace("U+", "")))
        cutter.subset(font)
        subset.save_font(font, str(FONTS / f"{name}.woff2"), options)


def _stand_in_columns(font: Any) -> None:
    """Make figures of one height and one width the default, so that numbers are aligned in columns."""
    for table in font["cmap"].tables:
        for code, figure in enumerate(_FIGURES, ord("0")):
            if code in table.cmap:
                table.cmap[code] = f"{figure}.tf"


if __name__ == "__main__":
    cut(Path(sys.argv[1]))
