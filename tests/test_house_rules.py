"""House rules: documents that are read once, changed by one at a time, deleted and put back."""

from __future__ import annotations

import tomllib
from pathlib import Path

import msgspec
import pytest

from scorekeeper.house_rules.changes import STEM, Outdated, free_title, keep_changed, keep_new, stamp
from scorekeeper.house_rules.code import write_code
from scorekeeper.house_rules.exchange import code_of, keep_received, portable, receive
from scorekeeper.house_rules.shelf import HouseRules, first_free, slug
from scorekeeper.installation import Installation
from scorekeeper.koikoi.errors import BadRuleset
from scorekeeper.koikoi.rules import loader
from scorekeeper.koikoi.rules.choices import answered, choice_states
from scorekeeper.koikoi.rules.loader import names, rules, write_toml
from scorekeeper.koikoi.rules.ruleset import bare
from scorekeeper.koikoi.typed_text import cleaned_tree
from scorekeeper.store import Stale

HOUSE = {"extends": "dutch", "title": "House", "multipliers": {"big": None}}


@pytest.fixture
def installation(tmp_path: Path) -> Installation:
    return Installation(tmp_path)


@pytest.fixture
def house(installation: Installation) -> HouseRules:
    return installation.house_rules


def test_rules_are_read_and_made_playable_once_for_as_long_as_they_stay(installation: Installation) -> None:
    installation.house_rules.keep("house", HOUSE)
    first, second = installation.house_rules, installation.house_rules  # as two requests
    assert first.find("house") is second.find("house")
    assert rules("house", first.find) is rules("house", second.find)
    second.keep("house", {**HOUSE, "title": "Other"})
    assert (second.find("house") or {})["title"] == "Other"
    assert (first.find("house") or {})["title"] == "House"  # a request goes on with what it found
    assert (installation.house_rules.find("house") or {})["title"] == "Other"


def test_of_two_who_change_the_same_rules_the_second_is_told(installation: Installation) -> None:
    installation.house_rules.keep("house", HOUSE)
    one, other = installation.house_rules, installation.house_rules
    assert one.names() == other.names() == ("house",)
    one.keep("house", {**HOUSE, "title": "One"})
    with pytest.raises(Stale):
        other.keep("house", {**HOUSE, "title": "Other"})
    assert (other.find("house") or {})["title"] == "One"  # it looks again
    other.keep("house", {**HOUSE, "title": "Other"})
    assert (installation.house_rules.find("house") or {})["title"] == "Other"


def test_rules_that_others_extend_do_not_come_into_the_bin(
    installation: Installation,
) -> None:
    child = {**HOUSE, "extends": "house", "title": "Child"}
    installation.house_rules.keep("house", HOUSE)
    deleting, writing = installation.house_rules, installation.house_rules
    assert deleting.names() == writing.names() == ("house",)
    writing.keep("child", child)  # after the other has looked for such
    assert not deleting.discard("house")
    assert installation.house_rules.names() == ("child", "house")
    for name in ("child", "house"):
        assert installation.house_rules.discard(name)
    deleting, writing = installation.house_rules, installation.house_rules
    writing.put_back("house")
    assert writing.names() == ("house",)
    assert deleting.discard("house")
    writing.keep("second", {**child, "title": "Second"})  # as one who found the rules still there
    assert installation.house_rules.names() == ("house", "second")


def test_what_another_phone_changed_meanwhile_is_not_overwritten(
    installation: Installation,
) -> None:
    name = keep_new(installation.house_rules, rules(HOUSE), "dutch")
    one, other = installation.house_rules, installation.house_rules
    drawn = [stamp(house, name) for house in (one, other)]
    keep_changed(one, name, rules({**HOUSE, "about": "One"}), drawn[0])
    for _ in range(2):
        with pytest.raises(Outdated):
            keep_changed(other, name, rules({**HOUSE, "about": "Other"}), drawn[1])
    assert (installation.house_rules.find(name) or {})["about"] == "One"
    keep_changed(other, name, rules({**HOUSE, "about": "One"}), drawn[1])  # which is what there is
    keep_changed(other, name, rules({**HOUSE, "about": "Other"}), stamp(other, name))
    assert (installation.house_rules.find(name) or {})["about"] == "Other"


