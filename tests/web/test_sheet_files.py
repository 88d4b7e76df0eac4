"""The scoresheet as a file: page and command write the same bytes for the same match and language."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from extent import daily

from scorekeeper.cli import main
from scorekeeper.exports import record
from scorekeeper.exports.sheets.formats import FORMS
from scorekeeper.exports.sheets.sheet import BetweenLine, RoundLine, Sheet, sheet_of
from scorekeeper.installation import Installation
from scorekeeper.koikoi.match.events import FORMAT
from scorekeeper.koikoi.rules.loader import names, nearest, rules
from scorekeeper.languages import LANGUAGES
from scorekeeper.store.backup import DATABASE

from .fixtures import Table
from .pdf_text import squeezed
from .pdf_text import text as pdf_text
from .player import Player, read_in

START: dict[str, Any] = {
    "type": "match-started",
    "players": ["Wilhelmina-Aleksandra", "髙橋"],
    "ruleset": "russian_all",
    "at": "2026-02-14T19:03:07Z",
}
WON = {"type": "round-won", "player": 0, "piles": ["01B 03B 08B 12B 09A", "02A"]}
EVENTS: list[dict[str, Any]] = [
    START,
    {"type": "koikoi-called", "player": 1},
    {"type": "round-won", "player": 0, "piles": ["01B 03B 08B", None]},
    {"type": "points-adjusted", "points": [-1, 1], "reason": "Late again"},
    {"type": "round-exhausted"},
    {"type": "round-corrected", "round": 1, "events": [WON]},
]


@pytest.fixture(autouse=True)
def nowhere(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The command changes for its process which installation is meant; the next test has its own again."""
    monkeypatch.setenv("SCOREKEEPER_INSTANCE", str(tmp_path / "nowhere"))


NOTE = "=1+1 <b>First</b> snow. 髙橋\n\nBen was late, #panic()."


def sheet(events: list[dict[str, Any]], language: str = "en", place: str = "", note: str = "") -> Sheet:
    return sheet_of(
        record.from_tree({"format": FORMAT, "events": events}).match, language, place=place, note=note
    )


def command(written: bytes, form: str, language: str, *more: object) -> Result:
    arguments = ["sheet", "-", "--as", form, "--language", language, *map(str, more)]
    return CliRunner().invoke(main, arguments, input=written)


@pytest.mark.parametrize("language", daily(LANGUAGES, 3))
def test_the_command_writes_what_the_page_gives(table: Table, player: Player, language: str) -> None:
    notepad = table.score(table.begin("Ann", "Béa", rules="polish_all"), 0, "01B 03B 08B 3C", "02A")
    address = notepad.path
    read_in(player.client, language)
    written = player.client.get(f"{address}/record.json").data
    assert command(written, "json", language).stdout_bytes == written
    for name, form in FORMS.items():
        answer = player.client.get(f"{address}/sheet.{form.ending}")
        charset = "; charset=utf-8" if form.kind.startswith("text/") else ""
        assert answer.content_type == form.kind.split(";")[0] + charset
        assert command(written, name, language).stdout_bytes == answer.data, name


@pytest.mark.parametrize("form", FORMS)
def test_place_and_note_are_in_every_form_and_the_command_finds_them(
    player: Player, table: Table, installation: Installation, form: str
) -> None:
    notepad = table.score(table.begin("Ann", "Béa"), 0, "01B 03B 08B")
    address, form_address = notepad.path, f"{notepad.path}/sheet.{FORMS[form].ending}"
    written = player.client.get(f"{address}/record.json").data
    without = player.client.get(form_address).data
    player.send(player.open(f"{address}/about").form("/about").fill(place="=Kraków", note=NOTE))
    said = player.client.get(form_address).data
    assert said != without
    assert player.client.get(f"{address}/record.json").data == written  # they are beside the match
    here = ("--instance", installation.folder)
    assert command(written, form, "en", *here).stdout_bytes == said
    assert command(written, "json", "en", *here).stdout_bytes == written
    player.send(player.open(f"{address}/about").form("/about").fill(place="", note=""))
    assert command(written, form, "en", *here).stdout_bytes == without


