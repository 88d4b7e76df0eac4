"""The scoresheet as PDF, read back by another library, and as PNG."""

from __future__ import annotations

import io
import json
import re
import struct
import subprocess
import sys
from collections.abc import Callable
from itertools import chain
from pathlib import Path
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner
from extent import daily
from pypdf import PdfReader
from web.fixtures import Table
from web.pdf_text import squeezed, text
from web.player import Player

from scorekeeper.cli import main
from scorekeeper.exports import record
from scorekeeper.exports.sheets import typefaces, typst_sheet
from scorekeeper.exports.sheets.sheet import RoundLine, Sheet, sheet_of
from scorekeeper.exports.sheets.typst_sheet import MOST_DRAWN, pdf_sheet, png_sheet
from scorekeeper.koikoi.errors import NotAllowed
from scorekeeper.koikoi.match.events import FORMAT
from scorekeeper.languages import LANGUAGES, translator
from scorekeeper.sentences import dotted

THREE = {"extends": "polish_all", "title": "*House* #rules", "match": {"players": 3}}
PILE = "01B 03B 08B 09A 4C"  # three brights, flower viewing, moon viewing
CORRECTED = {"type": "round-corrected", "round": 1, "events": [{"type": "round-exhausted"}]}
LONG_NAME = "Wilhelmina Żółkiewska-Дмитриева Ελένη"
COUNTED = {"extends": "russian", "match": {"rounds": None, "target": 9999}}
TALLEST = 4500  # pixels


def record_of(
    *events: dict[str, Any], players: tuple[str, ...] = ("Anna", "Béa"), **start: Any
) -> dict[str, Any]:
    first = {"type": "match-started", "players": [*players], "ruleset": "russian", "purse": 900, **start}
    return {"format": FORMAT, "events": [{"at": "2026-02-14T19:03:07Z", **first}, *events]}


def sheet(
    *events: dict[str, Any], language: str = "en", place: str = "", note: str = "", **start: Any
) -> Sheet:
    match = record.from_tree(record_of(*events, **start)).match
    return sheet_of(match, language, place=place, note=note)


def won(player: int, *others: str, pile: str = PILE) -> dict[str, Any]:
    piles: list[str | None] = [*others] or [None]
    piles.insert(player, pile)
    return {"type": "round-won", "player": player, "piles": piles}


def long(rounds: int, language: str = "en") -> Sheet:
    return sheet(*(won(number % 2) for number in range(rounds)), ruleset=COUNTED, purse=0, language=language)


def read_lines(written: bytes) -> list[str]:
    pages = PdfReader(io.BytesIO(written)).pages
    return [line for page in pages for line in page.extract_text().splitlines()]


def size(png: bytes) -> tuple[int, int]:
    assert png.startswith(b"\x89PNG\r\n\x1a\n")
    width, height = struct.unpack_from(">II", png, 16)
    return width, height


@pytest.mark.parametrize("language", daily(LANGUAGES, 3))
def test_the_pdf_says_everything(language: str) -> None:
    ours = sheet(
        won(2, "02A", "02R"),
        {"type": "koikoi-called", "player": 1},
        won(0, "02A", "02R"),
        {"type": "points-adjusted", "points": [-1, 1, 0], "reason": "Late again"},
        {"type": "round-exhausted"},
        CORRECTED,
        players=(LONG_NAME, "Béa", "Ōta"),
        ruleset=THREE,
        language=language,
    )
    said = text(pdf_sheet(ours))
    words = [*ours.players, ours.day, ours.rules, *ours.terms, ours.outcome, "Late again"]
    for line in ours.lines:
        words += map(str, line.balance)
        if isinstance(line, RoundLine):
            words += [translator(language)(dotted(line.heading)), line.why]
            words += [f"{yaku.name} {yaku.points}" for yaku in line.yaku]
            words += [f"{factor.effect} {factor.reason}" for factor in line.factors]
    for change in ours.changes:
        words += [change.option, change.before, change.now]
    assert len(words) > 30
    assert [word for word in words if squeezed(word) not in said] == []


