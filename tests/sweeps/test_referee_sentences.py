"""Every sentence of the referee is shown by a case, on the page where a player reads it, in every language.

The cases are in ``referee_sentences.toml``. Which sentences there are is read from the code and the
templates, as for the catalogues, so a new sentence without a case fails here.
"""

from __future__ import annotations

import html
import json
import re
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from extent import EVERY_LOOK, daily
from koikoi.cases import MATCHES, recorded
from koikoi.script import written
from web.player import Page, Player, read_in

from scorekeeper.cli import main
from scorekeeper.exports import record
from scorekeeper.koikoi.rules.loader import read_toml
from scorekeeper.sentences import Sentence
from tools import messages

Case = dict[str, Any]
Id = str | tuple[str, ...]  # of a text in the catalogues; with its plural form where it has one

CASES: list[Case] = tomllib.loads(Path(__file__).with_name("referee_sentences.toml").read_text("utf-8"))[
    "case"
]
SOURCES = (
    "scorekeeper/koikoi/match/calls.py",
    "scorekeeper/koikoi/match/dealt_cards.py",
    "scorekeeper/koikoi/match/interpreter.py",
    "scorekeeper/koikoi/match/turns.py",
    "scorekeeper/koikoi/match/endings.py",
    "scorekeeper/koikoi/match/teyaku.py",
    "scorekeeper/koikoi/match/round_warnings.py",
    "scorekeeper/web/rounds/round_form.py",
    "scorekeeper/web/live_play/",
    "templates/rounds/_referee.html",
    "templates/rounds/referee.html",
    "templates/live_play/",
)
# The same word in some language as in English.
SAME = {"Koi-koi", ("%(num)d koi-koi", "%(num)d koi-koi")}
# Said by the script of the board (tests/servers/test_referee.py), or of piles and records (tests/koikoi).
ELSEWHERE = {
    "The app cannot be reached now.",
    "match-ended may only be the last event of a correction.",
    "A correction must be a single round; this one has more.",
    "There are more piles than players.",
    "%(type)s is not possible in this game: every captured card counts, and a round ends with everybody’s "
    "piles.",
    "All cards of month %(month)d were captured, so none lies on the field.",
    "%(number)d chaff cards are too many: these rules use %(deck)d.",
    "%(player)s takes: %(card)s",  # tests/web/test_live_play.py
    "%(type)s is not possible here.",
    (
        "There is no player %(player)d among %(n)d.",
        "There is no player %(player)d among %(n)d; seats count from 0.",
    ),
    "An adjustment needs the points of every player.",
    "A correction of names needs the name of every player.",
}
PLACE = re.compile(r"%\\?\(\w+\\?\)([ds])|\\?\{\w+\\?\}")


@cache
def sentences() -> dict[Id, tuple[str, ...]]:
    """The texts of the referee, each with the English forms that it has."""
    own = {}
    for message in messages.template():
        if message.id and any(path.startswith(SOURCES) for path, _line in message.locations):
            forms = (message.id,) if isinstance(message.id, str) else tuple(message.id)
            own[message.id if isinstance(message.id, str) else forms] = forms
    return own


@cache
def said_of_rounds() -> set[str]:
    """What the rounds and the void deals of the matches in ``tests/koikoi`` say of themselves."""
    cases = [parameter.values[0] for parameter in MATCHES]
    matches = [
        record.from_tree(recorded(case, case["events"])).match for case in cases if "refused" not in case
    ]
    said = [
        *(row.why for match in matches for row in match.rounds),
        *(
            why
            for match in matches
            for play in (match.play, *(row.play for row in match.rounds))
            for why in play.voids
        ),
    ]
    return {why.one for why in said if isinstance(why, Sentence)}


def translations(text: Any) -> list[str]:
    """The forms of a translated text: one, or as many as the language has plurals."""
    return [text] if isinstance(text, str) else [*text]


@cache
def pattern(text: str) -> re.Pattern[str]:
    """What a text looks like once its places are filled."""
    words = re.escape(" ".join(text.split()))
    return re.compile(PLACE.sub(lambda place: r"\d+" if place[1] == "d" else ".+?", words))


def id_of(sentence: str) -> Id | None:
    """The text of the referee that a sentence is; of several the one with the most words of its own."""
    fitting = [
        (len(PLACE.sub("", form)), name)
        for name, forms in sentences().items()
        for form in forms
        if pattern(form).fullmatch(sentence)
    ]
    return max(fitting, key=lambda fit: fit[0])[1] if fitting else None


