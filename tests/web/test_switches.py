"""The choices of a rule set as switches on its page: kept as house rules, or changed in them."""

from __future__ import annotations

import pytest
from extent import daily

from scorekeeper.installation import Installation
from scorekeeper.koikoi.errors import BadRuleset
from scorekeeper.koikoi.rules.choices import answered, taken
from scorekeeper.koikoi.rules.diff import differences
from scorekeeper.koikoi.rules.loader import named, names, rules

from .player import Page, Player
from .rules_pages import kept, own, pick, switches

WITH_CHOICES = [name for name in names() if (named(name) or {}).get("choices")]
EVERY_CHOICE = [(name, choice.id) for name in WITH_CHOICES for choice in rules(name).choices]
LOOKED_AT = daily(EVERY_CHOICE, 10)


def keep(player: Player, name: str, **answers: str) -> Page:
    """Keep a rule set with these answers, by the id of their choice."""
    form = switches(player, name)
    return player.send(pick(form, **answers), "step=keep")


@pytest.mark.parametrize(("name", "choice_id"), LOOKED_AT)
def test_every_answer_can_be_kept(
    player: Player, installation: Installation, name: str, choice_id: str
) -> None:
    """Kept as a house rule that stores the difference, and shown as taken; or refused with its reason."""
    rule_set = rules(name)
    (choice,) = (choice for choice in rule_set.choices if choice.id == choice_id)
    form = switches(player, name)
    assert form.offers(f"answer.{choice_id}") == [answer.id for answer in choice.answers]
    here = taken(rule_set, choice)
    assert form[f"answer.{choice_id}"] == (here.id if here else None)
    for answer in choice.answers:
        form[f"answer.{choice_id}"] = answer.id
        page = player.send(form, "step=keep")
        try:
            wanted = answered(rule_set, choice_id, answer.id)
        except BadRuleset:
            assert page.status == 422
            assert "No effect while" in page.text
            continue
        if answer == here:
            assert page.status == 422
            assert "Nothing is changed yet" in page.text
            continue
        house = page.path.rpartition("/")[2]
        assert differences(rules(house, installation.house_rules.find), wanted) == ()
        assert kept(installation, house)["extends"] == name
        assert "agreed" not in kept(installation, house)
        assert page.form("/answers")[f"answer.{choice_id}"] == answer.id
        installation.house_rules.discard(house)


def test_only_the_difference_is_kept_and_named_after_the_answers(
    player: Player, installation: Installation
) -> None:
    page = keep(player, "russian", doublings="all", rain="yes")
    (name,) = installation.house_rules.names()
    assert page.path == f"/rules/{name}"
    tree = kept(installation, name)
    assert tree["title"].startswith("Russian booklet · Doublings: all · No sake yaku with")
    assert len(tree["title"]) <= 60
    assert tree.keys() - {"title", "about", "source"} == {"extends", "weather", "multipliers"}


def test_the_same_answers_twice_are_kept_once(player: Player, installation: Installation) -> None:
    pages = [keep(player, "russian", doublings="all") for _ in range(2)]
    (name,) = installation.house_rules.names()
    assert [page.path for page in pages] == [f"/rules/{name}"] * 2


def test_other_answers_whose_title_is_taken_get_a_number(player: Player, installation: Installation) -> None:
    own(player.client, "Russian booklet · Doublings: all")
    keep(player, "russian", doublings="all")
    titles = [kept(installation, name)["title"] for name in installation.house_rules.names()]
    assert titles == ["Russian booklet · Doublings: all", "Russian booklet · Doublings: all 2"]


