"""Matches that are stored at once, as after months of playing."""

from __future__ import annotations

from contextlib import closing
from typing import Any
from uuid import uuid4

from archive.matches import begin

from scorekeeper.installation import Installation
from scorekeeper.store import Store
from scorekeeper.times import utc_now

from .guests import id_of
from .player import Page, Player


def store_match(player: Player, *events: dict[str, Any]) -> Page:
    """A match of these events, stored in the installation that a phone opens; its notepad."""
    installation: Installation = player.client.application.extensions["installation"]
    id_, now = uuid4().hex, utc_now()
    with closing(installation.open_store()) as store:
        store.create(id_, [{"id": f"e{place}", "at": now, **event} for place, event in enumerate(events)])
    return player.open(f"/matches/{id_}")


def events_of(installation: Installation, page: Page) -> list[dict[str, Any]]:
    """What is stored of the match of a page, such as of its notepad."""
    with closing(installation.open_store()) as store:
        return store.events(id_of(page))


class Shelf:
    """Puts matches and what is written beside them into the store of an installation."""

    def __init__(self, installation: Installation) -> None:
        self.installation = installation

    def match(
        self, id_: str, *players: str, at: str = "2026-02-14T19:00:00Z", wins: int | None = 0, **more: Any
    ) -> str:
        """A match of one round; ``wins``: the seat that wins it, None where it is not finished."""
        with closing(self.store()) as store:
            begin(store, id_, *players, at=at, **{"rounds": 1, "purse": 20, **more})
            if wins is not None:
                piles = ["01B 03B 08B" if seat == wins else None for seat in range(len(players))]
                won = {"type": "round-won", "id": "won", "player": wins, "piles": piles, "at": at}
                store.append(id_, 1, [won])
        return f"/matches/{id_}"

    def remark(self, id_: str, **value: Any) -> None:
        with closing(self.store()) as store:
            found = store.documents.get("match", id_)
            store.documents.put("match", id_, found.version if found else 0, value or None)

    def discard(self, id_: str) -> None:
        with closing(self.store()) as store:
            store.discard(id_, store.last(id_))

    def store(self) -> Store:
        return self.installation.open_store()
