"""The text of a PDF, as tests compare it."""

from __future__ import annotations

import io

from pypdf import PdfReader


def text(written: bytes) -> str:
    """Everything written in a PDF, without the places where lines end."""
    return squeezed("".join(page.extract_text() for page in PdfReader(io.BytesIO(written)).pages))


def squeezed(words: str) -> str:
    return "".join(words.split())
