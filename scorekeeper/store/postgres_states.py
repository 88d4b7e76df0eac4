"""The states of the matches and of the documents: texts that are other ones after every change.

A single row would be written by every save, and each would wait for the one before it. So a state is in
several rows, of which a save writes one, by the id of what it changes; all of them together are the state.
"""

from __future__ import annotations

import secrets
import zlib
from typing import Final

from .postgres_space import PostgresSpace, Transaction

_SLOTS: Final = 16


def state(space: PostgresSpace, part: str) -> str:
    rows = space.ask(
        "SELECT slot, value FROM scorekeeper_states WHERE space = %(space)s AND part = %(part)s"
        " ORDER BY slot",
        part=part.encode(),
    )
    return ",".join(f"{slot}:{value.decode()}" for slot, value in rows)


def change(transaction: Transaction, part: str, id_: str) -> None:
    """Give a part another state: a random one, so that an older copy that was put back never has the state of
    something newer."""
    transaction.execute(
        "INSERT INTO scorekeeper_states (space, part, slot, value)"
        " VALUES (%(space)s, %(part)s, %(slot)s, %(value)s)"
        " ON CONFLICT (space, part, slot) DO UPDATE SET value = excluded.value",
        part=part.encode(),
        slot=zlib.crc32(id_.encode()) % _SLOTS,
        value=secrets.token_hex(8).encode(),
    )
