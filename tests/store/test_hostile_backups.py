"""Backups made by strangers: refused with a sentence, before they run anything or fill memory or disk."""

from __future__ import annotations

import sqlite3
import zipfile
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from confined import run_within
from extent import daily

from scorekeeper.store import StoreError
from scorekeeper.store.backup import unpack, unpack_database
from scorekeeper.store.database import refuse_bad_copy

from .installations import back_up

WRITTEN = {
    "a check that fills the memory": "CREATE TABLE x (a CHECK (length(hex(zeroblob(499000000))) > a))",
    "another": "CREATE TABLE x (a CHECK (length(printf('%.*c', 900000000, 'x')) > a))",
    "an index that does": "CREATE INDEX x ON settings (length(hex(zeroblob(499000000))))",
    "an index of some rows": "CREATE INDEX x ON settings (key) WHERE length(hex(zeroblob(499000000))) > 1",
    "a column that does": "CREATE TABLE x (a, b GENERATED ALWAYS AS (hex(zeroblob(499000000))) STORED)",
    "a view": "CREATE VIEW x AS SELECT hex(zeroblob(499000000))",
    "a trigger": "CREATE TRIGGER x AFTER INSERT ON events BEGIN DELETE FROM events; END",
    "one more table": "CREATE TABLE x (a)",
    "one more index": "CREATE INDEX x ON settings (value)",
    "a virtual table": "CREATE VIRTUAL TABLE x USING fts5(a)",
    "one table less": "DROP TABLE digests",
    "one index less": "DROP INDEX idx_events_match_id_event_id",
    "a column more": "ALTER TABLE settings ADD COLUMN x TEXT",
}

SLOW = ("an index that does", "an index of some rows")


@pytest.fixture
def database(home: Path, tmp_path: Path) -> Path:
    """The database of a backup, which is good."""
    folder = tmp_path / "unpacked"
    folder.mkdir()
    return unpack_database(back_up(home, tmp_path / "koi.zip"), folder, 10_000_000)


def write(database: Path, *statements: str) -> None:
    with closing(sqlite3.connect(database, isolation_level=None)) as connection:
        connection.execute("PRAGMA ignore_check_constraints = ON")
        for statement in statements:
            connection.execute(statement)


@pytest.mark.parametrize(
    "written",
    [
        pytest.param(written, id=name, marks=pytest.mark.slow if name in SLOW else ())
        for name, written in WRITTEN.items()
    ],
)
def test_a_database_with_anything_but_the_tables_of_this_app_is_refused(database: Path, written: str) -> None:
    write(database, written)
    with pytest.raises(StoreError, match=r"damaged\. Choose another"):
        refuse_bad_copy(database)


def test_a_database_that_would_refuse_the_fifth_event_is_refused(database: Path) -> None:
    write(
        database,
        "PRAGMA writable_schema = ON",
        "UPDATE sqlite_schema SET sql = replace(sql, '[seq] INTEGER', '[seq] INTEGER CHECK (seq < 5)')"
        " WHERE name = 'events'",
        "UPDATE sqlite_schema SET sql = replace(sql, '\"seq\" INTEGER', '\"seq\" INTEGER CHECK (seq < 5)')"
        " WHERE name = 'events'",
    )
    with closing(sqlite3.connect(database)) as connection:
        (sql,) = connection.execute("SELECT sql FROM sqlite_schema WHERE name = 'events'").fetchone()
        assert "seq < 5" in sql
    with pytest.raises(StoreError, match=r"damaged\. Choose another"):
        refuse_bad_copy(database)


def test_a_database_with_more_tables_than_fit_on_its_first_page_is_not_looked_into(database: Path) -> None:
    write(database, *(f"CREATE TABLE x{number} (a)" for number in range(200)))
    with pytest.raises(StoreError, match=r"damaged\. Choose another"):
        refuse_bad_copy(database)


# --- what it takes to refuse them


