"""May I call koi-koi? And calls that do not fit, which the table is asked about."""

from __future__ import annotations

import pytest

from scorekeeper.installation import Installation

from .fixtures import THREE, Table, coins
from .forms import Form
from .player import Page, Player

TANE = "02A 04A 05A 06A 08A"  # five animals
MAY, NOW = "Anna may call koi-koi or stop.", "Anna calls koi-koi now"


def asked(table: Table, rules: str, result: str | int, pile: str) -> tuple[Form, Page]:
    """The answer of the referee to some tapped cards, and its form."""
    form = table.board(table.begin(rules=rules))
    tapped = table.fill(form, 0 if result == "" else result, pile)
    if result == "":
        tapped.force("result", "")
    page = table.player.send(tapped, "step=referee")
    return page.form("/rounds"), page


def test_where_koikoi_may_not_be_called_nobody_is_asked_about_it(
    table: Table, player: Player, installation: Installation
) -> None:
    for most in (0, 1):
        rules = {"extends": "dutch", "title": f"Most {most}", "calls": {"limit": most}}
        installation.house_rules.keep(f"most{most}", rules)
        notepad = table.begin(rules=f"most{most}")
        board = player.open(notepad.link("Score round"))
        assert ("calls-0" in board.html) == ("May I call koi-koi?" in board.text) == bool(most)
        assert ('name="calls-0" min="0" max="1"' in board.html) == bool(most)
        assert "is saved" in table.enter(notepad, 0, "01B 03B 08B").text
        text = player.open(f"/rules/most{most}").text
        assert ("Koi-koi limit: koi-koi may not be called." in text) == (not most)


def test_a_new_yaku_may_be_called_or_stopped(table: Table) -> None:
    form, page = asked(table, "russian", 0, THREE)
    assert page.status == 200
    assert "Anna may call koi-koi or stop." in page.text
    assert "Three brights 5 new" in page.text
    assert form.presses("noted") == ["0"]


@pytest.mark.parametrize(
    ("rules", "pile", "answer", "why"),
    [
        ("russian", "01B 03B", "Anna has no yaku yet.", ""),
        ("polish_all", TANE, "Anna must stop.", "1 point is too few to call koi-koi: 3 are needed."),
        ("polish_all", TANE, "Anna must stop.", "Points needed for koi-koi: 3"),
    ],
)
def test_what_may_not_be_called_says_why_and_by_which_rule(
    table: Table, rules: str, pile: str, answer: str, why: str
) -> None:
    _, page = asked(table, rules, 0, pile)
    assert answer in page.text
    assert why in page.text


def test_without_cards_there_is_nothing_to_answer(table: Table) -> None:
    _, page = asked(table, "russian", 0, "")
    assert "First tap the cards" in page.text


def test_while_nobody_is_chosen_the_cards_may_be_those_of_any_player(table: Table) -> None:
    form, page = asked(table, "russian", "", THREE)
    assert "Anna may call koi-koi or stop." in page.text
    assert "Ben may call koi-koi or stop." in page.text
    assert form.presses("noted") == ["0", "1"]


def test_whoever_is_chosen_is_answered_alone(table: Table) -> None:
    form = table.fill(table.board(table.begin(rules="russian")), 1, "12C", THREE)
    page = table.player.send(form, "step=referee")
    assert page.form("/rounds").presses("noted") == ["1"]
    assert "Anna" not in page.main


@pytest.mark.parametrize(("pile", "yaku"), [("12C", "Chaff 3 new"), ("02A 04A 05A 06A 07A", "Animals 1 new")])
def test_but_whoever_has_cards_of_their_own_is_answered_for_these(table: Table, pile: str, yaku: str) -> None:
    form = table.fill(table.board(table.begin(rules="russian")), 0, THREE, pile).force("result", "")
    of_anna, _, of_ben = table.player.send(form, "step=referee").text.partition(
        "Ben may call koi-koi or stop."
    )
    assert "Three brights 5 new" in of_anna and yaku not in of_anna
    assert yaku in of_ben and "Three brights" not in of_ben


