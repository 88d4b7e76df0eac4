"""House rules that an older version kept as files become documents once, and their files are set aside."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from threading import Barrier, Thread
from typing import Any
from zipfile import ZipFile

import pytest
from cli.running import run
from postgres import POSTGRES, Server

from scorekeeper import transfer
from scorekeeper.installation import Installation
from scorekeeper.koikoi.rules.loader import rules
from scorekeeper.store import backup
from scorekeeper.store.files import SmallFiles, write_atomic

from .installations import FIRST

BEFORE = Path(__file__).parents[1] / "before"
DELETED = "2026-11-20T19-00-00.000Z"
LIVE = {
    "house": '# Grandmother\'s\nextends = "dutch"\ntitle = "Dom Żółci"\n[multipliers]\nbig = "off"\n',
    "hut": 'extends = "house"\ntitle = "Hut"\r\n[match]\nrounds = 6\n',
    "a-copy": 'extends = "dutch"\ntitle = "Dom Żółci"\n',
    "empty": "",
}
GIVEN_IDS = {  # files that no address could name, or that another rule set hid
    "Ours": 'extends = "dutch"\ntitle = "Ours"\n',
    "HOUSE": 'extends = "russian"\ntitle = "Loud"\n',
    "Zażółć gęślą": 'title = "Zażółć"\n',
    "Правила бабушки": 'title = "Правила"\n',
    "花札の家": 'title = "花札"\n',
    "قواعد": 'title = "قواعد"\n',
    "new": 'extends = "dutch"\ntitle = "New"\n',
    "dutch": 'extends = "russian"\ntitle = "Not the Dutch ones"\n',
}
BINNED = {
    f"house~{DELETED}": 'title = "An older house"\n',
    "house~2026-11-21T08-00-00.123Z": 'title = "Another"\n',
    f"gone~{DELETED}": 'extends = "house"\ntitle = "Gone"\n',
}
FAULTS = {
    "no-toml.toml": (b"[[[", "This is not a TOML file"),
    "latin.toml": ("title = 'Größe'".encode("latin-1"), "It is not UTF-8 text."),
    "unknown.toml": (b"nope = 3", "There is no option “nope”"),
    "orphan.toml": (b'extends = "nowhere"', "there is no rule set called “nowhere”"),
    "of-a-fault.toml": (b'extends = "no-toml"', "there is no rule set called “no-toml”"),
    "circle.toml": (b'extends = "circle"', "extend each other in a circle"),
    "large.toml": (b"# " + b"x" * 200_001, "This file is too large for a rule set."),
    "esc\x1b[2J.toml": (b'"\\u001b[2Jnope" = 1', "There is no option “[2Jnope”"),
    f"bin/odd~{DELETED}.toml": (b"[[[", "This is not a TOML file"),
}
OTHERS = {"notes.txt": b"what we agreed", "bin/odd.toml": b"of no time", "deep/er.toml": b"in a folder"}


def everything() -> dict[str, bytes]:
    """All files of the folder, by path."""
    texts = {**LIVE, **GIVEN_IDS, **{f"bin/{name}": text for name, text in BINNED.items()}}
    files = {f"{name}.toml": text.encode() for name, text in texts.items()}
    return {**files, **{path: content for path, (content, _) in FAULTS.items()}, **OTHERS}


def put(files: SmallFiles, contents: dict[str, bytes]) -> None:
    for path, content in contents.items():
        if isinstance(place := getattr(files, "path", None), Path):
            (place / "rules" / path).parent.mkdir(parents=True, exist_ok=True)
        files.write(f"rules/{path}", content)


@pytest.fixture(params=["folder", POSTGRES])
def reopen(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Callable[[], Installation]]:
    """What opens one and the same installation anew, which has a match, as often as it is called."""
    place = ""
    if request.param == "postgres":
        server: Server = request.getfixturevalue("postgres")
        place = server.new_place()
    opened: list[Installation] = []

    def again() -> Installation:
        opened.append(Installation(tmp_path / "instance", place))
        return opened[-1]

    with closing(again().open_store()) as store:
        store.create("m", [FIRST])
    yield again
    for installation in opened:
        installation.release()


def asides(installation: Installation) -> list[dict[str, bytes]]:
    """What lies in each folder that was set aside."""
    files, folder = installation.storage.files(), installation.folder
    if installation.storage.name == str(folder / backup.DATABASE):
        names = sorted(path.name for path in folder.iterdir() if path.name.startswith("old-rules-"))
    else:
        rows = installation.storage._database.ask("SELECT path FROM scorekeeper_files")  # type: ignore[attr-defined]
        names = sorted(
            {path.decode().partition("/")[0] for (path,) in rows if path.startswith(b"old-rules-")}
        )
    return [{path: files.read(f"{name}/{path}") for path in files.paths(name)} for name in names]


def check(installation: Installation) -> None:
    """All of it is there, once."""
    house = installation.house_rules
    kept = {id_: (one.toml, one.deleted) for id_, one in house.all().items()}
    assert {name: kept.pop(name) for name in LIVE} == {name: (text, "") for name, text in LIVE.items()}
    given = ["ours", "house-2", "zazoc-gesla", "house-3", "house-4", "house-5", "new-2", "dutch-2"]
    assert {name for name, (_, deleted) in kept.items() if not deleted} == set(given)
    assert sorted(text for text, deleted in kept.values() if not deleted) == sorted(GIVEN_IDS.values())
    binned = {
        (text, f"{day}T{time.replace('-', ':')}")
        for name, text in BINNED.items()
        for day, _, time in [name.partition("~")[2].partition("T")]
    }
    assert {row for row in kept.values() if row[1]} == binned
    assert len(kept) == len(GIVEN_IDS) + len(BINNED)
    assert [rules("hut", house.find).match.rounds, rules("hut", house.find).title] == [6, "Hut"]
    assert [*(title.title for title in house.bin())] == ["Another", "An older house", "Gone"]
    assert installation.storage.files().paths("rules") == []


def test_what_lies_in_the_folder_becomes_documents_once(
    reopen: Callable[[], Installation], caplog: pytest.LogCaptureFixture
) -> None:
    put(reopen().storage.files(), everything())
    check(reopen())
    check(installation := reopen())
    said, *faults = [record.getMessage() for record in caplog.records]
    taken = len(LIVE) + len(GIVEN_IDS) + len(BINNED)
    assert said.startswith("House rules are now kept in the database. Taken from ")
    assert f": {taken}. That folder is now " in said
    assert "/old-rules-" in said or " old-rules-" in said
    assert "\x1b" not in "".join(faults)
    for path, (_, why) in FAULTS.items():
        (fault,) = [line for line in faults if path.replace("\x1b", "") in line]
        assert why in fault, path
    assert len(faults) == len(FAULTS)  # and nothing is said twice
    assert asides(installation) == [everything()]
    with closing(installation.open_store()) as store:
        assert store.last_seqs() == {"m": 1}


@pytest.mark.parametrize("after", range(1, len(LIVE) + len(GIVEN_IDS) + len(BINNED), 3))
def test_who_was_killed_on_the_way_goes_on_where_it_was(
    reopen: Callable[[], Installation], monkeypatch: pytest.MonkeyPatch, after: int
) -> None:
    with closing(reopen().open_store()) as store:
        documents = type(store.documents)
    put((first := reopen()).storage.files(), everything())
    put_one, number = documents.put, 0

    def killed(*arguments: Any) -> int:
        nonlocal number
        number += 1
        if number > after:
            raise KeyboardInterrupt
        return put_one(*arguments)

    with monkeypatch.context() as patch, pytest.raises(KeyboardInterrupt):
        patch.setattr(documents, "put", killed)
        first.open_store()
    assert number == after + 1
    check(reopen())
    assert asides(reopen()) == [everything()]


def test_several_who_open_at_once_take_each_file_once(reopen: Callable[[], Installation]) -> None:
    put(reopen().storage.files(), everything())
    start, opened = Barrier(4), [reopen() for _ in range(4)]

    def open_one(installation: Installation) -> None:
        start.wait()
        installation.open_store().close()

    threads = [Thread(target=open_one, args=[installation]) for installation in opened]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    check(reopen())
    assert asides(reopen()) == [everything()]


def test_files_that_somebody_puts_there_later_are_taken_too_but_replace_nothing(
    reopen: Callable[[], Installation], caplog: pytest.LogCaptureFixture
) -> None:
    reopen().house_rules.keep("house", {"extends": "dutch", "title": "House"})
    put(reopen().storage.files(), {"house.toml": b'title = "Mine"', "hall.toml": b'extends = "house"'})
    house = reopen().house_rules
    assert house.names() == ("hall", "house")
    assert rules("hall", house.find).title == "House"
    (fault,) = [record.getMessage() for record in caplog.records[1:]]
    assert "/house.toml" in fault and fault.endswith("was not taken. There are other rules of this name.")
    assert [sorted(files) for files in asides(reopen())] == [["hall.toml", "house.toml"]]


def test_a_lock_that_an_older_version_left_is_nothing_to_tell(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "rules" / "bin").mkdir(parents=True)
    write_atomic(tmp_path / "rules" / ".lock", b"")
    assert Installation(tmp_path).house_rules.names() == ()
    assert not caplog.records


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root reads every file")
def test_a_file_that_may_not_be_read_is_named(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    put(Installation(tmp_path).storage.files(), {"house.toml": b"", "mine.toml": b""})
    (tmp_path / "rules" / "mine.toml").chmod(0)
    assert Installation(tmp_path).house_rules.names() == ("house",)
    assert "mine.toml was not taken. It cannot be read: Permission denied." in caplog.text


def texts_before() -> dict[str, str]:
    with ZipFile(BEFORE / "backup.zip") as archive:
        names = [name for name in archive.namelist() if name.startswith("rules/")]
        return {Path(name).stem: archive.read(name).decode() for name in names}


def test_an_older_backup_is_restored_with_its_house_rules(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    instance = tmp_path / "instance"
    result = run("restore", BEFORE / "backup.zip", "--instance", instance)
    assert result.exit_code == 0, result.stderr
    assert f"Taken from {instance / 'rules'}: 10. That folder is now {instance / 'old-rules-'}" in caplog.text
    texts = texts_before()
    installation = Installation(instance)
    assert {id_: one.toml for id_, one in installation.house_rules.all().items()} == texts
    assert len(texts) == 10
    installation.back_up(tmp_path / "new.zip")
    installation.release()
    with ZipFile(tmp_path / "new.zip") as archive:
        assert not [name for name in archive.namelist() if name.startswith("rules/")]
    backup.restore(tmp_path / "again", tmp_path / "new.zip")
    again = Installation(tmp_path / "again")
    assert {id_: one.toml for id_, one in again.house_rules.all().items()} == texts
    again.release()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system cannot fork")
@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
@pytest.mark.parametrize("renamed", [False, True])
def test_a_process_that_is_killed_loses_nothing(tmp_path: Path, renamed: bool) -> None:
    """Before the folder is renamed, and right after."""
    put(Installation(tmp_path).storage.files(), everything())
    if not (child := os.fork()):
        rename = os.rename

        def die(*places: str) -> None:
            if renamed:
                rename(*places)
            os._exit(9)

        os.rename = die  # type: ignore[assignment]
        Installation(tmp_path).open_store()
        os._exit(0)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 9
    assert (tmp_path / "rules").exists() is not renamed
    check(Installation(tmp_path))
    assert asides(Installation(tmp_path)) == [everything()]


@pytest.mark.postgres
def test_an_older_installation_is_copied_and_backed_up_with_its_house_rules(
    postgres: Server, tmp_path: Path
) -> None:
    home, place = Installation(tmp_path / "home"), postgres.new_place()
    assert home.key and home.secret
    put(home.storage.files(), everything())
    database = Installation(tmp_path / "none", place)
    assert transfer.copy(home.storage, database.storage).rules == len(LIVE) + len(GIVEN_IDS) + len(BINNED)
    check(database)
    home.release()
    database.release()
    other = Installation(tmp_path / "none", postgres.new_place())
    assert other.key and other.secret
    put(other.storage.files(), everything())
    Installation(tmp_path / "none", other.storage._database._written).back_up(tmp_path / "it.zip")  # type: ignore[attr-defined]
    backup.restore(tmp_path / "restored", tmp_path / "it.zip")
    check(Installation(tmp_path / "restored"))
    other.release()
