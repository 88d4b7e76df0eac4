"""The pages of the guide: the cards, and how the game is played, by the rules in force."""

from __future__ import annotations

import re
from html import unescape

import pytest
from extent import daily

from scorekeeper.installation import Installation
from scorekeeper.koikoi.rules.loader import names, read_toml, rules
from scorekeeper.koikoi.rules.options.row import COUNTED
from scorekeeper.koikoi.rules.schema import sections
from scorekeeper.web.guide.rule_texts import said

from .fixtures import Table
from .player import Page, Player, cookie_name, read_in
from .rules_pages import ways


@pytest.mark.parametrize("name", daily(names(), 4))
def test_every_rule_set_can_be_told(name: str, player: Player) -> None:
    page = player.open(f"/guide?ruleset={name}")
    assert page.status == 200
    for line in said(rules(name), *sections()):
        assert str(line.whole or f"{line.title}: {line.value}") in page.text


def keep(installation: Installation, settings: str) -> None:
    """House rules with some settings of their own."""
    written = read_toml(f"extends = 'nintendo_jp'\ntitle = 'Ours'\n{settings}\n")
    installation.house_rules.keep("ours", written)


@pytest.mark.parametrize(
    ("settings", "wanted"),
    [
        ("capture = 'optional'", "One card of its month: take both, or leave both on the field."),
        ("hands_empty = 'play_stock'", "Nobody stopped: play on from the stock until it is empty"),
        ("lightning = 'wild'", "Lightning: matches any card."),
        (
            "lightning = 'wild_if_august'",
            "Lightning: matches any card when an August card was dealt to the field.",
        ),
        ("turn = 'draw_then_two'", "Play two cards from your hand to the field"),
        ("unmatched_stock = 'keep'", "the player keeps it and plays another"),
    ],
)
def test_the_guide_says_what_house_rules_say(
    player: Player, installation: Installation, settings: str, wanted: str
) -> None:
    keep(installation, f"[play]\n{settings}")
    assert wanted in player.open("/guide?ruleset=ours").text
    assert wanted not in player.open("/guide?ruleset=nintendo_jp").text


@pytest.mark.parametrize(
    ("ruleset", "order"),
    [
        ("dutch", "Deal to the other players first, then to the field, then to yourself"),
        ("russian", "Deal four cards to the other player, four to yourself and four to the field"),
        ("mongolopedia", "The dealer shuffles all cards before every deal"),
    ],
)
def test_the_deal_is_told_as_the_source_has_it(player: Player, ruleset: str, order: str) -> None:
    assert order in player.open(f"/guide?ruleset={ruleset}").text
    other = "russian" if ruleset != "russian" else "dutch"
    assert order not in player.open(f"/guide?ruleset={other}").text


def test_what_holds_by_all_rules_is_told_by_all(player: Player) -> None:
    text = player.open("/guide?ruleset=wiki_pagat").text
    for words in ("Nobody may pass", "open in front of you, sorted by the yaku", "Just “koi” is enough."):
        assert words in text
    assert "Agree on the number of rounds before the first deal" in text


def test_without_a_number_of_rounds_nobody_is_told_to_agree_on_one(
    player: Player, installation: Installation
) -> None:
    keep(installation, "[match]\nrounds = 'off'\ntarget = 50")
    assert "Agree on the number of rounds" not in player.open("/guide?ruleset=ours").text


def test_the_words_of_the_game_can_be_linked_to(player: Player) -> None:
    page = player.open("/guide")
    ids = re.findall(r' id="([^"]+)"', page.html)
    assert len(ids) == len(set(ids))
    assert {"oya", "koikoi", "shobu", "agari", "teshi", "kuttsuki", "tane", "tanzaku", "kasu"} <= set(ids)
    assert {address[1:] for address, _ in page.links if address.startswith("#")} <= set(ids)


# Whose rules


def test_without_a_wish_the_rules_are_those_of_the_last_match(player: Player, table: Table) -> None:
    table.begin(rules="dutch")
    assert "Dutch Wikipedia" in player.open("/cards").text
    assert "Dutch Wikipedia" in player.open("/guide").text


