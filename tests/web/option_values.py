"""Other values of an option, what else a value needs, and how both are entered in the rule editor."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

import msgspec

from scorekeeper.koikoi.errors import BadRuleset
from scorekeeper.koikoi.rules.kinds import SharesOption
from scorekeeper.koikoi.rules.loader import rules
from scorekeeper.koikoi.rules.questions import taken, topic_of
from scorekeeper.koikoi.rules.refusals import LISTS
from scorekeeper.koikoi.rules.ruleset import RuleSet
from scorekeeper.koikoi.rules.schema import Option, doubling_of, doublings, option, options, put_at, value_at

from .forms import Form

Changes = Mapping[str, Any]  # values by the dotted key of their option

# What a value needs beside it, by the beginning of the refusal that it meets alone: an option and its value.
# "%(other)s" and the like are taken from the refusal itself; a value in brackets is one of the refusal's.
NEEDED: Final[Mapping[str, tuple[str, Any]]] = {
    "%(key)s is empty; allowed: steps": ("%(part)s.table", (("+", 1), ("x", 2))),
    "%(key)s needs months": ("%(part)s.months", (1, 12)),
    "%(key)s needs %(other)s “%(value)s”": ("%(other)s", ["value"]),
    "%(key)s needs a yaku of any month’s cards": ("%(part)s.repeat", True),
    "%(key)s: there is no such yaku; one of your own": ("%(option)s.cards", None),  # its cards, or a kind
    "%(key)s: %(value)s is not possible; allowed: a whole": (
        "%(option)s",
        ["most"],
    ),  # it has fewer cards now
}


def other_values(key: str, base: RuleSet) -> list[Any]:
    """What an option of a rule set can be changed to: each of its words, its limits, off, some lists."""
    row = option(key)
    assert row is not None, key
    now = value_at(msgspec.to_builtins(base), key)
    values = [*_pairs(key)] if row.kind == "pairs" else [*_values(row)]
    if key.endswith(".min") and (refusal := refused(base, {key: values[-1]})):
        values[-1] = refusal.sentence.values["most"]  # there are no more cards of its kind
    values = [value for value in values if value != now]
    return [*values, *([None] if row.may_be_off and now is not None else [])]


def with_needed(base: RuleSet, key: str, value: Any) -> dict[str, Any]:
    """A change with what it needs: the doubling that it is in, and what its refusal asks for."""
    changes = {}
    if (row := doublings().get(doubling_of(key))) and key != row.switch:
        here = value_at(msgspec.to_builtins(base), row.switch)
        needed = "table" if key.endswith(".table") else row.on if here == options()[row.switch].off else here
        changes = {row.switch: needed}
    changes[key] = value
    while refusal := refused(base, changes):
        needed_key, needed_value = _needed_for(refusal)
        assert needed_key not in changes, f"refused with what it needs: {refusal}"
        changes[needed_key] = needed_value
    return changes


def refused(base: RuleSet, changes: Changes) -> BadRuleset | None:
    """Why a rule set cannot be played with these changes; None where it can."""
    try:
        changed(base, changes)
    except BadRuleset as refusal:
        return refusal
    return None


def changed(base: RuleSet, changes: Changes) -> RuleSet:
    """The rule set with these values. Raises BadRuleset."""
    tree = msgspec.to_builtins(base)
    for key, value in changes.items():
        put_at(tree, key, value)
    return rules(tree)


def enter(form: Form, changes: Changes) -> None:
    """Enter values as a player does: tick the answer that shows their fields, then fill these."""
    for key, value in changes.items():
        if key in topic_of():
            _answer(form, key, value)
        if key.startswith("yaku.") and key.endswith(LISTS):
            _pair(form, key, value)
        elif key.endswith(".kind"):
            form[key.replace(".kind", ".made")] = value
        elif key.endswith(".cards") and value is None:
            pass  # another kind of yaku has none
        elif key in form:
            row = option(key)
            assert row is not None
            fill(form, key, row, value)
        else:
            assert key in topic_of(), f"the form has no field for {key}"


def fill(form: Form, key: str, row: Option, value: Any) -> None:
    """Fill the field of an option, of whatever kind it is."""
    match row.kind:
        case "switch":
            _box(form, key, bool(value))
        case "boxes" | "cards":
            form.untick(key, *form.ticked(key)).tick(key, *(value or ()))
        case "numbers":
            type_in_a_row(form, key, value or ())
        case "steps":
            type_in_a_row(form, key, [text for step in value for text in step])
        case "names":
            names = value if isinstance(value, Mapping) else {"en": value}
            form[key] = names["en"]
            for language in names.keys() - {"en"}:
                form[f"{key}.{language}"] = names[language]
        case _:
            _choose(form, key, row, value)


def type_in_a_row(form: Form, name: str, texts: Sequence[Any]) -> None:
    """Fill the fields of one name one after another, and empty the rest of them."""
    controls = [control for control in form.controls if control.name == name]
    assert len(controls) >= len(texts), f"{name} has only {len(controls)} fields"
    for place, control in enumerate(controls):
        control.value = str(texts[place]) if place < len(texts) else ""
        assert control.kind != "select" or control.value in control.options, f"{name}: {control.value}"


def _values(row: Option) -> Sequence[Any]:
    """Values of an option that is not about pairs of yaku."""
    low, high = row.number or (0, 0)
    parts = row.parts if isinstance(row, SharesOption) else ()
    by_kind: dict[str, Sequence[Any]] = {
        "switch": (False, True),
        "word": row.words,
        "number": (low, high),
        "numbers": ((low,), (low, high)),
        "boxes": ((), *((word,) for word in row.words), row.words),
        "cards": (("12C1",), ("01C1", "12C2")),
        "steps": ((("+", 1), ("x", 2)),),
        "shares": (*row.words, {part: number for number, part in enumerate(parts, 1)}),
        "word_or_number": (*row.words, low, high),
        "purse": (low, high, {"3": 25, "12": 100}, {"5": 40}),
        "names": ("Other", {"en": "Other", "pl": "Inne", "ja": "別"}),
    }
    return by_kind[row.kind]


def _pairs(key: str) -> Iterator[tuple[str, ...]]:
    """Lists of one other yaku and of two."""
    first, second = [name for name in ("tane", "kasu", "tan") if name != key.split(".")[1]][:2]
    yield from ((first,), (first, second))


def _needed_for(refusal: BadRuleset) -> tuple[str, Any]:
    template = refusal.sentence.one
    needed = next((row for start, row in NEEDED.items() if template.startswith(start)), None)
    assert needed is not None, f"refused, and nobody knows what it needs: {refusal}"
    values = refusal.sentence.values
    part = refusal.option.rpartition(".")[0]
    key = needed[0] % {**values, "option": refusal.option, "part": part}
    return key, values[needed[1][0]] if isinstance(needed[1], list) else needed[1]


def _answer(form: Form, key: str, value: Any) -> None:
    """Tick "something else", which shows the fields; where all answers are ready, the one with this value."""
    (question,) = (question for question in topic_of()[key].choices if key in question.keys)
    tree: dict[str, Any] = {}
    put_at(tree, key, value)
    ready = taken(question, tree) if question.complete else None
    form[f"answer.{question.id}"] = ready.id if ready else "else"


def _pair(form: Form, key: str, others: Sequence[str]) -> None:
    """Take out the pairs of a list that are no longer wanted, and add those that are new."""
    _, name, how = key.split(".")
    there = (
        [text for text in form.ticked("pair") if text.startswith(f"{name} {how} ")] if "pair" in form else []
    )
    form.untick("pair", *there)
    kept = [text for text in there if text.rpartition(" ")[2] in others]
    form.tick("pair", *kept)
    new = [other for other in others if f"{name} {how} {other}" not in kept]
    for other in new:  # a line each; the button "More pairs" adds lines
        assert (how in form.offers("pair.how")) and {name, other} <= {*form.offers("pair.yaku")}
        form.forced += [("pair.yaku", name), ("pair.how", how), ("pair.other", other)]


def _choose(form: Form, key: str, row: Option, value: Any) -> None:
    """A word, a number, or a word that stands for numbers beside it."""
    if isinstance(value, Mapping) and row.kind == "shares":
        form[key] = "dealer"
        for part, number in value.items():
            form[f"{key}.{part}"] = number
    elif row.kind == "purse":
        form[key] = "rounds" if isinstance(value, Mapping) else "same"
        if isinstance(value, Mapping):
            _purses(form, f"{key}.rounds", value)
        else:
            form[f"{key}.same"] = value
    elif row.kind == "word_or_number" and not isinstance(value, str):
        form[key], form[f"{key}.number"] = "number", value
    elif value is None:
        form[key] = "" if row.kind == "number" else "off"
    else:
        form[key] = value


def _purses(form: Form, name: str, purses: Mapping[str, int]) -> None:
    """Coins by rounds: lines for usual lengths, and one for another length."""
    controls = [control for control in form.controls if control.name == name]
    lines = list(zip(controls[::2], controls[1::2], strict=True))
    usual = {length.value: coins for length, coins in lines if length.value}
    for length, coins in usual.items():
        coins.value = str(purses.get(length, ""))
    for length, number in purses.items():
        if length not in usual:
            lines[-1][0].value, lines[-1][1].value = length, str(number)


def _box(form: Form, name: str, on: bool) -> None:
    (form.tick if on else form.untick)(name, "yes")
