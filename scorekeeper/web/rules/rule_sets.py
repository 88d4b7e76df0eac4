"""The rule sets to choose from: in the order in which a table asks, found by some words, in force."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from functools import lru_cache
from typing import Final, NamedTuple

from ...house_rules.exchange import code_of_rules, receive_rules
from ...koikoi.errors import BadRuleset, NotAllowed
from ...koikoi.match.match import Match
from ...koikoi.rules import phrases
from ...koikoi.rules.deal import possible_hands
from ...koikoi.rules.diff import changes
from ...koikoi.rules.loader import DEFAULT, named, names, rules
from ...koikoi.rules.options.row import KOIKOI, GameId
from ...koikoi.rules.ruleset import RuleSet
from ...koikoi.rules.yaku import KNOWN
from ...sentences import Sentence, valued
from ..context import own_rules, shelf, store
from ..games import refuse_page
from ..language import spoken, translate
from ..search import SearchTexts, found_in, ranked, searched
from ..words import yaku_marks
from .descriptions import RuleSetChoice, rule_choices

DOCUMENTS: Final = ("mongolopedia", "russian", "polish_booklet", "dutch")


class Force(NamedTuple):
    """The rules in force. ``name``: their id, empty for rules of a match that have none here."""

    name: str
    rules: RuleSet
    problem: Sentence | None = None  # why they are not the ones that were asked for

    @property
    def written(self) -> str:
        """The code of rules that somebody sent and that have no id here; empty for all others."""
        return "" if self.name else self.code

    @property
    def code(self) -> str:
        """Their code; empty for those that every installation has, and those that are too long for a code."""
        if named(self.name) is not None:
            return ""
        try:
            return code_of_rules(shelf(), self.rules)
        except BadRuleset:
            return ""


def all_choices(game: GameId = KOIKOI) -> list[RuleSetChoice]:
    """Every rule set of a game: the table's own, those of the four documents, the rest."""
    house = shelf()
    choices = rule_choices((*house.names(), *dict.fromkeys((*documents(game), *names(game)))), house.find)
    return [choice for choice in choices if choice.rules.game == game]


def game_of(name: str) -> GameId:
    """The game of the rule set with this id; Koi-Koi where it cannot be read."""
    with suppress(BadRuleset):
        return rules(name, shelf().find).game
    return KOIKOI


def documents(game: GameId = KOIKOI) -> list[str]:
    """The ids of the rule sets of the four documents that are of a game; all of it where they know none."""
    known = names(game)
    return [name for name in DOCUMENTS if name in known] or list(known)


def first_names(game: GameId = KOIKOI) -> frozenset[str]:
    """The ids of the rule sets that a table asks about first: its own, and those of the documents."""
    return frozenset((*shelf().names(), *documents(game)))


def by_name(name: str) -> Force:
    """The rule set that an address names; this phone's last one where the page has none of that name."""
    name = name or own_rules()
    try:
        refuse_page(wanted := rules(name, shelf().find))
        return Force(name, wanted)
    except (BadRuleset, NotAllowed) as error:
        return by_name("")._replace(problem=error.sentence)


def received(written: str) -> Force:
    """The rules that somebody sent; this phone's last ones where they cannot be read."""
    try:
        refuse_page(sent := receive_rules(shelf(), written.encode()))
        return Force("", sent)
    except (BadRuleset, NotAllowed) as error:
        return by_name("")._replace(problem=error.sentence)


def rules_in_force(match: Match, choices: list[RuleSetChoice], number: int | None = None) -> Force:
    """The rules of a match, or of one of its rounds, with the id of the rule set here that is the same."""
    played = match.rules_of(number or match.number)
    return Force(next((choice.id for choice in choices if choice.rules == played), ""), played)


_LATEST: Final = 12  # matches whose rules are offered first


class RuleSetHit(NamedTuple):
    """A rule set that fits what was looked for, and the words in which it was found."""

    choice: RuleSetChoice
    words: tuple[str, ...]  # none where its title and what is said about it hold everything


class Title(NamedTuple):
    """A rule set as it is offered in a list."""

    id: str
    title: str


def search(choices: Iterable[RuleSetChoice], wanted: str) -> list[RuleSetHit]:
    """The rule sets that have every wanted word, all where none is; those that are called so come first."""
    if not wanted:
        return [RuleSetHit(choice, ()) for choice in choices]
    texts = {choice: _texts(choice, spoken()) for choice in choices}
    return [
        RuleSetHit(choice, found_in(texts[choice], wanted, translate(choice.title), translate(choice.about)))
        for choice in ranked(texts.items(), wanted)
    ]


def played(choices: Sequence[RuleSetChoice]) -> list[RuleSetChoice]:
    """The rule sets of the latest matches, the latest first."""
    by_title = {choice.title: choice for choice in choices}
    starts = (start.get("ruleset") for start in store().first_events(_LATEST))
    titles = (tree.get("title") if isinstance(tree, dict) else tree for tree in starts)
    return list(dict.fromkeys(by_title[title] for title in titles if title in by_title))


def titles(game: GameId = KOIKOI) -> list[Title]:
    """The rule sets of a game that can be read, the table's own first."""
    house = shelf()
    readable = []
    for name in (*house.names(), *names(game)):
        with suppress(BadRuleset):
            if (rule_set := rules(name, house.find)).game == game:
                readable.append(Title(name, rule_set.title or name))
    return readable


@lru_cache(1024)
def _texts(choice: RuleSetChoice, _spoken: str) -> SearchTexts:
    """What is said of a rule set in the reader's language, worked out once for each language."""
    about = translate(choice.about)
    return searched([translate(choice.title)], (about, about), *_said(choice.rules))


def _said(rule_set: RuleSet) -> Iterator[tuple[str, str]]:
    """The yaku and lucky hands that are played, also by their Japanese names, and the options that differ
    from the common rules."""
    played = [name for name in rule_set.yaku if phrases.is_played(name, rule_set)]
    for name in (*played, *possible_hands(rule_set, 2)):
        called, (said, kanji) = translate(phrases.yaku(name, rule_set)), yaku_marks(name)
        romaji = KNOWN[name].romaji if name in KNOWN else name  # is typed in any language
        joined = f"{said} {romaji}".replace("-", "")  # ino-shika-chō is written in one word, too
        yield called, f"{called} {said} {romaji} {joined} {kanji}"
    for title, _before, after in changes(rules(DEFAULT), rule_set):
        text = translate(valued(title, after))
        yield text, text
