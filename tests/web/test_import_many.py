"""Importing several matches: what is in the files is shown first, and what is ticked is stored."""

from __future__ import annotations

import json
import tracemalloc
import zipfile
import zlib
from base64 import urlsafe_b64encode
from collections.abc import Iterable
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest

from scorekeeper.exports import record
from scorekeeper.installation import Installation
from scorekeeper.web.records import views as preview

from .fixtures import THREE, Table, coins
from .player import Page, Player

WON = {"type": "round-won", "player": 0, "piles": [THREE]}


def start(*players: str, **values: Any) -> dict[str, Any]:
    return {
        "type": "match-started",
        "players": list(players or ("Anna", "Ben")),
        "ruleset": "russian",
        **values,
    }


def written(*events: dict[str, Any]) -> bytes:
    return json.dumps({"format": "koikoi-match/1", "events": events}).encode()


ANNA, CLEO, EMMA = (
    written(start(*names), *[WON] * rounds)
    for rounds, names in enumerate((("Anna", "Ben"), ("Cleo", "Dan"), ("Emma", "Finn")), 1)
)
BAD = written(start("Gus", "Hal"), WON, {"type": "nope"})


def look(player: Player, *contents: bytes) -> Page:
    """The preview of some files, called 1.json, 2.json, …"""
    files = [(content, f"{number}.json") for number, content in enumerate(contents, 1)]
    return player.send_files(player.open("/records/new").form("/records/preview"), files)


def offered(page: Page) -> list[tuple[str, bool]]:
    """The matches that can be kept, by the names of their players, and whether they are ticked."""
    boxes = [control for control in page.form("/records").controls if control.name == "keep"]
    return list(zip(page.all("span", "names"), [box.checked for box in boxes], strict=False))


def listed(player: Player) -> set[str]:
    return set(player.open("/").all("span", "names"))


def backup_of(installation: Installation, folder: Path) -> bytes:
    target = folder / "backup.zip"
    installation.back_up(target)
    return target.read_bytes()


@pytest.mark.parametrize(
    "files",
    [
        (ANNA, CLEO, EMMA),
        (ANNA + b"\n" + CLEO + b"\r\n\n" + EMMA,),
        (b"[" + b",".join((ANNA, CLEO, EMMA)) + b"]",),
        (b"\xef\xbb\xbf" + ANNA + b"\n" + CLEO, EMMA),
    ],
    ids=["files", "lines", "a list", "both"],
)
def test_matches_are_shown_and_those_that_are_ticked_are_stored(
    player: Player, files: Iterable[bytes]
) -> None:
    page = look(player, *files)
    assert offered(page) == [("Anna – Ben", True), ("Cleo – Dan", True), ("Emma – Finn", True)]
    assert page.all("small", "about") == [
        "105 : 95 · 1 round · Russian booklet",
        "110 : 90 · 2 rounds · Russian booklet",
        "115 : 85 · 3 rounds · Russian booklet",
    ]
    assert listed(player) == set()
    home = player.send(page.form("/records").untick("keep", "1"))
    assert "2 matches imported." in home.text
    assert listed(player) == {"Anna – Ben", "Emma – Finn"}


def test_a_backup_is_read_like_any_other_file(
    player: Player, table: Table, installation: Installation, tmp_path: Path
) -> None:
    first = table.score(table.begin("Anna", "Ben", rules="russian"), 0, THREE)
    second = table.begin("Cleo", "Dan", rules="dutch")
    backup = backup_of(installation, tmp_path)
    events = player.client.get(f"{first.path}/record.json").data
    for notepad in (first, second):
        delete(installation, notepad)
    page = look(player, backup)
    assert sorted(offered(page)) == [("Anna – Ben", True), ("Cleo – Dan", True)]
    player.send(page.form("/records"))
    assert player.client.get(f"{first.path}/record.json").data == events
    assert coins(player.open(first.path)) == [105, 95]


def delete(installation: Installation, notepad: Page) -> None:
    match_id = notepad.path.rpartition("/")[2]
    store = installation.open_store()
    store.discard(match_id, store.last(match_id))
    store.delete(match_id)
    store.close()