def test_what_the_table_decided_and_corrected_is_marked() -> None:
    played = [won(0), won(1)]
    assert "corrected" not in text(pdf_sheet(sheet(*played)))
    assert "corrected" in text(pdf_sheet(sheet(*played, CORRECTED)))


def test_the_changes_explain_a_payment_unless_it_is_cut() -> None:
    assert "pays" not in text(pdf_sheet(sheet(won(0))))
    assert "paysthelast5coins" in text(pdf_sheet(sheet(won(0), purse=5)))


NOTES = {
    "commands": '#panic("x") $x$ *b* `r` \\ @k <l> = head\n/* no comment\n- no list',
    "a word": "x" * 2000,
    "sentences": "First snow. " * 166,
    "lines": "\n".join("ab" * 500),
    "kana": "はつゆき。" * 400,
}


@pytest.mark.parametrize("kind", daily(NOTES, 2))
def test_place_and_note_are_drawn_whole_in_the_pdf(kind: str) -> None:
    note = NOTES[kind]
    written = pdf_sheet(sheet(won(0), place="#Kraków", note=note))
    said = text(written).replace("\u200b", "")
    assert "#Kraków" in said
    assert max(len(line) for line in read_lines(written)) < 200
    for number in range(2, len(PdfReader(io.BytesIO(written)).pages) + 1):  # the foot of each page
        said = said.replace(f"Koi-Koi·Anna–Béa·Feb14,2026{number}/", "")
    assert squeezed(note)[:60] in said
    assert said.count("x") >= note.count("x")
    assert said.count("ゆ") == note.count("ゆ")
    assert said.count("snow.") == note.count("snow.")


@pytest.mark.parametrize("kind", daily(NOTES, 2))
def test_the_picture_takes_as_much_of_a_note_as_some_lines_hold(kind: str) -> None:
    note = NOTES[kind]
    without, with_note = (size(png_sheet(sheet(won(0), note=said)))[1] for said in ("", note))
    assert 0 < with_note - without < 700  # pixels


def test_a_long_place_is_broken_into_lines() -> None:
    written = pdf_sheet(sheet(won(0), place="W" * 80))
    assert "W" * 80 in text(written).replace("\u200b", "")
    assert not any("W" * 80 in line.replace("\u200b", "") for line in read_lines(written))


def test_a_short_note_is_drawn_whole_and_a_long_one_ends_with_dots() -> None:
    ten = "\n".join("abcdefghij")
    assert png_sheet(sheet(note=f"{ten}\nk")) != png_sheet(sheet(note=ten))
    assert png_sheet(sheet(note=f"{ten}\nk")) == png_sheet(sheet(note=f"{ten} …"))


def test_points_that_are_more_than_the_yaku_say_how_they_come_about() -> None:
    assert "Round1·Anna·30points(15×2)" in text(pdf_sheet(sheet(won(0))))
    assert "Round1·Anna·5points(" not in text(pdf_sheet(sheet(won(0, pile="03B 09A"))))


def test_only_several_yaku_of_another_player_are_added_up() -> None:
    start = {"type": "match-started", "players": ["Anna", "Ben"], "ruleset": "hana_awase"}
    first = {"type": "round-exhausted", "piles": ["01R 02R 03R 01B 04A", "06R 09R 10R 03B 08B 12B"]}
    second = {"type": "round-exhausted", "piles": ["01B 03B 08B 12B 11B", "06R 09R 10R 04R 05R 07R"]}
    match = record.from_tree({"format": FORMAT, "events": [start, first, second]}).match
    drawn = text(pdf_sheet(sheet_of(match, "en")))
    assert "Anna:Redpoetryribbons40" in drawn and "=40" not in drawn
    assert re.search(r"Ben:Blueribbons40·[^:]*=90", drawn)


@pytest.mark.slow
def test_a_long_match_has_numbered_pages_with_its_players() -> None:
    pages = PdfReader(io.BytesIO(pdf_sheet(long(24)))).pages
    assert len(pages) > 2
    for number, page in enumerate(pages, 1):
        assert f"{number} / {len(pages)}" in page.extract_text()
        assert page.extract_text().count("Béa") > 1
    assert " / " not in PdfReader(io.BytesIO(pdf_sheet(long(3)))).pages[0].extract_text()


