"""The pages of the yaku chart, and the summary on the page of a rule set."""

from __future__ import annotations

from itertools import product

import pytest
from extent import daily
from flask.testing import FlaskClient

from scorekeeper.koikoi.rules.loader import names, rules
from scorekeeper.koikoi.scoring.evaluate import scorer
from scorekeeper.languages import LANGUAGES

from .fixtures import Table
from .player import Player, read_in
from .rules_pages import ways


@pytest.fixture
def client(player: Player) -> FlaskClient:
    return player.client


def seen(client: FlaskClient, address: str, language: str = "en") -> str:
    """A page in a language, without soft hyphens."""
    read_in(client, language)
    page = client.get(address)
    assert page.status_code == 200, address
    return page.text.replace("\u00ad", "")


@pytest.mark.parametrize("name", daily(names(), 3))
def test_every_named_rule_set_has_a_chart(client: FlaskClient, name: str) -> None:
    page = seen(client, f"/rules/{name}/chart")
    assert page.count('class="yaku-row"') == len(scorer(rules(name)).plan.rows)
    assert "Five brights" in page and "cards.svg#01B" in page


@pytest.mark.parametrize(("name", "language"), daily(product(names(), LANGUAGES), 7))
def test_charts_and_summaries_read_in_every_language(client: FlaskClient, name: str, language: str) -> None:
    for address in (f"/rules/{name}/chart", f"/rules/{name}"):
        page = seen(client, address, language)
        assert "%(" not in page
        if language != "en":
            assert "The sake cup is" not in page and "Whoever makes" not in page


def test_the_chart_works_the_doublings_out(client: FlaskClient) -> None:
    page = seen(client, "/rules/dutch/chart")
    assert "7 × 2 = 14" in page and "7 × 2 × 2 = 28" in page


def test_a_chart_says_of_each_yaku_what_it_pays_and_how_many_cards_it_needs(player: Player) -> None:
    page = player.open("/rules/dutch/chart")
    rows = page.text.partition("花札 ")[2].partition(" Match Rounds: 12.")[0]
    assert rows == (
        "Dutch Wikipedia 10 Five brights gokō 五光 8 Four brights shikō 四光 7 Rainy four brights "
        "ame-shikō 雨四光 any 3 of 4 6 Boar-deer-butterflies ino-shika-chō 猪鹿蝶 6 Red poetry ribbons "
        "akatan 赤短 6 Blue ribbons aotan 青短 5 Three brights sankō 三光 any 3 of 4 5 Flower viewing "
        "hanami de ippai 花見で一杯 5 Moon viewing tsukimi de ippai 月見で一杯 1 +1 Each extra card: 1 "
        "Animals tane タネ any 5 of 9 1 +1 Each extra card: 1 Ribbons tan タン any 5 of 10 1 +1 Each "
        "extra card: 1 Chaff kasu カス the sake cup counts too any 10 of 25 Examples 7 points or more "
        "Rainy four brights 7 7 × 2 = 14 1 koi-koi of the others Flower viewing 5 5 × 2 = 10 1 koi-koi "
        "of the others, 7 points or more Rainy four brights 7 7 × 2 × 2 = 28"
    )
    assert ways(page) == [
        ("/rules/dutch", "‹"),
        ("/guide?ruleset=dutch", "How to play"),
        ("/cards?ruleset=dutch", "Cards"),
        ("/rules/dutch/chart", "Yaku"),
        ("/options?ruleset=dutch", "Options"),
        ("?paper=a4&back=%2Frules%2Fdutch", "A4"),
        ("?paper=fold&back=%2Frules%2Fdutch", "A5, a folded card"),
    ]
    assert "fold it in the middle" not in page.text
    folded = player.open("/rules/dutch/chart?paper=fold")
    assert "Print it across an A4 sheet and fold it in the middle." in folded.text
    assert 'aria-current="true">A5' in folded.html and 'aria-current="true">A4' in page.html


def test_a_rule_set_that_does_not_exist_has_no_chart(client: FlaskClient) -> None:
    assert client.get("/rules/nope/chart").status_code == 404
    assert client.get("/matches/nope/chart").status_code == 404


def test_a_chart_is_printed_on_a4_or_folded_to_a5(client: FlaskClient) -> None:
    assert 'class="chart"' in seen(client, "/rules/dutch/chart")
    assert 'class="chart fold"' in seen(client, "/rules/dutch/chart?paper=fold")
    assert 'class="chart"' in seen(client, "/rules/dutch/chart?paper=a9")
    assert 'class="chart long"' in seen(client, "/rules/cwz_local/chart")


def test_the_chart_of_a_match_shows_the_rules_it_began_with(table: Table, player: Player) -> None:
    notepad = table.begin(rules="tengudo")
    page = player.open(notepad.link("Yaku chart"))
    assert "Oishi Tengudo (card maker)" in page.text
    assert page.link("‹") == notepad.path


def test_the_chart_leads_back_to_the_board(table: Table, player: Player) -> None:
    board = player.open(table.begin().link("Score round"))
    (address,) = [address for address, _ in board.links if "/chart?" in address]
    chart = player.open(address)
    assert chart.link("‹") == board.path
    folded = player.open(f"{chart.path}{chart.link('A5, a folded card')}")
    assert folded.link("‹") == board.path


def test_a_board_that_was_refused_is_left_and_found_again(table: Table, player: Player) -> None:
    notepad = table.begin()
    refused = player.send(table.fill(table.board(notepad), 0, "01B"), "step=save")
    assert refused.status == 422
    (address,) = [address for address, _ in refused.links if "/chart?" in address]
    assert player.open(address).link("‹") == f"{notepad.path}/rounds/new"


@pytest.mark.parametrize("elsewhere", ["https://example.org", "//example.org", "/\\example.org"])
def test_the_way_back_stays_in_the_app(table: Table, player: Player, elsewhere: str) -> None:
    chart = player.open(f"{table.begin().path}/chart?back={elsewhere}")
    assert chart.link("‹") == "/"


def test_the_page_of_a_rule_set_says_its_rules_aloud(client: FlaskClient) -> None:
    page = seen(client, "/rules/russian")
    assert "Many points: ×\u00a02 from 7 points." in page
    assert 'href="/rules/russian/chart"' in page
    assert page.index("First dealer") < page.index("<details", page.index("What counts"))


def test_what_is_said_follows_the_rules_of_the_match(table: Table, player: Player) -> None:
    notepad = table.begin(rules="mongolopedia")
    page = player.open(f"{notepad.path}/rules")
    assert "Lightning: matches any card." in page.text
    assert "A match keeps its rules, even if the rule set is edited later." in page.text