def test_what_is_deleted_lies_in_the_bin_and_comes_back_under_its_id(installation: Installation) -> None:
    house, other = installation.house_rules, installation.house_rules
    house.keep("house", HOUSE)
    assert house.discard("house") and not house.discard("house")
    assert (other.names(), other.find("house")) == ((), None)
    assert [(kept.id, kept.title) for kept in other.bin()] == [("house", "House")]
    assert keep_new(house, rules(HOUSE), "dutch") == "house-2"  # the one in the bin keeps its place
    assert house.put_back("house") and not house.put_back("house")
    assert installation.house_rules.names() == ("house", "house-2")
    house.delete("house")  # it is not in the bin
    assert installation.house_rules.names() == ("house", "house-2")
    house.discard("house")
    for _ in range(2):
        house.delete("house")
    assert not house.put_back("house")
    assert [*installation.house_rules.all()] == ["house-2"]


def test_rules_that_somebody_changes_at_this_moment_are_deleted_and_put_back_too(
    installation: Installation,
) -> None:
    house, other = installation.house_rules, installation.house_rules
    house.keep("house", HOUSE)
    assert other.names() == ("house",)
    house.keep("house", {**HOUSE, "title": "Changed"})
    assert other.discard("house")
    assert [kept.title for kept in installation.house_rules.bin()] == ["Changed"]


def test_a_changed_parent_changes_the_rule_sets_that_extend_it(house: HouseRules) -> None:
    house.keep("house", HOUSE)
    house.keep("hut", {"extends": "house"})
    assert rules("hut", house.find).multipliers.big.factor == 1
    house.keep("house", {**HOUSE, "multipliers": {"big": {"at": 9}}})
    big = rules("hut", house.find).multipliers.big
    assert big.at == 9


def test_house_rules_with_an_answer_keep_and_send_only_its_difference(house: HouseRules) -> None:
    table = answered(answered(rules("mongolopedia"), "seven", "any"), "lightning_three", "all")
    name = keep_new(house, msgspec.structs.replace(table, title="Ours"), "mongolopedia")
    sent = portable(house, name)
    assert sent == {
        "extends": "mongolopedia",
        "title": "Ours",
        "about": table.about,
        "source": table.source,
        "multipliers": {"big": {"min_yaku": 1}},
        "advice": {"lightning_three": "all"},
    }
    assert bare(rules(name, house.find)) == bare(table)
    assert rules(name, house.find).choices == table.choices


def test_choices_and_readings_of_a_table_are_kept_sent_and_imported(
    house: HouseRules, tmp_path: Path
) -> None:
    length = {
        "id": "length",
        "question": "How long do we play?",
        "answers": [
            {"id": "short", "says": "6", "sets": {"match": {"rounds": 6}}},
            {"id": "open", "says": "no end", "sets": {"match": {"rounds": None}}},
        ],
    }
    house.keep("house", {**HOUSE, "choices": [length], "readings": ["As grandmother says."]})
    house.keep("hut", {"extends": "house", "title": "Hut", "match": {"rounds": 6}})
    tree = portable(house, "hut")
    assert tree is not None
    other = Installation(tmp_path / "other").house_rules
    name = keep_received(other, receive(other, write_toml(tree).encode()))
    assert rules(name, other.find) == rules("hut", house.find)
    assert [row.taken and row.taken.id for row in choice_states(rules(name, other.find))] == ["short"]
    assert keep_received(other, receive(other, code_of(house, "hut").encode())) == name
    assert receive(other, code_of(house, "hut").encode()).is_kept(other)


@pytest.mark.parametrize(
    ("kept", "sent", "twice"),
    [
        ("Kids and Grandma", "Kids", True),
        ("Kids 2", "Kids", False),
        ("Kids", "Kids 2", True),
        ("Kids", " Kids ", False),
        ("?", "", False),
        ("K" * 60, "K" * 60, False),
    ],
)
def test_the_same_rules_by_another_title_are_kept_too(
    house: HouseRules, kept: str, sent: str, twice: bool
) -> None:
    name = keep_new(house, rules({**HOUSE, "title": kept}), "dutch")
    received = receive(house, write_toml({**HOUSE, "title": sent}).encode())
    assert received.is_kept(house) is not twice
    assert (keep_received(house, received) != name) is twice
    assert len(house.names()) == 1 + twice