def test_a_match_that_is_here_is_not_offered_again(player: Player, table: Table) -> None:
    notepad = table.score(table.begin(rules="russian"), 0, THREE)
    exported = player.client.get(f"{notepad.path}/record.json").data
    page = look(player, exported, CLEO)
    assert offered(page) == [("Cleo – Dan", True)]
    assert "Already here" in page.text
    assert page.link("Anna – Ben") == notepad.path


def test_a_match_that_went_on_here_or_there_is_told(player: Player, table: Table) -> None:
    notepad = table.score(table.begin(rules="russian"), 0, THREE)
    shorter = player.client.get(f"{notepad.path}/record.json").data
    notepad = table.score(notepad, 0, THREE)
    longer = player.client.get(f"{notepad.path}/record.json").data
    page = look(player, shorter)
    assert offered(page) == [("Anna – Ben", False)]
    assert "Already here, and longer: 2 rounds" in page.text
    table.undo(notepad)
    page = look(player, longer)
    assert "Already here, and longer: 1 round" in page.text  # taking back is an event, too
    events = json.loads(longer)["events"]
    other = written(
        *events[:-1], {**events[-1], "id": "another-entry.0", "player": 1, "piles": [None, THREE]}
    )
    page = look(player, other)
    assert offered(page) == [("Anna – Ben", False)]
    assert "Already here, but it went on differently" in page.text
    copy = player.send(page.form("/records").tick("keep", "0"))
    assert copy.path != notepad.path
    assert coins(copy) == [100, 100]
    assert offered_again(player, other) == "Already here"


def offered_again(player: Player, content: bytes) -> str:
    page = look(player, content)
    assert not [control for control in page.form("/records").controls if control.name == "keep"]
    return page.words_of("here")


def test_a_file_that_has_more_rounds_continues_the_match(player: Player) -> None:
    events = [start(id="abcdefgh.0"), {**WON, "id": "bbbbbbbb.0"}, {**WON, "id": "cccccccc.0"}]
    assert player.bring(written(*events[:2])).path == "/matches/abcdefgh"
    page = look(player, written(*events))
    assert offered(page) == [("Anna – Ben", True)]
    assert "Continues a match that has 1 round here" in page.text
    for _ in range(2):  # sent twice
        notepad = player.send(page.form("/records"))
        assert notepad.path == "/matches/abcdefgh"
        assert coins(notepad) == [110, 90]
    assert "Continues" not in look(player, written(*events)).text


def test_a_match_that_went_on_since_the_preview_is_not_continued(player: Player, table: Table) -> None:
    events = [start(id="abcdefgh.0"), {**WON, "id": "bbbbbbbb.0"}, {**WON, "id": "cccccccc.0"}]
    notepad = player.bring(written(*events[:2]))
    page = look(player, written(*events))
    table.score(notepad, 1, "", THREE)
    copy = player.send(page.form("/records"))
    assert copy.path != notepad.path
    assert coins(copy) == [110, 90]
    assert coins(player.open(notepad.path)) == [100, 100]


def test_a_match_in_the_bin_is_not_imported(player: Player, installation: Installation) -> None:
    match_id = player.bring(ANNA).path.rpartition("/")[2]
    store = installation.open_store()
    store.discard(match_id, 2)
    store.close()
    page = look(player, ANNA)
    assert "In the bin; you can restore it there" in page.text
    assert page.link("Anna – Ben") == "/bin"
    assert not page.form("/records").presses("keep")


def test_the_same_match_in_two_files_is_shown_once(player: Player) -> None:
    assert offered(look(player, ANNA, ANNA)) == [("Anna – Ben", True)]
    events = [start(id="abcdefgh.0"), {**WON, "id": "bbbbbbbb.0"}]
    page = look(player, written(*events), written(*events[:1]))
    assert offered(page) == [("Anna – Ben", True), ("Anna – Ben", False)]
    assert "Another version of a match above" in page.text
    player.bring(written(*events))
    page = look(player, written(*events[:1]), written(*events, {**WON, "id": "cccccccc.0"}))
    assert offered(page) == [("Anna – Ben", False), ("Anna – Ben", False)]
    assert page.main.count("Another version of a match above") == 1


