"""The words that a rule set has of its own, on every page where it is in force, and on no other."""

from __future__ import annotations

import re

import pytest

from scorekeeper.archive.players import id_of
from scorekeeper.exports import record
from scorekeeper.exports.sheets.sheet import sheet_of
from scorekeeper.exports.sheets.text_sheet import text_sheet
from scorekeeper.installation import Installation
from scorekeeper.koikoi.rules.loader import names, rules
from scorekeeper.koikoi.rules.options.row import COUNTED
from scorekeeper.languages import translator
from scorekeeper.sentences import count

from .fixtures import Table
from .player import Page, Player, read_in
from .stored_matches import store_match

RAINY = "01B 03B 08B 09A 11C 12C1"  # both sake yaku, which the lightning ruins
OURS = re.compile(r"\b(?:błyskawic\w*|podziwianie (?:wiśni|księżyca)|ayame)\b", re.IGNORECASE)
OF_RULES = (
    "/guide?ruleset=%s",
    "/cards?ruleset=%s",
    "/cards/11C?ruleset=%s",
    "/cards/08B?ruleset=%s",
    "/rules/%s",
    "/rules/%s/chart",
    "/rules/%s/sharing",
    "/rules/new?from=%s",
    "/matches/new?ruleset=%s",
    "/hand?ruleset=%s",
    "/hand/dealt?ruleset=%s",
)
STORM = "Nad wierzbą rozpętała się burza: błyskawica"  # a story tells of the picture, whatever its name
OF_MATCH = ("", "/rounds/new", "/rounds/1", "/rounds/1/correction", "/sheet", "/rules", "/chart", "/turns")


def said(page: Page) -> str:
    assert page.status == 200, page.url
    return page.text.replace("\u00ad", "").replace(STORM, "")


def ours_on(page: Page) -> list[str]:
    """The words of the app that the page says where the source has its own."""
    return OURS.findall(said(page))


@pytest.mark.parametrize("address", OF_RULES)
def test_every_page_of_rules_says_the_words_of_their_source(player: Player, address: str) -> None:
    read_in(player.client, "pl")
    assert ours_on(player.open(address % "mongolopedia")) == []
    other = player.open(address % "polish_booklet")
    assert not re.search(r"\bburza\b", said(other), re.IGNORECASE)


@pytest.mark.parametrize("ending", OF_MATCH)
def test_every_page_of_a_match_says_the_words_of_its_rules(player: Player, table: Table, ending: str) -> None:
    notepad = table.enter(table.begin(rules="mongolopedia"), 0, RAINY)
    read_in(player.client, "pl")
    page = player.open(f"{notepad.path}{ending}")
    assert ours_on(page) == []


def test_the_live_line_and_the_reasons_say_them_too(player: Player, table: Table) -> None:
    notepad = table.enter(table.begin(rules="mongolopedia"), 0, RAINY)
    read_in(player.client, "pl")
    assert "zdobyta burza: deszcz" in said(player.open(f"{notepad.path}/rounds/1"))
    board = player.open(f"{notepad.path}/rounds/new").html
    words = board if "księżyca" in board else board.encode().decode("unicode_escape")
    assert "Czarka sake o pełni księżyca" in words
    assert OURS.findall(words) == []


def test_a_house_rule_keeps_the_words_of_its_source(player: Player, installation: Installation) -> None:
    installation.house_rules.keep("ours", {"extends": "mongolopedia", "title": "Błyskawica u babci"})
    read_in(player.client, "pl")
    text = said(player.open("/cards/11C?ruleset=ours"))
    assert "Burza" in text
    assert rules("ours", installation.house_rules.find).words == rules("mongolopedia").words


def test_a_story_is_told_as_it_stands(player: Player) -> None:
    read_in(player.client, "pl")
    for ruleset in ("russian", "mongolopedia"):
        assert STORM in player.open(f"/cards/11C?ruleset={ruleset}").text