def played(player: Player, case: Case) -> Page:
    """The last page of a case: the import where that is refused, or what is sent then from the pages."""
    rules = {"extends": case["rules"], **read_toml(case.get("set", ""))}
    tree = written(rules, case.get("before", []))
    record = json.dumps({**tree, "events": [*tree["events"], *case.get("events", [])]}).encode()
    choice = player.open("/records/new").form("/records/preview")
    preview = player.send(choice, file=(record, "match.json"))
    if not any(form.action == "/records" and form.ticked("keep") for form in preview.forms):
        return preview
    match = player.send(preview.form("/records")).path
    page = player.open(f"{match}/turns")
    for line in case.get("pages", ()):
        action, *fields = line.split(" ")
        page = player.open(f"{match}/{fields[0]}") if action == "open" else sent(player, page, action, fields)
    return page


def sent(player: Player, page: Page, action: str, fields: list[str]) -> Page:
    """Send a form of the page, or that of the next turn to another address, with these fields."""
    names = [form.action.partition("/matches/")[2].partition("/")[2] for form in page.forms]
    form = page.forms[names.index(action) if action in names else names.index("turns")]
    form.action = re.sub(r"(/matches/\w+)/.*", rf"\1/{action}", form.action)
    for field in fields:
        name, _, values = field.partition("=")
        form.force(
            name, *(value.replace("+", " ") for value in values.split(",") if value or name == "ruling")
        )
    return player.send(form)


def seen(page: Page) -> str:
    """The words of a page, also those of labels, in one line."""
    labels = re.findall(r'aria-label="([^"]*)"', page.html)
    return html.unescape(" ".join([page.text, *labels])).replace("\xad", "")


def named(case: Case) -> str:
    return str(case["says"][0])


PAGES = [case for case in CASES if "score" not in case]


@pytest.mark.parametrize("case", [case for case in CASES if "score" in case], ids=named)
def test_a_sentence_is_shown_by_the_command(case: Case) -> None:
    answer = CliRunner().invoke(main, ["score"], input=case["score"])
    assert [sentence for sentence in case["says"] if sentence not in answer.output] == []


@pytest.mark.parametrize("case", daily(PAGES, 3), ids=named)
def test_a_sentence_is_shown(player: Player, case: Case) -> None:
    words = seen(played(player, case))
    assert [sentence for sentence in case["says"] if sentence not in words] == [], words


def test_every_sentence_has_a_case() -> None:
    shown = {id_of(sentence) for case in CASES for sentence in case["says"]}
    assert [name for name in sentences() if name not in shown | ELSEWHERE | said_of_rounds()] == []


def test_every_case_shows_sentences_of_the_referee() -> None:
    said = [sentence for case in CASES for sentence in case["says"]]
    assert [sentence for sentence in said if id_of(sentence) is None] == []


@pytest.mark.parametrize("language", messages.LANGUAGES)
def test_every_sentence_is_said_in_every_language(language: str) -> None:
    catalog = {
        message.id if isinstance(message.id, str) else tuple(message.id): message.string
        for message in messages.read(language)
        if message.id
    }
    for name, forms in sentences().items():
        translated = translations(catalog[name])
        assert all(translated), name
        assert name in SAME or not {*translated} & {*forms}, name


# Of the cases between those in English every other in one language, the languages in turns; the long run has
# each in all of them.
TURNS = [(case, messages.LANGUAGES[place % len(messages.LANGUAGES)]) for place, case in enumerate(PAGES)]
SHOWN = [(case, language) for case in PAGES for language in messages.LANGUAGES] if EVERY_LOOK else TURNS[1::6]


@pytest.mark.parametrize(
    ("case", "language"), SHOWN, ids=lambda part: part if isinstance(part, str) else named(part)
)
def test_a_sentence_is_shown_in_another_language(player: Player, case: Case, language: str) -> None:
    read_in(player.client, language)
    words = seen(played(player, case))
    for sentence in case["says"]:
        name = id_of(sentence)
        assert name is not None
        message = messages.read(language).get(name if isinstance(name, str) else name[0])
        assert message is not None
        forms = translations(message.string)
        assert any(pattern(form).search(words) for form in forms), (forms, words)