def test_what_is_refused_is_told_with_its_place_and_the_rest_can_be_kept(player: Player) -> None:
    page = look(player, ANNA + b"\n" + BAD, b"Anna won", CLEO)
    assert offered(page) == [("Anna – Ben", True), ("Cleo – Dan", True)]
    assert "1.json, match 2: event 3: There is no event of type “nope”" in page.text
    assert "2.json, match 1: This is not a match saved by this app" in page.text
    player.send(page.form("/records"))
    assert listed(player) == {"Anna – Ben", "Cleo – Dan"}


def test_nothing_is_lost_when_nothing_was_ticked(player: Player) -> None:
    page = look(player, ANNA, BAD, CLEO)
    again = player.send(page.form("/records").untick("keep", "0", "1"))
    assert again.status == 422
    assert again.beside("keep") == "Tick at least one match."
    assert offered(again) == [("Anna – Ben", False), ("Cleo – Dan", False)]
    assert "2.json, match 1: event 3" in again.text
    notepad = player.send(again.form("/records").tick("keep", "1"))
    assert coins(notepad) == [110, 90]


def test_a_preview_sent_twice_stores_once(player: Player) -> None:
    form = look(player, ANNA, CLEO).form("/records")
    for _ in range(2):
        assert "2 matches imported." in player.send(form).text
    assert player.open("/").html.count('class="names"') == 2


@pytest.mark.parametrize("sent", ["nope", "", "====", "eJw", "é", "A" * 99])
def test_a_carried_match_that_was_damaged_is_refused(player: Player, sent: str) -> None:
    form = look(player, ANNA, CLEO).form("/records")
    matches = [control.value for control in form.controls if control.name == "match"]
    page = player.send(form.force("match", sent, matches[1]))
    assert page.status == 422
    assert "This match was damaged on its way. Choose its file again." in page.text
    assert listed(player) == {"Cleo – Dan"}  # the other is whole


def test_a_carried_match_is_checked_by_the_rules_again(player: Player) -> None:
    form = look(player, ANNA).form("/records")
    cheated = written(start(), {**WON, "piles": ["01B"]})
    assert player.send(form.force("match", packed_text(cheated))).status == 422
    assert listed(player) == set()


def packed_text(content: bytes) -> str:
    return urlsafe_b64encode(zlib.compress(content)).decode()


def test_a_carried_match_does_not_unpack_without_limit(player: Player) -> None:
    form = look(player, ANNA).form("/records").force("match", packed_text(b" " * 50_000_000))
    tracemalloc.start()
    page = player.send(form)
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert page.status == 422
    assert f"A match record may have at most {record.LARGEST} bytes." in page.text
    assert most < 5 * record.LARGEST


@pytest.mark.parametrize(("number", "status"), [(3, 200), (4, 422)])
def test_the_number_of_matches_has_a_limit(
    player: Player, monkeypatch: pytest.MonkeyPatch, number: int, status: int
) -> None:
    monkeypatch.setattr(preview, "MOST", 3)
    lines = [written(start(f"Player {place}", "Ben")) for place in range(number)]
    page = look(player, b"\n".join(lines))
    assert page.status == status
    assert page.beside("record").startswith("These files hold more than 3 matches." if status == 422 else "")
    if status == 200:
        form = page.form("/records")
        carried = [control.value for control in form.controls if control.name == "match"]
        form.force("match", *carried, packed_text(ANNA)).force("keep", "0", "1", "2", "3")
        assert "3 matches imported." in player.send(form).text


@pytest.mark.parametrize(("room", "status"), [(0, 200), (-1, 422)])
def test_what_the_page_carries_has_a_limit(
    player: Player, monkeypatch: pytest.MonkeyPatch, room: int, status: int
) -> None:
    (carried,) = [box.value for box in look(player, ANNA).form("/records").controls if box.name == "match"]
    monkeypatch.setattr(preview, "_MOST_CARRIED", len(carried) + room)
    page = look(player, ANNA)
    assert page.status == status
    if status == 422:
        assert page.beside("record").startswith("These files hold more than can be imported at once.")


