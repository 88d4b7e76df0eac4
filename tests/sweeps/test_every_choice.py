"""Every choice of every source with every answer, and every reading, is reached and goes through all pages.

Answers are given by the switches on the page of a rule set and in the form for a new match: many at once in
each run, in a match those of each source that go together best; the long run also gives each alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import closing, suppress
from functools import cache
from typing import NamedTuple

import pytest
from extent import EVERY_LOOK, daily
from flask.testing import FlaskClient
from web.player import Page
from web.rules_journey import Journey, plain, unlike
from web.rules_pages import main_form, pick, switches

from scorekeeper.installation import Installation
from scorekeeper.koikoi.errors import BadRuleset, DoesNotArise
from scorekeeper.koikoi.rules.choices import agree, taken
from scorekeeper.koikoi.rules.diff import by_key, differences
from scorekeeper.koikoi.rules.loader import named, names, rules
from scorekeeper.koikoi.rules.questions import Question, topics
from scorekeeper.koikoi.rules.ruleset import Answer, Choice, RuleSet
from scorekeeper.web.matches.new_match_form import ASKED_HERE

Answers = Mapping[str, str]  # ids of answers by the id of their choice

ASKING = [name for name in names() if (named(name) or {}).get("choices")]
READ = [name for name in names() if (named(name) or {}).get("readings")]


class Given(NamedTuple):
    """Answers that change a rule set."""

    name: str
    answers: Answers

    @property
    def rules(self) -> RuleSet:
        return agree(rules(self.name), self.answers)


def each_alone(name: str) -> list[Given]:
    """Every answer that changes a rule set, with the one that makes its question arise where it does not."""
    rule_set = rules(name)
    return [
        Given(name, with_needed(rule_set, choice, answer))
        for choice in rule_set.choices
        for answer in choice.answers
        if answer != taken(rule_set, choice)
    ]


def with_needed(rule_set: RuleSet, choice: Choice, answer: Answer) -> Answers:
    """An answer; before it the first other one after which its question arises, if it does not by itself."""
    alone = {choice.id: answer.id}
    try:
        agree(rule_set, alone)
        return alone
    except DoesNotArise:
        others = ({other.id: reply.id} for other in rule_set.choices for reply in other.answers)
        both = ({**other, **alone} for other in others if choice.id not in other)
        return next(answers for answers in both if arises(rule_set, answers))


def arises(rule_set: RuleSet, answers: Answers) -> bool:
    with suppress(BadRuleset):
        agree(rule_set, answers)
        return True
    return False


def together(name: str) -> list[Given]:
    """The same answers in as few parts as go together."""
    left, parts = each_alone(name), []
    while left:
        answers: dict[str, str] = {}
        later = []
        for given in left:
            joined = {**answers, **given.answers}
            clash = answers.keys() & given.answers.keys()
            if clash or not all_hold(name, joined):
                later.append(given)
            else:
                answers = joined
        parts.append(Given(name, answers))
        left = later
    return parts


def all_hold(name: str, answers: Answers) -> bool:
    """Whether all these answers hold when they are given at once: none sets what another one has set."""
    if not arises(rules(name), answers):
        return False
    agreed = agree(rules(name), answers)
    standing = {choice.id: taken(agreed, choice) for choice in agreed.choices}
    return all(getattr(standing[choice], "id", None) == answer for choice, answer in answers.items())


@cache
def looked_at(name: str) -> list[Given]:
    """The first of them has most of the answers."""
    return [*together(name), *each_alone(name)]


PLACES = [(name, place) for name in ASKING for place in (range(len(looked_at(name))) if EVERY_LOOK else (0,))]


@pytest.mark.parametrize(("name", "place"), daily(PLACES, 5))
def test_answers_are_given_kept_seen_everywhere_and_taken_back(
    journey: Journey, name: str, place: int
) -> None:
    given = looked_at(name)[place]
    base = rules(given.name)
    form = pick(switches(journey.player, given.name), **given.answers)
    form["answers-title"] = "House"
    house = journey.keep(form, "step=keep")
    assert differences(given.rules, journey.rules(house)) == ()
    journey.check_everywhere(house, given.name)
    check_ticked(journey.kept_page, journey.rules(house))
    take_back(journey, house, base, given.answers)


@pytest.mark.parametrize(("name", "place"), daily(PLACES, 6))
def test_answers_are_given_for_one_match(journey: Journey, name: str, place: int) -> None:
    given = looked_at(name)[place]
    form = journey.player.open(f"/matches/new?ruleset={given.name}").form("/matches")
    asked = {choice: answer for choice, answer in given.answers.items() if f"answer.{choice}" in form}
    gone = given.answers.keys() - asked.keys()
    left_out = [choice for choice in rules(given.name).choices if choice.id in gone]
    assert all(set(keys_of(choice)) <= set(ASKED_HERE) for choice in left_out)
    pick(form, **asked).fill(name_0="Anna", name_1="Ben", dealer=0)
    page = journey.player.send(form)
    if page.status == 422:  # such as three players by rules for two
        form = page.form("/matches")
        form["deal"] = next(value for value in form.offers("deal") if value.startswith("so"))
        page = journey.player.send(form)
    assert page.path.startswith("/matches/")
    with closing(journey.installation.open_store()) as store:
        started = rules(store.events(page.path.rpartition("/")[2])[0]["ruleset"])
    assert started == agree(rules(given.name), asked)


@pytest.mark.parametrize("name", ASKING)
def test_every_choice_is_on_the_pages_with_its_answers(journey: Journey, name: str) -> None:
    page = journey.player.open(f"/rules/{name}")
    text = plain(page.html)
    for choice in rules(name).choices:
        assert page.form("/answers").offers(f"answer.{choice.id}") == [answer.id for answer in choice.answers]
        assert choice.question in text
        assert all(answer.says in text for answer in choice.answers)


@pytest.mark.parametrize("name", daily(READ, 4))
def test_readings_are_shown_and_stay_with_the_rules(journey: Journey, name: str) -> None:
    """They have no setting, so nothing can be chosen: they are told wherever the rules are."""
    form = journey.editor(f"/rules/new?from={name}").fill(title="House")
    house = journey.keep(form)
    assert journey.rules(house).readings == rules(name).readings
    for page in (journey.player.open(f"/rules/{name}"), journey.kept_page):
        assert all(plain(reading) in plain(page.html) for reading in rules(name).readings)
    journey.check_passed_on(house)


def test_every_choice_and_reading_is_among_them() -> None:
    written = [named(name) or {} for name in names()]
    asked = [choice for tree in written for choice in tree.get("choices", ())]
    read = [reading for tree in written for reading in tree.get("readings", ())]
    assert sum(len(rules(name).choices) for name in ASKING) == len(asked) > len(ASKING) > 0
    assert sum(len(rules(name).readings) for name in READ) == len(read) > 0


@pytest.mark.slow
def test_every_answer_is_given() -> None:
    for name in ASKING:
        given = {pair for part in together(name) for pair in part.answers.items()}
        alone = {pair for part in each_alone(name) for pair in part.answers.items()}
        by_itself = ids_taken(rules(name)).items()
        every = {(choice.id, answer.id) for choice in rules(name).choices for answer in choice.answers}
        assert {*given, *by_itself} == {*alone, *by_itself} == every


def take_back(journey: Journey, house: str, base: RuleSet, answers: Answers) -> None:
    """Tick what the source says by itself again; what it does not say has its way back in the editor."""
    before = ids_taken(base)
    form = switches(journey.player, house)
    back = {choice: before[choice] for choice in before if form[f"answer.{choice}"] != before[choice]}
    assert {choice for choice in answers if choice in before} <= back.keys()
    journey.keep(pick(form, **back), "step=keep")
    left = set(unlike(base, journey.rules(house)))
    unsaid = {key for choice in base.choices if choice.id not in before for key in keys_of(choice)}
    assert left <= unsaid


def check_ticked(page: Page, rule_set: RuleSet) -> None:
    """The page of rules shows which answer is taken, or none."""
    form, here = page.form("/answers"), ids_taken(rule_set)
    for choice in rule_set.choices:
        assert form[f"answer.{choice.id}"] == here.get(choice.id)


def ids_taken(rule_set: RuleSet) -> dict[str, str]:
    """The answers that a rule set takes, by the id of their choice."""
    return {choice.id: here.id for choice in rule_set.choices if (here := taken(rule_set, choice))}


def keys_of(choice: Choice) -> list[str]:
    """The options that its answers set."""
    return [key for key, _ in by_key(choice.answers[0].sets)]


UNPLAYED = "yaku.akatan_aotan.extra"  # makes no difference while the two ribbon yaku simply add up
ANSWERS = [
    (question, answer) for topic in topics() for question in topic.choices for answer in question.answers
]
STARTS = ("dutch", "russian_all")
FROM = [  # every fifth answer every day, from the one and the other in turns
    pytest.param(*answer, start, id=f"{answer[0].id}-{answer[1].id}-{start}")
    for place, answer in enumerate(daily(ANSWERS, 5))
    for start in (STARTS if EVERY_LOOK else STARTS[place % 2 :][:1])
]


@pytest.mark.parametrize(("question", "answer", "start"), FROM)
def test_every_ready_answer_of_the_editor_is_reached_kept_and_shown_again(
    client: FlaskClient, installation: Installation, question: Question, answer: Answer, start: str
) -> None:
    form = main_form(client.get(f"/rules/new?from={start}"))
    form["title"] = "House"
    form[f"answer.{question.id}"] = answer.id
    form = main_form(client.post(form.action, data=form.values("step=try")))
    assert form["title"] == "House"
    assert client.post(form.action, data=form.values()).status_code == 303
    house = rules("house", installation.house_rules.find)
    unlike = differences(rules(start, overrides=answer.sets), house)
    assert {difference.key for difference in unlike} <= {UNPLAYED}
    page = client.get("/rules/house/edit")
    assert main_form(page)[f"answer.{question.id}"] == answer.id
