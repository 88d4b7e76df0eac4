"""What a table agrees on, or sets right, later: other rules, the real dealer, another length."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from flask import Flask

from scorekeeper.installation import Installation
from scorekeeper.koikoi.match.events import RoundExhausted

from .fixtures import Table, coins
from .guests import code_of, guest
from .live_play import take
from .player import Page, Player

THREE = "01B 03B 08B"
FOUR = "01B 03B 08B 12B"
PICNIC = "03B 09A"


@pytest.fixture
def notepad(table: Table) -> Page:
    """Two rounds by the rules of the Netherlands; Anna dealt the first, Ben the third."""
    page = table.score(table.begin(rules="dutch"), 0, FOUR)
    return table.score(page, 1, "", PICNIC, calls=(1,))


def offered(player: Player, notepad: Page, rules: str = "mongolopedia") -> Page:
    """The match by other rules, reached from the notepad."""
    form = player.open(notepad.link("By other rules")).form("/retold")
    return player.send(form.fill(ruleset=rules))


def told_dealer(player: Player, notepad: Page) -> Page:
    """Who deals the round being played, as the deal line of the notepad leads to it."""
    return player.open(notepad.link(" deals"))


# Other rules


@pytest.mark.parametrize(
    ("began", "other", "first", "said"),
    [
        ("default", "russian", 2, "So far points were counted. What everybody has goes on as coins."),
        ("russian", "default", 2, "So far coins were paid. What everybody has goes on as points."),
        ("default", "russian", 1, ""),
        ("default", "dutch", 2, ""),
    ],
)
def test_rules_that_count_something_else_say_what_becomes_of_the_numbers(
    table: Table, player: Player, began: str, other: str, first: int, said: str
) -> None:
    page = table.score(table.begin(rules=began), 0, FOUR)
    text = player.open(f"{page.path}/other-rules?ruleset={other}&from={first}").text
    assert ("So far" in text) == bool(said)
    assert said in text


def test_the_match_by_other_rules_can_be_played_on_from_the_round_being_played(
    notepad: Page, player: Player
) -> None:
    page = player.open(offered(player, notepad, "russian").link("From round 3"))
    assert page.main == (
        "From round 3 From round 1 After the correction Anna 16 Ben 10 The rounds played so far stay as "
        "they are. So far points were counted. What everybody has goes on as coins. Why? (optional) "
        "Back Play on from round 3"
    )
    assert "aria-current" in page.html.partition(">From round 3</a>")[0].rpartition("<a ")[2]
    assert page.leads(notepad.path)["Back"] == "/retold?ruleset=russian"
    after = player.send(page.form("/other-rules").fill(reason="The wrong booklet"))
    assert after.path == notepad.path
    assert "The match goes on by these rules." in after.text
    assert "From round 3: by the rules of Russian booklet – The wrong booklet" in after.text
    assert coins(after) == coins(notepad) == [16, 10]
    assert coins(Table(player).score(after, 1, "", PICNIC)) == [11, 15]  # here Anna pays


def test_from_the_first_round_every_round_is_counted_again(notepad: Page, player: Player) -> None:
    page = player.open(offered(player, notepad).link("From round 1"))
    assert "Anna 16 → 8 Ben 10 → 6" in page.text
    assert "Changed rounds" in page.text
    assert page.main.endswith("Back Count from round 1")
    after = player.send(page.form("/other-rules"))
    assert coins(after) == [8, 6]
    assert "From round 1: by the rules of Mongolopedia" in after.text
    undone = Table(player).undo(after)
    assert coins(undone) == [16, 10]
    assert "From round 1" not in undone.text


def test_a_round_that_no_number_names_is_refused_with_what_else_is_said(
    notepad: Page, player: Player
) -> None:
    page = player.open(f"{notepad.path}/other-rules?ruleset=russian&from=x")
    assert "“x” is not possible; allowed: a whole number from 1 to 99999." in page.main
    assert page.main.startswith("From round 3 From round 1 ")


def test_before_the_first_round_there_is_one_choice(table: Table, player: Player) -> None:
    page = offered(player, table.begin(rules="dutch"))
    assert page.main.count("From round 1") == 1
    assert not [text for _, text in page.links if "From round" in text and "1" not in text]
    page = player.open(page.link("From round 1"))
    assert [words for _, words in page.links if "From round" in words] == ["From round 1"]
    after = player.send(page.form("/other-rules"))
    assert "Mongolopedia" in player.open(f"{after.path}/rules").text


def test_a_match_that_is_over_can_only_be_counted_again_from_the_first_round(
    table: Table, player: Player
) -> None:
    page = offered(player, table.score(table.begin(rules="dutch", rounds=1), 0, FOUR))
    page = player.open(page.link("From round 1"))
    assert [text for _, text in page.links if "From round" in text] == ["From round 1"]


def test_length_and_coins_that_nobody_entered_are_those_of_the_new_rules(
    table: Table, player: Player
) -> None:
    house = player.open(f"{table.begin(rules='dutch').path}/other-rules?ruleset=russian&from=1")
    assert coins(player.send(house.form("/other-rules"))) == [100, 100]
    agreed = player.open(f"{table.begin(rules='dutch', purse=7).path}/other-rules?ruleset=russian&from=1")
    assert coins(player.send(agreed.form("/other-rules"))) == [7, 7]
    for rounds, last in (("3", 3), ("", 12)):
        begun = table.begin_by_form(rules="bga", rounds=rounds, purse=7)
        form = player.open(f"{begun.path}/other-rules?ruleset=russian&from=1").form("/other-rules")
        page = player.send(form)
        assert (f"Round 1 of {last}" in page.text, coins(page)) == (True, [7, 7])


def test_a_round_is_compared_by_the_rules_it_was_played_by(notepad: Page, player: Player) -> None:
    page = offered(player, notepad, "russian")
    player.send(player.open(page.link("From round 3")).form("/other-rules"))
    page = player.open(player.open(f"{notepad.path}/rounds/1").link("By other rules"))
    assert "Score a hand Dutch Wikipedia" in page.text


def test_rules_in_force_are_not_offered(notepad: Page, player: Player) -> None:
    assert "Play on by these rules" not in offered(player, notepad, "dutch").text
    page = player.open(f"{notepad.path}/other-rules?ruleset=dutch")
    assert "The match is played by these rules already." in page.text
    assert not [form for form in page.forms if form.action.endswith("/other-rules") and "reason" in page.html]


def test_a_round_that_the_rules_refuse_is_named_before_it_is_saved(
    table: Table, player: Player, installation: Installation
) -> None:
    house = {"extends": "dutch", "title": "No picnic", "yaku": {"hanami": {"points": 0}}}
    installation.house_rules.keep("sober", house)
    notepad = table.score(table.begin(rules="dutch"), 0, PICNIC)
    page = player.open(f"{notepad.path}/other-rules?ruleset=sober&from=1")
    assert "Round 1: This round does not count: Those cards make no yaku." in page.text
    assert "1 does not count" in page.text
    after = player.send(page.form("/other-rules"))
    assert coins(after) == [0, 0]
    assert "This round does not count" in after.text


def test_what_is_being_played_must_fit_the_rules(
    player: Player, live: Page, installation: Installation
) -> None:
    house = {"extends": "dutch", "deal": {"without": ["03B"]}}
    installation.house_rules.keep("short", house)
    match = take(player, live, "03B 03C1").path.removesuffix("/turns")
    page = player.open(f"{match}/other-rules?ruleset=short")
    assert "What was entered of round 1 is not allowed by these rules:" in page.text
    assert "Play on from round 1" not in page.text
    assert player.open(f"{match}/other-rules?ruleset=nope").status == 404


def test_a_dealer_put_right_too_late_is_asked_about_again(notepad: Page, player: Player) -> None:
    form = player.open(f"{notepad.path}/rounds/1/dealer").form("/dealer")
    Table(player).score(notepad, 0, FOUR)
    late = player.send(form.fill(reason="Ben had the cards"))
    assert late.status == 409
    assert (
        "Something changed in the meantime. Round 3 was saved: Anna stopped. What you entered is still here"
        in late.text
    )
    assert late.form("/dealer")["reason"] == "Ben had the cards"
    assert player.send(late.form("/dealer")).status == 200


def test_a_change_that_came_too_late_shows_what_it_would_change_now(notepad: Page, player: Player) -> None:
    form = player.open(offered(player, notepad).link("From round 1")).form("/other-rules")
    Table(player).score(notepad, 0, FOUR)
    late = player.send(form.fill(reason="The wrong booklet"))
    assert late.status == 409
    assert (
        "Something changed in the meantime. Round 3 was saved: Anna stopped. What you entered is still here"
        in late.text
    )
    assert "Anna 32 → 16" in late.text
    again = late.form("/other-rules")
    assert again["reason"] == "The wrong booklet"
    assert coins(player.send(again)) == [16, 6]


def test_a_change_sent_twice_counts_once(notepad: Page, player: Player) -> None:
    form = player.open(offered(player, notepad).link("From round 1")).form("/other-rules")
    assert [player.send(form).path for _ in range(2)] == [notepad.path] * 2
    assert player.open(notepad.path).text.count("From round 1: by the rules of") == 1


def test_another_phone_is_told_once(
    notepad: Page, table: Table, player: Player, phone: Callable[[], Player]
) -> None:
    def told(seq: int) -> str:
        """To a page whose last event is this one."""
        return str(other.client.get(f"{notepad.path}/news?after={seq}&told={seq}").get_json()["says"])

    page, other = offered(player, notepad), phone()
    player.send(player.open(page.link("From round 1")).form("/other-rules"))
    assert told(4) == "From round 1: by the rules of Mongolopedia"
    table.score(notepad, "nobody")
    assert told(4) == "From round 1: by the rules of Mongolopedia Round 3 was saved: Draw."
    assert told(5) == "Round 3 was saved: Draw."


# The real dealer


def test_of_two_the_other_one_dealt_with_two_taps(notepad: Page, player: Player) -> None:
    page = told_dealer(player, notepad)
    assert "Round 3: who deals? so far: Ben" in page.text
    assert page.main == (
        "Does Anna deal? After the correction Anna 16 Ben 10 The rounds played so far stay as they are. "
        "Why? (optional) Back Save"
    )
    assert page.leads(notepad.path) == {"Back": ""}
    after = player.send(page.form("/dealer"))
    assert "The dealer was corrected." in after.text
    assert after.path == notepad.path
    assert "Anna deals" in after.text
    assert "Round 3: Anna dealt (corrected)" in after.text
    assert "Ben deals" in Table(player).undo(after).text


def test_of_three_one_is_chosen_with_three_taps(table: Table, player: Player) -> None:
    notepad = table.begin("Anna", "Ben", "Chris", rules="mongolopedia")
    choice = told_dealer(player, notepad)
    assert not [form for form in choice.forms if "player" in form.values()]
    assert choice.main == "Ben Chris Back"
    page = player.open(choice.link("Chris"))
    assert page.main == (
        "Ben Chris Does Chris deal? After the correction Anna 0 Ben 0 Chris 0 Why? (optional) Back Save"
    )
    assert page.html.count('aria-current="true">Chris</a>') == page.html.count('aria-current="true"') == 1
    assert "Chris deals" in player.send(page.form("/dealer")).text


def test_a_played_round_says_who_dealt_and_what_that_changes(table: Table, player: Player) -> None:
    notepad = table.score(table.score(table.begin(rules="dutch"), "nobody"), "nobody")
    page = player.open(player.open(f"{notepad.path}/rounds/1").link("Anna dealt."))
    assert "Round 1: who dealt? so far: Anna" in page.text
    assert "Did Ben deal?" in page.text
    assert "1 Ben deals 0 0" in page.text
    assert "Ben 0 Round 3: Ben deals. Changed rounds" in page.text
    assert page.leads(notepad.path) == {"Back": "/rounds/1"}
    after = player.send(page.form("/dealer"))
    assert "Ben dealt." in player.open(f"{after.path}/rounds/1").text
    assert player.open(f"{after.path}/rounds/1/correction").link("Ben deals").endswith("/rounds/1/dealer")


def test_the_dealer_of_a_round_is_not_that_of_another(notepad: Page, player: Player) -> None:
    assert player.open(f"{notepad.path}/rounds/4/dealer").status == 404
    assert player.open(f"{notepad.path}/rounds/0/dealer").status == 404
    form = player.open(f"{notepad.path}/rounds/3/dealer").form("/dealer")
    form.action = f"{notepad.path}/rounds/0/dealer"
    assert player.send(form).status == 404
    form.action = f"{notepad.path}/rounds/3/dealer"
    form.force("player")
    again = player.send(form)
    assert (again.status, again.path) == (200, f"{notepad.path}/rounds/3/dealer")
    page = player.open(f"{notepad.path}/rounds/3/dealer?player=1")
    assert page.all("div", "notice error") == ["Ben is the dealer of round 3 already."]


def test_nobody_deals_a_round_after_the_last(table: Table, player: Player) -> None:
    notepad = table.score(table.begin(rules="dutch", rounds=1), "nobody")
    page = player.open(f"{notepad.path}/rounds/1/dealer")
    assert page.main == (
        "Did Ben deal? After the correction Anna 0 Ben 0 Changed rounds Round Anna Ben 1 Ben deals 0 0 0 0 "
        "Why? (optional) Back Save"
    )
    assert player.open(f"{notepad.path}/rounds/2/dealer").status == 404


def test_recorded_turns_leave_no_doubt_who_dealt(player: Player, live: Page) -> None:
    match = live.path.removesuffix("/turns")
    take(player, live, "03B 03C1")
    assert not [address for address, _ in player.open(match).links if address.endswith("/dealer")]
    page = player.open(f"{match}/rounds/1/dealer")
    assert "Anna took the first recorded turn of round 1, and so was the dealer." in page.text


# Further rounds


def test_a_match_that_is_over_goes_on(table: Table, player: Player) -> None:
    notepad = table.score(table.begin(rules="dutch", rounds=1), 0, FOUR)
    form = notepad.form("/length")
    assert form["rounds"] == "2"
    after = player.send(form.fill(rounds="4"))
    assert "Round 2 of 4" in after.text
    assert "3 more rounds agreed" in after.text
    player.send(form)  # a double tap
    assert "Round 2 of 4" in player.open(after.path).text
    assert "Anna wins" in table.undo(after).text


@pytest.mark.parametrize("rounds", ["0", "1", "100", "x"])
def test_a_match_that_is_over_goes_on_with_more_rounds_than_it_has_up_to_99(
    table: Table, player: Player, rounds: str
) -> None:
    notepad = table.score(table.begin(rules="dutch", rounds=1), 0, FOUR)
    form = notepad.form("/length")
    assert form.offers("rounds") == ["2", "3", "4", "5", "7", "13"]
    assert player.send(form.force("rounds", rounds)).status == 422
    assert "Anna wins" in player.open(notepad.path).text


def test_a_match_that_ended_otherwise_does_not_offer_to_go_on(table: Table, player: Player) -> None:
    broke = table.score(table.begin(rules="russian", purse=5), 0, THREE)
    ended = player.send(player.open(f"{table.begin().path}/correct-or-end").form("/ending"))
    for notepad in (broke, ended):
        assert not [form for form in notepad.forms if form.action.endswith("/length")]
        correct_or_end = player.open(f"{notepad.path}/correct-or-end")
        assert not [address for address, _ in correct_or_end.links if address.endswith("/length")]


def test_a_match_that_is_over_gets_another_length_where_everything_is_put_right(
    table: Table, player: Player
) -> None:
    notepad = table.score(table.score(table.begin(rules="dutch", rounds=2), 0, FOUR), 0, FOUR)
    assert "2 rounds were played, so the match cannot have 1." in told_length(player, notepad, 1).text
    told = told_length(player, notepad, 3)
    assert "The match goes on with round 3." in told.text
    assert "Round 3 of 3" in player.send(told.forms[-1]).text


def test_a_match_of_99_rounds_does_not_offer_to_go_on(table: Table, player: Player) -> None:
    notepad = table.begin(rules="dutch", rounds=97)
    notepad = table.store(notepad, *[RoundExhausted()] * 97)
    offered = notepad.form("/length").offers("rounds")
    assert offered == ["98", "99"]
    notepad = player.send(notepad.form("/length").fill(rounds="99"))
    notepad = table.store(notepad, *[RoundExhausted()] * 2)
    assert not [form for form in notepad.forms if form.action.endswith("/length")]


# Who may


def test_who_only_looks_on_changes_nothing(notepad: Page, app: Flask, installation: Installation) -> None:
    match = notepad.path.rpartition("/")[2]
    viewer = guest(app, code_of(installation, "viewer", match))
    seen = viewer.open(notepad.path)
    assert not [address for address, _ in seen.links if address.endswith("/dealer")]
    assert "From round 1" not in viewer.open(f"{notepad.path}/retold?ruleset=mongolopedia").text
    for page in ("other-rules?ruleset=mongolopedia", "rounds/3/dealer"):
        assert viewer.open(f"{notepad.path}/{page}").status == 403
    scorer = guest(app, code_of(installation, "scorer", match))
    assert coins(scorer.send(scorer.open(f"{notepad.path}/rounds/3/dealer").form("/dealer"))) == [16, 10]


# How long


def told_length(player: Player, notepad: Page, rounds: int) -> Page:
    """What another number of rounds changes, reached from the notepad."""
    form = player.open(player.open(notepad.link("Correct or end")).link("How long?")).form("/length")
    return player.send(form.fill(rounds=rounds))


@pytest.mark.parametrize(("agreed", "rounds"), [(None, 13), (None, 3), (6, 7), (6, 5)])
def test_the_length_of_a_running_match_is_changed(
    table: Table, player: Player, agreed: int | None, rounds: int
) -> None:
    page = table.score(table.begin(rules="dutch", rounds=agreed), 0, FOUR)
    page = table.score(page, 1, "", PICNIC)
    told = told_length(player, page, rounds)
    assert told.main == (
        f"Rounds in all Show what changes After the correction Anna 16 Ben 5 The match has {rounds} rounds. "
        "The rounds played so far stay as they are. Back Save"
    )
    assert told.leads(page.path) == {"Back": "/correct-or-end"}
    after = player.send(told.forms[-1])
    assert "The length was changed." in after.text
    assert f"Round 3 of {rounds}" in after.text
    assert f"Round 3 of {rounds}" in player.send(told.forms[-1]).text  # a double tap
    assert coins(after) == coins(page)
    undone = table.undo(after)
    assert f"Round 3 of {agreed or 12}" in undone.text


@pytest.mark.parametrize("played", [0, 2])
def test_what_was_agreed_stands_newest_first(table: Table, player: Player, played: int) -> None:
    page = table.begin(rules="dutch")
    for _ in range(played):
        page = table.score(page, "nobody")
    for rounds in (5, 7):
        page = player.send(told_length(player, page, rounds).forms[-1])
    assert "2 more rounds agreed 7 rounds fewer agreed" in page.main
    sheet = player.open(f"{page.path}/sheet").main
    assert sheet.index("7 rounds fewer agreed") < sheet.index("2 more rounds agreed")


def test_a_shorter_length_is_told_as_such(table: Table, player: Player) -> None:
    page = table.begin(rules="dutch")
    after = player.send(told_length(player, page, 6).forms[-1])
    assert "6 rounds fewer agreed" in after.text
    assert "Undo the new length" in after.text
    assert "6 rounds fewer agreed" in player.open(f"{after.path}/sheet").text
    longer = player.send(told_length(player, after, 7).forms[-1])
    assert "Round 1 of 7" in longer.text
    assert "Round 1 of 6" in player.send(told_length(player, longer, 6).forms[-1]).text


def test_as_many_rounds_as_were_played_end_the_match(notepad: Page, table: Table, player: Player) -> None:
    told = told_length(player, notepad, 2)
    assert "The match is over: All rounds are played." in told.text
    assert "Anna wins" in told.text
    over = player.send(told.forms[-1])
    assert "Anna wins" in over.text
    assert "Round 3 of 12" in table.undo(over).text


@pytest.mark.parametrize(
    ("rounds", "why"),
    [
        (1, "2 rounds were played, so the match cannot have 1."),
        (12, "The match has 12 rounds already."),
        (0, "from 1 to 99"),
        (100, "from 1 to 99"),
    ],
)
def test_a_length_that_cannot_be_is_refused(notepad: Page, player: Player, rounds: int, why: str) -> None:
    told = told_length(player, notepad, rounds)
    assert told.status == 200
    assert why in told.text
    assert told.form("/length")["rounds"] == str(rounds)
    assert len([form for form in told.forms if form.action.endswith("/length")]) == 1
    three = told_length(player, notepad, 3).forms[-1]
    assert player.send(three.force("rounds", str(rounds))).status == 422
    assert "Round 3 of 12" in player.open(notepad.path).text


def test_a_match_without_a_number_of_rounds_gets_one(table: Table, player: Player) -> None:
    page = table.begin_by_form(rules="nintendo_jp", rounds="target", target=50)
    page = table.score(page, 0, THREE)
    assert "Round 2 of 3" in player.send(told_length(player, page, 3).forms[-1]).text


@pytest.mark.parametrize("played", [0, 1])
@pytest.mark.parametrize("rounds", [5, 6, 13])
def test_coins_that_follow_the_length_stay_where_it_changes(
    table: Table, player: Player, played: int, rounds: int
) -> None:
    """The rules name coins for 3, 6 and 12 rounds alone; those on the table stay."""
    page = table.begin(rules="russian")
    for _ in range(played):
        page = table.score(page, "nobody")
    after = player.send(told_length(player, page, rounds).forms[-1])
    assert f"Round {played + 1} of {rounds}" in after.text
    assert coins(after) == [100, 100]


def test_rules_without_coins_for_the_length_leave_those_on_the_table(table: Table, player: Player) -> None:
    page = table.begin(rules="dutch", rounds=5)
    told = player.open(offered(player, page, "russian").link("From round 1"))
    assert "enter how many coins" not in told.text
    assert coins(player.send(told.forms[-1])) == coins(page)


def test_a_new_length_that_comes_too_late_shows_what_it_would_change_now(
    notepad: Page, table: Table, player: Player
) -> None:
    late, too_short = (told_length(player, notepad, rounds).forms[-1] for rounds in (5, 2))
    table.score(notepad, 0, FOUR)
    page = player.send(late)
    assert page.status == 409
    assert "Round 3 was saved" in page.text
    refused = player.send(too_short)
    assert refused.status == 409
    assert "Round 3 was saved" in refused.text
    assert "3 rounds were played, so the match cannot have 2." in refused.text
    assert "Round 4 of 12" in player.open(notepad.path).text
    assert "Round 4 of 5" in player.send(page.forms[-1]).text


def test_where_the_rules_changed_meanwhile_the_length_is_changed_all_the_same(
    notepad: Page, player: Player
) -> None:
    other = player.send(player.open(offered(player, notepad).link("From round 3")).forms[-1])
    assert "Round 3 of 5" in player.send(told_length(player, other, 5).forms[-1]).text
    assert "Round 3 of 14" in player.send(told_length(player, other, 14).forms[-1]).text
