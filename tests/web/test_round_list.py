"""The rounds of a long match: the latest on the notepad, all of them on pages of their own."""

from __future__ import annotations

import re
from contextlib import closing

import pytest
from calls import counted

from scorekeeper.installation import Installation
from scorekeeper.koikoi.match.interpreter import apply
from scorekeeper.koikoi.match.start import started
from scorekeeper.web.words import month_card

from .fixtures import Table
from .long_match import THREE, play
from .player import Page, Player


def numbers(page: Page) -> list[int]:
    """The rounds that a page lists, from the top."""
    return [int(number) for number in re.findall(r'href="/matches/long/rounds/(\d+)"', page.html)]


def earlier(page: Page) -> list[str]:
    return [link for link, words in page.links if words == "Earlier rounds"]


@pytest.mark.parametrize(
    ("rounds", "first"), [(0, 1), (1, 1), (12, 1), (24, 1), (25, 1), (47, 1), (48, 25), (49, 25), (1000, 961)]
)
def test_the_notepad_shows_the_last_whole_page_of_rounds_and_those_since(
    player: Player, installation: Installation, rounds: int, first: int
) -> None:
    notepad = player.open(play(installation, rounds))
    assert numbers(notepad) == list(range(rounds, first - 1, -1))
    assert bool(earlier(notepad)) == (first > 1)
    assert f"Score round {rounds + 1}" in notepad.text
    assert notepad.html.count('<tr class="next">') == 1


def test_the_pages_of_earlier_rounds_miss_and_repeat_nothing(
    player: Player, installation: Installation
) -> None:
    notepad = player.open(play(installation, 130))
    (address,) = earlier(notepad)
    page = player.open(address)
    assert "Rounds 73 to 96" in page.text
    assert page.path == f"{notepad.path}/rounds"
    pages = [link for link, words in page.links if re.fullmatch(r"\d+–\d+", words)]
    listed = [numbers(player.open(link)) for link in pages]
    assert [part[0] for part in listed] == [24, 48, 72, 96, 120, 130]
    assert [number for part in listed for number in reversed(part)] == list(range(1, 131))
    assert page.html.count('aria-current="page"') == 1
    assert 'aria-current="page">73–96</a>' in page.html
    assert "next" not in page.html.split("<tbody>")[1].split("</tbody>")[0]


@pytest.mark.parametrize(
    ("asked", "first"),
    [
        *(("1", 1), ("24", 1), ("25", 25), ("30", 25)),
        *(("", 25), ("x", 25), ("²", 25), ("٣", 25), ("1_0", 25), ("9" * 10, 25), ("9" * 5000, 25)),
    ],
)
def test_any_number_of_a_round_leads_to_its_page(
    player: Player, installation: Installation, asked: str, first: int
) -> None:
    page = player.open(f"{play(installation, 30)}/rounds?round={asked}")
    assert page.status == 200
    assert numbers(page)[-1] == first


@pytest.mark.parametrize("asked", ["0", "-1", "31", "999999999"])
def test_a_page_of_rounds_that_were_not_played_is_not_found(
    player: Player, installation: Installation, asked: str
) -> None:
    assert player.open(f"{play(installation, 30)}/rounds?round={asked}").status == 404


def test_a_match_without_a_round_has_no_page_of_rounds(player: Player, installation: Installation) -> None:
    assert player.open(f"{play(installation, 0)}/rounds").status == 404


def test_an_undone_round_takes_its_page_with_it(
    player: Player, table: Table, installation: Installation
) -> None:
    notepad = player.open(play(installation, 49))
    last = player.open(f"{notepad.path}/rounds?round=49")
    assert numbers(last) == [49]
    assert "Round 49 " in last.text
    assert 'aria-current="page">49</a>' in last.html
    assert numbers(table.undo(notepad))[-1] == 25
    assert player.open(f"{notepad.path}/rounds?round=49").status == 404
    assert numbers(player.open(f"{notepad.path}/rounds?round=48"))[0] == 48


def test_rulings_and_corrections_are_on_the_page_of_their_round(
    player: Player, installation: Installation
) -> None:
    correction = {"type": "round-corrected", "round": 5, "events": [{"type": "round-exhausted"}]}
    ruling = {"type": "points-adjusted", "points": [1, -1], "reason": "late for tea"}
    address = play(installation, 72, correction, {**ruling, "reason": "later"}, ruling)
    first, last = (player.open(f"{address}/rounds?round={number}") for number in (1, 72))
    assert first.text.count("corrected") == 1
    assert "late for tea" not in first.text
    assert last.text.index("late for tea") < last.text.index("later") < last.text.rindex("72 ")
    assert "corrected" not in last.text
    assert "late for tea" in player.open(address).text


def test_a_ruling_before_the_first_round_is_on_the_first_page(
    player: Player, table: Table, installation: Installation
) -> None:
    ruling = {"type": "points-adjusted", "points": [1, -1], "reason": "a head start"}
    address = play(installation, 0, ruling)
    assert "a head start" in player.open(address).text
    won = [{"type": "round-won", "player": 0, "piles": [THREE], "id": f"{n}.x"} for n in range(50)]
    with closing(installation.open_store()) as store:
        store.append("long", 2, won)
    assert "a head start" in player.open(f"{address}/rounds?round=1").text
    for page in (address, f"{address}/rounds?round=25"):
        assert "a head start" not in player.open(page).text


def test_a_page_of_a_long_match_folds_nothing_and_draws_no_more_than_its_rows(
    player: Player, installation: Installation
) -> None:
    address = play(installation, 1000)
    player.open(address)
    for page, rows in ((address, 40), (f"{address}/rounds?round=500", 24)):
        with counted(apply, started, month_card) as calls:
            player.open(page)
        assert calls == [0, 0, rows + (page == address)]
