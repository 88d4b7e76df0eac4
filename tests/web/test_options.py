"""The reference of the options: all of them by section, a page for each, and a search."""

from __future__ import annotations

import re

import pytest
from extent import daily

from scorekeeper.koikoi.reference.entries import entries
from scorekeeper.web.guide.options import sections

from .player import Page, Player, cookie_name, read_in

LANGUAGES = ("en", "pl", "ru", "nl", "ja")


def found(page: Page) -> list[str]:
    """The keys of the options that a page lists, in their order."""
    return re.findall(r'<li><a href="/options/([\w.]+)">', page.html)


def test_every_option_is_in_one_section(player: Player) -> None:
    keys = [entry.key for section in sections() for entry in section.entries]
    assert sorted(keys) == sorted(entries())
    page = player.open("/options")
    assert set(re.findall(r'href="/options/([\w.]+)"', page.html)) == set(entries())
    ids = re.findall(r' id="([^"]+)"', page.html)
    assert {f"#{section.id}" for section in sections()} <= {address for address, _ in page.links}
    assert {section.id for section in sections()} <= set(ids)


@pytest.mark.parametrize("turn", daily(range(len(LANGUAGES)), len(LANGUAGES)))
def test_every_option_has_its_page_in_every_language(player: Player, turn: int) -> None:
    """The languages in turns: every day each option in one of them."""
    for place, (key, entry) in enumerate(entries().items(), turn):
        language = LANGUAGES[place % len(LANGUAGES)]
        read_in(player.client, language)
        page = player.open(f"/options/{key}")
        assert page.status == 200, key
        assert page.html.count('class="option-example"') == len(entry.examples)
        assert (language != "en") or entry.option.meaning in page.text


def test_the_page_of_an_option_says_what_each_value_leads_to(player: Player) -> None:
    page = player.open("/options/multipliers.big.on")
    said = page.text
    assert "multipliers.big.on" in said
    assert "Ben calls koi-koi" in said
    assert said.index("before other doublings 10") < said.index("after other doublings 20")
    assert player.open("/options/multipliers.big").path == "/options/multipliers.big.factor"
    assert page.link("Russian booklet").startswith("/rules/russian")
    assert 'aria-label="January, crane and sun, bright"' in page.html


def of_page(page: Page) -> str:
    """What the page of an option says below its bar."""
    return page.text.partition("Discard it ")[2]


def test_an_option_says_how_it_is_written_what_it_may_be_and_who_uses_what(player: Player) -> None:
    page = player.open("/options/multipliers.big.at")
    assert of_page(page).partition(" Koi-Koi, common rules Board")[0] == (
        "Points from which the result is multiplied. In a file multipliers.big.at If not set 7 Allowed "
        "a whole number from 1 to 999 Example Anna deals Anna stops 7 16 Four brights: 8 · 7 points or "
        "more: × 2 10 8 Four brights: 8 Its values 7 7 16 rule sets"
    )
    assert of_page(page).partition("51 Worldwide Games ")[2] == (
        "Where the sources leave it to you What multiplies a round? C-W-Z hanafuda README.md every koi-koi: "
        "× 2, × 3, × 4 … · seven points or more: × 2 Are seven points or more doubled? newhanafuda.art no · "
        "yes Are seven points or more doubled? Polish booklet no · yes Are seven points or more doubled? "
        "koikoi-scorer src/score-table.cpp no · yes"
    )
    assert page.link("‹") == "/options#multipliers"
    assert page.html.count("<summary>") == 1  # the sixteen are folded, and what is asked four times is not
    page = player.open("/options/play.turn")
    assert of_page(page).startswith(
        "What a player does in a turn. In a file play.turn If not set one card from the hand, then one "
        "from the stock Advice for the players: the app does not check it. Its values one card from "
        "the hand, then "
        'one from the stock "hand_then_stock" 29 rule sets'
    )
    assert 'draw a card, then play two from the hand "draw_then_two" no named rule set Where' in page.text
    assert "In a file yaku. id .months If not set" in player.open("/options/yaku.months").text
    cup = player.open("/options/sake_cup").text
    assert "Example 1 Chaff: 2 points Anna deals" in cup and "Example 2 Anna deals" in cup


def test_values_with_the_same_end_stand_together(player: Player) -> None:
    said = player.open("/options/weather.fog.sign").text
    assert "a December card lies on the field 5" in said
    assert re.search(r"never you capture the phoenix [\w ]+lightning 10", said)


def test_advice_says_so_and_has_no_example(player: Player) -> None:
    page = player.open("/options/play.lightning")
    assert "the app does not check it" in page.text
    assert "Example" not in page.text
    assert "the app does not check it" not in player.open("/options/sake_cup").text


@pytest.mark.parametrize("address", ["/options/nope", "/options/yaku.tan.points", "/options/Brights"])
def test_what_is_no_option_is_not_found(player: Player, address: str) -> None:
    assert player.open(address).status == 404


# The search


@pytest.mark.parametrize(
    ("wanted", "first"),
    [
        ("sake", "sake_cup"),
        ("SAKE cup", "sake_cup"),
        ("multipliers.big.min", "multipliers.big.min_yaku"),
        ("sudden_death", ""),
        ("fok", ""),  # only its first two letters begin "fog"
        ("until somebody leads", "match.tie"),
        ("phoenix capture", "weather.fog.sign"),
    ],
)
def test_an_option_is_found_by_its_words(player: Player, wanted: str, first: str) -> None:
    keys = found(player.open(f"/options?q={wanted}"))
    assert keys[:1] == ([first] if first else [])