def test_a_match_is_told_by_its_own_rules_and_players(player: Player, table: Table) -> None:
    match = table.begin("Anna", "Ben", "Cleo", rules="mongolopedia")
    table.begin(rules="dutch")
    page = player.open(match.link("Guide"))
    assert "Mongolopedia" in page.text
    assert page.text.count("Another player: 7 cards") == 2
    assert "Stock: 19 cards" in page.text
    assert "the last 2 turns have no card to draw" in page.text
    other = player.open(table.begin("Anna", "Ben", "Cleo", rules="polish_all").link("Guide"))
    assert "Players: two or three" in other.text
    assert "Players: two or three" not in player.open("/guide?ruleset=polish_all").text
    assert "Mongolopedia" in player.open(page.link("View all 48 cards")).text


def test_without_a_match_the_deal_is_drawn_for_two_and_said_for_three(player: Player) -> None:
    page = player.open("/guide?ruleset=mongolopedia")
    assert page.text.count("Another player: 8 cards") == 1
    assert "Cards in hand: 8, or 7 with three players" in page.text
    assert "Cards in hand: 8" in player.open("/guide?ruleset=dutch").text


@pytest.mark.parametrize(
    ("rules", "number"),
    [("mongolopedia", "two or three"), ("dutch", "two"), ("hana_awase", "2, 3, 4"), ("mushi", "two")],
)
def test_for_how_many_players_rules_are_made_is_told(player: Player, rules: str, number: str) -> None:
    assert f" Players: {number} Rounds: 12 " in player.open(f"/guide?ruleset={rules}").main


def test_a_match_of_three_is_told_what_three_are_dealt(
    player: Player, table: Table, installation: Installation
) -> None:
    pairs = {"extends": "mongolopedia", "title": "Pairs", "deal": {"teyaku": {"teshi": 0}}}
    installation.house_rules.keep("pairs", pairs)
    lucky = "A lucky hand: dealt cards that win the round"
    assert lucky in between(player.open("/guide?ruleset=pairs"), "The deal Another", "Players:")
    three = player.open(table.begin("Anna", "Ben", "Cleo", rules="pairs").link("Guide"))
    said = between(three, "The deal Another", "Players:")
    assert "19 cards are left" in said and lucky not in said  # seven cards hold no four pairs
    dutch = player.open(table.begin("Anna", "Ben", "Cleo", rules="dutch").link("Guide")).main
    assert (
        "until all have their cards. With 3 players 16 cards are left in the stock for 24 turns: the last 8 "
        "turns have no card to draw. A lucky hand"
    ) in dutch


@pytest.mark.parametrize(("teyaku", "said"), [("0", False), ("1", True), ("'redeal'", True)])
def test_what_a_lucky_hand_is_stands_before_what_it_brings(
    installation: Installation, player: Player, teyaku: str, said: bool
) -> None:
    keep(installation, f"deal.teyaku = {{ teshi = {teyaku}, kuttsuki = 0 }}")
    deal = player.open("/guide?ruleset=ours").text.partition("Play a card from your hand")[0]
    assert ("A lucky hand: dealt cards that win the round" in deal) == said


def test_the_rules_of_a_page_go_with_the_menu(player: Player) -> None:
    for page in ("/rules/russian", "/hand?ruleset=russian"):
        assert (
            "Russian booklet" in player.open(player.open(player.open(page).link("Guide")).link("Cards")).text
        )


@pytest.mark.parametrize(
    ("page", "asked"),
    [
        ("/", "?back=/"),
        ("/settings?back=/bin", ""),
        ("/rules/dutch", "?ruleset=dutch&back=/rules/dutch"),
        ("/rules/dutch/chart", "?ruleset=dutch&back=/rules/dutch/chart"),
        ("/rules/dutch/sharing", "?ruleset=dutch&back=/rules/dutch/sharing"),
        ("/hand?ruleset=dutch", "?ruleset=dutch&back=/hand?ruleset%3Ddutch"),
        ("/guide?ruleset=dutch&back=/bin", "?ruleset=dutch&back=/bin"),
        ("/cards/01B", ""),
        ("/matches/ID", "?match=ID&back=/matches/ID"),
        ("/matches/ID/chart?back=/bin", "?match=ID&back=/matches/ID/chart?back%3D/bin"),
    ],
)
def test_the_guide_is_told_what_a_page_is_about(player: Player, table: Table, page: str, asked: str) -> None:
    match = table.begin(rules="mongolopedia").path.rpartition("/")[2]
    assert player.open(page.replace("ID", match)).link("Guide") == f"/guide{asked.replace('ID', match)}"


