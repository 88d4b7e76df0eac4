"""The choices of a rule set: which answer is taken, and the rule set with another one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import msgspec
from msgspec import structs

from ...sentences import Sentence, dotted, say
from ..errors import BadRuleset, DoesNotArise
from .conversion import wrong_answer
from .diff import by_key, in_lines
from .loader import rules as loaded
from .phrases import setting, title
from .ruleset import Answer, Choice, RuleSet, bare
from .schema import Tree, doubling_of, doublings, option, value_at


class ChoiceState(NamedTuple):
    """A choice in a rule set. ``taken``: the answer that changes nothing; None: the table has its own.

    ``off``: the key of an option beside which no answer makes a difference; empty: there is none.
    ``advice``: whether no answer computes anything.
    """

    choice: Choice
    taken: Answer | None
    off: str
    advice: bool

    @property
    def arises(self) -> bool:
        """Whether it makes a difference now; how a doubling grows does not where nothing is doubled."""
        return not self.off


def choice_states(rules: RuleSet) -> tuple[ChoiceState, ...]:
    """Every choice of a rule set with the answer taken, in the order of the source."""
    tree = msgspec.to_builtins(bare(rules))
    return tuple(
        ChoiceState(choice, _taken(tree, choice), _idle_beside(tree, choice), advises(choice))
        for choice in rules.choices
    )


def taken(rules: RuleSet, choice: Choice) -> Answer | None:
    """The answer that changes nothing; None: the table has something of its own."""
    return _taken(msgspec.to_builtins(bare(rules)), choice)


def advises(choice: Choice) -> bool:
    """Whether a choice is advice to the players: whatever they answer, nothing is computed otherwise."""
    keys = {key for answer in choice.answers for key, _ in by_key(answer.sets)}
    rows = [option(key) for key in keys if not key.startswith("advice.")]
    return all(row is not None and row.advice for row in rows)


def answered(rules: RuleSet, choice_id: str, answer_id: str) -> RuleSet:
    """The rule set with this answer.

    Raises BadRuleset where there is no such answer, where the choice does not arise, and where the answer
    does not go with the rest of the rules.
    """
    choice, answer = offered(rules, choice_id, answer_id)
    if choice is None or answer is None:
        raise BadRuleset(
            say(
                "There is no choice “%(choice)s” with an answer “%(answer)s”.",
                choice=choice_id,
                answer=answer_id,
            ),
            "choices",
        )
    tree = msgspec.to_builtins(rules)
    if missing := _idle_beside(tree, choice):
        raise wrong_answer(choice, answer, why_off(missing, rules), DoesNotArise)
    try:
        return loaded(tree, overrides=answer.sets)
    except BadRuleset as error:
        raise wrong_answer(choice, answer, error.sentence) from error


def as_read(rules: RuleSet, key: str) -> Sentence | None:
    """What to say of an option that is set as the app reads its source: of which passage, or of none.

    None where the source is plain, and where the players have agreed on an answer.
    """
    for choice in rules.choices:
        sets = in_lines(set_ for answer in choice.answers for set_, _ in by_key(answer.sets))
        if choice.kind == "open" and choice.id not in rules.agreed and (doubling_of(key) or key) in sets:
            if choice.source:
                return say("(as the app reads the source: “%(source)s”)", source=choice.source)
            return say("(as the app reads it: the source does not say)")
    return None


def why_off(key: str, rules: RuleSet) -> Sentence:
    """Why something makes no difference: because of what the option with this key is set to."""
    return say(
        "No effect while “%(option)s” is: %(value)s.", option=title(key, rules), value=setting(key, rules)
    )


def offered(rules: RuleSet, choice_id: str, answer_id: str) -> tuple[Choice | None, Answer | None]:
    """The choice and the answer with these ids; None where the rule set does not offer them."""
    choice = next((choice for choice in rules.choices if choice.id == choice_id), None)
    answers = choice.answers if choice else ()
    return choice, next((answer for answer in answers if answer.id == answer_id), None)


def _taken(tree: Tree, choice: Choice) -> Answer | None:
    """The answer of which all settings are in the tree already; none where no answer matters."""
    if _idle_beside(tree, choice):
        return None
    for answer in choice.answers:
        if all(is_so(key, setting, tree) for key, setting in by_key(answer.sets)):
            return answer
    return None


def _idle_beside(tree: Tree, choice: Choice) -> str:
    """The option of a doubling beside which no answer changes anything in a tree; empty: one does."""
    settings = [setting for answer in choice.answers for setting in by_key(answer.sets)]
    beside = {_off_beside(key, setting, tree) for key, setting in settings}
    return beside.pop() if len(beside) == 1 else ""


def _off_beside(key: str, setting: Any, tree: Tree) -> str:
    """The option of the same doubling beside which a setting changes nothing in a tree; empty: it does.

    While a doubling is off, how it would be played changes nothing: to switch it on or off is another choice.
    """
    row, table = option(key), doubling_of(key)
    if row is None or not table:
        return ""
    beside = key if setting != row.off == value_at(tree, key) else row.idle_beside(tree)
    return beside if doubling_of(beside) == table else ""


def is_so(key: str, setting: Any, tree: Tree) -> bool:
    """Whether an option has this value in a tree, or is one of a doubling that does not look at it.

    Of a doubling whose measure is not said, whether it is played.
    """
    if key in doublings():
        return not doublings()[key].is_off(value_at(tree, key))
    return value_at(tree, key) == setting or _off_beside(key, setting, tree) not in ("", key)


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


def agreed_words(rules: RuleSet) -> tuple[Sentence, ...]:
    """What the players agreed on, in the order of the source: "Doublings: all".

    An answer that was changed otherwise since, such as the number of rounds, is left out.
    """
    words = []
    for choice in rules.choices:
        _, answer = offered(rules, choice.id, rules.agreed.get(choice.id, ""))
        if answer and (_stands_for_sets(choice) or taken(rules, choice) == answer):
            words.append(in_words(choice, answer))
    return tuple(words)


def agreed_title(rules: RuleSet) -> Sentence:
    """The title of a rule set, followed by what the players agreed on."""
    title = say(rules.title) if rules.title else say("%(text)s", text="")
    return dotted([title, *agreed_words(rules)])


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