def test_the_command_finds_the_note_of_a_match_that_went_on(
    player: Player, table: Table, installation: Installation
) -> None:
    notepad = table.begin("Ann", "Béa")
    begun = player.client.get(f"{notepad.path}/record.json").data
    player.send(player.open(f"{notepad.path}/about").form("/about").fill(note="First snow"))
    table.score(notepad, 0, "01B 03B 08B")
    assert b"First snow" in command(begun, "text", "en", "--instance", installation.folder).stdout_bytes
    other = begun.replace(b"Ann", b"Eve")
    assert b"First snow" not in command(other, "text", "en", "--instance", installation.folder).stdout_bytes


def test_the_command_leaves_no_database_where_there_is_none(tmp_path: Path) -> None:
    written = json.dumps({"format": FORMAT, "events": [START]}).encode()
    assert command(written, "text", "en", "--instance", tmp_path).exit_code == 0
    assert list(tmp_path.iterdir()) == []


def test_a_database_that_cannot_be_read_is_a_sentence(tmp_path: Path) -> None:
    (tmp_path / DATABASE).write_bytes(b"no database" * 100)
    written = json.dumps({"format": FORMAT, "events": [START]}).encode()
    result = command(written, "text", "en", "--instance", tmp_path)
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr.startswith("scorekeeper: ")


@pytest.mark.parametrize(
    ("language", "won", "drawn"),
    [
        ("en", "Round 1 · Wilhelmina-Aleksandra · 36 points", "Round 2 · Draw"),
        ("pl", "Rozdanie 1 · Wilhelmina-Aleksandra · 36 punktów", "Rozdanie 2 · Remis"),
        ("ru", "Раунд 1 · Wilhelmina-Aleksandra · 36 очков", "Раунд 2 · Ничья"),
        ("nl", "Ronde 1 · Wilhelmina-Aleksandra · 36 punten", "Ronde 2 · Gelijkspel"),
        ("ja", "第1局 · Wilhelmina-Aleksandra · 36文", "第2局 · 流局"),
    ],
)
def test_a_round_is_headed_by_its_number_who_has_it_and_the_points(
    language: str, won: str, drawn: str
) -> None:
    headings = [" · ".join(line.heading) for line in sheet(EVENTS, language).rounds]
    assert headings == [won, drawn]


def test_a_name_in_a_heading_is_not_translated() -> None:
    events = [{**START, "players": ["Draw", "Points"]}, *({**WON, "player": seat} for seat in (0, 1))]
    events[2]["piles"] = ["02A", "09A 03B"]
    lines = sheet(events, "ru").rounds
    assert [line.heading[1:] for line in lines] == [("Draw", "36 очков"), ("Points", "5 очков")]


def test_the_csv_ends_with_place_and_note_in_the_columns_of_result_and_why() -> None:
    def rows(ours: Sheet) -> list[list[str]]:
        written = FORMS["csv"].write(ours).decode("utf-8-sig")
        return list(csv.reader(io.StringIO(written, newline="")))

    *played, place, note = rows(sheet(EVENTS, place="Kraków", note=NOTE))
    assert played == rows(sheet(EVENTS))
    head = played[0]
    for row, name, text in ((place, "Place", "Kraków"), (note, "Note", f"'{NOTE}")):
        assert dict(zip(head, row, strict=True)) == {**dict.fromkeys(head, ""), "Result": name, "Why": text}


def test_the_text_has_the_place_in_its_head_and_ends_with_the_note() -> None:
    text = FORMS["text"].write(sheet(EVENTS, place="Kraków", note=NOTE)).decode()
    assert text.splitlines()[1].startswith("Feb 14, 2026 · Kraków · Russian booklet")
    assert text.endswith(f" (So far)\n\n{NOTE}\n")


def test_a_form_that_does_not_exist_is_not_found(table: Table, player: Player) -> None:
    assert player.client.get(f"{table.begin().path}/sheet.exe").status_code == 404


def test_lines_are_in_the_order_of_play_with_rulings_and_corrections() -> None:
    first, ruling, second = sheet(EVENTS).lines
    assert isinstance(first, RoundLine)
    assert isinstance(second, RoundLine)
    assert isinstance(ruling, BetweenLine)
    assert (first.number, first.corrected, second.corrected) == (1, True, False)
    assert [(yaku.points, yaku.cards) for yaku in first.yaku] == [
        (8, "01B 03B 08B 12B"), (5, "03B 09A"), (5, "08B 09A"),
    ]  # fmt: skip
    assert (first.base, first.multiplier, first.added, first.points) == (18, 2, 0, 36)
    assert [(factor.effect, factor.reason) for factor in first.factors] == [("× 2", "7 points or more")]
    assert (ruling.after, ruling.reason, ruling.transfer) == (1, "Late again", (-1, 1))
    assert first.balance == (136, 64)
    assert ruling.balance == second.balance == (135, 65)
    assert (sheet(EVENTS).outcome, sheet(EVENTS).why_over) == ("So far", "")