def test_an_archive_that_is_no_backup_is_refused_with_a_sentence(player: Player, tmp_path: Path) -> None:
    archive = BytesIO()
    with zipfile.ZipFile(archive, "w") as zipped:
        zipped.writestr("match.json", ANNA)
    page = look(player, archive.getvalue())
    assert page.status == 422
    assert page.beside("record") == "This archive is not a backup made by this app."


def test_a_damaged_backup_is_refused_with_a_sentence(
    player: Player, table: Table, installation: Installation, tmp_path: Path
) -> None:
    table.begin()
    backup = backup_of(installation, tmp_path)
    for broken in (backup[:-500], b"PK\x03\x04"):
        page = look(player, broken)
        assert page.status == 422
        assert "backup" in page.beside("record")
        assert "/tmp" not in page.text


def test_an_event_in_the_future_is_refused_before_anything_is_ticked(player: Player) -> None:
    page = look(player, written(start(at="2126-01-01T00:00:00Z")))
    assert page.status == 422
    assert page.beside("record").startswith("event 1: “2126-01-01T00:00:00Z” is in the future.")


def test_lines_and_records_with_strange_ends_are_read(player: Player) -> None:
    indented = json.dumps(json.loads(ANNA), indent=2).encode()
    assert offered(look(player, b"\n\n" + indented + b"\n")) == [("Anna – Ben", True)]
    broken = look(player, indented[:-3])
    assert broken.status == 422
    assert broken.beside("record").startswith("This is not a match saved by this app")
    assert look(player, b"").beside("record") == "There is no match record: the file is empty."


def test_the_pages_of_an_import_say_what_happens_next(player: Player, table: Table) -> None:
    page = player.open("/records/new")
    files = (
        "Files Match files saved by this app, or a backup. You see what is in them before anything is saved."
    )
    assert (page.main, page.ways) == (f"{files} Look inside", [("/settings", "‹")])
    here = player.client.get(f"{table.score(table.begin('Ida', 'Jan'), 0, THREE).path}/record.json").data
    page = look(player, ANNA, here, CLEO)
    played = (
        "Anna – Ben 105 : 95 · 1 round · Russian booklet Cleo – Dan 110 : 90 · 2 rounds · Russian booklet"
    )
    assert page.main.startswith(f"Which matches? {played} Already here Ida – Jan ")
    assert page.main.endswith(" Choose other files Import")
    assert [words for _, words in page.ways if not words.startswith("Ida")] == ["‹", "Choose other files"]
    assert {address for address, words in page.ways if not words.startswith("Ida")} == {"/records/new"}
    assert page.form("/records").ticked("keep") == ["0", "2"]
    nothing = player.send(page.form("/records").untick("keep", "0", "2"))
    assert nothing.main.startswith(f"Tick at least one match. Which matches? {played} Already here")
    home = player.send(nothing.form("/records").tick("keep", "0", "2"))
    assert (home.path, home.main.startswith("2 matches imported. ")) == ("/", True)
    gone = look(player, ANNA, CLEO, here)
    assert gone.main.startswith("Already here Anna – Ben")
    assert gone.main.endswith("Choose other files")
    assert not gone.form("/records").presses("")


def test_one_match_that_is_refused_alone_is_named_without_its_file(player: Player) -> None:
    page = look(player, BAD)
    assert page.status == 422
    assert page.beside("record").startswith("event 3: There is no event of type “nope”")
    page = look(player, BAD, b"x")
    assert page.beside("record").startswith("1.json, match 1: event 3: There is no event of type “nope”")
    assert "2.json, match 1: This is not a match saved by this app" in page.beside("record")
    page = look(player, BAD, b"x", ANNA)
    assert page.main.startswith("Which matches? Anna – Ben")
    assert "Not possible 1.json, match 1: event 3: " in page.main


def test_some_of_the_ticked_matches_can_be_stored_and_the_others_are_named(player: Player) -> None:
    form = look(player, ANNA, CLEO).form("/records")
    whole = [control.value for control in form.controls if control.name == "match"]
    page = player.send(form.force("match", "nope", whole[1]))
    assert page.main.startswith("Already here Cleo – Dan ")
    assert "Not possible This match was damaged on its way. Choose its file again." in page.main
    assert page.main.count("This match was damaged") == 1