def test_a_file_is_dated_by_the_match_and_not_by_the_clock() -> None:
    ours = sheet(won(0))
    written = pdf_sheet(ours), png_sheet(ours)
    info = PdfReader(io.BytesIO(written[0])).metadata
    assert info is not None
    assert info.title == "Scoresheet: Anna – Béa"
    assert info.creation_date is not None
    assert info.creation_date.isoformat() == "2026-02-14T19:03:07+00:00"
    dates = re.findall(rb"D:(\d{14})|(\d{4}-\d\d-\d\dT[\d:]{8})", written[0])
    assert dates and set(filter(None, chain(*dates))) == {b"20260214190307", b"2026-02-14T19:03:07"}
    assert b"tIME" not in written[1]


@pytest.mark.parametrize(
    "started", ["", "yesterday", "9999-12-31T23:59:59-14:00", "0001-01-01", "2026-02-14T19:03:07.25"]
)
def test_a_record_may_have_any_time_or_none(started: str) -> None:
    ours = msgspec.structs.replace(sheet(won(0)), started=started, day="")
    assert "Anna" in text(pdf_sheet(ours))


@pytest.mark.slow
def test_another_process_writes_the_same_bytes(tmp_path: Path) -> None:
    match = tmp_path / "match.json"
    match.write_text(json.dumps(record_of(won(0))), "utf-8")
    for form, write in (("pdf", pdf_sheet), ("png", png_sheet)):
        command = [sys.executable, "-m", "scorekeeper", "sheet", str(match), "--as", form]
        assert subprocess.run(command, check=True, capture_output=True).stdout == write(sheet(won(0)))


def test_names_are_text_and_no_commands() -> None:
    players = ('#panic("x")', "$x$ *b* `r` \\ @k")
    said = text(pdf_sheet(sheet(won(0), players=players)))
    assert all(squeezed(name) in said for name in players)


@pytest.mark.parametrize("language", daily(LANGUAGES, 3))
def test_the_picture_is_as_wide_as_a_phone(language: str) -> None:
    width, height = size(png_sheet(long(3, language)))
    assert width == 850
    assert width < height < TALLEST / 2


@pytest.mark.parametrize("rounds", daily([99, 40], 2))
def test_the_picture_of_a_long_match_stays_sendable(rounds: int) -> None:
    width, height = size(png_sheet(long(rounds)))
    assert (width, height > TALLEST / 2, height < TALLEST) == (850, True, True)


def test_the_picture_tells_few_of_many_changes_to_the_rules() -> None:
    yaku = ("goko", "shiko", "ameshiko", "sanko", "inoshikacho", "akatan", "aotan", "hanami", "tsukimi")
    house = {"extends": "russian", "yaku": {name: {"points": 17} for name in yaku}}
    ours = sheet(ruleset=house)
    six = msgspec.structs.replace(ours, changes=ours.changes[:6])
    assert len(ours.changes) > 6
    assert size(png_sheet(ours)) == size(png_sheet(six))
    assert png_sheet(ours) != png_sheet(six)  # "; …" instead of "."
    assert all(squeezed(change.option) in text(pdf_sheet(ours)) for change in ours.changes)


@pytest.mark.parametrize(("language", "semicolon"), [("en", ";"), ("ja", "；")])
def test_the_changes_to_the_rules_stand_apart_as_the_language_has_it(language: str, semicolon: str) -> None:
    house = {"extends": "russian", "yaku": {"akatan": {"points": 17}, "aotan": {"points": 17}}}
    ours = sheet(ruleset=house, language=language)
    assert text(pdf_sheet(ours)).count(semicolon) == len(ours.changes) - 1 > 0


def test_a_match_without_rounds_has_a_sheet() -> None:
    assert "Sofar" in text(pdf_sheet(sheet()))
    assert size(png_sheet(sheet()))[0] == 850
    level = sheet({"type": "round-exhausted"}, {"type": "round-exhausted"}, purse=0, ruleset=COUNTED)
    assert "Draw" in text(pdf_sheet(level))  # the curve is a straight line


