"""QR codes as pictures: of this app's addresses for other phones, of links that carry rules."""

from __future__ import annotations

from typing import Final

import segno
from markupsafe import Markup

from .context import scanned, why_no_phone_comes
from .language import translate

LARGEST: Final = 22  # version: 105 modules a side, which phones still read from another phone's screen
# Of the eight patterns that mix light and dark any may be used. To try all takes four times as long, and the
# best one is better than this by 3 %, in the points that the standard gives, for the letters of rules.
_PATTERN: Final = 2


def code_for_phones(address: str) -> Markup:
    """The QR code of an address of this app, as a picture; or why no phone can open it."""
    if why := why_no_phone_comes():
        return Markup('<p class="notice">%s</p>') % translate(why)
    code = segno.make(scanned(address), error="m")
    return Markup(code.svg_inline(border=2, omitsize=True, svgclass="qr"))


def code_of_link(link: str) -> Markup:
    """A link as a picture; empty without a link, and where the picture would be too fine to scan."""
    try:
        code = segno.make_qr(link, error="l", mask=_PATTERN) if link else None
    except segno.DataOverflowError:  # no QR code is so large
        code = None
    if code is None or int(code.version) > LARGEST:
        return Markup("")
    return Markup(code.svg_inline(border=4, omitsize=True, svgclass="qr fine"))