AMENDED: list[dict[str, Any]] = [
    {**START, "players": ["Anna", "Ben"], "ruleset": "russian", "rounds": 3, "purse": 500},
    WON,
    WON,
    {"type": "match-extended", "rounds": 3},
    {"type": "rules-changed", "ruleset": "dutch", "from": 2, "reason": "The wrong booklet"},
    {"type": "dealer-corrected", "round": 3, "player": 1},
]


def test_what_was_amended_stands_before_its_round() -> None:
    first, changed, second, more, dealt = sheet(AMENDED).lines
    assert isinstance(first, RoundLine)
    assert isinstance(second, RoundLine)
    assert [line.words for line in (changed, more, dealt) if isinstance(line, BetweenLine)] == [
        "From round 2: by the rules of Dutch Wikipedia – The wrong booklet",
        "3 more rounds agreed",
        "Round 3: Ben dealt (corrected)",
    ]
    assert (changed.balance, more.balance) == (first.balance, second.balance)


@pytest.mark.parametrize("language", daily(LANGUAGES, 3))
def test_every_form_says_what_was_amended(language: str) -> None:
    amended = sheet(AMENDED, language)
    said = [(line.said, line.reason) for line in amended.lines if isinstance(line, BetweenLine)]
    assert len(said) == 3
    written = FORMS["text"].write(amended).decode()
    separator = ";" if language in ("nl", "pl", "ru") else ","
    table = FORMS["csv"].write(amended).decode("utf-8-sig")
    rows = list(csv.reader(io.StringIO(table), delimiter=separator))
    drawn = pdf_text(FORMS["pdf"].write(amended))
    for words, reason in said:
        assert f"\n{words}{reason and f' – {reason}'}\n" in written
        assert [words, reason] in [[row[2], row[8]] for row in rows]
        assert squeezed(words + reason) in drawn
    plain = FORMS["png"].write(sheet(AMENDED[:3], language))
    assert FORMS["png"].write(amended) != plain


def test_a_round_is_reckoned_by_the_rules_it_was_played_by() -> None:
    house = {
        "extends": "russian",
        "yaku": {"hanami": {"name": "Cherry picnic", "points": 4}},
        "settlement": {"coin": 3},
    }
    amended = sheet([*AMENDED[:3], {"type": "rules-changed", "ruleset": house, "from": 2}])
    names = [[(yaku.name, yaku.points) for yaku in line.yaku][1] for line in amended.rounds]
    assert names == [("Flower viewing", 5), ("Flower viewing", 4)]
    assert [line.coin for line in amended.rounds] == [1, 3]


def test_the_text_has_a_line_a_round() -> None:
    lines = FORMS["text"].write(sheet(EVENTS)).decode().splitlines()
    assert lines == [
        "Koi-Koi · Wilhelmina-Aleksandra – 髙橋",
        "Feb 14, 2026 · Russian booklet, every doubling · 12 rounds · 100 coins each",
        "",
        "Round 1* · Wilhelmina-Aleksandra +36: (Four brights 8 + Flower viewing 5 + Moon viewing 5) × "
        "2 = 36 (7 points or more) → Wilhelmina-Aleksandra 136, 髙橋 64",
        "± Late again → Wilhelmina-Aleksandra 135, 髙橋 65",
        "Round 2 · The hands are empty and nobody stopped: a draw → Wilhelmina-Aleksandra 135, 髙橋 65",
        "",
        "Wilhelmina-Aleksandra 135 – 髙橋 65 (So far)",
    ]