@pytest.mark.parametrize(
    ("language", "wanted", "doubling", "settings"),
    [
        ("pl", "wiele punktów", "big", "factor at min_yaku on"),  # by its title
        ("en", "koi-koi-gaeshi counts", "opponent_koi", "form table factor"),  # by what it means
    ],
)
def test_all_of_a_doubling_is_found_by_what_is_said_of_it(
    player: Player, language: str, wanted: str, doubling: str, settings: str
) -> None:
    read_in(player.client, language)
    keys = [f"multipliers.{doubling}.{setting}" for setting in settings.split()]
    assert found(player.open(f"/options?q={wanted}"))[: len(keys)] == keys


@pytest.mark.parametrize(("wanted", "shown"), [("gotori", "gotori"), ("BIRDS", "Birds")])
def test_what_a_yaku_pays_is_an_option_of_all_yaku(player: Player, wanted: str, shown: str) -> None:
    page = player.open(f"/options?q={wanted}")
    assert page.main == (
        "How to play Cards Yaku Options Search the options Search 1 option Points What it is worth; 0: not "
        f"played. {shown} Show every option"
    )


def test_a_hit_says_which_words_were_found(player: Player) -> None:
    page = player.open("/options?q=only%20once")
    assert page.all("small", "hit")[:2] == ["only once", "only the highest counts"]
    hits = player.open("/options?q=koi-koi%20limit").html.partition('id="hits"')[2]
    line, _, others = hits.partition("</li>")
    assert "<b>Koi-koi limit</b>" in line
    assert 'class="hit"' not in line and 'class="hit"' in others


def test_the_hits_of_a_search_are_counted_and_stand_with_their_meaning(player: Player) -> None:
    page = player.open("/options?q=sake")
    assert of_page(page).partition("Search the options Search ")[2] == (
        "6 options Sake cup Rain (no sake yaku) When it rains: the sake yaku then do not count. Fog "
        "(no sake yaku) When there is fog: the sake yaku then do not count. Not in rain Yaku that do "
        "not count in rain. Are the sake yaku played? Not in fog Yaku that do not count in fog. Are "
        "the sake yaku played? Points What it is worth; 0: not played. Are the sake yaku played? Show "
        "every option"
    )
    of_dutch = player.open("/options?q=sake&ruleset=dutch&back=/bin")
    assert of_dutch.link("Show every option") == "/options?ruleset=dutch&back=/bin"
    assert of_dutch.link("‹") == "/bin"
    assert of_dutch.form("/options")["ruleset"] == "dutch"


def test_titles_come_first_and_every_word_counts(player: Player) -> None:
    keys = found(player.open("/options?q=dealer"))
    assert keys[0] in ("match.first_dealer", "match.next_dealer")
    assert "deal.field_four" in keys
    assert found(player.open("/options?q=dealer%20tie")) != keys
    assert found(player.open("/options?q=dealer%20nope")) == []


def test_a_search_that_finds_nothing_says_so_and_leads_back(player: Player) -> None:
    page = player.open("/options?q=%3Cb%3Enope")
    assert "No option found for “<b>nope”." in page.text
    assert page.link("Show every option") == "/options"
    form = page.form("/options")
    assert form["q"] == "<b>nope"
    form["q"] = "rounds"
    assert "match.rounds" in found(player.send(form))


def test_the_search_is_in_the_language_of_the_reader(player: Player) -> None:
    read_in(player.client, "pl")
    assert found(player.open("/options?q=czarka"))[0] == "sake_cup"
    assert found(player.open("/options?q=chaff%20cards")) == []


def test_a_search_that_is_too_long_is_cut_off(player: Player) -> None:
    assert player.open("/options?q=" + "x" * 500).form("/options")["q"] == "x" * 80


# The ways there


def test_a_rule_set_and_the_form_lead_to_the_options(player: Player) -> None:
    shown = player.open("/rules/russian")
    assert 'href="/options/sake_cup" target="_blank"' in shown.html
    assert 'aria-label="Sake cup: what is that?"' in shown.html
    form = player.open("/rules/new?from=russian")
    asked = set(re.findall(r'class="what-is" href="/options/([\w.]+)"', form.html))
    assert {"match.rounds", "multipliers.big.factor", "settlement.purse", "deal.without"} <= asked
    assert asked <= set(entries())
    assert player.open("/rules").link("Every option explained") == "/options"
    assert player.open("/guide").link("Options") == "/options"


def test_the_question_marks_are_in_the_language_of_each_reader(player: Player) -> None:
    assert "what is that?" in player.open("/rules/russian").html
    read_in(player.client, "nl")
    page = player.open("/rules/russian")
    assert "wat is dat?" in page.html
    assert "what is that?" not in page.html


def test_the_guide_to_writing_a_rule_set_is_a_download(player: Player) -> None:
    answer = player.client.get(player.open("/options").link("Guide to writing a rule set"))
    assert answer.status_code == 200
    assert answer.mimetype == "text/markdown"
    assert answer.get_data(as_text=True).startswith("# Writing a rule set\n")
    assert "attachment" in answer.headers["Content-Disposition"]


def test_a_phone_without_the_key_is_asked_for_it(player: Player) -> None:
    player.client.delete_cookie(cookie_name(player.client))
    assert player.open("/options").status == 403
