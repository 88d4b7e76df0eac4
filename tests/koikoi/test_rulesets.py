"""Rule sets: loading, inheriting, writing, and what is refused with which sentence."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any

import msgspec
import pytest
from calls import counted
from extent import daily, examples
from hypothesis import given, settings

from scorekeeper.koikoi.errors import BadRuleset
from scorekeeper.koikoi.rules import loader as ruleset
from scorekeeper.koikoi.rules import schema
from scorekeeper.koikoi.rules.choices import agree
from scorekeeper.koikoi.rules.diff import changes, changes_by_key, differences, written
from scorekeeper.koikoi.rules.loader import MOST_IN_LINE, named, names, read_toml, rules, write_toml
from scorekeeper.koikoi.rules.options.row import opt
from scorekeeper.koikoi.rules.ruleset import NOTES, TEXTS, RuleSet, bare
from scorekeeper.koikoi.rules.schema import every_option, options, yaku_options
from scorekeeper.koikoi.rules.yaku import KNOWN

from . import playing

HOUSE = {
    "extends": "dutch",
    "title": "Grandmother's house",
    "multipliers": {"big": {"at": 10}, "opponent_koi": None},
    "settlement": {"purse": {"3": 25, "12": 100}},
    "yaku": {"hanami": {"points": 0}, "shima": {"points": 3, "cards": ["05A", "08A"], "name": "Bridge"}},
}


def find(name: str) -> Mapping[str, Any] | None:
    return HOUSE if name == "house" else named(name)


@pytest.mark.parametrize("name", names())
def test_a_named_rule_set_is_complete_and_says_what_it_is(name: str) -> None:
    ruleset = rules(name)
    assert ruleset.title
    assert ruleset.about
    assert ruleset.source
    assert ruleset.yaku.keys() == KNOWN.keys()


@pytest.mark.parametrize("name", names())
def test_a_named_rule_set_is_unchanged_by_writing_and_reading_it(name: str) -> None:
    tree = named(name)
    assert tree is not None
    assert read_toml(write_toml(tree)) == tree
    assert rules(read_toml(write_toml(tree))) == rules(name)


@pytest.mark.parametrize("name", names())
def test_equal_rule_sets_have_the_same_hash(name: str) -> None:
    first, second = (rules(msgspec.to_builtins(rules(name))) for _ in range(2))
    assert first is not second
    assert first == second
    assert hash(first) == hash(second)
    changed = msgspec.structs.replace(first, brights={"highest": "cumulative"}.get(first.brights, "highest"))
    assert changed != first
    assert hash(changed) != hash(first)


def test_the_hash_of_a_rule_set_is_worked_out_once_and_for_no_other() -> None:
    dutch = rules({"extends": "dutch", "yaku": {"goko": {"points": 987}}})
    with counted(bare) as calls:
        assert len({hash(dutch), hash(dutch)}) == 1
    assert calls == [1]
    changed = msgspec.structs.replace(dutch, brights="cumulative")
    assert hash(changed) != hash(dutch)
    assert msgspec.json.decode(msgspec.json.encode(dutch), type=RuleSet) == dutch


def test_the_order_of_a_table_is_no_part_of_a_rule_set() -> None:
    purses = {"3": 25, "12": 100}, {"12": 100, "3": 25}
    first, second = (rules({"extends": "dutch", "settlement": {"purse": purse}}) for purse in purses)
    assert list(msgspec.to_builtins(first)["settlement"]["purse"]) == ["3", "12"]
    assert first == second
    assert hash(first) == hash(second)


@pytest.mark.parametrize("name", names())
def test_a_complete_rule_set_loads_as_itself(name: str) -> None:
    assert rules(msgspec.to_builtins(rules(name))) == rules(name)


@pytest.mark.parametrize("parent", daily(names(), 4))
@pytest.mark.parametrize(
    "child", ["default", "dutch", "koikoi_japan", "mongolopedia", "polish_all", "russian_all", "cwz_local"]
)
def test_a_rule_set_can_be_written_as_its_differences(child: str, parent: str) -> None:
    tree = written(rules(child), rules(parent), parent)
    assert rules(tree) == rules(child)
    assert rules(read_toml(write_toml(tree))) == rules(child)
    assert (differences(rules(parent), rules(child)) == ()) == (len(tree.keys() - {*TEXTS, *NOTES}) == 1)


@pytest.mark.parametrize("own", [{}, {"pl": {"miesiąc": "karta"}}])
def test_a_rule_set_with_words_of_its_own_has_none_of_those_that_it_extends(own: dict[str, Any]) -> None:
    parent = rules("mongolopedia")
    assert rules({"extends": "mongolopedia"}).words == parent.words != {}
    child = rules({"extends": "mongolopedia", "words": own})
    assert child.words == own
    assert rules(read_toml(write_toml(written(child, parent, "mongolopedia")))) == child


def test_a_rule_set_on_which_nobody_agreed_is_written_without_what_was_agreed_on_its_base() -> None:
    parent = agree(rules("russian"), {"doublings": "all"})
    child = msgspec.structs.replace(parent, agreed={}, title="")
    inherited = msgspec.to_builtins(parent)
    again = rules(written(child, parent, "base"), lambda name: inherited if name == "base" else named(name))
    assert parent.agreed and again.agreed == {}


@settings(max_examples=examples(40))
@given(playing.tables(), playing.tables())
def test_any_two_rule_sets_can_be_written_as_their_differences(first: Any, second: Any) -> None:
    parent, child = rules(second), rules(first)
    if parent.yaku.keys() - child.yaku.keys():
        return  # see test_a_yaku_of_the_parent_can_be_left_out
    tree = written(child, parent, "parent")
    inherited = msgspec.to_builtins(parent)
    again = rules(read_toml(write_toml(tree)), lambda name: inherited if name == "parent" else named(name))
    assert bare(again) == bare(child)


def test_default_comes_first_and_is_what_the_schema_says() -> None:
    assert names()[0] == "default"
    default = msgspec.structs.replace(bare(rules("default")), yaku={})
    assert default == RuleSet()


def test_a_house_rule_set_inherits_what_it_does_not_set() -> None:
    house = rules("house", find)
    assert (house.multipliers.big.at, house.multipliers.big.factor) == (10, 2)
    assert house.multipliers.opponent_koi.form == "off"
    assert house.yaku["hanami"].points == 0
    assert house.yaku["akatan"].points == 6
    assert house.yaku["shima"].name == "Bridge"
    assert house.settlement.purse == {"3": 25, "12": 100}


def test_off_is_a_word_in_toml_and_null_in_json() -> None:
    tree = read_toml(
        'multipliers.big = "off"\nmatch.rounds = "off"\nweather.rain.sign = "off"\ntitle = "off"'
    )
    assert tree == {
        "multipliers": {"big": {"factor": 1}},
        "match": {"rounds": None},
        "weather": {"rain": {"sign": "off"}},
        "title": "off",
    }
    assert read_toml(write_toml(tree)) == tree


def test_overrides_replace_inherited_settings() -> None:
    house = rules("dutch", overrides={"multipliers": {"big": {"at": 9}}, "yaku": {"sanko": {"points": 1}}})
    assert (house.multipliers.big.at, house.multipliers.big.factor) == (9, 2)
    assert (house.yaku["sanko"].points, house.yaku["goko"].points) == (1, 10)


def test_a_purse_by_rounds_replaces_the_inherited_one() -> None:
    assert rules("russian", overrides={"settlement": {"purse": {"5": 10}}}).settlement.purse == {"5": 10}
    assert rules("russian", overrides={"settlement": {"purse": 5}}).settlement.purse == 5


def test_what_the_dealer_gets_replaces_what_was_there() -> None:
    house = rules({"extends": "classic", "exhausted": {"no_yaku": {"dealer": 1, "other": 2}}})
    again = rules({"exhausted": {"no_yaku": {"dealer": 3}}}, overrides=None)
    assert msgspec.to_builtins(house.exhausted.no_yaku) == {"dealer": 1, "other": 2}
    assert msgspec.to_builtins(again.exhausted.no_yaku) == {"dealer": 3, "other": 0}


def test_differences_name_key_before_and_after() -> None:
    changes = differences(rules("dutch"), rules("dutch", overrides={"multipliers": {"big": None}}))
    assert [(change.key, change.after) for change in changes] == [("multipliers.big.factor", 1)]
    assert differences(rules("dutch"), rules("dutch")) == ()


@pytest.mark.parametrize("section", ["multipliers", "yaku", "weather", "calls"])
def test_an_empty_table_sets_nothing(section: str) -> None:
    assert rules({"extends": "polish_all", section: {}}) == rules({"extends": "polish_all"})


@pytest.mark.parametrize("name", ["other", "dealer", "753"])
def test_a_yaku_of_ones_own_may_have_any_id(name: str) -> None:
    house = rules({"extends": "dutch", "yaku": {name: {"points": 6, "cards": ["03R", "05R", "07R"]}}})
    assert house.yaku["goko"].points == 10
    assert house.yaku[name].points == 6


def test_a_yaku_of_the_parent_can_be_left_out() -> None:
    parent, child = rules("house", find), rules("dutch")
    tree = written(child, parent, "house")
    assert rules(tree, find).yaku["shima"].points == 0


def test_every_option_says_what_it_is() -> None:
    for row in [*options().values(), *yaku_options().values()]:
        assert row.title, row.key
        assert not row.meaning or row.meaning.endswith((".", "?")), row.key
        assert row.allowed, row.key


def test_every_word_of_an_option_has_its_label() -> None:
    for row in [*options().values(), *yaku_options().values()]:
        words = [word for word in row.words if isinstance(word, str)]
        amount = {"word_or_number": {"number"}, "shares": {"dealer"}}.get(row.kind, set())
        assert (
            set(words) <= {value for value in row.values if isinstance(value, str)} <= {*row.words, *amount}
        ), row.key
        assert amount <= set(row.values), row.key
        assert all(row.values.values()), row.key


def test_every_setting_of_a_rule_set_is_an_option() -> None:
    tree = msgspec.to_builtins(rules("default"))
    texts = (*TEXTS, *NOTES, "advice", "yaku")
    for key in _leaves({name: value for name, value in tree.items() if name not in texts}):
        assert any(key == known or key.startswith(f"{known}.") for known in every_option()), key


def _leaves(tree: Any, prefix: str = "") -> Iterator[str]:
    for key, value in tree.items():
        if isinstance(value, dict):
            yield from _leaves(value, f"{prefix}{key}.")
        else:
            yield f"{prefix}{key}"


def test_a_rule_set_never_extends_itself() -> None:
    for length in (1, 2, MOST_IN_LINE - 1, MOST_IN_LINE):
        circle = {f"s{number}": {"extends": f"s{(number + 1) % length}"} for number in range(length)}
        with pytest.raises(BadRuleset, match=r"^extends: these rule sets extend each other in a circle\.$"):
            rules("s0", circle.get)


def test_at_most_a_dozen_rule_sets_are_based_on_one_another() -> None:
    chain: dict[str, dict[str, Any]] = {
        f"s{number}": {"extends": f"s{number - 1}"} for number in range(1, 13)
    }
    chain["s0"] = {"title": "first"}
    assert rules("s11", chain.get).title == "first"
    with pytest.raises(BadRuleset) as refusal:
        rules("s12", chain.get)
    sentence = "At most 12 rule sets may be based on one another; base these on an earlier one."
    assert (str(refusal.value), refusal.value.option) == (sentence, "extends")


def test_invalid_toml_is_refused() -> None:
    with pytest.raises(BadRuleset, match="This is not a TOML file: "):
        read_toml("match = ")


def test_a_rule_set_file_is_refused_by_its_option() -> None:
    with pytest.raises(BadRuleset) as refusal:
        rules(ruleset.read_toml("[calls]\nlimit = -1"))
    assert refusal.value.option == "calls.limit"


@pytest.mark.parametrize(
    ("players", "hand", "changed"),
    [(2, 8, False), (2, 7, True), (3, 8, True), (3, 7, False)],
)
def test_the_usual_number_of_cards_is_no_change(players: int, hand: int, changed: bool) -> None:
    parent = rules({"extends": "default", "match": {"players": players}})
    child = rules({"extends": "default", "match": {"players": players}, "deal": {"hand": hand}})
    assert [str(title) for title, _, _ in changes(parent, child)] == ["Cards in hand"] * changed


def test_changes_begin_with_what_decides_the_coins_of_a_round() -> None:
    birds = {"name": "Birds", "points": 4, "cards": ["02A", "04A"]}
    house = {"yaku": {"tan": {"replaces": ["kasu"]}, "birds": birds}, "deal": {"teyaku": {"teshi": 5}}}
    changed = [key for key, _ in changes_by_key(rules("default"), rules("mongolopedia", overrides=house))]
    assert changed == [
        *("exhausted.held_yaku", "multipliers.big", "multipliers.opponent_koi", "multipliers.any_koi"),
        *("yaku.sanko.points", "yaku.hanami.points", "yaku.tsukimi.points", "yaku.akatan_aotan.points"),
        *("yaku.tan.replaces", "yaku.hiki.points", "yaku.birds", "overlap.animals", "overlap.ribbons"),
        *("weather.rain.sign", "calls.final_turn", "calls.missed_yaku", "play.lightning"),
        *("deal.field", "deal.packet", "deal.teyaku.teshi", "deal.teyaku.declare"),
        *("match.players", "match.first_dealer_tie", "match.seats"),
    ]


def test_an_option_whose_type_does_not_say_its_kind_has_to_name_one() -> None:
    kinds = {row.key: row.kind for row in (*options().values(), *yaku_options().values())}
    assert kinds["settlement.bust_ends"] == "switch"
    assert kinds["match.rounds"] == "number"
    assert kinds["sake_cup"] == "word"
    assert kinds["deal.without"] == "cards"

    class Unclear(msgspec.Struct):
        limit: Annotated[int | str, opt("Limit", "Of two types.")] = 0

    with pytest.raises(TypeError, match="the option limit has to name its kind"):
        [schema._row(*field) for field in schema._fields(Unclear, "")]
