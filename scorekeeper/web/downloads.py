"""Downloads under a file name that every browser and file system accepts."""

from __future__ import annotations

from io import BytesIO
from unicodedata import category, normalize
from urllib.parse import quote

from flask import Response, send_file

_LONGEST = 180  # bytes of all words together in UTF-8; file systems take 255, copies add " (1)"


def download(content: bytes, kind: str, ending: str, *words: str) -> Response:
    """A download named after some words, such as the players: ``koi-koi-Łukasz-Żaneta.csv``.

    What reads no other letters than those of ASCII gets the name without the words that have some.
    """
    name = f"{file_name(*words)}.{ending}"
    response = send_file(BytesIO(content), kind, as_attachment=True, download_name=name)
    if not name.isascii():
        plain = f"{file_name(*(word for word in words if word.isascii()))}.{ending}"
        encoded = f"UTF-8''{quote(name)}"
        response.headers.set("Content-Disposition", "attachment", filename=plain, **{"filename*": encoded})
    return response


def file_name(*words: str) -> str:
    """``koi-koi-`` and the letters and digits of every word, in any script; without an ending.

    Slashes, dots, line breaks, emoji and characters that reverse the text are left out: some file system or
    browser refuses them, or shows a different name from the one it saves. The prefix makes names safe that
    Windows reserves, such as CON.
    """
    most = _LONGEST // max(len(words), 1)
    return "-".join(("koi-koi", *filter(None, (_plain(word, most) for word in words))))


def _plain(word: str, most: int) -> str:
    signs = (sign if _is_letter(sign) else " " for sign in normalize("NFC", word))
    return "_".join("".join(signs).split()).encode()[:most].decode(errors="ignore").strip("_")


def _is_letter(sign: str) -> bool:
    """Letters, digits, and the marks that belong to a letter; not those that choose how an emoji looks."""
    kind = category(sign)
    return kind[0] == "L" or (kind in ("Nd", "Mn", "Mc") and not "\ufe00" <= sign <= "\ufe0f")
