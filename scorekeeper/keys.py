"""The two secrets of an installation: the key that lets phones in, and the secret that signs their cookies.

Each is one line in a file that only its owner may read. It is made where there is none, checked whenever it
is read, and read again as soon as the file has changed, so a running app notices a new key.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from .store.files import write_first, write_whole

_ALPHABET: Final = "23456789abcdefghjkmnpqrstuvwxyz"  # no signs that look alike
_KEY_LENGTH: Final = 12  # 31 signs to the power of 12: about 59 bits
_SHORTEST_KEY: Final = 8  # letters and digits; fewer are found by trying
_LONGEST_KEY: Final = 100
_SHORTEST_SECRET: Final = 32

_NEXT_START: Final = "Delete the file and start the app again: it then makes a new one."


class BadSecret(Exception):
    """A key or a secret that cannot be used: a sentence that says which file, why, and what to do."""


@dataclass(frozen=True)
class Key:
    """An access key as it was made or written by hand; only its letters and digits count."""

    written: str

    @property
    def plain(self) -> str:
        """The letters and digits that count: what the QR code carries."""
        return plain(self.written)

    @property
    def mark(self) -> str:
        """What a cookie holds: not the key itself, and worthless once the key changes."""
        return hashlib.sha256(b"scorekeeper key " + self.written.encode()).hexdigest()[:32]

    def is_typed(self, typed: str) -> bool:
        return hmac.compare_digest(plain(typed).encode(), self.plain.encode())

    def is_marked(self, mark: str) -> bool:
        return hmac.compare_digest(mark.encode(), self.mark.encode())


def plain(typed: str) -> str:
    """The letters and digits of a key: case, width, spaces and punctuation do not count."""
    folded = unicodedata.normalize("NFKC", typed[:_LONGEST_KEY]).casefold()
    return unicodedata.normalize("NFKC", "".join(letter for letter in folded if letter.isalnum()))


def fresh_key() -> str:
    """Such as k7wm-2pfx-9qte."""
    letters = "".join(secrets.choice(_ALPHABET) for _ in range(_KEY_LENGTH))
    return "-".join(letters[at : at + 4] for at in range(0, _KEY_LENGTH, 4))


class Secrets:
    """The key and the secret in a folder."""

    def __init__(self, folder: Path) -> None:
        self._key = _Line(folder / "key", fresh_key, _fault_of_key)
        self._secret = _Line(folder / "secret", lambda: secrets.token_hex(32), _fault_of_secret)

    @property
    def key(self) -> Key:
        """The access key that players type or scan. Raises BadSecret."""
        return Key(self._key.read())

    @property
    def secret(self) -> str:
        """Signs the cookies. Raises BadSecret."""
        return self._secret.read()

    def change_key(self, written: str = "") -> Key:
        """Put another key in place of the old one, a fresh one where none is given. Raises BadSecret."""
        written = written.strip() or fresh_key()
        if fault := _fault_of_key(written):
            raise BadSecret(f"This key cannot be used: it {fault}.")
        self._key.write(written)
        return self.key


class _Line:
    """A file with one line. ``fresh`` makes the first one; ``fault`` says in words that follow "it" what is
    wrong with a line, or nothing."""

    def __init__(self, path: Path, fresh: Callable[[], str], fault: Callable[[str], str]) -> None:
        self._path = path
        self._fresh = fresh
        self._fault = fault
        self._read: tuple[tuple[int, int, int], str] | None = None

    def read(self) -> str:
        """The line. Only the first reading makes the file: a running app must not write over a file that
        somebody is just editing. Raises BadSecret."""
        try:
            if self._read is None and not self._path.exists():
                write_first(self._path, f"{self._fresh()}\n".encode())
            seen = self._stamp()  # before the text, so that a later change is noticed the next time
            if self._read is None or self._read[0] != seen:
                self._read = seen, self._checked(self._path.read_bytes())
        except OSError as error:
            raise BadSecret(f"{self._path} cannot be read: {error.strerror}. {_NEXT_START}") from error
        return self._read[1]

    def write(self, line: str) -> None:
        """Put another line in place of the old one. Raises BadSecret."""
        try:
            write_whole(self._path, f"{line}\n".encode())
        except OSError as error:
            raise BadSecret(f"{self._path} cannot be written: {error.strerror}.") from error

    def _checked(self, content: bytes) -> str:
        try:
            line = content.decode("utf-8-sig").strip()
        except UnicodeDecodeError:
            fault = "is not UTF-8 text"
        else:
            fault = self._fault(line)
            if not fault:
                return line
        raise BadSecret(f"What {self._path} holds cannot be used: it {fault}. {_NEXT_START}")

    def _stamp(self) -> tuple[int, int, int]:
        found = self._path.stat()
        return found.st_ino, found.st_mtime_ns, found.st_size


def _fault_of_key(line: str) -> str:
    if not line:
        return "is empty"
    if not line.isprintable():
        return "is more than one line of letters"
    if max(len(line), len(plain(line))) > _LONGEST_KEY:
        return f"is longer than {_LONGEST_KEY} signs"
    if len(plain(line)) < _SHORTEST_KEY:
        return f"has fewer than {_SHORTEST_KEY} letters and digits, which are soon found by trying"
    return ""


def _fault_of_secret(line: str) -> str:
    if not line:
        return "is empty"
    if not (line.isascii() and line.isprintable()):
        return "is not one line of plain letters"
    if len(line) < _SHORTEST_SECRET:
        return f"is shorter than {_SHORTEST_SECRET} letters"
    return ""