@pytest.mark.parametrize(
    ("page", "here", "asked", "chart"),
    [
        ("/guide", "How to play", "", "/rules/mongolopedia/chart"),
        ("/cards?ruleset=dutch", "Cards", "?ruleset=dutch", "/rules/dutch/chart"),
        ("/cards/01B", "", "", ""),
        (
            *("/options?ruleset=dutch&back=/bin", "Options"),
            *("?ruleset=dutch&back=/bin", "/rules/dutch/chart?back=/bin"),
        ),
        ("/options/sake_cup", "", "", ""),
        (
            *("/rules/dutch/chart?back=/bin", "Yaku"),
            *("?ruleset=dutch&back=/bin", "/rules/dutch/chart?back=/bin"),
        ),
        ("/guide?match=ID&ruleset=dutch", "How to play", "?match=ID", "/matches/ID/chart"),
        (
            *("/matches/ID/chart?back=/bin", "Yaku"),
            *("?match=ID&back=/bin", "/matches/ID/chart?back=/bin"),
        ),
    ],
)
def test_the_pages_of_the_guide_lead_to_each_other(
    player: Player, table: Table, page: str, here: str, asked: str, chart: str
) -> None:
    match = table.begin(rules="mongolopedia").path.rpartition("/")[2]
    html = player.open(page.replace("ID", match)).html.replace(match, "ID")
    tabs = html.partition('<nav class="tabs')[2].partition("</nav>")[0]
    led = [(unescape(to), words) for to, words in re.findall(r'href="([^"]*)"[^>]*>([^<]+)</a>', tabs)]
    assert led == (
        [
            (f"/guide{asked}", "How to play"),
            (f"/cards{asked}", "Cards"),
            (chart, "Yaku"),
            (f"/options{asked}", "Options"),
        ]
        if here
        else []
    )
    assert re.findall(r'aria-current="page"[^>]*>([^<]+)<', html) == ([here] if here else [])


@pytest.mark.parametrize("page", ["/cards", "/cards/09A", "/guide"])
def test_the_reader_chooses_other_rules_on_the_page(player: Player, page: str) -> None:
    shown = player.open(f"{page}?ruleset=dutch&back=/bin")
    form = shown.form(page)
    assert (form["ruleset"], sorted(form.offers("ruleset"))) == ("dutch", sorted(names()))
    counted = player.open(f"{page}?ruleset=mushi").form(page)
    assert sorted(counted.offers("ruleset")) == sorted(names(COUNTED))
    form["ruleset"] = "russian"
    other = player.send(form)
    assert "Russian booklet" in other.text
    assert "/bin" in {address for address, _ in other.links} or "back=/bin" in other.html


@pytest.mark.parametrize(
    "address",
    [
        "/cards/13B",
        "/cards/11b",
        "/cards/01C3",
        "/cards?ruleset=nope",
        "/guide?match=nope",
        "/cards/01B?match=../x",
    ],
)
def test_what_does_not_exist_is_not_found(player: Player, address: str) -> None:
    assert player.open(address).status == 404


def test_a_match_goes_before_a_rule_set(player: Player, table: Table) -> None:
    match = table.begin(rules="dutch").path.rpartition("/")[2]
    page = player.open(f"/cards/01B?match={match}&ruleset=russian")
    assert "Dutch Wikipedia" in page.text
    assert "ruleset=russian" not in page.html


# The way there and back


def test_the_guide_leads_back_to_where_the_reader_came_from(player: Player, table: Table) -> None:
    notepad = table.begin()
    board = player.open(notepad.link("Score round"))
    for page in (board, notepad):
        guide = player.open(page.link("Guide"))
        for chapter in ("How to play", "Cards", "Yaku", "Options"):
            shown = player.open(guide.link(chapter))
            assert player.open(shown.link("‹")).path == page.path
            assert shown.all("nav", "tabs") == ["How to play Cards Yaku Options"]
    assert player.open(f"/guide?match={notepad.path.rpartition('/')[2]}").link("‹") == notepad.path
    assert player.open("/guide").link("‹") == "/"


