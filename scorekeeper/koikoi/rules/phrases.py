"""Settings in words: what an option is called, what its value means at the table, what a refusal says."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import reduce
from typing import Any, Final

import msgspec

from ...sentences import N_, Sentence, count, say, valued
from ..errors import BadRuleset
from .deal import TEYAKU
from .kinds import step
from .options.row import STATED
from .ruleset import RuleSet
from .schema import doubling_of, doublings, option, value_at, yaku_options
from .yaku import KNOWN
from .yaku import called as called_by

_FIRST_DEALER = {
    "earliest_month": N_("Each draws a card; the earliest month deals."),
    "latest_month": N_("Each draws a card; the latest month deals."),
    "elder": N_("By these rules the eldest deals first."),
    "random": N_("By these rules chance decides."),
    "named": N_("By these rules the players choose who deals."),
}
_WHO_DEALS_FIRST = {
    **_FIRST_DEALER,
    "earliest_month": N_("Each draws a card: who has the earliest month?"),
    "latest_month": N_("Each draws a card: who has the latest month?"),
    "elder": N_("Who is the eldest?"),
}


def title(key: str, rules: RuleSet) -> Sentence:
    """What an option is called: "Rounds", "Flower viewing: Points"; of advice, the question."""
    if key.startswith("advice."):
        return _advice(key, None, rules)
    if key in doublings():
        return say(doublings()[key].title)
    known = option(key)
    words = say(known.title) if known else say("%(key)s", key=key)
    if key.startswith("yaku."):
        return say("%(yaku)s: %(option)s", yaku=yaku(key.split(".")[1], rules), option=words)
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
        return _doubling(key, setting)
    if setting is None:
        return when_off(key)
    row = option(key)
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
    return say(row.sentence if row else STATED, option=name, value=words)


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


def first_dealer(rules: RuleSet) -> Sentence:
    """How the first dealer is found, with what decides a tie and how three players then sit."""
    words = _with_tie(_FIRST_DEALER, rules)
    if rules.match.seats == "drawn" and rules.match.first_dealer.endswith("_month"):
        words = say("%(words)s Three players sit in the order of their cards, to the right.", words=words)
    return words


def who_deals_first(rules: RuleSet) -> Sentence:
    """What a table is asked to find the first dealer, with what decides a tie."""
    return _with_tie(_WHO_DEALS_FIRST, rules)


def _with_tie(by_method: Mapping[str, str], rules: RuleSet) -> Sentence:
    method, tie = rules.match.first_dealer, rules.match.first_dealer_tie
    words = say(by_method[method])
    decides = value("match.first_dealer_tie", tie, rules)
    if method.endswith("_month"):
        return say("%(words)s The same month: %(tie)s.", words=words, tie=decides)
    if method == "elder" and tie == "petal":
        return say("%(words)s The same age: %(tie)s.", words=words, tie=decides)
    return words


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


def _doubling(key: str, table: Mapping[str, Any]) -> Sentence:
    """What a doubling that is a table of options does, such as "× 2 from 7 points"."""
    if doublings()[key].is_off(table):
        return say("off")
    if key == "multipliers.big":
        return _big(table)
    if key == "multipliers.field_brights":
        steps = "× 2, × 3, × 4 …" if table["form"] == "linear" else "× 1, × 2, × 3 …"
        return say("%(steps)s for one, two, three brights", steps=steps)
    return series(table["form"], table["factor"]) or say("%(steps)s", steps=steps_of(table))


def _big(big: Mapping[str, Any]) -> Sentence:
    words = count(
        "× %(factor)d from %(n)d point", "× %(factor)d from %(n)d points", big["at"], factor=big["factor"]
    )
    if big["min_yaku"] > 1:
        words = count(
            "%(words)s of at least %(n)d yaku",
            "%(words)s of at least %(n)d yaku",
            big["min_yaku"],
            words=words,
        )
    return say("%(words)s, after other doublings", words=words) if big["on"] == "total" else words


def series(form: str, factor: int) -> Sentence | None:
    """What one call, two and three do, such as "× 2, × 4, × 8 …"; None where every call has its own step."""
    if form == "table":
        return None
    if form == "flat":
        return say("× %(factor)d, once", factor=factor)
    return say("%(steps)s", steps=steps_of({"form": form, "factor": factor}))


def steps_of(koi_factor: Mapping[str, Any]) -> str:
    """What the first calls do, of which each adds to it: "× 2, × 4, × 8 …", or "+1, × 2" of a table."""
    factor = koi_factor["factor"]
    match koi_factor["form"]:
        case "linear":
            return ", ".join(f"× {1 + (factor - 1) * n}" for n in (1, 2, 3)) + " …"
        case "power":
            return ", ".join(f"× {factor**n}" for n in (1, 2, 3)) + " …"
        case _:
            return ", ".join(step(*each) for each in koi_factor["table"])


def terms(name: str, rules: RuleSet) -> tuple[Sentence, ...]:
    """What else holds for a yaku besides its points: the cards of a table's own yaku, and special terms."""
    settings = rules.yaku[name]
    usual = name in KNOWN and settings.min == KNOWN[name].size
    made = {
        "kind": settings.kind,
        "cards": settings.cards,
        "monthly": settings.monthly,
        "min": None if usual else settings.min,
        "also": settings.also or None,
        "not": settings.without or None,
    }
    noted = (note(name),) if settings.points else ()
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


# What is said of a yaku elsewhere: what it pays, what it is called, which cards make it.
_NOT_SPECIAL: Final = (
    *("points", "extra", "repeat", "name"),
    *("kind", "cards", "monthly", "min", "also", "not"),
)


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
        if (row := option(key)) is not None and value in row.values:
            values[value_place] = say(row.values[value])
    return Sentence(sentence.one, sentence.many, values, sentence.texts)


def _title(key: str, rules: RuleSet) -> Sentence | None:
    """What an option is called, or the yaku that a key names; None for what is neither."""
    table, _, name = key.partition(".")
    if option(key) is not None:
        return title(key, rules)
    return yaku(name, rules) if table == "yaku" and (name in KNOWN or name in rules.yaku) else None
