"""The states of the matches and of the documents: texts that are other ones after every change.

A single row would be written by every save, and each would wait for the one before it. So a state is in
several rows, of which a save writes one, by the id of what it changes; all of them together are the state.
"""

from __future__ import annotations

import secrets
import zlib
from typing import Final

from .postgres_database import Connection, PostgresDatabase

_SLOTS: Final = 16


def state(database: PostgresDatabase, part: str) -> str:
    rows = database.ask(
        "SELECT slot, value FROM scorekeeper_states WHERE part = %s ORDER BY slot", [part.encode()]
    )
    return ",".join(f"{slot}:{value.decode()}" for slot, value in rows)


def change(connection: Connection, part: str, id_: str) -> None:
    """Give a part another state: a random one, so that an older copy that was put back never has the state of
    something newer."""
    connection.execute(
        "INSERT INTO scorekeeper_states (part, slot, value) VALUES (%s, %s, %s)"
        " ON CONFLICT (part, slot) DO UPDATE SET value = excluded.value",
        [part.encode(), zlib.crc32(id_.encode()) % _SLOTS, secrets.token_hex(8).encode()],
    )
