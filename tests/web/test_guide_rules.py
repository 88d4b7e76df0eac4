"""What the guide works out from a rule set: the yaku of a card, the drawn deal and turn, the options told."""

from __future__ import annotations

import pytest

from scorekeeper.koikoi.cards import BY_ID, months, of_month, union
from scorekeeper.koikoi.rules.loader import names, rules
from scorekeeper.koikoi.rules.ruleset import RuleSet
from scorekeeper.web.guide.card_pictures import dealt, made_with, meetings, turned, uses
from scorekeeper.web.guide.rule_texts import said, said_of


def by(name: str, **changes: object) -> RuleSet:
    """A named rule set with changed options; two underscores stand for the dot of a key."""
    tree: dict[str, object] = {}
    for key, value in changes.items():
        section, _, option = key.partition("__")
        tree[section] = {option: value} if option else value
    return rules(name, overrides=tree)


# Which yaku a card makes


@pytest.mark.parametrize(
    ("ruleset", "card", "wanted"),
    [
        ("nintendo_jp", "01B", "goko shiko ameshiko sanko"),
        ("nintendo_jp", "11B", "goko ameshiko"),
        ("nintendo_jp", "01R", "akatan akatan_aotan tan"),
        ("nintendo_jp", "11R", "tan"),
        ("nintendo_jp", "11C", "kasu"),
        ("nintendo_jp", "09A", "hanami tsukimi tane kasu"),
        ("dutch", "06R", "aotan tan"),
        ("mongolopedia", "12C3", "kasu hiki"),
    ],
)
def test_a_card_is_listed_with_the_yaku_in_force(ruleset: str, card: str, wanted: str) -> None:
    assert made_with(BY_ID[card], rules(ruleset)) == tuple(wanted.split())
    assert tuple(use.id for use in uses(BY_ID[card], rules(ruleset)).makes) == tuple(wanted.split())


@pytest.mark.parametrize(
    ("counts_as", "wanted"),
    [("animal", "tane"), ("chaff", "kasu"), ("best", "tane kasu"), ("both", "tane kasu"), ("neither", "")],
)
def test_what_the_sake_cup_counts_as_decides_its_yaku(counts_as: str, wanted: str) -> None:
    chosen = by("nintendo_jp", sake_cup=counts_as)
    assert made_with(BY_ID["09A"], chosen) == ("hanami", "tsukimi", *wanted.split())
    assert [str(line.title) for line in said_of(BY_ID["09A"], chosen)] == ["Sake cup"]


def test_a_yaku_says_what_must_be_in_it_and_what_can_be_chosen() -> None:
    made = {use.id: use for use in uses(BY_ID["01B"], rules("nintendo_jp")).makes}
    assert [card.id for card in made["ameshiko"].fixed] == ["11B"]
    assert (made["ameshiko"].needed, made["ameshiko"].number) == (3, 4)
    assert (made["sanko"].fixed, made["sanko"].needed, made["sanko"].number) == ((), 3, 4)
    assert (made["goko"].fixed, made["goko"].needed) == ((), 0)
    (chaff,) = uses(BY_ID["01C1"], rules("nintendo_jp")).makes
    assert (len(chaff.cards), chaff.needed, chaff.number) == (10, 10, 25)


def test_a_yaku_of_a_month_shows_the_cards_of_this_month() -> None:
    hiki = uses(BY_ID["07R"], rules("mongolopedia")).makes[-1]
    assert hiki.id == "hiki"
    assert [card.id for card in hiki.cards] == ["07A", "07R", "07C1", "07C2"]
    ours = {"points": 3, "name": "Ours", "monthly": "each", "min": 1, "kind": "ribbon", "repeat": True}
    made = uses(BY_ID["07R"], by("nintendo_jp", yaku={"ours": ours})).makes[-1]
    assert [card.id for card in made.cards] == ["07R"]


def test_a_further_card_adds_to_a_yaku_that_it_does_not_make() -> None:
    assert uses(BY_ID["04R"], rules("mongolopedia")).adds_to == ("akatan", "aotan")
    assert uses(BY_ID["04R"], rules("dutch")).adds_to == ()


def test_weather_is_said_of_the_cards_that_bring_it() -> None:
    captured = rules("mongolopedia")
    assert uses(BY_ID["11C"], captured).ruins == ("hanami", "tsukimi")
    assert uses(BY_ID["11A"], captured).ruins == ()
    on_field = rules("polish_all")
    assert uses(BY_ID["11A"], on_field).ruins_from_field == ("hanami",)
    assert uses(BY_ID["12B"], on_field).ruins_from_field == ("tsukimi",)
    assert uses(BY_ID["10A"], on_field).ruins_from_field == ()


