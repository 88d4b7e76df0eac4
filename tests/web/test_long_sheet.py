"""The scoresheet of a long match: a part of it on the screen, all of it on paper and in the downloads."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Callable

import pytest

from scorekeeper.installation import Installation

from .long_match import play
from .player import Page, Player


def sheet_rounds(page: Page) -> list[int]:
    """The rounds on a scoresheet as it is printed, from the top."""
    return [int(number) for number in re.findall(r'<th scope="row">(\d+) <small>', page.html)]


def cards(page: Page) -> list[int]:
    """The rounds that are shown as cards, from the top."""
    return [int(number) for number in re.findall(r'<details class="turnout" id="round-(\d+)"', page.html)]


@pytest.mark.parametrize(
    ("rounds", "first"), [(0, 1), (1, 1), (24, 1), (25, 1), (47, 1), (48, 25), (99, 73), (1000, 961)]
)
def test_the_scoresheet_shows_the_last_page_of_rounds_and_those_since(
    player: Player, installation: Installation, rounds: int, first: int
) -> None:
    address = play(installation, rounds)
    page = player.open(f"{address}/sheet")
    on_paper = player.open(f"{address}/sheet?paper=a4")
    assert cards(page) == sheet_rounds(on_paper) == list(range(first, rounds + 1))
    assert sheet_rounds(page) == (cards(page) if first == 1 else [])  # printed too, where it is the whole
    for shown in (page, on_paper):
        assert (f"Rounds {first} to {rounds}" in shown.text) == (first > 1)
        assert "So far" in shown.text
        assert ("All rounds" in shown.text) == (rounds > 24)


def test_the_pages_of_a_long_scoresheet_miss_and_repeat_nothing(
    player: Player, installation: Installation
) -> None:
    page = player.open(f"{play(installation, 250)}/sheet?paper=a5")
    listed = [player.open(link) for link, words in page.links if re.fullmatch(r"\d+–\d+", words)]
    assert [number for part in listed for number in sheet_rounds(part)] == list(range(1, 251))
    ends = ["So far" in part.text for part in listed]
    assert ends == [False] * 10 + [True]  # the coins of the last round
    for number, part in enumerate(listed):
        assert part.html.count('aria-current="page"') == 1
        assert f"Rounds {number * 24 + 1} to" in part.text
        assert 'class="sheet a5"' in part.html  # the paper stays the one that was chosen


def test_the_cards_of_a_long_match_have_the_same_pages(player: Player, installation: Installation) -> None:
    page = player.open(f"{play(installation, 99)}/sheet")
    listed = [player.open(link) for link, words in page.links if re.fullmatch(r"\d+–\d+", words)]
    assert [number for part in listed for number in cards(part)] == list(range(1, 100))
    assert {sheet_rounds(part) == [] for part in listed} == {True}
    assert cards(player.open(f"{page.path}?rounds=all")) == []  # all of them are drawn as they are printed


def test_all_rounds_of_a_long_match_are_drawn_on_demand_and_printed(
    player: Player, installation: Installation
) -> None:
    page = player.open(f"{play(installation, 250)}/sheet?paper=a4")
    (everything,) = (link for link, words in page.links if words == "All rounds")
    (printing,) = (link for link, words in page.links if words == "Print")
    assert "data-print" not in page.html  # it would print a part
    assert printing.endswith("#print")
    for link in (everything, printing.removesuffix("#print")):
        whole = player.open(link)
        assert sheet_rounds(whole) == list(range(1, 251))
        assert "data-print" in whole.html
        assert "Rounds 1 to 250" not in whole.text
    other_paper = next(link for link, words in whole.links if words == "A5")
    assert len(sheet_rounds(player.open(other_paper))) == 250


@pytest.mark.parametrize("asked", ["0", "-1", "251"])
def test_a_page_of_the_scoresheet_that_was_not_played_is_not_there(
    player: Player, installation: Installation, asked: str
) -> None:
    address = play(installation, 250)
    assert player.open(f"{address}/sheet?round={asked}").status == 404
    assert cards(player.open(f"{address}/sheet?round=x"))[0] == 217


def test_the_downloads_of_a_long_match_hold_every_round(player: Player, installation: Installation) -> None:
    address = play(installation, 250)
    written = player.client.get(f"{address}/sheet.csv?round=1").data.decode("utf-8-sig")
    assert [row["Round"] for row in csv.DictReader(io.StringIO(written, newline=""))] == [
        str(number) for number in range(1, 251)
    ]
    tree = json.loads(player.client.get(f"{address}/record.json?round=1").data)
    assert len(tree["events"]) == 251


@pytest.mark.parametrize(("rounds", "drawn"), [(150, True), (151, False)])
def test_the_pages_offer_what_can_be_drawn_and_say_what_cannot(
    player: Player, installation: Installation, rounds: int, drawn: bool
) -> None:
    address = play(installation, rounds)
    why = "PDF shows at most 150 rounds and adjustments; this match has 151. Take XLSX or CSV."
    page = player.open(f"{address}/sheet")
    for ending in ("pdf", "png"):
        assert (f"{address}/sheet.{ending}" in page.html) == drawn
        answer = player.client.get(f"{address}/sheet.{ending}")
        assert answer.status_code == (200 if drawn else 422)
        assert (why.replace("PDF", ending.upper()) in answer.data.decode(errors="replace")) != drawn
    assert (why in page.text) != drawn
    for ending in ("xlsx", "csv", "txt"):
        assert player.client.get(f"{address}/sheet.{ending}").status_code == 200


def test_what_is_not_installed_is_said_below_what_cannot_be_drawn(
    player: Player, installation: Installation, uninstalled: Callable[[str], None]
) -> None:
    uninstalled("xlsxwriter")
    page = player.open(f"{play(installation, 151)}/sheet")
    assert (
        "PNG / PDF shows at most 150 rounds and adjustments; this match has 151. Take XLSX or CSV. "
        "XLSX needs XlsxWriter, which is not installed here."
    ) in page.text
