"""Finding a rule set: the booklets, what was played here, the groups, and the search."""

from __future__ import annotations

from collections import Counter

import pytest
from flask.testing import FlaskClient

from scorekeeper.koikoi.rules.deal import possible_hands
from scorekeeper.koikoi.rules.loader import DEFAULT, names, rules
from scorekeeper.web.rules.descriptions import BOOKLETS, SOURCES
from scorekeeper.web.search import fits, found_in, ranked, searched

from .fixtures import Table
from .player import Player, read_in


@pytest.fixture
def client(player: Player) -> FlaskClient:
    return player.client


def hits(client: FlaskClient, words: str, language: str = "en") -> list[str]:
    """The ids of the rule sets that a search lists, in their order."""
    read_in(client, language)
    page = client.get("/rules", query_string={"q": words}).text
    listed = page.partition('<ul class="matches over hits">')[2].partition("</ul>")[0]
    return [part.partition('"')[0] for part in listed.split('href="/rules/')[1:]]


def test_every_named_rule_set_is_in_one_group() -> None:
    above = (DEFAULT, *(booklet.id for booklet in BOOKLETS))
    grouped = Counter(name for source in SOURCES for name in source.ids)
    assert grouped + Counter(above) == Counter(names())


def test_the_four_documents_come_first(client: FlaskClient) -> None:
    page = client.get("/rules").text
    places = [page.index(f'href="/rules/{booklet.id}"') for booklet in BOOKLETS]
    assert len(places) == 4 and places == sorted(places)
    assert places[-1] < page.index("Your rules are different?") < page.index("Other rule sets")


def test_what_was_played_here_is_offered_the_latest_first(table: Table, player: Player) -> None:
    assert "Played here lately" not in player.open("/rules").html
    for name in ("bga", "tengudo", "bga", "russian", "dutch", DEFAULT):
        table.begin(rules=name)
    page = player.open("/rules").html
    played = page.partition('id="played"')[2].partition("</section>")[0]
    assert played.index("/rules/bga") < played.index("/rules/tengudo")
    assert played.count("/rules/") == 2  # those with a cover, and the common rules, stand above


@pytest.mark.parametrize("address", ["/rules", "/rules?for=match"])
@pytest.mark.parametrize(
    "played", [(), ("bga", "tengudo"), ("russian", "dutch", "dutch", DEFAULT, "classic")]
)
def test_every_rule_set_is_listed_once(
    table: Table, player: Player, address: str, played: tuple[str, ...]
) -> None:
    for name in played:
        table.begin(rules=name)
    leads = "/rules/" if address == "/rules" else "/matches/new?ruleset="
    listed = Counter(link for link, _ in player.open(address).links)
    assert {name: listed[leads + name] for name in names()} == dict.fromkeys(names(), 1)


@pytest.mark.parametrize(
    ("words", "name"),
    [
        ("BOARD game", "bga"),  # title
        ("yen", "amuse_gion"),  # what is said about it
        ("birds", "cwz_local"),  # yaku
        ("petal", "russian"),  # what it changes
        ("inoshikacho", "dutch"),  # a yaku by its Japanese name, in one word and without accents
        ("ino-shika-chō", "dutch"),
        ("猪鹿蝶", "dutch"),
        ("teshi", "russian"),  # a lucky hand
    ],
)
def test_a_search_finds_titles_texts_yaku_and_rules(client: FlaskClient, words: str, name: str) -> None:
    assert name in hits(client, words)


@pytest.mark.parametrize("hand", ["teshi", "kuttsuki"])
def test_a_lucky_hand_is_found_where_it_is_played(client: FlaskClient, hand: str) -> None:
    playing = {name for name in names() if hand in possible_hands(rules(name), 2)}
    assert set(names()) > playing == set(hits(client, hand))


@pytest.mark.parametrize("yaku", ["rokutan", "gotori"])
def test_a_yaku_is_found_where_it_is_played(client: FlaskClient, yaku: str) -> None:
    playing = {name for name in names() if rules(name).yaku[yaku].points}
    assert set(names()) > playing == set(hits(client, yaku))


def test_a_search_needs_every_word(client: FlaskClient) -> None:
    both = hits(client, "booklet coins")
    assert "russian" in both
    assert set(both) <= set(hits(client, "booklet")) & set(hits(client, "coins"))
    assert hits(client, "booklet nosuchword") == []