def test_counted_chaff_and_a_lucky_hand_are_drawn() -> None:
    chaff = sheet(won(0, pile="10C 1C"))
    assert (chaff.rounds[0].cards, chaff.rounds[0].yaku[0].cards) == ("10C 1C", "10C 1C")
    (page,) = PdfReader(io.BytesIO(pdf_sheet(chaff))).pages
    assert "11" in page.extract_text().splitlines()
    lucky = sheet({"type": "hand-shown", "player": 1, "yaku": "teshi"}, ruleset="nintendo_jp", purse=50)
    said = text(pdf_sheet(lucky))
    assert "Round1·Béa·6points" in said
    assert "Fourofamonthinhand6" in said


def test_a_character_that_no_font_has_is_a_question_mark_with_a_note(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(typefaces, "font_folders", list)
    typefaces._searched.cache_clear()
    said = text(pdf_sheet(sheet(won(0), players=("Anna 🌸", "髙橋"))))
    typefaces._searched.cache_clear()
    assert "Round1·Anna?·30points" in said
    assert "U+1F338cherryblossom" in said
    assert "no font here has" not in text(pdf_sheet(sheet(won(0))))


def test_numbers_stay_beside_a_name_that_runs_from_right_to_left() -> None:
    leftward, rightward = (
        typst_sheet.written(sheet(won(0), players=players), typefaces.lettering(""))
        for players in (("שרה", "Ben"), ("Żaneta", "花子"))
    )
    assert leftward["title"] == "\u2068שרה\u2069 – Ben"
    assert leftward["lines"][0]["heading"] == ["Round 1", "\u2068שרה\u2069", "30 points"]
    assert leftward["authors"] == ("שרה", "Ben")
    assert "\u2068" not in json.dumps(rightward, ensure_ascii=False)


@pytest.mark.parametrize("unknown", [8, 9, 2000])
def test_of_many_unknown_characters_eight_are_named(unknown: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(typefaces, "font_folders", list)
    typefaces._searched.cache_clear()
    said = text(pdf_sheet(sheet(note="".join(chr(0x13000 + number) for number in range(unknown)))))
    typefaces._searched.cache_clear()
    assert said.count("egyptianhieroglyph") == 8
    assert (",…:“?”" in said) == (unknown > 8)


def test_without_typst_a_sentence_says_what_to_install(
    table: Table, player: Player, uninstalled: Callable[[str], None]
) -> None:
    address = table.score(table.begin(), 0, "01B 03B 08B").path
    uninstalled("typst")
    for form in ("pdf", "png"):
        sentence = (
            f"{form.upper()} needs typst, which is not installed here. Install it with: pip install typst"
        )
        answer = player.client.get(f"{address}/sheet.{form}")
        assert answer.status_code == 501
        assert sentence in answer.get_data(as_text=True).replace("&#34;", '"')
        result = CliRunner().invoke(main, ["sheet", "-", "--as", form], input=json.dumps(record_of()))
        assert (result.exit_code, result.stdout) == (1, "")
        assert sentence in result.stderr
    page = player.open(f"{address}/sheet")
    assert (page.status, page.text.count("needs typst, which is not installed here.")) == (200, 1)
    assert 'data-type="text/plain' in page.html


def test_the_picture_of_twelve_rounds_shows_them_all() -> None:
    twelve, thirty = (size(png_sheet(long(rounds)))[1] for rounds in (12, 30))
    eleven = size(png_sheet(long(11)))[1]
    assert eleven < twelve <= thirty


@pytest.mark.parametrize("write", [pdf_sheet, png_sheet])
def test_a_match_of_more_rounds_than_can_be_drawn_is_refused_with_the_forms_that_hold_it(
    write: Callable[[Sheet], bytes],
) -> None:
    form = "PDF" if write is pdf_sheet else "PNG"
    why = f"{form} shows at most 150 rounds and adjustments; this match has 151. Take XLSX or CSV."
    with pytest.raises(NotAllowed) as refusal:
        write(long(MOST_DRAWN + 1))
    assert str(refusal.value) == why
    assert write(long(MOST_DRAWN))