@pytest.mark.parametrize(
    ("players", "pile", "calls", "said"),
    [
        (2, "06R 09R 10R 03B 09A", 1, "(Flower viewing 5 + Blue ribbons 5) × 4 = 40 ("),
        (2, "01R 02R 03R 06A 07A", 0, "Red poetry ribbons 5 → "),
        (2, "01R 02R 03R 06A 07A 10A 08A 04A", 0,
         "(Boar-deer-butterflies 5 + Red poetry ribbons 5 + Animals 1) × 2 = 22 (7 points or "),
        (2, "01R 02R 03R 04R 05R", 0, "Red poetry ribbons 5 + Ribbons 1 = 6 → "),
        (2, "01R 02R 03R", 1, "Red poetry ribbons 5 × 2 = 10 (Ann called koi-koi) → "),
        (2, "01B 03B 08B 12B 11B", 3, "Ann +100: Five brights 10 × 16 = 160 ("
         "Ann called koi-koi 3 times; 7 points or more; Béa owes Ann 160 and pays the last 100"),
        (3, "01R 02R 03R", 0, "Ann +10: Red poetry ribbons 5 (Béa pays Ann 5 coins; Cem pays Ann 5 coins)"),
    ],
)  # fmt: skip
def test_the_text_is_right_as_a_sum_and_says_why(players: int, pile: str, calls: int, said: str) -> None:
    start = {**START, "players": ["Ann", "Béa", "Cem"][:players], "ruleset": "russian"}
    called = [{"type": "koikoi-called", "player": 0}] * calls
    won = {"type": "round-won", "player": 0, "piles": [pile, None, None][:players]}
    text = FORMS["text"].write(sheet([start, *called, won])).decode()
    assert said in text


def test_the_text_says_why_the_dealer_gets_points_where_nobody_stopped() -> None:
    called = {"type": "koikoi-called", "player": 0}
    text = FORMS["text"].write(
        sheet([{**START, "ruleset": "mongolopedia"}, called, {"type": "round-exhausted"}])
    )
    assert " +6 (Nobody stopped, but there was a yaku: dealer Wilhelmina" in text.decode()


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "Round 2 · "),
        ("pl", "Rozdanie 2 · "),
        ("ru", "Раунд 2 · "),
        ("nl", "Ronde 2 · "),
        ("ja", "第2局・"),
    ],
)
def test_the_text_is_in_the_language_of_the_sheet(language: str, said: str) -> None:
    text = FORMS["text"].write(sheet(EVENTS, language)).decode()
    assert f"\n{said}" in text
    comma = "、" if language == "ja" else ", "
    assert text.count(f"→ Wilhelmina-Aleksandra 135{comma}髙橋 65\n") == 2


def test_a_lucky_hand_is_a_yaku_of_its_round() -> None:
    shown = {"type": "hand-shown", "player": 1, "yaku": "teshi"}
    (line,) = sheet([{**START, "ruleset": "nintendo_jp"}, shown]).rounds
    assert [yaku.points for yaku in line.yaku] == [line.points] == [line.base]
    assert line.outcome.startswith("髙橋 showed")


def test_a_match_says_what_its_rules_change() -> None:
    """But not the number of rounds, which it says anyway."""
    house = {"extends": "dutch", "title": "House", "match": {"rounds": 6}, "settlement": {"coin": 2}}
    ours = sheet([{**START, "ruleset": house}])
    assert (ours.rules, ours.named, ours.length) == ("House", rules("dutch").title, 6)
    assert [(change.before, change.now) for change in ours.changes] == [("1", "2")]
    assert sheet([START]).changes == ()


@pytest.mark.parametrize("name", names())
def test_a_named_rule_set_is_nearest_to_itself(name: str) -> None:
    assert nearest(rules(name))[0] == name


@pytest.mark.parametrize(
    ("arguments", "said"),
    [(["--as", "docx"], "'docx' is not one of"), (["--as", "csv", "--language", "de"], "'de' is not one of")],
)
def test_what_cannot_be_written_is_wrong_usage(arguments: list[str], said: str) -> None:
    written = json.dumps({"format": FORMAT, "events": [START]})
    result = CliRunner().invoke(main, ["sheet", "-", *arguments], input=written)
    assert (result.exit_code, result.stdout) == (2, "")
    assert said in result.stderr


def test_a_refused_record_is_one_sentence() -> None:
    result = command(
        json.dumps({"format": FORMAT, "events": [START, {"type": "nope"}]}).encode(), "csv", "en"
    )
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr.startswith("scorekeeper: event 2: There is no event of type “nope”")