def test_the_way_back_keeps_what_was_entered(table: Table, player: Player) -> None:
    form, _ = asked(table, "russian", 0, THREE + " 4C")
    board = player.send(form, "step=edit").form("/rounds")
    assert (board["result"], board["chaff-0"], board["calls-0"]) == ("0", "4", "0")
    assert board.ticked("cards-0") == ["01B", "03B", "08B"]


def test_a_call_that_is_noted_keeps_its_cards_for_the_next_answer_and_for_the_record(
    table: Table, player: Player
) -> None:
    form, _ = asked(table, "russian", 0, THREE)
    board = player.send(form, "noted=0").form("/rounds")
    assert (board["calls-0"], board["called-0"]) == ("1", THREE)
    page = player.send(board.tick("cards-0", "02A"), "step=referee")
    assert "Anna has nothing to decide: play on." in page.text
    assert "No yaku is new or has grown" in page.text
    board = player.send(page.form("/rounds"), "step=edit").form("/rounds").tick("cards-0", "12B")
    page = player.send(board, "step=referee")
    assert "Four brights 8 new" in page.text
    saved = player.send(player.send(page.form("/rounds"), "step=edit").form("/rounds"), "step=save")
    assert coins(saved) == [132, 68]
    written = player.open(player.open(saved.link("About this match")).link("Save the match")).html
    assert '"pile": "01B 03B 08B"' in written


def test_where_the_cards_of_the_last_call_are_unknown_the_answer_says_so(
    table: Table, player: Player
) -> None:
    form = table.fill(table.board(table.begin(rules="russian")), 0, THREE, calls=(1,))
    assert "This assumes Anna has made something new" in player.send(form, "step=referee").text


def test_a_call_that_was_not_allowed_is_known_to_the_referee(table: Table, player: Player) -> None:
    form = table.fill(table.board(table.begin(rules="polish_all")), 0, TANE, calls=(1, 0), ruling="")
    page = player.send(form.force("called-0", TANE), "step=referee")
    assert "Anna has nothing to decide: play on. Animals 1 No yaku is new or has grown" in page.main


def test_a_call_that_is_not_allowed_is_not_offered(table: Table) -> None:
    form, _ = asked(table, "polish_all", 0, TANE)
    assert form.presses("noted") == []


def test_for_cards_of_nobody_the_answer_says_whose_it_is(table: Table) -> None:
    said = "Nobody is chosen on the board"
    assert said in asked(table, "russian", "", THREE)[1].text
    assert said not in asked(table, "russian", 0, THREE)[1].text


# What does not fit


def doubted(table: Table, rules: str, result: str | int, *piles: str, calls: tuple[int, ...] = ()) -> Page:
    form = table.fill(table.board(table.begin(rules=rules)), result, *piles, calls=calls, ruling="")
    return table.player.send(form, "step=save")


@pytest.mark.parametrize(
    ("rules", "piles", "calls", "why"),
    [
        ("russian", [THREE], (3, 0), "Anna called koi-koi 3 times and then stopped:"),
        ("russian", [THREE], (1, 0), "there should be two yaku, or one that grew"),
        (
            "polish_all",
            [TANE + " 11A"],
            (1, 0),
            "needs 3 points; these cards have 2",
        ),
        ("russian", [THREE, "02A"], (0, 1), "Ben called koi-koi: there should be a yaku."),
    ],
)
def test_calls_that_cannot_have_been_are_asked_about_and_not_saved(
    table: Table, rules: str, piles: list[str], calls: tuple[int, int], why: str
) -> None:
    page = doubted(table, rules, 0, *piles, calls=calls)
    assert page.status == 422
    assert why in page.text
    assert "not saved yet" in page.text
    again = table.player.send(page.form("/rounds"), "step=save")
    assert why in again.text, "a reason is needed"


