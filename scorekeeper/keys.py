"""The two secrets of an installation: the key that lets phones in, and the secret that signs their cookies.

Each is one line in a small file of the installation. The file is created if it is missing, checked whenever
it is read, and read again once it has changed, so a running app notices a new key.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from .store import BrokenStore
from .store.files import SmallFiles, Stamp

ALPHABET: Final = "23456789abcdefghjkmnpqrstuvwxyz"  # no characters that look alike
_KEY_LENGTH: Final = 12  # 31 characters to the power of 12: about 59 bits
_SHORTEST_KEY: Final = 8  # letters and digits; fewer can be guessed
_LONGEST_KEY: Final = 100
_SHORTEST_SECRET: Final = 32
_ID: Final = 12  # hexadecimal digits

_NEXT_START: Final = "Delete the file and start the app again: it then makes a new one."


class BadSecret(Exception):
    """A key or secret that cannot be used; the sentence names the file, the reason and what to do."""


@dataclass(frozen=True)
class Key:
    """An access key as generated or written by hand; only its letters and digits count."""

    written: str

    @property
    def normalized(self) -> str:
        """The letters and digits that count: what the QR code carries."""
        return normalized(self.written)

    @property
    def mark(self) -> str:
        """What the cookie holds: not the key itself; it is no longer valid once the key changes."""
        return hashlib.sha256(b"scorekeeper key " + self.written.encode()).hexdigest()[:32]

    def is_typed(self, typed: str) -> bool:
        return hmac.compare_digest(normalized(typed).encode(), self.normalized.encode())

    def is_marked(self, mark: str) -> bool:
        return hmac.compare_digest(mark.encode(), self.mark.encode())


def normalized(typed: str) -> str:
    """The letters and digits of a key: case, width, spaces and punctuation do not count."""
    folded = unicodedata.normalize("NFKC", typed[:_LONGEST_KEY]).casefold()
    return unicodedata.normalize("NFKC", "".join(letter for letter in folded if letter.isalnum()))


def fresh_key() -> str:
    """A random key, such as k7wm-2pfx-9qte."""
    letters = "".join(secrets.choice(ALPHABET) for _ in range(_KEY_LENGTH))
    return "-".join(letters[at : at + 4] for at in range(0, _KEY_LENGTH, 4))


class Secrets:
    """The key and the secret of an installation."""

    def __init__(self, files: SmallFiles) -> None:
        self._key = _LineFile(files, "key", fresh_key, _fault_of_key)
        self._secret = _LineFile(files, "secret", lambda: secrets.token_hex(32), _fault_of_secret)

    @property
    def key(self) -> Key:
        """The access key that players type or scan. Raises BadSecret, BrokenStore."""
        return Key(self._key.read())

    @property
    def secret(self) -> str:
        """Signs the cookies. Raises BadSecret."""
        return self._secret.read()

    @property
    def id(self) -> str:
        """Tells the installation from others, and does not give the secret away. Raises BadSecret."""
        return hmac.digest(self.secret.encode(), b"installation", hashlib.sha256).hex()[:_ID]

    def change_key(self, written: str = "") -> Key:
        """Replace the key, by a random one if none is given. Raises BadSecret."""
        written = written.strip() or fresh_key()
        if fault := _fault_of_key(written):
            raise BadSecret(f"This key cannot be used: it {fault}.")
        self._key.write(written)
        return self.key


class _LineFile:
    """A file with one line. ``fresh`` makes the first line; ``fault`` returns what is wrong with a line, in
    words that follow "it", or an empty text."""

    def __init__(
        self, files: SmallFiles, path: str, fresh: Callable[[], str], fault: Callable[[str], str]
    ) -> None:
        self._files = files
        self._path = path
        self._fresh = fresh
        self._fault = fault
        self._read: tuple[Stamp, str] | None = None

    def read(self) -> str:
        """The line. Only the first read creates the file, so that a running app never overwrites one that
        somebody is editing. Raises BadSecret, or BrokenStore if the file cannot be created."""
        try:
            seen = self._stamp()  # taken before reading, so that a later change is noticed next time
            if self._read is None or self._read[0] != seen:
                self._read = seen, self._checked(self._files.read(self._path))
        except OSError as error:
            raise BadSecret(f"{self._called} cannot be read: {error.strerror}. {_NEXT_START}") from error
        return self._read[1]

    def write(self, line: str) -> None:
        """Replace the line. Raises BadSecret."""
        try:
            self._files.write(self._path, f"{line}\n".encode())
        except BrokenStore as error:
            raise BadSecret(str(error)) from error
        except OSError as error:
            raise BadSecret(f"{self._called} cannot be written: {error.strerror}.") from error

    def _checked(self, content: bytes) -> str:
        try:
            line = content.decode("utf-8-sig").strip()
        except UnicodeDecodeError:
            fault = "is not UTF-8 text"
        else:
            fault = self._fault(line)
            if not fault:
                return line
        raise BadSecret(f"What {self._called} holds cannot be used: it {fault}. {_NEXT_START}")

    def _stamp(self) -> Stamp:
        try:
            return self._files.stamp(self._path)
        except FileNotFoundError:
            if self._read is not None:
                raise
        self._files.write_if_absent(self._path, f"{self._fresh()}\n".encode())
        return self._files.stamp(self._path)

    @property
    def _called(self) -> str:
        return self._files.called(self._path)


def _fault_of_key(line: str) -> str:
    if not line:
        return "is empty"
    if not line.isprintable():
        return "is more than one line of letters"
    if max(len(line), len(normalized(line))) > _LONGEST_KEY:
        return f"is longer than {_LONGEST_KEY} signs"
    if len(normalized(line)) < _SHORTEST_KEY:
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
