"""What the table decides besides the rounds: points adjusted, the match ended early."""

from __future__ import annotations

import pytest

from .fixtures import THREE, Table, coins
from .forms import Form
from .live_play import call, take
from .player import Page, Player


def adjust(player: Player, notepad: Page, *points: str, reason: str = "a house rule") -> Page:
    form = (
        player.open(player.open(notepad.link("Correct or end")).link("Adjust points"))
        .form("/adjustments")
        .fill(reason=reason)
    )
    for seat, number in enumerate(points):
        form[f"points-{seat}"] = number
    return player.send(form)


def test_it_offers_what_can_be_put_right_now(table: Table, player: Player) -> None:
    def offered(notepad: Page, *, ends: bool = True) -> str:
        page = player.open(f"{notepad.path}/correct-or-end")
        rounds, _, rest = page.main.partition("Play on by other rules ")
        assert rest == (
            f"so far: Dutch Wikipedia How long? so far: {'2 rounds' if not ends else '3 rounds'} "
            "Adjust points for cases that the rules do not cover Correct the names Anna Ben Save"
            + " End the match The highest score wins. You can undo this. Why? (optional) End the match"
            * ends
        )
        assert page.leads(notepad.path) | {"1": "", "2": ""} == {
            "1": "",
            "2": "",
            "Play on by other rules so far: Dutch Wikipedia": "/retold",
            f"How long? so far: {'2 rounds' if not ends else '3 rounds'}": "/length",
            "Adjust points for cases that the rules do not cover": "/adjustments",
        }
        return rounds.strip()

    notepad = table.begin(rules="dutch", rounds=3)
    assert offered(notepad) == "Who dealt? 1"
    live = take(player, table.follow(notepad), THREE)
    assert offered(notepad) == ""  # its turns say who dealt
    notepad = player.send(call(live), "call=stop")
    assert offered(notepad) == "Correct a round 1 Who dealt? 2"
    shorter = player.open(f"{notepad.path}/length?rounds=2").forms[-1]
    notepad = table.score(player.send(shorter), 1, "", THREE)
    assert offered(notepad, ends=False) == "Correct a round 1 2 Who dealt? 2"


def test_a_match_to_so_many_points_says_no_length_so_far(table: Table, player: Player) -> None:
    notepad = table.begin_by_form(rounds="target", target=50)
    assert " How long? Adjust points" in player.open(f"{notepad.path}/correct-or-end").text


def test_an_adjustment_moves_points_and_stays_on_the_sheet_with_its_reason(
    table: Table, player: Player
) -> None:
    notepad = adjust(player, table.begin(rules="russian"), "3", "−3")
    assert coins(notepad) == [103, 97]
    assert "The points were adjusted." in notepad.text
    assert "Adjusted a house rule 103 +3 97 −3" in notepad.text
    assert "Adjusted: a house rule 103 +3 97 −3" in player.open(f"{notepad.path}/sheet").text
    notepad = adjust(player, table.score(notepad, 0, "01B 03B 08B"), "+1", "-1", reason="a second one")
    assert coins(notepad) == [109, 91]
    assert "Adjusted a second one 109 +1 91 −1" in notepad.text
    page = player.open(f"{notepad.path}/adjustments")
    assert page.main == (
        "For cases the rules do not cover. The reason appears on the scoresheet. Anna Ben Why? Back Adjust"
    )
    assert page.leads(notepad.path) == {"Back": ""}
    assert "Adjusted: a second one 109 +1 91 −1" in player.open(f"{notepad.path}/sheet").text


@pytest.mark.parametrize("typed", ["x", "1.5", "--5", "-+5", "+-5", "５", "100000", "-100000", "=1"])
def test_an_invalid_number_is_refused_and_kept(table: Table, player: Player, typed: str) -> None:
    page = adjust(player, table.begin(), typed, "")
    assert page.status == 422
    assert f"“{typed}” is not possible; allowed: a whole number from -99999 to 99999." in page.text
    form = page.form("/adjustments")
    assert (form["points-0"], form["reason"]) == (typed, "a house rule")


@pytest.mark.parametrize(
    ("points", "reason", "sentence"),
    [
        (("", ""), "why", "Enter points for at least one player."),
        (("0", "-0"), "why", "Enter points for at least one player."),
        (("1", ""), "  ", "Say why the points are adjusted."),
    ],
)
def test_an_adjustment_needs_points_and_a_reason(
    table: Table, player: Player, points: tuple[str, str], reason: str, sentence: str
) -> None:
    page = adjust(player, table.begin(), *points, reason=reason)
    assert page.status == 422
    assert sentence in page.text


