"""The answers that players agree on before a match, and the rule set named with them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import reduce

from msgspec import structs

from ...sentences import Sentence, say
from .choice import Answer, Choice
from .choices import answered, offered, taken
from .ruleset import RuleSet


def agree(rules: RuleSet, answers: Mapping[str, str]) -> RuleSet:
    """The rule set with these answers, by the id of their choice; it remembers those that change it.

    Answers that stand for whole rule sets are given first, so that the others change what they set; beside
    that they are given in the order of the source. Raises BadRuleset as ``answered`` does.
    """
    remembered = dict(rules.agreed)
    for choice_id in _in_order(rules, answers):
        choice, answer = offered(rules, choice_id, answers[choice_id])
        if choice is None or answer is None or taken(rules, choice) != answer:
            rules = answered(rules, choice_id, answers[choice_id])
            remembered[choice_id] = answers[choice_id]
    return structs.replace(rules, agreed=remembered)


def told(rules: RuleSet) -> tuple[Sentence, ...]:
    """What the players agreed on, in the order of the source: "Doublings: all".

    An answer that was changed otherwise since, such as the number of rounds, is left out.
    """
    words = []
    for choice in rules.choices:
        _, answer = offered(rules, choice.id, rules.agreed.get(choice.id, ""))
        if answer and (_stands_for_sets(choice) or taken(rules, choice) == answer):
            words.append(in_words(choice, answer))
    return tuple(words)


def called(rules: RuleSet) -> Sentence:
    """The title of a rule set, followed by what the players agreed on."""
    title = say(rules.title) if rules.title else say("%(text)s", text="")
    return reduce(lambda one, other: say("%(one)s · %(other)s", one=one, other=other), told(rules), title)


def in_words(choice: Choice, answer: Answer) -> Sentence:
    """An answer with its choice: "Doublings: all"; the whole question where it has no short name."""
    if choice.short:
        return say("%(about)s: %(answer)s", about=say(choice.short), answer=say(answer.says))
    return say("%(question)s %(answer)s", question=say(choice.question), answer=say(answer.says))


def _in_order(rules: RuleSet, answers: Mapping[str, str]) -> list[str]:
    """The ids of the answered choices in the order in which they are answered; unknown ones last."""
    whole = [choice.id for choice in rules.choices if _stands_for_sets(choice)]
    single = [choice.id for choice in rules.choices if choice.id not in whole]
    known = [choice_id for choice_id in (*whole, *single) if choice_id in answers]
    return [*known, *(choice_id for choice_id in answers if choice_id not in known)]


def _stands_for_sets(choice: Choice) -> bool:
    return any(answer.ruleset for answer in choice.answers)
