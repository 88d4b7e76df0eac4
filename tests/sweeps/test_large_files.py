"""Files of the largest size: what they hold is read, or refused, in little memory."""

from __future__ import annotations

import sqlite3
import zipfile
from contextlib import closing
from pathlib import Path

import pytest
from confined import run_within

from scorekeeper.exports.record import LARGEST
from scorekeeper.koikoi.match.events import FORMAT
from scorekeeper.store.sqlite import SqliteStore

START = b'{"type":"match-started","players":["A","B"],"ruleset":"dutch"'
RECORD = b'{"format":"%s","events":[%s' % (FORMAT.encode(), START)
SENT = 4_900_000  # bytes of a file that a page takes
FILES = {  # what comes first, what is repeated, what ends it, and how long all of it is
    "a field of nested lists": (RECORD + b',"x":[', b"[[[[]]]],", b"0]}]}", LARGEST),
    "a field of objects": (RECORD + b',"x":[', b'{"a":{}},', b"0]}]}", LARGEST),
    "events of nothing": (RECORD + b"},", b"{},", b"{}]}", LARGEST),
    "a record that is too long": (RECORD + b',"x":[', b"[[[[]]]],", b"0]}]}", SENT),
    "a list of nested lists": (b"[", b"[[[[]]]],", b"0]", SENT),
    "a list of one such record": (b"[" + RECORD + b',"x":[', b"[[[[]]]],", b"0]}]}]", SENT),
    "a list of matches": (b"[", RECORD + b"}]},", b"0]", 1_000_000),
    "lines of matches": (b"", RECORD + b"}]}\n", b"", 1_000_000),
    "lines of nothing": (b"", b"[]\n", b"", SENT),
    "a list without an end": (b"[", b"[[[[]]]],", b"", SENT),
}
DAILY = ("a list of nested lists",)
READ = """
from pathlib import Path
from scorekeeper.imports.files import records_in
from scorekeeper.koikoi.rules.loader import named

number = sum(1 for _ in records_in(Path(sys.argv[1]).read_bytes(), named))
(peak,) = (line for line in open("/proc/self/status") if line.startswith("VmHWM"))
print(number, peak.split()[1])
"""

pytestmark = pytest.mark.skipif(
    not Path("/proc/self/status").exists(), reason="this system does not tell the memory"
)


def read(path: Path) -> tuple[int, int]:
    """How many matches or refusals a file holds, and how many kilobytes it takes to read it."""
    number, peak = run_within(120, READ, str(path)).split()
    return int(number), int(peak)


@pytest.mark.parametrize(
    ("first", "part", "last", "length"),
    [
        pytest.param(*file, id=name, marks=() if name in DAILY else pytest.mark.slow)
        for name, file in FILES.items()
    ],
)
def test_a_file_of_the_largest_size_is_read_in_little_memory(
    tmp_path: Path, first: bytes, part: bytes, last: bytes, length: int
) -> None:
    path = tmp_path / "matches.json"
    path.write_bytes(first + part * ((length - len(first) - len(last)) // len(part)) + last)
    number, peak = read(path)
    assert number
    assert peak < 300_000


@pytest.mark.slow
def test_a_backup_of_very_many_tiny_matches_is_read_in_little_memory(tmp_path: Path) -> None:
    path, file, number = tmp_path / "scorekeeper.sqlite", tmp_path / "koi.zip", 800_000
    SqliteStore(path).close()
    with closing(sqlite3.connect(path)) as db, db:
        ids = [f"{match:x}" for match in range(number)]
        db.executemany("INSERT INTO matches (id, seq, touched_at) VALUES (?, 1, '1')", zip(ids))
        db.executemany("INSERT INTO events VALUES (?, 1, '1', '1', '0')", zip(ids))
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute("PRAGMA journal_mode = DELETE")
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("manifest.json", '{"format": "koikoi-backup/1"}')
        archive.write(path, path.name)
    found, peak = read(file)
    assert found == number
    assert peak < 120_000  # of 80,000 that the unpacked database has, none is held


DRAW = """
from scorekeeper.exports import record
from scorekeeper.exports.sheets.formats import FORMS
from scorekeeper.exports.sheets.sheet import sheet_of
from scorekeeper.exports.sheets.typst_sheet import MOST_DRAWN

cards = "01B 01R 03B 03R 08B 08A 12B 12C1 09A 09R 06A 06R 07A 07R 10A 10R 04A 04R 05A 05R"
rules = {"extends": "dutch", "match": {"rounds": None, "target": None}, "settlement": {"bust_ends": False}}
start = {"type": "match-started", "players": ["Anna", "Ben"], "ruleset": rules}
rounds = MOST_DRAWN if sys.argv[1] in ("pdf", "png") else 4_900
events = [start, *[{"type": "round-won", "player": 0, "piles": [cards, None]}] * rounds]
drawn = sheet_of(record.from_tree({"format": "koikoi-match/1", "events": events}).match, "en")
told = lambda name: next(int(line.split()[1]) for line in open("/proc/self/status") if line.startswith(name))
open("/proc/self/clear_refs", "w").write("5")
before = told("VmRSS")
FORMS[sys.argv[1]].write(drawn)
print(told("VmHWM") - before)
"""


@pytest.mark.parametrize("form", ["pdf", "png", "xlsx", "csv", "text"])
def test_the_longest_sheet_of_each_form_takes_little_memory(form: str) -> None:
    """Drawn ones as long as they may be, the others of a full match; twenty cards in each pile."""
    assert int(run_within(120, DRAW, form)) < 250_000