def test_from_a_board_that_was_refused_the_guide_leads_to_the_match(player: Player, table: Table) -> None:
    notepad = table.begin(rules="dutch")
    refused = table.enter(notepad, 0)
    assert refused.status == 422
    page = player.open(refused.link("Guide"))
    assert "Dutch Wikipedia" in page.text
    assert page.link("‹").startswith(f"{notepad.path}/rounds/preview?")  # the board, as it was entered


@pytest.mark.parametrize(
    "elsewhere", ["https://example.org/", "//example.org", "/%5Cexample.org", "/bin%0A", "nowhere", ""]
)
def test_the_way_back_stays_in_this_app(player: Player, elsewhere: str) -> None:
    assert player.open(f"/cards?back={elsewhere}").link("‹") == "/"
    assert player.open("/cards?back=/bin?x=//y").link("‹") == "/bin?x=//y"


def test_a_phone_without_the_key_is_not_led_to_the_guide(player: Player) -> None:
    assert 'href="/guide' in player.open("/").html
    player.client.delete_cookie(cookie_name(player.client))
    refused = player.open("/guide")
    assert refused.status == 403
    assert 'href="/guide' not in refused.html


# What the pages show


def between(page: Page, begin: str, end: str) -> str:
    """What a page says from some words on, as far as some others."""
    return page.text.partition(begin)[2].partition(end)[0].strip()


@pytest.mark.parametrize(
    ("card", "ruleset", "facts", "its_yaku"),
    [
        (
            *("09A", "dutch"),
            "In Japanese kiku ni sakazuki 菊に盃 Month September Plant Chrysanthemum kiku 菊 Kind animal "
            "Points 10 in games that count every card; in koi-koi only yaku count",
            "Dutch Wikipedia Flower viewing hanami de ippai 花見で一杯 5 Moon viewing tsukimi de ippai "
            "月見で一杯 5 Animals tane タネ any 5 of 9 cards +1 for each extra card 1 Chaff kasu カス any "
            "10 of 25 cards +1 for each extra card 1 Sake cup: an animal and chaff at once",
        ),
        (
            *("11C", "mongolopedia"),
            "In Japanese yanagi no kasu 柳のカス Month November Plant Willow yanagi 柳 Kind chaff "
            "Points 1 in games that count every card; in koi-koi only yaku count",
            "Mongolopedia Chaff kasu カス any 10 of 25 cards +1 for each extra card 1 Four of a month "
            "yonmai-yaku 四枚役 4 Whoever captures it cannot score: Flower viewing, Moon viewing Lightning: "
            "matches any card Card left over by the lightning: it stays where it is",
        ),
        (
            *("01B", "polish_all"),
            "In Japanese matsu ni tsuru 松に鶴 Month January Plant Pine matsu 松 Kind bright "
            "Points 20 in games that count every card; in koi-koi only yaku count",
            "Polish booklet, optional rules Five brights gokō 五光 10 Four brights shikō 四光 8 Rainy four "
            "brights ame-shikō 雨四光 Rain man and any 3 of the other 4 7 Three brights sankō 三光 any 3 of "
            "4 cards 5",
        ),
    ],
)
def test_a_card_tells_what_it_is_and_what_it_is_good_for(
    player: Player, card: str, ruleset: str, facts: str, its_yaku: str
) -> None:
    page = player.open(f"/cards/{card}?ruleset={ruleset}")
    assert facts in page.text
    assert between(page, "Its yaku", "The cards of") == its_yaku
    month = [to for to, _ in ways(page) if to.startswith(f"/cards/{card[:2]}")]
    assert len(month) >= 3 and f"/cards/{card}?ruleset={ruleset}" not in month  # it leads to all but itself
    drawn = page.html.count('<b aria-current="true">')  # in each of its yaku, and in its month
    assert drawn == {"09A": 5, "11C": 3, "01B": 5}[card]


def test_a_card_of_no_yaku_says_so(player: Player, installation: Installation) -> None:
    keep(installation, "[yaku]\nkasu = { points = 0 }")
    assert "Its yaku Ours It belongs to no yaku. The cards of January" in (
        player.open("/cards/01C1?ruleset=ours").text
    )


