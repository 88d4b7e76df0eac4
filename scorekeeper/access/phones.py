"""The phones that were let in: by which link or key, under which name, and when they were last seen."""

from __future__ import annotations

import hashlib
import secrets
from contextlib import suppress
from datetime import timedelta
from typing import Final

import msgspec

from ..store import BrokenStore, Documents, Stale, remove
from ..times import read_time

LONGEST_NAME: Final = 40  # letters
_KIND: Final = "phone"
_WAY: Final = "phones"  # of a link or key: the ids of those that it let in
_SECRET: Final = 16  # bytes: 128 bits
_ID: Final = 32  # letters
_SEEN_FOR: Final = timedelta(minutes=5)  # so often it is written that a phone was seen
MOST: Final = 200  # by one link or key; those that were not seen for the longest time are let in no more
_KINDS: Final = (
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("Windows", "Windows"),
    ("Macintosh", "Mac"),
    ("CrOS", "Chromebook"),
    ("Linux", "Linux"),
)


class Phone(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """``link``: the id of the link that let it in, or empty: then it was the key with the mark ``key``."""

    name: str
    since: str
    seen: str
    link: str = ""
    key: str = ""


class Phones:
    """The phones of an installation by their ids: digests of what only their own cookies hold."""

    def __init__(self, documents: Documents) -> None:
        self._documents = documents

    def all(self) -> dict[str, Phone]:
        """The phones by id, the one seen last first."""
        phones = {id_: _phone(there.value) for id_, there in self._documents.all(_KIND).items()}
        return dict(sorted(phones.items(), key=lambda row: (row[1].seen, row[0]), reverse=True))

    def find(self, id_: str) -> Phone | None:
        there = self._documents.find(_KIND, id_)
        return _phone(there.value) if there else None

    def let_in(self, phone: Phone) -> str:
        """Keep a phone that is let in now; returns the new secret for its cookie. Raises BrokenStore.

        However often somebody joins by one link, it costs no phone its place that came another way.
        """
        secret = secrets.token_urlsafe(_SECRET)
        self._documents.keep(_KIND, phone_id(secret), 0, msgspec.to_builtins(phone))
        for id_ in self._listed(_way(phone), phone_id(secret)):
            self.forget(id_)
        return secret

    def rename(self, id_: str, name: str) -> None:
        """Give a phone another name. Raises Stale, BrokenStore."""
        self._change(id_, name=name)

    def note_seen(self, id_: str, phone: Phone, now: str) -> None:
        """Write now and then that a phone was seen; a disk that is full stops nobody from looking."""
        if abs(read_time(now) - read_time(phone.seen)) >= _SEEN_FOR:
            with suppress(Stale, BrokenStore):
                self._change(id_, seen=now)

    def forget(self, id_: str) -> None:
        """Let a phone in no more. Raises BrokenStore."""
        remove(self._documents, _KIND, id_)

    def forget_those_of(self, link: str) -> None:
        """Let no phone in any more that came by this link; if it is empty, by a key. Raises BrokenStore."""
        those = {id_: phone for id_, phone in self.all().items() if phone.link == link}
        for id_ in those:
            self.forget(id_)
        for way in {_way(phone) for phone in those.values()}:
            remove(self._documents, _WAY, way)

    def _listed(self, way: str, new: str) -> list[str]:
        """List a phone with those that came the same way; returns which of them are too many now.

        A list for each way, because looking through the phones of all tables takes longer the more there are.
        """
        while True:
            there = self._documents.find(_WAY, way)
            ids = [*(there.value if there else ()), new]
            over: list[str] = []
            if len(ids) > MOST:
                seen = {id_: phone.seen for id_ in ids if (phone := self.find(id_))}
                ids = sorted(seen, key=lambda id_: (id_ == new, seen[id_]))
                over, ids = ids[:-MOST], ids[-MOST:]
            with suppress(Stale):
                self._documents.keep(_WAY, way, there.version if there else 0, ids)
                return over

    def _change(self, id_: str, **changed: str) -> None:
        there = self._documents.find(_KIND, id_)
        if there is not None:
            phone = msgspec.structs.replace(_phone(there.value), **changed)
            self._documents.keep(_KIND, id_, there.version, msgspec.to_builtins(phone))


def phone_id(secret: str) -> str:
    """The id of the phone whose cookie holds this secret."""
    return hashlib.sha256(f"phone {secret}".encode()).hexdigest()[:_ID]


def kind_of_phone(user_agent: str) -> str:
    """What a phone is called until somebody gives it a name: "iPhone"; empty if that is unknown."""
    return next((name for sign, name in _KINDS if sign in user_agent), "")


def _way(phone: Phone) -> str:
    """By which link or key a phone came."""
    return f"link {phone.link}" if phone.link else f"key {phone.key}"


def _phone(value: object) -> Phone:
    return msgspec.convert(value, Phone)
