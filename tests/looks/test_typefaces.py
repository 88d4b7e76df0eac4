"""Which characters the fonts of a drawn scoresheet have, and the pictures of its cards."""

from __future__ import annotations

import json
import re
import shutil
import struct
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

import pytest
from babel.messages.pofile import read_po
from click.testing import CliRunner
from pypdf import PdfReader

import scorekeeper
from scorekeeper.cli import main
from scorekeeper.exports.sheets import typefaces
from scorekeeper.exports.sheets.typefaces import characters_in
from scorekeeper.exports.sheets.typst_sheet import card_picture
from scorekeeper.koikoi.cards import CARDS
from scorekeeper.koikoi.match.events import FORMAT
from scorekeeper.koikoi.rules.loader import names, rules
from scorekeeper.languages import LANGUAGES

PACKAGE = Path(scorekeeper.__file__).parent
FONTS = PACKAGE / "exports" / "sheets" / "fonts"
OWN = ("Scorekeeper Alegreya", "Libertinus Serif", "Scorekeeper Mincho")


@pytest.fixture(autouse=True)
def bare(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Path]:
    """The folder for fonts of a new installation, on a system without any."""
    monkeypatch.setenv("SCOREKEEPER_INSTANCE", str(tmp_path))
    monkeypatch.setattr(typefaces, "font_folders", list)
    typefaces._searched.cache_clear()
    (tmp_path / "fonts").mkdir()
    yield tmp_path / "fonts"
    typefaces._searched.cache_clear()


def font(*groups: tuple[int, int, int], kind: int = 12, outlines: bytes = b"glyf") -> bytes:
    """A font file of nothing but a table of characters: first, last, and the glyph of the first."""
    if kind == 12:
        listed = b"".join(struct.pack(">III", *group) for group in groups)
        table = struct.pack(">HHIII", 12, 0, 16 + len(listed), 0, len(groups)) + listed
    else:
        ends, starts = [last for _, last, _ in groups], [first for first, _, _ in groups]
        deltas = [(glyph - first) & 0xFFFF for first, _, glyph in groups]
        columns = [*ends, 0, *starts, *deltas, *(0 for _ in groups)]
        table = struct.pack(f">7H{len(columns)}H", 4, 0, 0, 2 * len(groups), 0, 0, 0, *columns)
    cmap = struct.pack(">HHHHI", 0, 1, 3, 10 if kind == 12 else 1, 12) + table
    start = 12 + 2 * 16
    head = struct.pack(">4s4H", b"OTTO", 2, 0, 0, 0)
    entries = struct.pack(">4sIII", b"cmap", 0, start, len(cmap)) + struct.pack(">4sIII", outlines, 0, 0, 0)
    return head + entries + cmap


@pytest.mark.parametrize("kind", [4, 12])
def test_a_font_has_the_characters_of_its_table(tmp_path: Path, kind: int) -> None:
    path = tmp_path / "a.otf"
    path.write_bytes(font((0x41, 0x43, 7), (0x9AD9, 0x9AD9, 9), (0xFFFF, 0xFFFF, 0), kind=kind))
    assert characters_in(path, "@ABCD髙高") == {"A", "B", "C", "髙"}


def test_coloured_pictures_are_no_letters(tmp_path: Path) -> None:
    path = tmp_path / "emoji.ttf"
    path.write_bytes(font((0x1F338, 0x1F338, 5), outlines=b"CBDT"))
    assert characters_in(path, "🌸") == set()
    path.write_bytes(font((0x1F338, 0x1F338, 5)))
    assert characters_in(path, "🌸") == {"🌸"}