# What the pictures show


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("name", names())
def test_a_drawn_deal_is_a_deal_by_these_rules(name: str, players: int) -> None:
    chosen = rules(name)
    deal = dealt(chosen, players)
    drawn = union(deal.field) | union(deal.hand)
    assert drawn.bit_count() == len(deal.field) + len(deal.hand)
    assert not {card.id for card in (*deal.field, *deal.hand)} & set(chosen.deal.without)
    assert len(deal.hidden) == players - 1
    assert set(deal.hidden) == {len(deal.hand)}
    deck = 48 - len(chosen.deal.without)
    assert deal.stock == deck - len(deal.field) - players * len(deal.hand)
    field = union(deal.field)
    assert all((field & of_month(month)).bit_count() < 4 for month in months(field))


def test_the_largest_deal_can_be_drawn() -> None:
    deal = dealt(by("nintendo_jp", deal={"hand": 15, "field": 16}), 2)
    assert (len(deal.hand), len(deal.field), deal.stock) == (15, 16, 2)
    assert dealt(by("nintendo_jp", deal={"hand": 15, "field": 16}), 3).stock == 0


def test_cards_that_are_left_out_are_not_drawn() -> None:
    deal = dealt(by("nintendo_jp", deal={"without": ["12C1", "01R"]}), 2)
    assert not {"12C1", "01R"} & {card.id for card in (*deal.field, *deal.hand)}
    assert (len(deal.hand), len(deal.field), deal.stock) == (8, 8, 22)


@pytest.mark.parametrize("lightning", ["plain", "wild", "wild_if_august"])
def test_a_played_card_takes_what_the_text_says(lightning: str) -> None:
    shown = meetings(by("nintendo_jp", play__lightning=lightning))
    for meeting in shown[:4]:
        alike = [*meeting.taken, *meeting.choice]
        assert all(card.month == meeting.played.month for card in alike)
        assert all(card.month != meeting.played.month for card in meeting.others)
    assert [len(meeting.taken) + len(meeting.choice) for meeting in shown[:4]] == [1, 2, 3, 0]
    assert [meeting.played.id for meeting in shown[4:]] == ([] if lightning == "plain" else ["11C"])


@pytest.mark.parametrize(
    ("capture", "first"),
    [
        ("obligatory", "One card of its month: take both."),
        ("optional", "One card of its month: take both, or leave both on the field."),
    ],
)
def test_who_need_not_capture_may_leave_one_card_alone(capture: str, first: str) -> None:
    assert [str(meeting.text) for meeting in meetings(by("nintendo_jp", play__capture=capture))] == [
        first,
        "Two: choose which of them to take. The other stays.",
        "Three: take all four.",
        "None: the card stays on the field.",
    ]


def test_a_card_from_the_stock_is_played_only_where_the_rules_say_so() -> None:
    assert [card.month for card in turned(rules("nintendo_jp")).taken] == [8]
    assert turned(by("nintendo_jp", play__turn="draw_then_two")).taken == ()


# What the rules say


def titles(chosen: RuleSet, section: str) -> list[str]:
    return [str(line.title) for line in said(chosen, section)]


def test_options_without_effect_are_left_out() -> None:
    plain = by("nintendo_jp", calls={"min_points": 0, "limit": None}, play__lightning="plain")
    assert not {"Points needed for koi-koi", "Fewer points", "Koi-koi limit"} & set(titles(plain, "calls"))
    assert "Card left over by the lightning" not in titles(plain, "play")
    other = by("nintendo_jp", calls={"min_points": 1, "limit": 1}, play__lightning="wild")
    assert {"Points needed for koi-koi", "Fewer points", "The limit applies to"} <= set(
        titles(other, "calls")
    )
    assert "Card left over by the lightning" in titles(other, "play")
    players = by("nintendo_jp", multipliers__koi_counts="players")
    assert "Koi-koi again" not in titles(plain, "multipliers")
    assert "Koi-koi again" in titles(players, "multipliers")
    drawn = by("nintendo_jp", play__turn="draw_then_two")
    assert "Drawn card matches nothing" not in titles(drawn, "play")


@pytest.mark.parametrize(("ruleset", "told"), [("polish_booklet", False), ("polish_all", True)])
def test_lucky_hands_are_told_of_only_where_one_is_played(ruleset: str, told: bool) -> None:
    titles = [str(line.title) for line in said(rules(ruleset), "deal")]
    assert ("Several lucky hands" in titles) == ("Showing a lucky hand" in titles) == told
