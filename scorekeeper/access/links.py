"""A link: what the phones that it lets in may do, and the code that its address carries.

The code is the id of the link and a seal made with the secret of the installation, so it can be shown again
at any time and stands nowhere; a copy of the database lets nobody in.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from datetime import date
from enum import StrEnum
from typing import Final

import msgspec

from ..keys import ALPHABET, normalized
from ..store import Documents, remove

KIND: Final = "link"
_ID: Final = 6  # letters
_SEAL: Final = 14  # letters: about 69 bits, which nobody guesses
_GROUP: Final = 4  # letters, as a code is written
_MOST_MATCHES: Final = 500  # of one link


class Role(StrEnum):
    """What the phones of a link are at the table."""

    HOST = "host"  # everything
    SCORER = "scorer"  # enter, correct, undo
    VIEWER = "viewer"  # see


class Link(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a link opens: some matches, those of an evening, or, with neither, all of them.

    On its ``evening`` a scorer may also begin matches, which are then among the ``matches``; of the others of
    that evening, those of another table, a scorer is only a viewer.
    """

    role: Role
    made_at: str
    matches: tuple[str, ...] = ()  # ids
    evening: date | None = None

    @property
    def is_for_all(self) -> bool:
        return not self.matches and self.evening is None


class Links:
    """The links of an installation, sealed with its secret."""

    def __init__(self, documents: Documents, secret: str) -> None:
        self._documents = documents
        self._secret = secret

    def all(self) -> dict[str, Link]:
        """The links by id, the newest first."""
        links = {id_: _link(there.value) for id_, there in self._documents.all(KIND).items()}
        return dict(sorted(links.items(), key=lambda row: (row[1].made_at, row[0]), reverse=True))

    def find(self, id_: str) -> Link | None:
        """A link by its id; None where it was revoked."""
        there = self._documents.find(KIND, id_)
        return _link(there.value) if there else None

    def make(self, link: Link) -> str:
        """Keep a new link; returns its id. Raises BrokenStore."""
        id_ = "".join(secrets.choice(ALPHABET) for _ in range(_ID))
        link = msgspec.structs.replace(link, matches=link.matches[:_MOST_MATCHES])
        self._documents.keep(KIND, id_, 0, msgspec.to_builtins(link))
        return id_

    def add_match(self, id_: str, match_id: str) -> None:
        """Let a link open one more match, one that was begun with it. Raises Stale, BrokenStore."""
        there = self._documents.find(KIND, id_)
        if there is None:
            return
        link = _link(there.value)
        if match_id not in link.matches:
            longer = msgspec.structs.replace(link, matches=(*link.matches, match_id)[-_MOST_MATCHES:])
            self._documents.keep(KIND, id_, there.version, msgspec.to_builtins(longer))

    def revoke(self, id_: str) -> None:
        """Remove a link: from the next request on, its phones are let in no more. Raises BrokenStore."""
        remove(self._documents, KIND, id_)

    def code(self, id_: str) -> str:
        """The code of a link, as it is written: five groups of four letters."""
        code = id_ + self._seal(id_)
        return "-".join(code[at : at + _GROUP] for at in range(0, len(code), _GROUP))

    def opened(self, typed: str) -> str:
        """The id of the link whose code was typed or scanned; empty where no link has it any more."""
        code = normalized(typed)
        id_, seal = code[:_ID], code[_ID:]
        right = hmac.compare_digest(seal.encode(), self._seal(id_).encode())
        return id_ if right and self.find(id_) else ""

    def _seal(self, id_: str) -> str:
        digest = hmac.digest(self._secret.encode(), f"link {id_}".encode(), hashlib.sha256)
        number = int.from_bytes(digest)
        letters = []
        for _ in range(_SEAL):
            number, place = divmod(number, len(ALPHABET))
            letters.append(ALPHABET[place])
        return "".join(letters)


def _link(value: object) -> Link:
    return msgspec.convert(value, Link)
