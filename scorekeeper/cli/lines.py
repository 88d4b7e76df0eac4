"""Lines of JSON in and out, and how a command fails."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable
from typing import Any, Final, NoReturn

import click

from ..koikoi.errors import KoikoiError
from ..koikoi.typed_text import cleaned

FILE: Final = click.argument("file", type=click.File("rb"), default="-")
_json = json.JSONEncoder(ensure_ascii=False)


def answer_lines(lines: Iterable[bytes], answer: Callable[[bytes], dict[str, Any]]) -> None:
    """Write an answer for every line that is not empty; exit with 1 where a line was bad."""
    bad = False
    for line in lines:
        line = line.removeprefix(b"\xef\xbb\xbf")  # a byte order mark, as some editors write
        if line.strip():
            try:
                write(answer(line))
            except KoikoiError as error:
                write({"error": str(error)})
                bad = True
    if bad:
        sys.exit(1)


def write(value: Any) -> None:
    """Write a value as one line of JSON, at once: another program may be waiting for it."""
    click.echo(_json.encode(value))


def warn(warning: object) -> None:
    """Write one sentence to standard error, without signs that would steer the terminal, and go on."""
    click.echo(f"scorekeeper: {cleaned(str(warning))}", err=True)


def fail(error: Exception | str) -> NoReturn:
    """Write one sentence to standard error and exit with 1."""
    warn(error)
    sys.exit(1)