@pytest.mark.parametrize(
    ("rules", "piles", "calls"),
    [
        ("russian", [THREE + " 12B"], (1, 0)),
        ("russian", [THREE], (0, 3)),
        ("polish_all", [THREE + " 12B"], (1, 0)),
    ],
)
def test_calls_that_can_have_been_are_saved_at_once(
    table: Table, rules: str, piles: list[str], calls: tuple[int, int]
) -> None:
    notepad = table.begin(rules=rules)
    form = table.fill(table.board(notepad), 0, *piles, calls=calls, ruling="")
    if "brights" in form:
        form["brights"] = 0
    page = table.player.send(form, "step=save")
    assert "is saved" in page.text


def test_the_reason_of_the_table_saves_it_and_stays(table: Table, player: Player) -> None:
    page = doubted(table, "russian", 0, THREE, calls=(1, 0))
    form = page.form("/rounds")
    form["ruling"] = "Grandmother plays so"
    notepad = player.send(form, "step=save")
    assert coins(notepad) == [110, 90]
    shown = player.open(f"{notepad.path}/rounds/1")
    assert "Grandmother plays so" in shown.text
    assert "Grandmother plays so" in player.open(notepad.link("Scoresheet")).text
    assert "Grandmother plays so" in player.open(f"{notepad.path}/sheet.csv").html
    written = player.open(player.open(notepad.link("About this match")).link("Save the match")).html
    assert '"ruling": "Grandmother plays so"' in written
    board = player.open(shown.link("Correct this round")).form("/correction")
    preview = player.send(board, "step=verdict")
    assert preview.status == 200, "what the table has decided is not asked again"


def test_a_card_that_was_not_tapped_is_added_with_one_tap(table: Table, player: Player) -> None:
    page = doubted(table, "russian", 0, THREE, "06A 07A 9C", calls=(1, 0))
    form = page.form("/rounds")
    assert form.presses("settled") == ["0.09A", "0.12B", "0.11B"], "the dearest first"
    assert (
        "Is a card missing? A tap adds it for Anna: Sake cup Phoenix Rain man "
        "All cards are here. Why does it count? The reason stays on the scoresheet. Three brights"
    ) in page.main
    assert page.main.endswith("Change Save anyway")
    saved = player.send(player.send(form, "settled=0.12B").form("/rounds"), "step=save")
    assert coins(saved) == [132, 68]


def test_one_more_chaff_card_may_be_missing(table: Table, player: Player) -> None:
    page = doubted(table, "russian", 0, "01R 02R 03R 9C", "01B 08A", calls=(1, 0))
    form = page.form("/rounds")
    assert form.presses("settled")[-1] == "0.C"
    assert " One chaff card more All cards are here." in page.text
    board = player.send(player.send(form, "settled=0.C").form("/rounds"), "step=edit").form("/rounds")
    assert board["chaff-0"] == "10"


def test_the_calls_can_be_corrected_instead(table: Table, player: Player) -> None:
    page = doubted(table, "russian", 0, THREE, calls=(1, 0))
    board = player.send(page.form("/rounds"), "step=edit").form("/rounds").fill(calls_0=0)
    assert coins(player.send(board, "step=save")) == [105, 95]


def test_a_yaku_in_a_round_that_nobody_stopped_is_asked_about(table: Table, player: Player) -> None:
    page = doubted(table, "polish_booklet", "nobody", THREE)
    assert "Anna has a yaku. Did they stop" in page.text
    assert "Yaku with the last card: it stops the round by itself" in page.text
    form = page.form("/rounds")
    assert form.presses("settled") == ["0.stopped", "0.called"]
    assert " Anna stopped It was a koi-koi of Anna All cards are here." in page.text
    won = player.send(player.send(form, "settled=0.stopped").form("/rounds"), "step=save")
    assert coins(won) == [5, 0]
    page = doubted(table, "polish_booklet", "nobody", THREE)
    drawn = player.send(player.send(page.form("/rounds"), "settled=0.called").form("/rounds"), "step=save")
    assert coins(drawn) == [0, 0]
    assert "Anna called koi-koi once." in player.open(f"{drawn.path}/rounds/1").text


