"""Files of the largest size: what they hold is read, or refused, in little memory."""

from __future__ import annotations

import sqlite3
import zipfile
from contextlib import closing
from pathlib import Path

import msgspec
import pytest
from confined import run_within
from extent import in_turn

from scorekeeper.exports.record import LARGEST
from scorekeeper.installation import Installation
from scorekeeper.koikoi.match.events import FORMAT
from scorekeeper.store import EventValues
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


MEASURE = """
def told(name):
    return next(int(line.split()[1]) for line in open("/proc/self/status") if line.startswith(name))

def begin():
    global before
    open("/proc/self/clear_refs", "w").write("5")
    before = told("VmRSS")

def growth():
    return told("VmHWM") - before
"""
DRAW = (
    MEASURE
    + """
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
begin()
FORMS[sys.argv[1]].write(drawn)
print(growth())
"""
)


@pytest.mark.parametrize("form", in_turn(["pdf", "png", "xlsx", "csv", "text"], 2))
def test_the_longest_sheet_of_each_form_takes_little_memory(form: str) -> None:
    """Drawn ones as long as they may be, the others of a full match; twenty cards in each pile."""
    assert int(run_within(120, DRAW, form)) < 250_000


LONG = {"extends": "dutch", "match": {"rounds": None, "target": None}, "settlement": {"bust_ends": False}}
ASK = (
    MEASURE
    + """
from pathlib import Path
from scorekeeper.installation import Installation
from scorekeeper.web import create_app
from scorekeeper.web.archive_view import fully_archived
from scorekeeper.web.forms.fields import NamedFile
from scorekeeper.web.records.views import preview_of

app = create_app(Installation(Path(sys.argv[1])))
with app.test_request_context():
    begin()
    if sys.argv[2:]:
        number = len(preview_of([NamedFile("matches.json", Path(sys.argv[2]).read_bytes())]).rows)
    else:
        number = len(fully_archived().matches)
    print(number, growth())
"""
)


@pytest.mark.parametrize("number", [12, pytest.param(36, marks=pytest.mark.slow)])
def test_a_file_of_many_long_matches_is_shown_with_one_of_them_in_memory(tmp_path: Path, number: int) -> None:
    """36 are a file of the largest size; if all of them were held, it would take 260 MB, and 12 would 88."""
    names = [(f"Anna {n}", "Ben") for n in range(number)]
    rounds = [{"type": "round-exhausted"}] * 4_900
    starts = [{"type": "match-started", "players": pair, "ruleset": LONG} for pair in names]
    records = [{"format": FORMAT, "events": [start, *rounds]} for start in starts]
    path = tmp_path / "matches.json"
    path.write_bytes(msgspec.json.encode(records))
    assert path.stat().st_size < SENT
    shown, growth = map(int, run_within(240, ASK, str(tmp_path / "instance"), str(path)).split())
    assert shown == number
    assert growth < 35_000 + number * 2_500


def test_lists_of_many_long_matches_are_made_with_few_of_them_in_memory(tmp_path: Path) -> None:
    """A match takes 12 MB: the twelve together would take 150."""
    start: EventValues = {"type": "match-started", "players": ["Anna", "Ben"], "ruleset": LONG}
    won: EventValues = {
        "type": "round-won",
        "player": 0,
        "piles": ["01B 01R 03B 03R 08B 08A 12B 12C1 09A 09R", None],
    }
    rounds = ({**won, "id": f"{n}.0", "round": n} for n in range(1, 4_901))
    events = [{**start, "id": "0.0"}, *rounds]
    with closing(Installation(tmp_path / "instance").open_store()) as store:
        for number in range(12):
            store.create(str(number), events)
    shown, growth = map(int, run_within(240, ASK, str(tmp_path / "instance")).split())
    assert shown == 12
    assert growth < 95_000