@pytest.mark.parametrize("content", [b"", b"OTTO", b"ttcf", b"x" * 400, font((65, 66, 1))[:70]])
def test_a_damaged_font_has_no_characters(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "a.ttf"
    path.write_bytes(content)
    assert characters_in(path, "AB") == set()
    assert characters_in(tmp_path / "gone.ttf", "AB") == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_our_fonts_have_whatever_the_app_writes(language: str) -> None:
    written = {rules(name).title for name in names()}
    path = PACKAGE / "translations" / language / "LC_MESSAGES" / "messages.po"
    if language != "en":
        with path.open("rb") as file:
            for message in read_po(file, locale=language):
                written.update([message.string] if isinstance(message.string, str) else message.string or ())
    ours = typefaces.lettering("".join(map(str, written)) + "勝±×−–→")
    assert (ours.families, ours.unknown) == (OWN, ())


@pytest.mark.parametrize(
    "name",
    ["Żółkiewska", "Дмитриева", "Nguyễn Thị", "Ελένη", "Þórður", "たかはし", "タカハシ", "Ärzte", "Ťažký"],
)
def test_most_names_need_no_other_font(name: str) -> None:
    assert typefaces.lettering(name) == typefaces.lettering("Anna")


def test_what_is_missing_is_written_as_nearly_as_possible() -> None:
    ours = typefaces.lettering("ＡＢ ｱ 髙 👨‍👩‍👧")
    assert {chr(code): text for code, text in ours.replaced.items()} == {
        "Ａ": "A", "Ｂ": "B", "ｱ": "ア", "髙": "?", "👧": "?", "👨": "?", "👩": "?",
    }  # fmt: skip
    assert ours.unknown == ("髙", "👧", "👨", "👩")


def test_marks_of_a_script_without_a_font_are_replaced_like_its_letters(bare: Path) -> None:
    ours = typefaces.lettering("कि தமிழ்")
    assert {*ours.unknown} == set("किதமிழ்")  # a vowel sign that takes a place, a virama that takes none
    assert set(ours.replaced.values()) == {"?"}


def test_a_mark_on_a_letter_that_can_be_drawn_is_left_out(bare: Path) -> None:
    ours = typefaces.lettering("A\u1dcf")
    assert (ours.replaced, ours.unknown) == ({0x1DCF: ""}, ())


def test_a_font_of_the_installation_is_found_as_soon_as_it_is_there(bare: Path) -> None:
    assert typefaces.lettering("髙").unknown == ("髙",)
    letters = (FONTS / "alegreya.ttf").read_bytes()
    (bare / "household.ttf").write_bytes(_with_takahashi(letters))
    ours = typefaces.lettering("髙")
    assert (ours.families, ours.unknown) == ((*OWN, "Householder Alegreya"), ())
    assert str(bare) in dict(ours.folders)
    shutil.rmtree(bare)
    assert typefaces.lettering("髙").unknown == ("髙",)


def test_the_command_reads_the_fonts_of_the_installation_that_it_is_told(bare: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    (other / "fonts").mkdir(parents=True)
    (other / "fonts" / "household.ttf").write_bytes(_with_takahashi((FONTS / "alegreya.ttf").read_bytes()))
    match = {"type": "match-started", "players": ["髙橋", "Anna"], "ruleset": "dutch"}
    written = json.dumps({"format": FORMAT, "events": [match]})
    runner = CliRunner()
    for folder, texts in ((bare.parent, ["?橋"]), (other, [])):
        arguments = ["sheet", "-", "--as", "pdf", "--instance", str(folder)]
        pdf = runner.invoke(main, arguments, input=written).stdout_bytes
        assert [text for text in ("?橋",) if text in PdfReader(BytesIO(pdf)).pages[0].extract_text()] == texts


def _with_takahashi(letters: bytes) -> bytes:
    """A font under another name whose table of characters has 髙 and nothing else."""
    renamed = letters.replace("Scorekeeper".encode("utf-16-be"), "Householder".encode("utf-16-be"))
    table = struct.pack(">HHHHI", 0, 1, 3, 10, 12) + struct.pack(
        ">HHIIIIII", 12, 0, 28, 0, 1, 0x9AD9, 0x9AD9, 9
    )
    entry = renamed.index(b"cmap")
    place = struct.pack(">II", len(renamed), len(table))
    return renamed[: entry + 8] + place + renamed[entry + 16 :] + table


@pytest.mark.parametrize("card", [*(card.id for card in CARDS), "back"])
def test_a_card_is_a_picture_by_itself(card: str) -> None:
    drawn = card_picture(card)
    ET.fromstring(drawn)
    held = set(re.findall(r'\bid="([^"]+)"', drawn))
    used = set(re.findall(r'href="#([^"]+)"|url\(#([^)]+)\)', drawn))
    assert {first or second for first, second in used} == held
    assert len(drawn) < 15_000