def test_a_name_that_is_taken_or_too_long_is_refused_and_nothing_is_lost(
    player: Player, installation: Installation
) -> None:
    form = pick(switches(player, "russian"), rain="yes").fill(answers_title="Ours")
    player.send(form, "step=keep")
    form["answer.doublings"] = "all"
    for title, refusal in (
        ("Ours", "You already have rules called “Ours”."),
        ("x" * 61, "That is too long: at most 60 characters."),
    ):
        page = player.send(form.fill(answers_title=title), "step=keep")
        assert (page.status, page.beside("answers-title")) == (422, refusal)
        again = page.form("/answers")
        assert (again["answers-title"], again["answer.rain"], again["answer.doublings"]) == (
            title,
            "yes",
            "all",
        )
    assert player.send(form.fill(answers_title="x" * 60), "step=keep").status == 200
    assert len(installation.house_rules.names()) == 2


def test_a_script_is_sent_the_questions_alone(player: Player) -> None:
    form = pick(switches(player, "russian"), doublings="all").force("parts", "yes")
    answer = player.client.post(form.action, data=form.values("step=show"))
    assert answer.status_code == 200
    assert answer.text.startswith('<section class="stack full" id="choices"')
    assert Page(answer, "").form("/answers")["answer.doublings"] == "all"


def test_house_rules_are_changed_in_place(player: Player, installation: Installation) -> None:
    own(player.client, "Ours", "russian")
    page = keep(player, "ours", rain="yes")
    assert page.path == "/rules/ours"
    assert kept(installation, "ours")["weather"] == {"rain": {"sign": "captured_lead"}}
    keep(player, "ours", rain="no")
    assert "weather" not in kept(installation, "ours")
    assert installation.house_rules.names() == ("ours",)


def test_house_rules_are_edited_with_the_answers_that_are_not_kept_yet(
    player: Player, installation: Installation
) -> None:
    own(player.client, "Ours", "russian")
    form = pick(switches(player, "ours"), rain="yes", doublings="all")
    assert ">Edit</button>" in player.open("/rules/ours").html
    page = player.send(form, "step=own")
    assert page.path == "/rules/ours/edit"
    assert "weather" not in kept(installation, "ours")
    page = player.send(page.form("/rules/ours"), "step=try")  # another page of the same form
    form = page.form("/rules/ours").fill(title="Ours, with rain")
    assert player.send(form).path == "/rules/ours"
    tree = kept(installation, "ours")
    assert (tree["title"], tree["weather"]) == ("Ours, with rain", {"rain": {"sign": "captured_lead"}})
    find = installation.house_rules.find
    wanted = answered(answered(rules("russian"), "doublings", "all"), "rain", "yes")
    assert differences(rules("ours", find), wanted) == ()
    assert installation.house_rules.names() == ("ours",)


def test_what_is_edited_is_tried_with_the_answers_that_are_not_kept_yet(player: Player) -> None:
    own(player.client, "Ours", "russian")
    page = player.send(pick(switches(player, "ours"), doublings="all"), "step=own")
    answer = player.client.post("/rules/ours", data=page.form("/rules/ours").values("step=try"))
    assert "With your changes" in answer.text


def test_house_rules_that_somebody_else_changed_are_not_overwritten_unasked(
    player: Player, installation: Installation
) -> None:
    own(player.client, "Ours", "russian")
    form = switches(player, "ours")
    keep(player, "ours", rain="yes")
    form["answer.doublings"] = "all"
    page = player.send(form, "step=keep")
    assert page.status == 409
    assert "Somebody else has changed these rules" in page.text
    assert player.send(page.form("/answers"), "step=keep").status == 200
    assert installation.house_rules.find("ours")["multipliers"]  # type: ignore[index]


def test_a_whole_set_of_answers_is_not_undone_by_those_beside_it(
    player: Player, installation: Installation
) -> None:
    """The other switches still show what the booklet says by itself when the form is sent."""
    page = keep(player, "polish_booklet", optional_rules="yes")
    house = page.path.rpartition("/")[2]
    assert differences(rules(house, installation.house_rules.find), rules("polish_all")) == ()


