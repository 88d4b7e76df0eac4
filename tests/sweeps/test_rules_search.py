"""The search of the rule editor: the words that people use, in every language."""

from __future__ import annotations

import pytest
from extent import daily
from flask import Flask
from flask.testing import FlaskClient
from web.player import read_in
from web.rules_pages import search_results, titles_of

from scorekeeper.koikoi.rules.schema import options
from scorekeeper.koikoi.texts import GLOSSARY
from scorekeeper.languages import LANGUAGES
from scorekeeper.web.language import translate
from scorekeeper.web.rules.option_search import MOST_HITS, found, sayings

# What a table may type, by language and by the option that has to be among the first three.
WORDS = {
    "en": {
        "match.players": "three players",
        "match.rounds": "12 rounds, year, how long",
        "match.target": "target, first to 50",
        "match.first_dealer": "first dealer, who starts",
        "match.next_dealer": "oya, who deals",
        "match.tie": "tie, same score",
        "deal.field_four": "deal again, misdeal",
        "deal.teyaku.teshi": "four of a month, four of a kind",
        "deal.teyaku.kuttsuki": "pairs",
        "play.lightning": "wild card, lightning",
        "calls.min_points": "minimum",
        "calls.limit": "koi-koi twice, koi-koi limit, how often may I call, how many koi-koi",
        "calls.final_turn": "last card",
        "sake_cup": "sake, cup, September",
        "weather.rain.sign": "rain, weather",
        "yaku.akatan.points": "poetry",
        "multipliers.big.factor": "double, doubling, multiplier, times two, x2, seven points",
        "multipliers.opponent_koi.form": "opponent",
        "multipliers.combine": "doubled twice, × 4, x4",
        "multipliers.max_factor": "only once, doubled only once, never more, cap, limit",
        "exhausted.no_yaku": "draw, nobody stops, dealer wins",
        "settlement.purse": "coins, money, stake",
    },
    "pl": {
        "match.players": "trzech graczy",
        "match.rounds": "12 rozdań, ile rozdań, rok",
        "match.target": "cel, do ilu",
        "match.first_dealer": "kto zaczyna, najstarszy",
        "match.next_dealer": "oya, kto rozdaje",
        "match.tie": "remis, dogrywka",
        "deal.field_four": "rozdać jeszcze raz, nieważne rozdanie",
        "deal.teyaku.teshi": "czwórka",
        "deal.teyaku.kuttsuki": "cztery pary",
        "play.lightning": "błyskawica, joker",
        "calls.limit": "dwa razy koi-koi, limit koi-koi, ile razy mogę powiedzieć koi-koi",
        "calls.final_turn": "ostatnia karta",
        "sake_cup": "sake, czarka",
        "weather.rain.sign": "deszcz, pogoda",
        "multipliers.big.factor": "mnożnik, podwojenie, podwójnie, razy dwa, siedem punktów",
        "multipliers.opponent_koi.form": "przeciwnik",
        "multipliers.max_factor": "tylko raz, nigdy więcej, limit",
        "exhausted.no_yaku": "remis, nikt nie wygrał, rozdający wygrywa",
        "settlement.purse": "monety, pieniądze, stawka",
    },
    "ru": {
        "match.players": "трое",
        "match.rounds": "12 раундов, сколько раундов, год",
        "match.target": "цель, до скольких",
        "match.first_dealer": "кто начинает",
        "match.next_dealer": "оя, кто сдаёт",
        "match.tie": "ничья, поровну",
        "deal.field_four": "пересдача",
        "deal.teyaku.teshi": "четвёрка, тенхо",
        "deal.teyaku.kuttsuki": "пары",
        "play.lightning": "молния, джокер",
        "calls.limit": "кой-кой дважды, лимит кой-кой, сколько раз можно объявить кой-кой",
        "calls.final_turn": "последняя карта",
        "sake_cup": "чаша, сакэ",
        "weather.rain.sign": "дождь, погода",
        "multipliers.big.factor": "множитель, удвоение, вдвое, семь очков",
        "multipliers.opponent_koi.form": "противник",
        "multipliers.max_factor": "только один раз, не больше, предел",
        "exhausted.no_yaku": "ничья, никто не выиграл, сдающий выигрывает",
        "settlement.purse": "монеты, деньги, ставка",
    },
    "nl": {
        "match.players": "drie spelers",
        "match.rounds": "12 rondes, hoeveel rondes, jaar",
        "match.target": "doel, tot hoeveel",
        "match.first_dealer": "wie begint",
        "match.next_dealer": "oya, wie deelt",
        "match.tie": "gelijkspel, verlenging",
        "deal.field_four": "opnieuw delen, verkeerd gedeeld",
        "deal.teyaku.teshi": "vier van een maand, kwartet",
        "deal.teyaku.kuttsuki": "vier paren",
        "play.lightning": "bliksem, joker",
        "calls.limit": "twee keer koi-koi, koi-koi limiet, hoe vaak mag ik koi-koi zeggen",
        "calls.final_turn": "laatste kaart",
        "sake_cup": "sake, kopje",
        "weather.rain.sign": "regen, weer",
        "multipliers.big.factor": "vermenigvuldiger, verdubbeling, dubbel, zeven punten",
        "multipliers.opponent_koi.form": "tegenstander",
        "multipliers.max_factor": "maar één keer, nooit meer, limiet",
        "exhausted.no_yaku": "gelijkspel, niemand wint, deler wint",
        "settlement.purse": "munten, geld, inzet",
    },
    "ja": {
        "match.players": "3人",
        "match.rounds": "12局, 何局, 一年",
        "match.target": "目標, 何文まで",
        "match.first_dealer": "親決め",
        "match.next_dealer": "親, 次の親",
        "match.tie": "同点, 延長",
        "deal.field_four": "配り直し, 場四",
        "deal.teyaku.teshi": "手四, 手役",
        "deal.teyaku.kuttsuki": "くっつき",
        "play.lightning": "雷, 鬼札",
        "calls.limit": "こいこい2回, こいこいの上限, こいこいは何回まで",
        "calls.final_turn": "最後の札",
        "sake_cup": "盃, 9月",
        "weather.rain.sign": "雨流れ, 雨",
        "multipliers.big.factor": "倍, 倍率, 二倍, 7文",
        "multipliers.opponent_koi.form": "相手",
        "multipliers.max_factor": "一回だけ, 一度だけ, 上限",
        "exhausted.no_yaku": "引き分け, 流局, 親権",
        "settlement.purse": "コイン, お金, 賭け金",
    },
}
# Other forms of these words, and words that only the option's own texts have.
OTHER_WORDS = {
    "en": {
        "match.first_dealer": "eldest",
        "match.first_dealer_tie": "petal",
        "match.tie": "tied",
        "play.lightning": "jokers",
        "sake_cup": "cups",
        "weather.rain.sign": "raining, umbrellas",
        "weather.fog.sign": "phoenix",
        "calls.limit": "may I call twice",
        "multipliers.max_factor": "caps",
    },
    "pl": {
        "match.tie": "remisu",
        "play.lightning": "błyskawicą, blyskawica",
        "sake_cup": "czarki",
        "weather.rain.sign": "deszczu",
        "weather.fog.sign": "mgły",
        "multipliers.big.factor": "mnożnika, mnoznik, podwojeniem",
        "calls.limit": "limitu koi-koi",
        "settlement.purse": "monetami",
    },
    "ru": {
        "match.first_dealer": "старший",
        "match.tie": "ничью",
        "play.lightning": "молнией",
        "sake_cup": "чаши",
        "weather.rain.sign": "дождя",
        "multipliers.big.factor": "множителя, удвоением",
        "exhausted.no_yaku": "ничьей",
        "calls.limit": "лимита кой-кой",
        "settlement.purse": "кошелек, деньгами",
    },
    "nl": {
        "match.first_dealer": "oudste",
        "exhausted.no_yaku": "gelijkspelen",
        "sake_cup": "bekers",
        "weather.rain.sign": "regent",
        "multipliers.big.factor": "vermenigvuldigd",
        "multipliers.combine": "verdubbelingen",
        "calls.limit": "koi-koi limieten",
        "multipliers.max_factor": "een keer, limieten",
    },
    "ja": {
        "match.first_dealer": "最年長",
        "match.first_dealer_tie": "花びら",
        "deal.redeal_dealer": "配り直しの親",
        "multipliers.big.factor": "７文",
        "calls.limit": "こいこいは何回",
        "multipliers.max_factor": "１回だけ",
    },
}


