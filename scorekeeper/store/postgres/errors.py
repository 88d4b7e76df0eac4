"""What can be wrong with a PostgreSQL database, each with a sentence of advice; none names its password."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

import psycopg
from psycopg.conninfo import conninfo_to_dict
from psycopg_pool import PoolClosed, PoolTimeout

from ...sentences import N_
from ..errors import BrokenStore

UNREACHABLE: Final = N_(
    "The database %(path)s cannot be reached. Check that it runs, and the address, user and password in "
    "SCOREKEEPER_DATABASE."
)
LOST: Final = N_(
    "The connection to the database %(path)s broke while this was being saved. Look whether it is saved "
    "before you do it again."
)
BUSY: Final = N_("The database %(path)s is very busy. Try again in a moment.")
NEWER: Final = N_("The database %(path)s was written by a newer version of this app. Update the app.")
OLDER: Final = N_(
    "The database %(path)s was written by an older version of this app: with that version copy it, and its "
    "groups with it, to a folder (“scorekeeper copy”), then with this one the folder to an empty database."
)
_NO_ADDRESS: Final = N_(
    "SCOREKEEPER_DATABASE is not the address of a PostgreSQL database: %(path)s. Write it like "
    "postgresql://user:password@host/database."
)
_FORBIDDEN: Final = N_("The database %(path)s does not let its user make or write tables. Grant that right.")
# https://www.postgresql.org/docs/current/errcodes-appendix.html
_BY_STATE: Final = {
    "25006": N_("The database %(path)s is read-only. Use the address of the server that is written to."),
    "3F000": _FORBIDDEN,
    "42501": _FORBIDDEN,
    "42P01": N_(
        "The tables of this app are missing from the database %(path)s. Restore its newest backup, or start "
        "the app again to begin with an empty one."
    ),
    "53100": N_(
        "The database %(path)s cannot be written: its disk is full. Free some space, then save again."
    ),
    "53300": N_("The database %(path)s has too many connections. Allow more, or start fewer processes."),
    "55P03": BUSY,
    "57014": BUSY,
}
_AGAIN: Final = {"40001", "40P01"}
_PREFIX: Final = "scorekeeper_"  # of all tables and indexes


def address_of(written: str) -> str:
    """The host and the name of a database, without user, password and options. Raises BrokenStore."""
    try:
        parts = conninfo_to_dict(written)
    except psycopg.ProgrammingError as error:
        shown = written.partition(":")[0][:20]
        raise BrokenStore(_NO_ADDRESS, f"{shown}:…") from error
    port = f":{parts['port']}" if parts.get("port") else ""
    return f"postgresql://{parts.get('host') or ''}{port}/{parts.get('dbname') or ''}"


def to_be_run_again(error: psycopg.Error) -> bool:
    """Whether a transaction failed only because of others that ran at the same time; nothing of it is kept.

    PostgreSQL (https://www.postgresql.org/docs/current/mvcc-serialization-failure-handling.html) names 40001
    and 40P01, and 23505 where two have looked for a key before they wrote it: the complete transaction, with
    all that decides what it writes, is to be run again. CockroachDB asks for a loop round the transaction on
    40001 with a limit and a growing pause
    (https://www.cockroachlabs.com/docs/v24.3/transaction-retry-error-example), YugabyteDB for the same
    (https://docs.yugabyte.com/stable/develop/learn/transactions/transactions-retries-ysql).
    """
    if error.sqlstate == "23505":
        return (error.diag.constraint_name or "").startswith(_PREFIX)
    return error.sqlstate in _AGAIN


def is_lost(error: psycopg.Error) -> bool:
    """Whether the connection broke, or the server ended it."""
    state = error.sqlstate
    if state is None:  # of the client; "internal" where PgBouncer adds words to the server's last ones
        return isinstance(error, psycopg.OperationalError | psycopg.InterfaceError | psycopg.InternalError)
    return state.startswith(("08", "57P")) or state == "40003"  # 40003: nobody knows whether it was committed


@contextmanager
def trouble_with(address: str) -> Iterator[None]:
    """Turn errors about the state of a database into BrokenStore; leave programming errors alone."""
    try:
        yield
    except (PoolTimeout, PoolClosed) as error:
        raise BrokenStore(UNREACHABLE, address) from error
    except psycopg.Error as error:
        if to_be_run_again(error):
            raise BrokenStore(BUSY, address) from error
        template = UNREACHABLE if is_lost(error) else _BY_STATE.get(error.sqlstate or "")
        if template is None:
            raise
        raise BrokenStore(template, address) from error
