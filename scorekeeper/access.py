"""Who may use an installation: links with a role, and the phones that they let in."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from datetime import date, timedelta
from enum import StrEnum
from typing import Final

import msgspec

from .keys import ALPHABET, normalized
from .koikoi.errors import NotAllowed
from .sentences import N_, Sentence, count, say
from .store import BrokenStore, Documents, Stale, remove
from .times import read_time

_LINK: Final = "link"
_LINK_ID: Final = 6  # letters
_SEAL: Final = 14  # letters: about 69 bits, which nobody guesses
_GROUP: Final = 4  # letters, as a code is written
MOST_OF_A_LINK: Final = 500  # matches that it opens, with those that guests begin


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
    by: str = ""  # the id of the phone that made it

    @property
    def is_for_all(self) -> bool:
        return not self.matches and self.evening is None

    def is_like(self, other: Link) -> bool:
        """Whether the same phone made both, and they let others do the same."""
        return (self.by, self.role, self.evening, {*self.matches}) == (
            other.by,
            other.role,
            other.evening,
            {*other.matches},
        )


class Links:
    """The links of an installation, sealed with its secret."""

    def __init__(self, documents: Documents, secret: str) -> None:
        self._documents = documents
        self._secret = secret

    def all(self) -> dict[str, Link]:
        """The links by id, the newest first."""
        links = {id_: msgspec.convert(there.value, Link) for id_, there in self._documents.all(_LINK).items()}
        return dict(sorted(links.items(), key=lambda row: (row[1].made_at, row[0]), reverse=True))

    def find(self, id_: str) -> Link | None:
        """A link by its id; None where it was revoked."""
        there = self._documents.get(_LINK, id_)
        return msgspec.convert(there.value, Link) if there else None

    def make(self, link: Link) -> str:
        """Keep a new link; returns its id. Raises BrokenStore."""
        id_ = "".join(secrets.choice(ALPHABET) for _ in range(_LINK_ID))
        self._documents.put(_LINK, id_, 0, msgspec.to_builtins(link))
        return id_

    def add_match(self, id_: str, match_id: str) -> None:
        """Let a link open one more match, one that was begun with it.

        Raises NotAllowed where it opens as many as it may: those that others have begun stay open to them.
        Raises BrokenStore.
        """
        while there := self._documents.get(_LINK, id_):
            link = msgspec.convert(there.value, Link)
            if match_id in link.matches:
                return
            if len(link.matches) >= MOST_OF_A_LINK:
                raise NotAllowed(
                    count(
                        "This link opens %(n)d match, as many as one may. Ask for a new link.",
                        "This link opens %(n)d matches, as many as one may. Ask for a new link.",
                        len(link.matches),
                    )
                )
            longer = msgspec.structs.replace(link, matches=(*link.matches, match_id))
            with suppress(Stale):  # another table has begun one at the same moment
                self._documents.put(_LINK, id_, there.version, msgspec.to_builtins(longer))
                return

    def revoke(self, id_: str) -> None:
        """Remove a link: from the next request on, its phones are let in no more. Raises BrokenStore."""
        remove(self._documents, _LINK, id_)

    def code(self, id_: str) -> str:
        """The code of a link, as it is written: five groups of four letters."""
        code = id_ + self._seal(id_)
        return "-".join(code[at : at + _GROUP] for at in range(0, len(code), _GROUP))

    def opened(self, typed: str) -> str:
        """The id of the link whose code was typed or scanned; empty where no link has it any more."""
        code = normalized(typed)
        id_, seal = code[:_LINK_ID], code[_LINK_ID:]
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


LONGEST_NAME: Final = 40  # letters
_PHONE: Final = "phone"
_PHONES_OF_ENTRANCE: Final = "phones"  # of a link or key: the ids of those that it let in
_SECRET: Final = 16  # bytes: 128 bits
_PHONE_ID: Final = 32  # letters
_SEEN_FOR: Final = timedelta(minutes=5)  # so often it is written that a phone was seen
MOST_PHONES: Final = 200  # phones by one link, or by the key
MOST_BEGUN: Final = 50  # matches by one phone on an evening: ten hours hold as many of the shortest ones
_DEVICES: Final = (
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", N_("Phone")),
    ("Windows", N_("Computer")),
    ("Macintosh", N_("Computer")),
    ("CrOS", N_("Computer")),
    ("Linux", N_("Computer")),
)


class Phone(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """``link``: the id of the link that let it in, or empty: then it was the key with the mark ``key``.

    ``begun``: how many matches it has begun on the ``evening``, the last on which it began any.
    """

    name: str
    since: str
    seen: str
    link: str = ""
    key: str = ""
    begun: int = 0
    evening: date | None = None


class Phones:
    """The phones of an installation by their ids: digests of what only their own cookies hold."""

    def __init__(self, documents: Documents) -> None:
        self._documents = documents

    def all(self) -> dict[str, Phone]:
        """The phones by id, the one seen last first."""
        phones = {
            id_: msgspec.convert(there.value, Phone) for id_, there in self._documents.all(_PHONE).items()
        }
        return dict(sorted(phones.items(), key=lambda row: (row[1].seen, row[0]), reverse=True))

    def find(self, id_: str) -> Phone | None:
        there = self._documents.get(_PHONE, id_)
        return msgspec.convert(there.value, Phone) if there else None

    def let_in(self, phone: Phone, before: str = "") -> str:
        """Keep a phone that is let in now; returns the new secret for its cookie.

        ``before``: its id until now, if any, which is forgotten. However often somebody joins by a link, it
        costs no phone its place: a link that has let in as many as it may raises NotAllowed. By the key the
        new phone comes in, and the one that was not seen for the longest time does no more.
        Raises BrokenStore.
        """
        secret = secrets.token_urlsafe(_SECRET)
        if earlier := self.find(before):
            phone = msgspec.structs.replace(phone, begun=earlier.begun, evening=earlier.evening)
        over = self._listed(phone, phone_id(secret), before)
        self._documents.put(_PHONE, phone_id(secret), 0, msgspec.to_builtins(phone))
        for id_ in (*over, before):
            self.forget(id_)
        return secret

    def are_at_most(self, link: str) -> bool:
        """Whether a link has let in as many phones as it may."""
        there = self._documents.get(_PHONES_OF_ENTRANCE, f"link {link}")
        return there is not None and len(there.value) >= MOST_PHONES

    def note_begun(self, id_: str, evening: date) -> None:
        """Count a match that a phone is about to begin on an evening.

        Raises NotAllowed where it has begun as many as one may, BrokenStore.
        """

        def with_one_more(phone: Phone) -> Phone:
            begun = phone.begun if phone.evening == evening else 0
            if begun >= MOST_BEGUN:
                raise NotAllowed(
                    count(
                        "This phone has begun %(n)d match this evening, as many as it may.",
                        "This phone has begun %(n)d matches this evening, as many as it may.",
                        begun,
                    )
                )
            return msgspec.structs.replace(phone, begun=begun + 1, evening=evening)

        self._change(id_, with_one_more)

    def rename(self, id_: str, name: str) -> None:
        """Give a phone another name. Raises BrokenStore."""
        self._change(id_, lambda phone: msgspec.structs.replace(phone, name=name))

    def note_seen(self, id_: str, phone: Phone, now: str) -> None:
        """Write now and then that a phone was seen; a disk that is full stops nobody from looking."""
        if abs(read_time(now) - read_time(phone.seen)) >= _SEEN_FOR:
            with suppress(BrokenStore):
                self._change(id_, lambda phone: msgspec.structs.replace(phone, seen=now))

    def forget(self, id_: str) -> None:
        """Let a phone in no more. Raises BrokenStore."""
        remove(self._documents, _PHONE, id_)

    def forget_those_of(self, link: str) -> None:
        """Let no phone in any more that came by this link; if it is empty, by a key. Raises BrokenStore."""
        those = {id_: phone for id_, phone in self.all().items() if phone.link == link}
        for id_ in those:
            self.forget(id_)
        for entrance in {_entrance(phone) for phone in those.values()}:
            remove(self._documents, _PHONES_OF_ENTRANCE, entrance)

    def _listed(self, phone: Phone, new: str, before: str) -> list[str]:
        """List a phone with those that came the same way; returns which of them are too many now.

        A list for each way, because looking through the phones of all tables takes longer the more there are.
        """
        entrance = _entrance(phone)
        while True:
            there = self._documents.get(_PHONES_OF_ENTRANCE, entrance)
            ids = [id_ for id_ in (there.value if there else ()) if id_ != before]
            over: list[str] = []
            if len(ids) >= MOST_PHONES:
                seen = {id_: other.seen for id_ in ids if (other := self.find(id_))}
                ids = sorted(seen, key=seen.__getitem__)
                over, ids = ids[: 1 - MOST_PHONES], ids[1 - MOST_PHONES :]
            if over and phone.link:
                raise NotAllowed(
                    count(
                        "%(n)d phone has joined by this link, as many as may. Ask for a new link.",
                        "%(n)d phones have joined by this link, as many as may. Ask for a new link.",
                        MOST_PHONES,
                    )
                )
            with suppress(Stale):
                self._documents.put(_PHONES_OF_ENTRANCE, entrance, there.version if there else 0, [*ids, new])
                return over

    def _change(self, id_: str, changed: Callable[[Phone], Phone]) -> None:
        """Write a phone anew, also where something else of it is written at the same moment."""
        while there := self._documents.get(_PHONE, id_):
            phone = changed(msgspec.convert(there.value, Phone))
            with suppress(Stale):
                self._documents.put(_PHONE, id_, there.version, msgspec.to_builtins(phone))
                return


def phone_id(secret: str) -> str:
    """The id of the phone whose cookie holds this secret."""
    return hashlib.sha256(f"phone {secret}".encode()).hexdigest()[:_PHONE_ID]


def kind_of_phone(user_agent: str) -> str:
    """What a phone is called until somebody gives it a name: "iPhone", "Phone"; "?" if that is unknown."""
    return next((name for sign, name in _DEVICES if sign in user_agent), "?")


def named(phone: str) -> Sentence | str:
    """The name of a phone; what it is called without one is said in the reader's language."""
    return say(phone) if is_unnamed(phone) else phone