@pytest.mark.parametrize(
    ("language", "sought", "title"),
    [
        ("en", "LIGHTNING", "Lightning"),
        ("en", "capture   match", "Matching cards"),
        ("en", "sake cup", "What does the sake cup count as?"),
        ("en", "whichever is worth more", "What does the sake cup count as?"),
        ("en", "five brights", "What are the special yaku worth?"),
        ("en", "× 8", "What does koi-koi multiply?"),
        ("en", "four matching months", ""),
        ("en", "only once", "From how many points is a round doubled, and how often?"),
        ("en", "instead of", "Yaku that do not count together"),
        ("en", "only in rounds", "Only in rounds"),
        ("en", "own yaku", "Yaku of your own"),
        ("en", "cancel it", "Cards that cancel it"),
        ("en", "tan ribbons", "Ribbons"),
        ("pl", "na ręce", "Karty na ręce"),
        ("ru", "карт на руках", "Карт на руках"),
        ("nl", "kaarten in de hand", "Kaarten in de hand"),
        ("ja", "手札の枚数", "手札の枚数"),
        ("ja", "cards in hand", ""),
    ],
)
def test_a_rule_is_found_by_its_words(client: FlaskClient, language: str, sought: str, title: str) -> None:
    read_in(client, language)
    found = titles_of(search_results(client, sought))
    assert title in found if title else not found