def test_the_guide_tells_the_deal_and_the_turn_in_their_order(player: Player) -> None:
    page = player.open("/guide?ruleset=dutch")
    deal = between(page, "The twelve months The deal", "Players: two")
    assert deal == (
        "Another player: 8 cards Field: 8 cards Stock: 24 cards Your hand: 8 cards Agree on the number of "
        "rounds before the first deal: only then can you plan, and weigh a risk. The dealer, oya, deals the "
        "hands face down and the field open. The rest is the stock. Shuffle all cards before every deal. "
        "Deal to the other players first, then to the field, then to yourself, again and again until all "
        "have their cards. A lucky hand: dealt cards that win the round before the first turn."
    )
    turn = between(page, "Doubling lucky hands: none A turn", "Lay what you captured")
    assert turn == (
        "Play a card from your hand to the field. 一 One card of its month: take both. 二 Two: choose which "
        "of them to take. The other stays. 三 Three: take all four. 〇 None: the card stays on the field. "
        "Turn over the top card of the stock and play it in the same way."
    )
    opening = (
        "Capture cards of the same month and make yaku of them. Whoever has a yaku may stop and score, or "
        "say koi-koi and play on for more. Then somebody else may stop first. The deal A turn"
    )
    end = "The end of a round A round ends when somebody stops, or when there are no more cards to play. Sake"
    assert opening in page.main and end in page.main
    jumps = [
        words for to, words in page.links if to in ("#deal", "#turn", "#calls", "#end", "#words", "#months")
    ]
    assert jumps == [
        *("The deal", "A turn", "Koi-koi or stop", "The end of a round", "The words", "The twelve months")
    ]
    assert ("/cards?ruleset=dutch#m12", "12 December Paulownia kiri 桐") in page.links
    counted = player.open("/guide?ruleset=mushi")
    opening = (
        "Capture cards of the same month until all of them are captured. Nobody stops: everybody’s cards "
        "count, and what they make. The deal A turn The end"
    )
    end = "The end of a round A round ends when there are no more cards to play. Several yaku: all"
    assert opening in counted.main and end in counted.main
    assert "#calls" not in {to for to, _ in counted.links}
    for decision in (
        "Is a yaku new, or has one grown?",
        "Whoever has made a yaku in this turn decides at its",
    ):
        assert decision in page.text
        assert decision not in counted.text
    words = ("“Parent”: the dealer of the round", "“Come on!”", "“Going out”", "“Dregs”")
    assert [word for word in words if word in page.text] == [*words]
    assert [word for word in words if word in counted.text] == [words[0], words[3]]


def test_who_draws_first_is_told_so_first(player: Player, installation: Installation) -> None:
    keep(installation, "play.turn = 'draw_then_two'")
    turn = between(player.open("/guide?ruleset=ours"), "Doubling lucky hands", "Lay what you captured")
    assert turn.partition(" A turn ")[2] == (
        "Draw the top card of the stock into your hand. Play two cards from your hand to the field, one "
        "after the other. 一 One card of its month: take both. 二 Two: choose which of them to take. The "
        "other stays. 三 Three: take all four. 〇 None: the card stays on the field."
    )


def test_a_card_that_is_not_in_the_deck_says_so(player: Player, installation: Installation) -> None:
    keep(installation, "[deal]\nwithout = ['12C1']")
    left_out = "this card is left out of the deck"
    assert left_out in player.open("/cards/12C1?ruleset=ours").text
    assert left_out not in player.open("/cards/12C2?ruleset=ours").text


def test_the_names_are_in_the_letters_of_the_reader(player: Player) -> None:
    read_in(player.client, "ru")
    assert '<i lang="ja-Cyrl">мацу ни цуру</i>' in player.open("/cards/01B").html
    read_in(player.client, "pl")
    assert '<i lang="ja-Latn">matsu ni tsuru</i>' in player.open("/cards/01B").html
    read_in(player.client, "ja")
    assert '<i lang="ja-Hira">まつにつる</i>' in player.open("/cards/01B").html


def test_who_reads_japanese_sees_no_name_twice(player: Player) -> None:
    read_in(player.client, "ja")
    chart = player.open("/rules/default/chart").html
    assert re.findall(r"<b>猪鹿蝶</b>\s*(.*?)</h2>", chart) == ['<i lang="ja-Hira">いのしかちょう</i>']
    assert re.findall(r"<b>タネ</b>\s*(.*?)</h2>", chart) == [""]
