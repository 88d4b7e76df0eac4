"""Settings in words: what an option is called, what its value means at the table, what a refusal says."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import reduce
from typing import Any, Final

import msgspec

from ...sentences import Sentence, count, say, valued
from ..errors import BadRuleset
from .deal import TEYAKU
from .options.row import STATED
from .ruleset import RuleSet
from .schema import Tree, doubling_of, doublings, option, value_at, yaku_options
from .yaku import KNOWN
from .yaku import called as called_by


def title(key: str, rules: RuleSet) -> Sentence:
    """What an option is called: "Rounds"; of what a yaku pays, the yaku; of advice, the question."""
    if key.startswith("advice."):
        return _advice(key, None, rules)
    if key in doublings():
        return say(doublings()[key].title)
    known = option(key)
    words = say(known.title) if known else say("%(key)s", key=key)
    if key.startswith("yaku."):
        name = yaku(key.split(".")[1], rules)
        return name if key.endswith(".points") else say("%(yaku)s: %(option)s", yaku=name, option=words)
    if (table := doubling_of(key)) and key == doublings()[table].switch:
        return say(doublings()[table].title)
    if table:
        return say("%(yaku)s: %(option)s", yaku=say(doublings()[table].title), option=words)
    return words


def yaku(name: str, rules: RuleSet) -> Sentence:
    """A yaku's name; also of a table's own yaku and of the lucky hands."""
    own = rules.yaku.get(name)
    return called(name, own.name if own else None)


def called(name: str, own_name: str | Mapping[str, str] | None) -> Sentence:
    """The same by the name that a table gave its own yaku, maybe one for each language."""
    return say(TEYAKU[name][0]) if name in TEYAKU else called_by(name, own_name)


def is_played(name: str, rules: RuleSet) -> bool:
    """Whether a yaku can pay anything by these rules."""
    row = rules.yaku.get(name)
    return bool(row and (row.points or row.after_koi))


def note(name: str) -> Sentence | None:
    """What the name of a known yaku leaves open, in a few words."""
    return say(KNOWN[name].note) if name in KNOWN and KNOWN[name].note else None


def value(key: str, setting: Any, rules: RuleSet) -> Sentence:
    """What a setting means, for people: "the loser of the round", "× 2 from 7 points"."""
    if key.startswith("advice."):
        return _advice(key, setting, rules)
    if key in doublings():
        return doublings()[key].in_words(setting)
    row = option(key)
    if setting is None:
        of_game = row.values.get((None, rules.game)) if row else None
        return say(of_game) if of_game else when_off(key)
    return row.in_words(setting, rules) if row else say("%(text)s", text=setting)


def setting(key: str, rules: RuleSet) -> Sentence:
    """What an option outside ``yaku``, or a doubling, is set to, for people."""
    plain = msgspec.to_builtins(reduce(getattr, key.split("."), rules))
    return value(key, plain, rules)


def stated(key: str, rules: RuleSet) -> Sentence:
    """An option or a doubling and what it is set to: "Next dealer: the loser of the round."."""
    row, name, words = option(key), title(key, rules), setting(key, rules)
    steps = str(words)
    if steps.endswith(" …"):
        return say("%(option)s: %(steps)s and so on.", option=name, steps=steps.removesuffix(" …"))
    sentence = row.sentence if row else STATED
    if not isinstance(sentence, str):
        return say(sentence[bool(reduce(getattr, key.split("."), rules))])
    return say(sentence, option=name, value=words)


def running(sentences: Sequence[Sentence]) -> Sentence:
    """Sentences as running text; at least one. Between two stands a space where the language has one."""
    return reduce(lambda one, other: say("%(one)s %(other)s", one=one, other=other), sentences)


def length(rules: RuleSet) -> Sentence:
    """How long a match is by these rules: "12", "until somebody has 50"."""
    rounds, target = rules.match.rounds, rules.match.target
    if target is None:
        return value("match.rounds", rounds, rules)
    if rounds is None:
        return count("until somebody has %(n)d point", "until somebody has %(n)d points", target)
    return count("%(rounds)d, or %(n)d point", "%(rounds)d, or %(n)d points", target, rounds=rounds)


def purse(rules: RuleSet) -> Sentence:
    """How many coins each begins with by these rules: "Coins at the start: 30", "Everybody starts at 0."."""
    coins = rules.settlement.purse
    if not coins:
        return say("Everybody starts at 0.")
    return valued(title("settlement.purse", rules), value("settlement.purse", coins, rules))


def when_off(key: str) -> Sentence:
    """What it means when an option is not set."""
    _, name, option_key = key.split(".", 2) if key.startswith("yaku.") else ("", "", "")
    if option_key == "min" and name in KNOWN:
        return say("%(number)s", number=KNOWN[name].size)
    row = option(key)
    return row.when_off if row else say("off")


def _advice(key: str, answer: Any, rules: RuleSet) -> Sentence:
    """The question behind some advice, or the answer to it, in the words of its choice."""
    for choice in rules.choices:
        for offered in choice.answers:
            if (advised := value_at(offered.sets, key)) is not None and answer in (None, advised):
                return say(choice.question if answer is None else offered.says)
    return say("%(key)s", key=key if answer is None else answer)


def terms(name: str, rules: RuleSet) -> tuple[Sentence, ...]:
    """What else holds for a yaku besides its points: the cards of a table's own yaku, and special terms."""
    settings: Tree = msgspec.to_builtins(rules.yaku[name])
    usual = {"min": KNOWN[name].size} if name in KNOWN else {}
    made = {key: settings[key] or None for key in _MADE_OF if settings[key] != usual.get(key)}
    noted = (note(name),) if settings["points"] else ()
    return (
        *(words for words in noted if words is not None),
        *_settings(name, made, rules),
        *special_terms(name, rules),
    )