@pytest.mark.parametrize(
    ("name", "made"),
    [
        ("Three sevens", "three_sevens"),
        ("Ōzan!", "ozan"),
        ("三枚", ""),
        ("  --a--b--  ", "a_b"),
        ("x" * 80, "x" * 30),
        ("²½", "212"),
    ],
)
def test_a_slug_is_made_of_small_letters_and_digits(name: str, made: str) -> None:
    assert slug(name, "_", 30).strip("_") == made


def test_an_id_that_is_taken_gets_the_next_number() -> None:
    taken = {"house", "house-2", "house-4"}
    assert first_free("house", "-", taken.__contains__) == "house-3"
    assert first_free("hut", "-", taken.__contains__) == "hut"


@pytest.mark.parametrize("word", ["again", "new", "received", "difference", "dutch"])
def test_a_word_of_an_address_is_no_id(house: HouseRules, word: str) -> None:
    assert house.free_name(word) == f"{word}-2"


def test_a_word_that_only_begins_like_one_of_an_address_is_an_id(house: HouseRules) -> None:
    assert house.free_name("Again and again") == "again-and-again"


@pytest.mark.parametrize("titles", ["Żółć ŻÓŁĆ", "Straße STRASSE", "Дом ДОМ", "Große große", "花札 花札"])
def test_titles_that_are_one_title_make_one_id(house: HouseRules, titles: str) -> None:
    """So of two phones that keep rules of such titles at once the second one meets the first one's."""
    assert len({house.free_name(title) for title in titles.split()}) == 1


TOO_MANY = r"^At most 12 rule sets may be based on one another; base these on an earlier one\.$"


def in_line(house: HouseRules) -> str:
    """Eleven house rules, each based on the one before, the first on the common rules; returns the last."""
    name = "default"
    for number in range(1, 12):
        name = keep_new(house, rules({"extends": name, "title": f"House {number}"}, house.find), name)
    return name


def test_the_twelfth_house_rules_based_on_one_another_are_refused_and_the_eleventh_are_kept(
    house: HouseRules,
) -> None:
    last = in_line(house)
    assert (last, rules(last, house.find).title) == ("house-11", "House 11")
    ours = rules({"extends": "dutch", "title": "Twelfth"})
    with pytest.raises(BadRuleset, match=TOO_MANY):
        keep_new(house, ours, last)
    assert len(house.names()) == 11
    assert keep_new(house, ours, "house-10") == "twelfth"


def test_what_is_received_may_not_lengthen_the_line_either(house: HouseRules) -> None:
    in_line(house)
    for sent in (b'extends = "house-11"', b'{"extends": "house-11"}'):
        with pytest.raises(BadRuleset, match=TOO_MANY):
            receive(house, sent)
    kept = keep_received(house, receive(house, b'extends = "house-10"\ntitle = "Sent"\ncalls.limit = 3'))
    assert rules(kept, house.find).calls.limit == 3


def test_a_longer_line_says_so_and_the_others_are_read(house: HouseRules) -> None:
    in_line(house)
    house.keep("by-hand", {"extends": "house-11"})
    with pytest.raises(BadRuleset, match=TOO_MANY):
        rules("by-hand", house.find)
    assert rules("house-11", house.find).title == "House 11"


UNSEEN = "\u0000\u001b\u202e\u200b\u00ad\ufeff"
ODD = f"{UNSEEN}Zoe{UNSEEN}\u0308\n\t{UNSEEN}van\u2028Ham "
SEEN = "Zoë van Ham"
ANSWERS = [
    {"id": "one", "says": ODD, "sets": {"sake_cup": "both"}},
    {"id": "two", "says": "two", "sets": {"sake_cup": "animal"}},
]
CHOICE = {"id": "cup", "question": ODD, "answers": ANSWERS}
WRITTEN = {
    "extends": "dutch",
    "title": ODD,
    "about": ODD,
    "source": ODD,
    "readings": [ODD],
    "choices": [CHOICE],
    "yaku": {"ours": {"cards": ["04A"], "points": 3, "name": {"en": ODD, "pl": "Nasze"}}},
}