def test_an_adjustment_that_creates_coins_needs_a_second_tap(table: Table, player: Player) -> None:
    notepad = table.begin(rules="russian")
    unsaid = adjust(player, notepad, "8", "-3", reason="")
    assert unsaid.main.endswith("Anna Ben Why? Say why the points are adjusted. Back Adjust")
    asked = adjust(player, notepad, "8", "-3")
    assert asked.status == 422
    (why,) = asked.all("div", "notice error")
    assert why == (
        "This makes 5 coins out of nothing: 205 in all instead of 200. "
        "By these rules what one player gets another pays."
    )
    assert asked.text.endswith("Back Adjust anyway")
    assert coins(player.open(notepad.path)) == [100, 100]
    assert player.open(f"{asked.url}&minted=5").status == 200  # nothing is left open
    form = asked.form("/adjustments")
    other = player.send(form.fill(points_0="2"), "minted=5")  # another sum is another question
    assert "1 coin is lost: 199 in all instead of 200." in other.text
    assert coins(player.send(other.form("/adjustments"), "minted=-1")) == [102, 97]
    assert player.open(asked.url).path == notepad.path  # it is saved
    balanced = other.form("/adjustments").force("id", "0123456789abcdef").force("after", "2")
    assert coins(player.send(balanced.fill(points_0="3"), "minted=-1")) == [105, 94]


def test_as_many_points_as_can_be_typed_are_given(table: Table, player: Player) -> None:
    assert coins(adjust(player, table.begin(), "99999", "-99999")) == [99999, -99999]


def test_where_points_are_gained_an_adjustment_makes_no_coins(table: Table, player: Player) -> None:
    assert coins(adjust(player, table.begin(), "8", "")) == [8, 0]


def test_everybody_who_plays_can_be_given_points(table: Table, player: Player) -> None:
    notepad = table.begin("Anna", "Ben", "Cleo", "Dan", rules="hana_awase")
    before = coins(notepad)
    notepad = adjust(player, notepad, "1", "2", "3", "-4")
    assert [now - then for now, then in zip(coins(notepad), before, strict=True)] == [1, 2, 3, -4]


def test_several_adjustments_stand_newest_first_each_with_its_balance(table: Table, player: Player) -> None:
    notepad = adjust(player, table.begin(rules="russian"), "1", "-1", reason="one")
    text = adjust(player, notepad, "2", "-2", reason="two").text
    assert "Adjusted two 103 +2 97 −2 Adjusted one 101 +1 99 −1" in text


def test_an_adjustment_sent_twice_counts_once(table: Table, player: Player) -> None:
    notepad = table.begin(rules="russian")
    form = player.open(player.open(notepad.link("Correct or end")).link("Adjust points")).form("/adjustments")
    form.fill(points_0="5", points_1="-5", reason="twice")
    player.send(form)
    assert coins(player.send(form)) == [105, 95]
    other = player.send(form.fill(points_0="7", points_1="-7"))  # "back" shows the form that was sent
    assert (other.status, other.form("/adjustments")["points-0"]) == (409, "7")
    assert coins(player.open(notepad.path)) == [105, 95]
    unclear = player.send(form.fill(points_0="seven"))
    assert (unclear.status, unclear.form("/adjustments")["points-0"]) == (409, "seven")
    assert coins(player.send(other.form("/adjustments"))) == [112, 88]


def test_a_late_adjustment_is_kept_and_says_what_came_in(table: Table, player: Player) -> None:
    notepad = table.begin(rules="russian")
    form = player.open(player.open(notepad.link("Correct or end")).link("Adjust points")).form("/adjustments")
    form.fill(points_0="5", points_1="-5", reason="late")
    table.score(notepad, 1, "", "01B 03B 08B")
    page = player.send(form)
    assert page.status == 409
    assert (
        "Something changed in the meantime. Round 1 was saved: Ben stopped. What you entered is still here"
        in page.text
    )
    again = page.form("/adjustments")
    assert (again["points-0"], again["reason"]) == ("5", "late")
    assert coins(player.send(again)) == [100, 100]


def test_what_comes_after_the_end_of_a_match_says_so_once(table: Table, player: Player) -> None:
    notepad = table.begin(rules="russian")
    page = player.open(f"{notepad.path}/correct-or-end")
    adjust(player, notepad, "3", "-3")
    player.send(player.open(page.url).form("/ending"))
    late = player.send(page.form("/names").fill(name_0="Hanna"))
    assert late.status == 409
    assert late.all("div", "notice error") == [
        "Something changed in the meantime. The points were adjusted. The match was ended early. "
        "What you entered is still here and not saved."
    ]


def test_a_dealer_of_a_round_that_will_not_be_played_is_told_why(table: Table, player: Player) -> None:
    notepad = table.score(table.begin(rules="dutch"), 0, THREE)
    form = player.open(f"{notepad.path}/rounds/2/dealer").form("/dealer")
    player.send(player.open(f"{notepad.path}/correct-or-end").form("/ending"))
    late = player.send(form)
    assert (late.status, late.heading) == (409, "Something changed in the meantime")
    assert "The match was ended early. What you entered is not saved." in late.main