def test_answers_follow_one_another_on_a_page_drawn_again(player: Player) -> None:
    form = pick(switches(player, "russian"), doublings="all")
    page = player.send(form, "step=show")
    assert page.status == 200
    assert "Answered: Doublings: all" in page.text
    form = page.form("/answers")
    assert form["answer.rain_man"] == "no"  # it arises now
    form = player.send(pick(form, rain_man="yes"), "step=show").form("/answers")
    assert form["answer.rain_man"] == "yes"
    form = player.send(pick(form, doublings="none"), "step=show").form("/answers")
    assert form["answer.rain_man"] is None  # and no longer
    form = player.send(pick(form, doublings="three"), "step=show").form("/answers")
    assert form["answer.rain_man"] is None
    assert "Answered" not in player.send(form, "step=show").text


def test_a_whole_set_is_taken_back_on_a_page_drawn_again(player: Player) -> None:
    form = pick(switches(player, "polish_booklet"), optional_rules="yes")
    form = player.send(form, "step=show").form("/answers")
    assert form["answer.lightning"] == "yes"
    form = player.send(pick(form, optional_rules="no"), "step=show").form("/answers")
    assert form["answer.lightning"] == "no"


def test_answers_that_do_not_go_together_are_refused_beside_the_question(
    player: Player, installation: Installation
) -> None:
    form = switches(player, "polish_booklet")
    pick(form, turn="draw_then_two", unmatched="keep", weather="yes")
    for step in ("keep", "play", "show"):
        page = player.send(form, f"step={step}")
        assert page.status == 422
        assert "“A turn”: “draw a card, then play two from the hand” is not possible together" in page.text
        assert "play.turn" not in page.text
        assert ' id="open-choices" open>' in page.html
        again = page.form("/answers")
        assert [again[f"answer.{name}"] for name in ("turn", "unmatched", "weather")] == [
            *("draw_then_two", "keep", "yes")
        ]
    assert installation.house_rules.names() == ()
    alone = ("csrf_token", "answer.turn", "answer.unmatched")
    few = {name: text for name, text in form.values().items() if name in alone}
    drawn = Page(player.client.post(form.action, data=few), "").form("/answers")
    assert [drawn[f"answer.{name}"] for name in ("turn", "unmatched", "weather")] == [
        *("draw_then_two", "keep", "no")  # what was not answered stands as it is
    ]
    again = pick(page.form("/answers"), unmatched="to_field")
    assert player.send(again, "step=keep").status == 200


def test_an_answer_to_a_question_that_does_not_arise_is_left_out(
    player: Player, installation: Installation
) -> None:
    """Nobody can take the tick away again."""
    form = pick(switches(player, "russian_no_mult"), seven_measured="after")
    page = player.send(form, "step=show")
    assert page.status == 200
    assert page.form("/answers")["answer.seven_measured"] is None
    page = player.send(pick(form, rain="yes"), "step=keep")
    house = page.path.rpartition("/")[2]
    wanted = answered(rules("russian_no_mult"), "rain", "yes")
    assert differences(rules(house, installation.house_rules.find), wanted) == ()


def test_an_answer_that_is_not_offered_is_refused(player: Player) -> None:
    form = switches(player, "russian").force("answer.rain", "perhaps")
    page = player.send(form, "step=keep")
    assert page.status == 422
    assert "There is no choice “rain” with an answer “perhaps”." in page.text


def test_the_page_says_what_is_advice_what_was_decided_and_which_set_an_answer_is(player: Player) -> None:
    page = player.open("/rules/polish_booklet")
    assert "Advice for the players: the app does not check it." in page.text
    assert "How the source was read" in page.text
    assert "Polish booklet, optional rules" in page.text
    assert "Not one of these answers." not in page.text
    assert "3 each Яку, 2 Does the rain man" in player.open("/rules/russian").text  # where the source has it
    assert "What the source leaves open 13 What" in player.open("/rules/russian").text
    assert "3 each Does the rain man" in player.open("/matches/new?ruleset=russian").text
    assert not [form for form in player.open("/rules/default").forms if "/answers" in form.action]


def test_unknown_rules_have_no_answers(player: Player) -> None:
    form = switches(player, "russian")
    assert player.client.post("/rules/nope/answers", data=form.values()).status_code == 404