def own_name(phone: str) -> str:
    """The name that somebody gave a phone; empty where nobody did."""
    return "" if is_unnamed(phone) else phone


def is_unnamed(phone: str) -> bool:
    return phone == "?" or phone in dict(_DEVICES).values()


def _entrance(phone: Phone) -> str:
    """By which link or key a phone came."""
    return f"link {phone.link}" if phone.link else f"key {phone.key}"


BY_KEY: Final = Link(Role.HOST, made_at="")  # what the key is worth


@dataclass(frozen=True)
class Admission:
    """A phone and the link that let it in; ``BY_KEY`` where it was the key."""

    phone_id: str
    phone: Phone
    link: Link

    @property
    def role(self) -> Role:
        return self.link.role

    @property
    def is_host(self) -> bool:
        return self.role is Role.HOST

    @property
    def sees_all(self) -> bool:
        """Whether it may look at everything that was played."""
        return self.is_host or self.link.is_for_all

    def sees_evening(self, day: date | None) -> bool:
        """Whether it may look at all that was played on an evening."""
        return self.sees_all or (day is not None and self.link.evening == day)

    def sees(self, match_id: str, evening_of: Callable[[str], date | None]) -> bool:
        """Whether it may look at a match; ``evening_of`` says on which evening a match was begun."""
        if self.sees_all or match_id in self.link.matches:
            return True
        return self.link.evening is not None and self.sees_evening(evening_of(match_id))

    def enters(self, match_id: str) -> bool:
        """Whether it may enter, correct and undo in a match."""
        opens = self.link.is_for_all or match_id in self.link.matches
        return self.is_host or (self.role is Role.SCORER and opens)

    def begins(self, today: date | None) -> bool:
        """Whether it may begin a match on the evening ``today``."""
        opens = self.link.is_for_all or (today is not None and self.link.evening == today)
        return self.is_host or (self.role is Role.SCORER and opens)