def not_found(app: Flask, language: str, words: dict[str, str]) -> list[tuple[str, str, list[str]]]:
    """The words whose option is not among the first three, with those that are."""
    with app.test_request_context(headers={"Accept-Language": language}):
        typed = [(word, key) for key, said in words.items() for word in said.split(", ")]
        return [(word, key, found(word)[:3]) for word, key in typed if key not in found(word)[:3]]


@pytest.mark.parametrize("language", WORDS)
def test_an_option_is_found_by_the_words_of_a_table(app: Flask, language: str) -> None:
    assert not_found(app, language, WORDS[language]) == []


@pytest.mark.parametrize("language", WORDS)
def test_an_option_is_found_by_other_forms_of_its_words_and_by_its_texts(app: Flask, language: str) -> None:
    known = {word.strip() for said in sayings().values() for word in said[language].split(",")}
    typed = {word for said in OTHER_WORDS[language].values() for word in said.split(", ")}
    assert len(typed) >= 5 and not typed & known
    assert not_found(app, language, OTHER_WORDS[language]) == []


@pytest.mark.parametrize("language", WORDS)
def test_every_saying_is_that_of_an_option_and_finds_it(app: Flask, language: str) -> None:
    assert not_found(app, language, {key: said[language] for key, said in sayings().items()}) == []
    assert {tuple(said) for said in sayings().values()} == {tuple(LANGUAGES)}


@pytest.mark.parametrize("key", daily(sorted(options()), 8))
def test_every_option_is_found_by_its_title_or_by_the_question_that_asks_for_it(
    client: FlaskClient, key: str
) -> None:
    row = options()[key]
    assert 0 < len(titles_of(search_results(client, f"{row.title} {row.meaning}"))) <= MOST_HITS


@pytest.mark.parametrize("language", WORDS)
def test_every_word_of_the_guide_finds_the_options_that_are_about_it(app: Flask, language: str) -> None:
    with app.test_request_context(headers={"Accept-Language": language}):
        for word in GLOSSARY.values():
            for typed in (word.romaji, translate(word.romaji), word.kanji):
                assert found(typed), typed
                assert {*word.options} <= {*found(typed)}, typed


@pytest.mark.parametrize(
    ("language", "sought", "keys"),
    [
        ("ja", "化け札", ["sake_cup", "play.lightning"]),
        ("ja", "親権", ["exhausted.no_yaku", "exhausted.held_yaku"]),
        ("en", "oya-ken", ["exhausted.no_yaku", "exhausted.held_yaku"]),
        ("en", "both players run out of cards", ["exhausted.no_yaku"]),
        ("en", "May one card count in several yaku?", ["overlap.animals", "overlap.ribbons"]),
        ("pl", "karta w dwóch yaku", ["overlap.animals", "overlap.ribbons"]),
    ],
)
def test_what_was_asked_finds_its_option(app: Flask, language: str, sought: str, keys: list[str]) -> None:
    with app.test_request_context(headers={"Accept-Language": language}):
        assert {*keys} <= {*found(sought)[:4]}