@pytest.mark.parametrize("way", ["TOML", "JSON", "code", "link"])
def test_every_text_of_rules_that_come_in_is_cleaned_as_in_a_form(house: HouseRules, way: str) -> None:
    sent = {
        "TOML": write_toml(WRITTEN),
        "JSON": msgspec.json.encode(WRITTEN).decode(),
        "code": write_code(WRITTEN),
        "link": f"Look: https://example.org/rules/received#{write_code(WRITTEN)}",
    }[way]
    name = keep_received(house, receive(house, sent.encode()))
    got = rules(name, house.find)
    assert not set(UNSEEN) & set(house.all()[name].toml)
    assert (got.title, got.about, got.source, got.readings) == (SEEN, SEEN, SEEN, (SEEN,))
    assert (got.choices[0].question, got.choices[0].answers[0].says) == (SEEN, SEEN)
    assert got.yaku["ours"].name == {"en": SEEN, "pl": "Nasze"}


def test_two_titles_that_look_alike_are_one_title(house: HouseRules) -> None:
    first = keep_received(house, receive(house, b'extends = "dutch"\ntitle = "Zo\xc3\xab"'))
    other = keep_received(house, receive(house, b'extends = "russian"\ntitle = "Zoe\\u0308\\u200b"'))
    assert [rules(name, house.find).title for name in (first, other)] == ["Zoë", "Zoë 2"]


def test_the_texts_of_the_rules_that_come_with_the_game_are_clean() -> None:
    for name in names():
        path = Path(loader.__file__).with_name("rulesets") / f"{name}.toml"
        written = tomllib.loads(path.read_text("utf-8"))
        assert cleaned_tree(written) == written, name


def test_a_title_that_somebody_else_took_during_the_request_is_taken(installation: Installation) -> None:
    """A request looks house rules up once, and again when what it writes meets those of another."""
    house, asking = installation.house_rules, installation.house_rules
    assert asking.names() == ()
    keep_new(house, rules({"extends": "dutch", "title": "Straße"}), "dutch")
    with pytest.raises(BadRuleset, match="You already have rules called “STRASSE”"):
        keep_new(asking, rules({"extends": "russian", "title": "STRASSE"}), "russian")
    assert house.names() == ("strasse",)


def test_other_rules_that_took_the_id_during_the_request_get_another(installation: Installation) -> None:
    """No letter of these titles is one of an id."""
    house, asking, receiving = (installation.house_rules for _ in range(3))
    assert asking.names() == receiving.names() == ()
    assert keep_new(house, rules({"extends": "dutch", "title": "花札"}), "dutch") == "house"
    assert keep_new(asking, rules({"extends": "dutch", "title": "三枚"}), "dutch") == "house-2"
    sent = receive(receiving, 'extends = "dutch"\ntitle = "花札"\ncalls.limit = 3'.encode())
    assert keep_received(receiving, sent) == "2"
    assert receiving.all()["2"].title == "花札 2"


@pytest.mark.parametrize("way", ["made", "received"])
def test_the_same_rules_sent_twice_at_once_are_kept_once(installation: Installation, way: str) -> None:
    one, other = installation.house_rules, installation.house_rules
    assert one.names() == other.names() == ()
    for house in (one, other):
        if way == "made":
            keep_new(house, rules(HOUSE), "dutch")
        else:
            keep_received(house, receive(house, write_toml(HOUSE).encode()))
    assert installation.house_rules.names() == ("house",)


@pytest.mark.parametrize("length", [STEM, STEM + 1, 60])
def test_a_long_title_has_its_number_too(house: HouseRules, length: int) -> None:
    title = "x" * length
    assert free_title(house, title) == title
    keep_new(house, rules({"extends": "dutch", "title": title}), "dutch")
    assert free_title(house, title) == f"{'x' * STEM} 2"


def test_the_bin_keeps_what_was_deleted_at_its_limit(house: HouseRules) -> None:
    house.keep("house", HOUSE)
    house.discard("house")
    (stored,) = house.bin()
    house.empty_bin(stored.deleted)
    assert house.bin() == [stored]
    house.empty_bin(f"{stored.deleted}0")  # just after it
    assert house.bin() == []


def test_the_bin_keeps_what_rules_in_it_extend(house: HouseRules) -> None:
    house.keep("house", HOUSE)
    house.keep("attic", {**HOUSE, "extends": "house"})
    for name in ("attic", "house"):
        house.discard(name)
    house.delete("house")
    assert [stored.id for stored in house.extending("house")] == ["attic"]
    house.empty_bin("9999")
    assert house.bin() == []