def test_a_lucky_hand_after_a_call_is_asked_about(table: Table, player: Player) -> None:
    board = table.board(table.begin(rules="russian")).fill(result="other", calls_0=1)
    page = player.send(board, "other=hand.0.teshi")
    assert page.status == 422
    assert "Too late: Anna has already played" in page.text
    assert "Are cards missing? “Change” leads back to them. All cards are here." in page.text
    form = page.form("/rounds")
    form["ruling"] = "shown at once, called for fun"
    assert coins(player.send(form, "step=save")) == [106, 94]


@pytest.mark.parametrize(
    ("rules", "read"),
    [
        ("mongolopedia", "(as the app reads the source: “Przygotowanie gry”)"),
        ("russian", ""),  # the booklet says it in so many words
    ],
)
def test_a_warning_says_where_its_rule_stands_in_the_source(table: Table, rules: str, read: str) -> None:
    board = table.board(table.begin(rules=rules)).fill(result="other", calls_0=1)
    page = table.player.send(board, "other=hand.0.teshi")
    assert f"Showing a lucky hand: only before the player’s first turn {read}" in page.text
    assert ("as the app reads" in page.text) == bool(read)


def test_a_doubtful_correction_is_asked_about_too(table: Table, player: Player) -> None:
    notepad = table.enter(table.begin(rules="russian"), 0, THREE)
    board = player.open(f"{notepad.path}/rounds/1/correction").form("/correction").fill(calls_0=1)
    page = player.send(board, "step=verdict")
    assert "Anna called koi-koi and then stopped:" in page.text
    form = page.form("/correction")
    form["ruling"] = "agreed"
    player.send(form, "step=save")
    assert coins(player.open(notepad.path)) == [110, 90]


@pytest.mark.parametrize(
    ("rules", "result", "cards", "calls", "said", "noted"),
    [
        (
            "dutch",
            "nobody",
            "",
            0,
            "First tap the cards that were captured so far; then the referee can answer.",
            [],
        ),
        ("dutch", "nobody", THREE, 0, f"{MAY} Three brights 5 new {NOW}", ["0"]),
        (
            "dutch",
            0,
            THREE,
            1,
            f"{MAY} Three brights 5 This assumes Anna has made something new since their last koi-koi. {NOW}",
            ["0"],
        ),
        (
            "nintendo_jp",
            0,
            THREE,
            0,
            f"{MAY} Three brights 5 new A yaku made with the last card stops the round by itself. {NOW}",
            ["0"],
        ),
        (
            "polish_all",
            0,
            TANE,
            0,
            "Anna must stop. Animals 1 new 1 point is too few to call koi-koi: 3 are needed. "
            "The rule: Points needed for koi-koi: 3",
            [],
        ),
    ],
)
def test_the_page_of_the_referee(
    table: Table,
    player: Player,
    rules: str,
    result: str | int,
    cards: str,
    calls: int,
    said: str,
    noted: list[str],
) -> None:
    form = table.fill(table.board(table.begin(rules=rules)), result, cards, calls=(calls, 0), ruling="")
    page = player.send(form, "step=referee")
    assert page.main == f"{said} Back to the cards"
    assert page.form("/rounds").presses("noted") == noted


def test_the_referee_answers_for_each_player_while_nobody_is_chosen(table: Table, player: Player) -> None:
    form = table.board(table.begin(rules="dutch")).tick("cards-0", *THREE.split())
    page = player.send(form, "step=referee")
    assert page.main == (
        "Nobody is chosen on the board, so this is the answer for each player with these cards. "
        f"{MAY} Three brights 5 new {NOW} "
        + f"{MAY} Three brights 5 new {NOW}".replace("Anna", "Ben")
        + " Back to the cards"
    )