def packed(place: Path, database: Path) -> None:
    with zipfile.ZipFile(place, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("manifest.json", '{"format": "koikoi-backup/1"}')
        archive.write(database, "scorekeeper.sqlite")


def of_checks(place: Path, database: Path) -> None:
    write(database, WRITTEN["a check that fills the memory"], "INSERT INTO x VALUES (1), (2)")
    packed(place, database)


def of_columns(place: Path, database: Path) -> None:
    write(database, WRITTEN["another"], "INSERT INTO x VALUES (1)")
    packed(place, database)


def of_a_long_row(place: Path, database: Path) -> None:
    write(database, "INSERT INTO settings VALUES ('long', hex(zeroblob(40000000)))")
    packed(place, database)


def of_a_long_match(place: Path, database: Path) -> None:
    body = f"'{'[' * 90_000}'"
    write(
        database, *(f"INSERT INTO events VALUES ('m', {seq}, 'x{seq}', '', {body})" for seq in range(90, 190))
    )
    packed(place, database)


def of_many_tables(place: Path, database: Path) -> None:
    columns = ", ".join(f"a{number}" for number in range(1_500))
    write(
        database,
        "PRAGMA writable_schema = ON",
        "WITH RECURSIVE x(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM x WHERE n < 4000) "
        "INSERT INTO sqlite_schema SELECT 'table', 'x' || n, 'x' || n, 2, "
        f"'CREATE TABLE x' || n || ' ({columns})' FROM x",
    )
    packed(place, database)


def of_a_long_manifest(place: Path, database: Path) -> None:
    with zipfile.ZipFile(place, "w", zipfile.ZIP_DEFLATED) as archive:
        with archive.open("manifest.json", "w") as file:
            for _ in range(200):
                file.write(b" " * 1_000_000)
        archive.write(database, "scorekeeper.sqlite")


def of_many_members(place: Path, database: Path) -> None:
    with zipfile.ZipFile(place, "w") as archive:
        archive.writestr("manifest.json", '{"format": "koikoi-backup/1"}')
        archive.write(database, "scorekeeper.sqlite")
        for number in range(60_000):
            archive.writestr(f"rules/{number}-{'x' * 60}.toml", "")


def of_a_manifest_that_lies(place: Path, database: Path) -> None:
    of_a_long_manifest(place, database)
    small = (10).to_bytes(4, "little")
    place.write_bytes(place.read_bytes().replace((200_000_000).to_bytes(4, "little"), small))


KINDS: list[Callable[[Path, Path], None]] = [
    of_checks,
    of_columns,
    of_a_long_row,
    of_a_long_match,
    of_many_tables,
    of_a_long_manifest,
    of_many_members,
    of_a_manifest_that_lies,
]

READ = """
from pathlib import Path
from tempfile import TemporaryDirectory
from scorekeeper.imports.files import records_in
from scorekeeper.koikoi.rules.loader import named
from scorekeeper.store import StoreError
from scorekeeper.store.backup import unpack

for path in map(Path, sys.argv[1:]):
    (read,) = records_in(path.read_bytes(), named)
    assert isinstance(read, StoreError), read
    with TemporaryDirectory() as folder:
        try:
            unpack(path, Path(folder))
        except StoreError:
            continue
    raise AssertionError(path)
(peak,) = (line for line in open("/proc/self/status") if line.startswith("VmHWM"))
print(peak.split()[1])
"""


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="this system does not tell the memory")
@pytest.mark.parametrize("kind", daily(KINDS, 3), ids=lambda kind: kind.__name__)
def test_a_hostile_backup_is_refused_in_little_memory(
    kind: Callable[[Path, Path], None], database: Path, tmp_path: Path
) -> None:
    place = tmp_path / "hostile"
    kind(place, database)
    assert int(run_within(60, READ, str(place))) < 300_000  # kilobytes


@pytest.mark.parametrize("name", ["../x", "/x", "a\\b", ".x", "lock", "a/../../x", ""])
def test_a_member_that_would_lie_elsewhere_is_refused_before_anything_is_unpacked(
    database: Path, tmp_path: Path, name: str
) -> None:
    place, target = tmp_path / "hostile.zip", tmp_path / "target"
    target.mkdir()
    with zipfile.ZipFile(place, "w") as archive:
        archive.writestr("manifest.json", '{"format": "koikoi-backup/1"}')
        archive.write(database, "scorekeeper.sqlite")
        archive.writestr(zipfile.ZipInfo(name), "x")
    with pytest.raises(StoreError, match="not a backup made by this app"):
        unpack(place, target)
    assert list(target.iterdir()) == []


def test_a_link_in_an_archive_is_only_a_file(database: Path, tmp_path: Path) -> None:
    place, target = tmp_path / "hostile.zip", tmp_path / "target"
    target.mkdir()
    link = zipfile.ZipInfo("rules/x.toml")
    link.external_attr = 0o120777 << 16
    with zipfile.ZipFile(place, "w") as archive:
        archive.writestr("manifest.json", '{"format": "koikoi-backup/1"}')
        archive.write(database, "scorekeeper.sqlite")
        archive.writestr(link, "/etc/passwd")
    unpack(place, target)
    unpacked = target / "rules" / "x.toml"
    assert not unpacked.is_symlink() and unpacked.read_text() == "/etc/passwd"