def test_the_month_of_may_is_read_as_in_the_article_in_every_language(player: Player) -> None:
    for language, plant in (
        ("en", "shōbu"),
        ("pl", "shōbu"),
        ("nl", "shōbu"),
        ("ru", "сёбу"),
        ("ja", "しょうぶ"),
    ):
        read_in(player.client, language)
        assert plant in player.open("/cards?ruleset=mongolopedia").words_of("m5"), language
        assert plant not in player.open("/cards?ruleset=dutch").words_of("m5"), language


def test_what_one_page_said_is_not_kept_for_another(player: Player) -> None:
    read_in(player.client, "pl")
    for _ in range(2):
        assert "Burza" in said(player.open("/cards/11C?ruleset=mongolopedia"))
        assert "Burza" not in said(player.open("/cards/11C?ruleset=dutch"))
        for both in ("a=mongolopedia&b=polish_all", "a=polish_all&b=mongolopedia"):
            assert OURS.search(said(player.open(f"/rules/difference?{both}")))


def test_rules_with_the_same_words_are_compared_in_these(player: Player, installation: Installation) -> None:
    installation.house_rules.keep(
        "storm", {"extends": "mongolopedia", "title": "H", "yaku": {"hanami": {"points": 9}}}
    )
    read_in(player.client, "pl")
    assert ours_on(player.open("/rules/difference?a=mongolopedia&b=storm")) == []
    assert ours_on(player.open("/rules/difference?a=mongolopedia&b=polish_all"))


def test_words_of_a_language_stay_in_it_and_whole_words_alone_are_replaced() -> None:
    words = {"pl": {"błyskawica": "burza"}, "en": {"lightning": "storm"}}
    assert translator("pl", words)("lightning") == "burza"
    assert translator("ru", words)("lightning") == "молния"
    english = translator("en", words)
    assert english("Lightning captured?") == "Storm captured?"
    assert english("lightnings") == "lightnings"


MON = re.compile("(?<!本)文(?!字)")  # of Koi-Koi, in place of points; not that of letters or of the main text


@pytest.mark.parametrize("game", names(COUNTED))
def test_only_koikoi_counts_in_mon(player: Player, game: str) -> None:
    start = {"type": "match-started", "players": ["Anna", "Ben"], "ruleset": game, "rounds": 2}
    piles = ["01B 02A 03B 09A", "08B 12B 05A"]
    counted = {"type": "round-exhausted", "piles": piles}
    ruled = {"type": "points-adjusted", "points": [1, 0], "reason": "…"}
    running = store_match(player, start, counted, ruled).path
    over = store_match(player, {**start, "rounds": 1}, counted).path
    read_in(player.client, "ja")
    of_match = (*OF_MATCH[:-1], "/adjustments", "/retold", "/retold?ruleset=bakappana", "/sheet.csv")
    of_game = ("/figures", "/players", "/players.csv", f"/players/{id_of('Anna')}", f"/rules/{game}/edit")
    of_rules = [address % game for address in (*OF_RULES[1:7], OF_RULES[8])]
    for address in (*(running + page for page in of_match), *(over + page for page in of_match)):
        assert not MON.search(player.client.get(address).text), address
    for address in (*of_game, *of_rules):
        assert not MON.search(player.client.get(address).text), address
    assert MON.search(player.open("/rules/dutch").text)


def test_words_are_found_within_a_text_without_spaces() -> None:
    japanese = translator("ja", rules("hana_awase").words)
    assert japanese(count("%(n)d point or more", "%(n)d points or more", 7)) == "7点以上"
    assert "文字" in japanese(count("A name may have at most %(n)d character.", "…", 40))
    assert translator("ja")(count("%(n)d point or more", "%(n)d points or more", 7)) == "7文以上"


def test_a_sheet_says_them() -> None:
    won = {"type": "round-won", "player": 0, "piles": ["01B 03B 08B 09A", None]}
    start = {"type": "match-started", "players": ["Anna", "Błyskawica"], "ruleset": "mongolopedia"}
    match = record.from_tree({"format": "koikoi-match/1", "events": [start, won]}).match
    polish = text_sheet(sheet_of(match, "pl")).decode()
    assert "Czarka sake o pełni księżyca" in polish
    assert "Błyskawica" in polish  # a name is no word of the app
    assert "Moon viewing" in text_sheet(sheet_of(match, "en")).decode()
