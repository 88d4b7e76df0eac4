"""What a request carries is read by forms, in one module; what means nothing there is read as the default."""

from __future__ import annotations

import re
from datetime import date
from pathlib import Path

import pytest
from werkzeug.datastructures import MultiDict

import scorekeeper.web
from scorekeeper.archive.players import id_of
from scorekeeper.web.forms.fields import (
    Day,
    ExactText,
    ExactTexts,
    OneOf,
    TextLine,
    TypedForm,
    WholeNumber,
)
from scorekeeper.web.forms.request import EntryForm

from .fixtures import Table
from .one_round import ANNA, won
from .player import Player

WEB = Path(scorekeeper.web.__file__).parent
READ = re.compile(r"\brequest\.(form|args|values|json|get_json|data|get_data)\b")


def test_only_one_module_reads_what_a_request_carries() -> None:
    reading = {
        path.relative_to(WEB).as_posix() for path in WEB.rglob("*.py") if READ.search(path.read_text())
    }
    assert reading == {"forms/request.py"}


@pytest.mark.parametrize(
    ("sent", "usable"),
    [
        ("a" * 8, True),
        ("a" * 7, False),
        ("a" * 64, True),
        ("a" * 65, False),
        ("1234-abcd", True),
        ("1234_abcd", False),
        ("1234 abcd", False),
        ("--------", False),
        ("", False),
    ],
)
def test_an_entry_has_the_id_that_its_page_gave_or_a_new_one(sent: str, usable: bool) -> None:
    form = EntryForm(data_of(id=sent))
    assert (form.id.data == sent) is usable
    assert len(form.id.data) == (len(sent) if usable else 32)
    assert form.id.data != EntryForm(data_of(id="")).id.data


@pytest.mark.parametrize(
    ("sent", "known"),
    [("0", 0), ("7", 7), ("999999999", 999_999_999), ("1000000000", 0), ("-1", 0), ("", 0), ("x", 0)],
)
def test_a_page_that_names_no_event_knew_none(sent: str, known: int) -> None:
    assert EntryForm(data_of(after=sent)).after.data == known


class Asked(TypedForm):
    """A field of each kind."""

    line = TextLine(5)
    day = Day()
    needed_day = Day(needed=True)
    number = WholeNumber(1, 9)
    needed_number = WholeNumber(1, 9, needed=True)
    word = OneOf(("a", "b"), default="a")
    ticked = ExactTexts()
    exact = ExactText()


NOTHING = {"line": "", "day": None, "needed_day": None, "number": None, "needed_number": None} | {
    "word": "a",
    "ticked": (),
    "exact": "",
}
FEBRUARY = date(2026, 2, 28)
NO_DAY = "“%s” is not a day; write it like 2026-02-14."
NEEDED = {"needed_day": NO_DAY % "", "needed_number": "Enter a whole number from 1 to 9."}


@pytest.mark.parametrize(
    ("sent", "read", "refused"),
    [
        ({}, {}, NEEDED),
        ({"needed_day": "", "needed_number": "", "day": "", "number": "", "line": ""}, {}, NEEDED),
        (
            {"line": " abcde ", "day": "2026-02-28", "number": "9", "word": "b", "ticked": " x"},
            {"line": "abcde", "day": FEBRUARY, "number": 9, "word": "b", "ticked": (" x",)},
            NEEDED,
        ),
        (
            {"needed_day": "2026-02-28", "needed_number": "1", "word": "c", "exact": " x\n"},
            {"needed_day": FEBRUARY, "needed_number": 1, "exact": " x\n"},
            {},
        ),
        (
            {"line": "abcdef", "day": "x" * 21, "needed_day": "2026-02-30", "number": "10"},
            {},
            {
                "line": "That is too long: at most 5 characters.",
                "day": NO_DAY % ("x" * 20),
                "needed_day": NO_DAY % "2026-02-30",
                "number": "“10” is not possible; allowed: a whole number from 1 to 9.",
                "needed_number": NEEDED["needed_number"],
            },
        ),
        (
            {"day": "20260228", "needed_day": "2026-2-28", "needed_number": "0"},
            {},
            {
                "day": NO_DAY % "20260228",
                "needed_day": NO_DAY % "2026-2-28",
                "needed_number": "“0” is not possible; allowed: a whole number from 1 to 9.",
            },
        ),
    ],
)
def test_a_field_reads_what_it_allows_and_says_what_it_refuses(
    sent: dict[str, str], read: dict[str, object], refused: dict[str, str]
) -> None:
    form = Asked(data_of(**sent))
    assert form.validate() is not bool(refused)
    assert {field.name: field.data for field in form} == NOTHING | read
    assert {name: str(words) for name, words in form.problems.items()} == refused


def test_an_address_that_names_nothing_is_read_as_if_it_said_nothing(player: Player, table: Table) -> None:
    notepad = table.score(table.begin(), 0, "01B 03B 08B")
    for address, same in (
        (f"{notepad.path}/sheet", "paper=a6"),
        (f"{notepad.path}/rounds", "round="),
        (f"{notepad.path}", "saved=0"),
        ("/", "before=nothing"),
        ("/history", "before=nothing&words=&since=&state=sideways"),
        ("/rules/difference", "a=&b="),
        ("/rules", "q=%20%20&for=nothing&chosen="),
        ("/options", "q=%20"),
        ("/matches/new", "again=&ruleset="),
        (f"{notepad.path}/rounds/new", "view=sideways"),
    ):
        assert player.open(f"{address}?{same}").text == player.open(address).text


@pytest.mark.parametrize("address", ["/rounds?round=0", "/rounds?round=2", "/rounds?round=-1"])
def test_an_address_that_names_what_is_not_there_is_not_found(
    player: Player, table: Table, address: str
) -> None:
    notepad = table.score(table.begin(), 0, "01B 03B 08B")
    assert player.open(notepad.path + address).status == 404
    assert player.open("/matches/new?again=nope").status == 404


@pytest.mark.parametrize(("letters", "status"), [(6000, 303), (6001, 200)])
def test_what_only_shows_something_is_carried_by_an_address_that_servers_read(
    player: Player, table: Table, letters: int, status: int
) -> None:
    """Without the token of the form, and without fields that say nothing."""
    for name in ("Anna", "Cleo"):
        won(table, name, "Ben")
    form = player.open(f"/players/{ANNA}").form("/merger").fill(into=id_of("Cleo"))
    address = f"/players/{ANNA}/merger?version=0&into={id_of('Cleo')}&more="
    more = "x" * (letters - len(address))
    answer = player.client.post(form.action, data=form.values() | {"none": "", "more": more})
    assert (answer.status_code, answer.location) == (status, f"{address}{more}" if status == 303 else None)


def data_of(**texts: str) -> MultiDict[str, str]:
    return MultiDict(texts)