def test_undo_takes_back_only_the_adjustment(table: Table, player: Player) -> None:
    notepad = table.score(table.begin(rules="russian"), 0, "01B 03B 08B")
    assert coins(table.undo(adjust(player, notepad, "7", "-7"))) == [105, 95]


@pytest.mark.parametrize(
    ("rules", "lead"), [("russian", "10 coins ahead"), ("mongolopedia", "6 points ahead")]
)
def test_the_lead_is_in_what_is_counted(table: Table, player: Player, rules: str, lead: str) -> None:
    notepad = table.score(table.begin(rules=rules), 0, "01B 03B 08B")
    form = player.open(notepad.link("Correct or end")).form("/ending").fill(reason="the last train")
    assert f"Anna wins {lead}" in player.send(form).text


def test_a_match_can_be_ended_early_and_taken_up_again(table: Table, player: Player) -> None:
    notepad = table.score(table.begin(rules="russian"), 0, "01B 03B 08B")
    form = player.open(notepad.link("Correct or end")).form("/ending").fill(reason="the last train")
    notepad = player.send(form)
    assert "Anna wins 10 coins ahead The match was ended early. the last train" in notepad.text
    assert player.send(form).status == 200  # a double tap
    other = player.send(form.fill(reason="rain"))
    assert (other.status, other.heading) == (409, "Something changed in the meantime")
    notepad = table.undo(notepad)
    assert "Score round 2" in notepad.text


def test_a_match_that_is_over_is_not_ended_again(table: Table, player: Player) -> None:
    notepad = table.begin(rounds=1)
    form = player.open(notepad.link("Correct or end")).form("/ending")
    notepad = table.score(notepad, 0, "01B 03B 08B")
    late = player.send(form)
    assert late.status in (409, 422)
    assert "All rounds are played." in player.open(notepad.path).text


@pytest.mark.parametrize(("taken", "is_low"), [(89, False), (90, True)])
def test_coins_are_low_at_a_tenth_of_the_purse(
    table: Table, player: Player, taken: int, is_low: bool
) -> None:
    notepad = adjust(player, table.begin(rules="russian"), str(taken), str(-taken))
    assert coins(notepad) == [100 + taken, 100 - taken]
    assert ('class="coins low"' in notepad.html) is is_low


# The names


def names_form(player: Player, notepad: Page) -> Form:
    return player.open(notepad.link("Correct or end")).form("/names")


def test_a_misspelled_name_is_put_right_everywhere(table: Table, player: Player) -> None:
    notepad = table.score(table.begin("Ana", "Ben", rules="russian"), 0, THREE)
    form = names_form(player, notepad)
    assert (form["name-0"], form["name-1"]) == ("Ana", "Ben")
    page = player.send(form.fill(name_0=" Anna "))
    assert page.path == notepad.path
    assert page.main == (
        "The names were corrected. Anna 親 dealer 105 Ben 95 Rounds, newest first Round Result Anna Ben "
        "2 Plum Anna deals 親 1 Pine Anna 5 Three brights 105 +5 親 95 −5 Undo the corrected names "
        "Score round 2 Continue round 2 Score the next round"
    )
    assert "Ana" not in player.open(f"{notepad.path}/sheet").text
    assert "The names were corrected." not in player.send(form).text  # a double tap
    assert "Ana" in table.undo(page).text


def test_the_same_names_change_nothing(table: Table, player: Player) -> None:
    notepad = table.begin()
    page = player.send(names_form(player, notepad).fill(name_1=" Ben"))
    assert (page.path, page.status) == (notepad.path, 200)
    assert "corrected" not in page.text
    assert "Undo" not in page.text


@pytest.mark.parametrize(
    ("names", "why"),
    [
        (("Anna", ""), "Every player needs a name."),
        (("ben", "Ben"), "Two players have the same name; change one of them."),
        (("Anna", "B" * 41), "A name may have at most 40 characters."),
    ],
)
def test_names_that_nobody_may_have_are_refused_and_stay_in_the_form(
    table: Table, player: Player, names: tuple[str, str], why: str
) -> None:
    notepad = table.begin()
    page = player.send(names_form(player, notepad).fill(name_0=names[0], name_1=names[1]))
    assert page.status == 422
    assert page.all("div", "notice error") == [why]
    form = page.form("/names")
    assert (form["name-0"], form["name-1"]) == names
    assert '<details class="panel" open><summary>Correct the names' in page.html
    assert names_form(player, player.open(notepad.path))["name-1"] == "Ben"


def test_names_that_come_too_late_are_kept_and_say_what_came_in(table: Table, player: Player) -> None:
    notepad = table.begin()
    form = names_form(player, notepad).fill(name_0="Hanna")
    table.score(notepad, 0, THREE)
    late = player.send(form)
    assert late.status == 409
    assert "Something changed in the meantime. Round 1 was saved: Anna stopped." in late.text
    assert late.form("/names")["name-0"] == "Hanna"
    assert "Hanna 5" in player.send(late.form("/names")).text
