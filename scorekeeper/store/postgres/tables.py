"""The tables in a PostgreSQL database.

All texts are BYTEA, in UTF-8: TEXT cannot hold U+0000, and sorts by the rules of a language. Sorted as bytes
they are in the order that SQLite has. JSON is kept as it was written, with the order of its keys.
``stored_at`` orders matches that say of themselves that they began at the same moment.
``discarded_at`` is empty where a match is not in the bin: an index is searched for that and read in order.
"""

from __future__ import annotations

from typing import Any, Final

import psycopg

from ..errors import BrokenStore
from .errors import NEWER, OLDER, to_be_run_again

VERSION: Final = 2
FILLED: Final = tuple(  # by whoever stores something
    f"scorekeeper_{name}" for name in ("matches", "documents", "live", "settings", "files")
)
_TRIES: Final = 20

# ASC: YugabyteDB reads ranges quickly only where rows are not spread by a hash
# (https://docs.yugabyte.com/stable/explore/going-beyond-sql/data-sharding), and asks for it by this word
# (https://docs.yugabyte.com/stable/api/ysql/the-sql-language/statements/ddl_create_index/).
# No foreign keys: whoever writes beside a match has locked its row.
_MADE: Final = (
    """
    CREATE TABLE IF NOT EXISTS scorekeeper_matches (
        id BYTEA NOT NULL, seq BIGINT NOT NULL,
        started_at BYTEA NOT NULL, touched_at BYTEA NOT NULL, discarded_at BYTEA NOT NULL,
        stored_at TIMESTAMPTZ NOT NULL DEFAULT clock_timestamp(), PRIMARY KEY (id))
    """,
    """
    CREATE INDEX IF NOT EXISTS scorekeeper_matches_listed
        ON scorekeeper_matches (discarded_at ASC, touched_at ASC, stored_at ASC, id ASC)
    """,
    """
    CREATE TABLE IF NOT EXISTS scorekeeper_events (
        match_id BYTEA NOT NULL, seq BIGINT NOT NULL, event_id BYTEA NOT NULL,
        at BYTEA NOT NULL, body BYTEA NOT NULL, PRIMARY KEY (match_id, seq))
    """,
    """
    CREATE UNIQUE INDEX IF NOT EXISTS scorekeeper_events_ids ON scorekeeper_events (match_id, event_id)
    """,
    """
    CREATE TABLE IF NOT EXISTS scorekeeper_digests (
        match_id BYTEA NOT NULL, value BYTEA NOT NULL, PRIMARY KEY (match_id))
    """,
    *(
        f"""
        CREATE TABLE IF NOT EXISTS scorekeeper_{name} (
            kind BYTEA NOT NULL, id BYTEA NOT NULL, version BIGINT NOT NULL,
            value BYTEA NOT NULL, PRIMARY KEY (kind, id))
        """
        for name in ("documents", "live")
    ),
    """
    CREATE TABLE IF NOT EXISTS scorekeeper_settings (
        key BYTEA NOT NULL, value BYTEA NOT NULL, PRIMARY KEY (key))
    """,
    """
    CREATE TABLE IF NOT EXISTS scorekeeper_states (
        part BYTEA NOT NULL, slot BIGINT NOT NULL, value BYTEA NOT NULL,
        PRIMARY KEY (part, slot))
    """,
    """
    CREATE TABLE IF NOT EXISTS scorekeeper_files (
        path BYTEA NOT NULL, at BYTEA NOT NULL, stamp BYTEA NOT NULL,
        content BYTEA NOT NULL, PRIMARY KEY (path))
    """,
    "CREATE TABLE IF NOT EXISTS scorekeeper_locks (name BYTEA PRIMARY KEY)",
    "CREATE TABLE IF NOT EXISTS scorekeeper_schema (version BIGINT PRIMARY KEY)",
    f"INSERT INTO scorekeeper_schema VALUES ({VERSION}) ON CONFLICT DO NOTHING",
)
_UNDEFINED_TABLE: Final = "42P01"
# Two processes make a table at once: the second one looked for it too early.
_TWICE: Final = {"42P07", "42710", "23505"}


def prepare(connection: psycopg.Connection[Any], address: str) -> None:
    """Make the tables where they are missing. Raises BrokenStore.

    Several processes may do this at once.

    Each statement is a transaction of its own, and the version is written last: CockroachDB guarantees only
    then that a change of tables is made whole (https://cockroachlabs.com/docs/v24.1/online-schema-changes).
    """
    version = _version(connection)
    if version not in (0, VERSION):
        raise BrokenStore(NEWER if version > VERSION else OLDER, address)
    if not version:
        for statement in _MADE:
            _made(connection, statement)


def _version(connection: psycopg.Connection[Any]) -> int:
    """The version of the tables; 0 where there are none, or not all of them."""
    try:
        row = connection.execute("SELECT max(version) FROM scorekeeper_schema").fetchone()
    except psycopg.Error as error:
        if error.sqlstate != _UNDEFINED_TABLE:
            raise
        return 0
    return (row[0] if row else 0) or 0


def _made(connection: psycopg.Connection[Any], statement: str) -> None:
    for number in range(_TRIES):
        try:
            connection.execute(statement)
            return
        except psycopg.Error as error:
            again = to_be_run_again(error) or error.sqlstate in _TWICE
            if not again or number == _TRIES - 1:
                raise