def special_terms(name: str, rules: RuleSet) -> tuple[Sentence, ...]:
    """The special terms of a yaku: when it counts, and which of the yaku that are played it meets."""
    row = msgspec.to_builtins(rules.yaku[name])
    special = {}
    for key, known in yaku_options().items():
        setting = _played(row[key], rules) if known.kind == "pairs" else row[key]
        if key not in _NOT_SPECIAL and setting and setting != msgspec.to_builtins(known.default):
            special[key] = setting
    return _settings(name, special, rules)


_MADE_OF: Final = ("kind", "cards", "monthly", "min", "also", "not")
# What is said of a yaku elsewhere: what it pays, what it is called, which cards make it.
_NOT_SPECIAL: Final = ("points", "extra", "repeat", "name", *_MADE_OF)


def narrowed_to(name: str, rules: RuleSet) -> tuple[Sentence, ...]:
    """The cards to which a table's own yaku is narrowed, where it does not take cards of any kind."""
    row = rules.yaku[name]
    return _settings(name, {"kind": row.kind, "cards": row.cards, "not": row.without or None}, rules)


def _played(yaku_names: Sequence[str], rules: RuleSet) -> tuple[str, ...]:
    return tuple(name for name in yaku_names if is_played(name, rules))


def _settings(name: str, values: Mapping[str, Any], rules: RuleSet) -> tuple[Sentence, ...]:
    """Settings of a yaku that are not None, each with the name of its option."""
    rows = yaku_options()
    return tuple(
        valued(say(rows[key].title), value(f"yaku.{name}.{key}", setting, rules))
        for key, setting in values.items()
        if setting is not None
    )


# The places of a refusal in which a key stands, each with the place of a value that the option may have.
_PLACES: Final = (("key", "value"), ("other", "other_value"))


def by_title(refusal: BadRuleset | Sentence, rules: RuleSet) -> Sentence:
    """The sentence of a refusal with titles in place of keys; ``rules`` names the yaku of one's own."""
    sentence = refusal.sentence if isinstance(refusal, BadRuleset) else refusal
    values = {
        name: by_title(value, rules) if isinstance(value, Sentence) else value
        for name, value in sentence.values.items()
    }
    for place, value_place in _PLACES:
        key, value = sentence.values.get(place), sentence.values.get(value_place)
        if not isinstance(key, str) or (title := _title(key, rules)) is None:
            continue
        values[place] = say("“%(option)s”", option=title)
        if isinstance(value, Sentence):
            continue  # text that somebody typed, which is no value of the option
        if (row := option(key)) is not None and value in row.values:
            values[value_place] = say(row.values[value])
    return Sentence(sentence.one, sentence.many, values, sentence.texts)


def _title(key: str, rules: RuleSet) -> Sentence | None:
    """What an option is called, or the yaku that a key names; None for what is neither."""
    table, _, name = key.partition(".")
    if option(key) is not None:
        return title(key, rules)
    return yaku(name, rules) if table == "yaku" and (name in KNOWN or name in rules.yaku) else None