def test_titles_come_before_other_hits(client: FlaskClient) -> None:
    assert hits(client, "nintendo")[:2] in (["nintendo_en", "nintendo_jp"], ["nintendo_jp", "nintendo_en"])


def test_a_search_is_in_the_language_of_the_reader(client: FlaskClient) -> None:
    assert "russian" in hits(client, "буклет", "ru")
    assert hits(client, "буклет", "nl") == []
    assert "cwz_local" in hits(client, "五鳥", "ja")
    assert "dutch" in hits(client, "иношикачо", "ru")
    assert "dutch" in hits(client, "inoshikacho", "ru")


def test_a_hit_says_where_it_was_found(client: FlaskClient) -> None:
    page = client.get("/rules?q=petal").text
    assert 'class="hit">Tie for the first deal: who last watched a cherry petal fall<' in page


def test_a_search_without_a_hit_says_so_and_leads_back(client: FlaskClient) -> None:
    page = client.get("/rules?q=%3Cqq%3E").text
    assert "No rules found for “&lt;qq&gt;”." in page
    assert 'href="/rules">Show all rule sets' in page


def test_an_empty_search_shows_everything(client: FlaskClient) -> None:
    assert "Other rule sets" in client.get("/rules?q=+").text


def test_what_is_called_so_comes_first_and_whole_words_before_their_beginnings() -> None:
    rows = {
        "inside": searched(["Redealers"], ("misdealers", "misdealers")),
        "said by its stem": searched(["?"], ("dealing", "dealing")),
        "in full": searched(["?"], ("", "dealers")),
        "said": searched(["?"], ("the dealer", "the dealer")),
        "by its stem": searched(["Dealing"]),
        "begun": searched(["The dealers"]),
        "among others": searched(["The dealer"]),
        "so": searched(["?", "Dealer"]),
        "not searched": searched(["?"], ("dealer", "")),
    }
    assert ranked(rows.items(), "dealer") == ["so", "among others", "begun", "by its stem", "said", "in full"]
    assert ranked(rows.items(), "the DÉALER") == ["among others", "begun", "said"]
    assert ranked(rows.items(), "nobody the dealer") == ranked(rows.items(), " ") == []


@pytest.mark.parametrize(
    ("word", "name", "found"),
    [
        *(("oni", "on", False), ("oni", "onion", True), ("four", "foul", True), ("four", "forty", False)),
        *(("three", "threat", True), ("three", "thrust", False), ("bridges", "brides", True)),
        *(("brightly", "brighter", True), ("brightly", "brigade", False), ("eal", "dealer", False)),
        *(("光", "三光", True), ("こい", "おいこい", True), ("鹿", "三光", False)),
        *(("lodz", "Łódź", True), ("x2", "× 2", True), ("х 2", "×2", True), ("2", "x2", False)),
    ],
)
def test_a_word_is_found_by_two_thirds_of_it_at_the_beginning_of_a_word(
    word: str, name: str, found: bool
) -> None:
    assert fits(searched([name]), word) is found


def test_the_texts_that_a_word_was_found_in_are_those_that_are_shown_and_hold_most() -> None:
    texts = searched(["Three brights"], ("only once", "just once"), ("bright once", "bright once"), ("", "x"))
    assert found_in(texts, "bright once") == ("bright once",)
    assert found_in(texts, "three once") == ("Three brights", "only once")
    assert found_in(texts, "three once", "The three") == ("only once",)
    assert found_in(texts, "only x") == ()


def test_house_rules_are_found(client: FlaskClient, player: Player) -> None:
    form = player.open("/rules/new?from=dutch").form("/rules")
    form["title"] = "Grandmother's house"
    shown = player.send(form)
    assert hits(client, "grandmother") == [shown.path.rpartition("/")[2]]
    form = player.open(f"{shown.path}/edit").form(shown.path)
    form["title"] = "Grandfather's house"
    player.send(form)
    assert hits(client, "grandmother") == []
    assert len(hits(client, "grandfather")) == 1


def test_a_new_match_offers_every_rule_set_by_kind_of_source(player: Player) -> None:
    form = player.open("/rules/new?from=dutch").form("/rules")
    form["title"] = "Grandmother's house"
    player.send(form)
    page = player.open("/rules?for=match")
    offered = {address.partition("?ruleset=")[2] for address, _ in page.links if "?ruleset=" in address}
    assert set(names()) < offered
    assert "Grandmother's house" in page.text
    places = [page.text.rindex(source.title) for source in SOURCES]
    assert places == sorted(places)
