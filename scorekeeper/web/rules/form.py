"""The house-rules form: a rule set as the texts of its fields, and those fields read back as a rule set."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterator, Mapping
from copy import deepcopy
from typing import Any, Final, NamedTuple

import msgspec

from ...koikoi.cards import KINDS
from ...koikoi.errors import BadRuleset
from ...koikoi.rules.deal import HAND_YAKU
from ...koikoi.rules.loading import rules
from ...koikoi.rules.ruleset import RuleSet
from ...koikoi.rules.schema import Option, options, yaku_options
from ...koikoi.rules.yaku import KNOWN
from ...sentences import Sentence, say
from .fields import NO, Typed, Unreadable, last, meant, typed

NEW: Final = "-"  # stands for the id of a yaku that is being added; no id holds a dash
LISTS: Final = ("replaces", "excluded_by", "rivals")
PAIR: Final = ("pair.yaku", "pair.how", "pair.other")
SPECIAL: Final = ("after_koi", "requires_other", "months", "month_factor")
OF_MONTHS: Final = ("repeat", "separate", "lightning")  # special terms of a yaku of one month's cards
ANY: Final = "any"  # an own yaku of any cards, of one month
_PAIR: Final = re.compile(rf"[a-z0-9_]+ ({'|'.join(LISTS)}) [a-z0-9_]+")
_BLANK: Final = {"points": 5, "extra": 0}
_TEXTS: Final = {"title": 60, "about": 400}


class Reading(NamedTuple):
    """What a form says: the settings, the rule set where they can be played, and what is wrong by field."""

    tree: dict[str, Any]  # a complete rule set as plain values
    rules: RuleSet | None
    problems: dict[str, Sentence]


def top_options() -> Iterator[Option]:
    """Every option outside ``yaku`` but those inside an optional part of another."""
    rows = options()
    return (row for row in rows.values() if row.key.rpartition(".")[0] not in rows)


def yaku_shown(name: str) -> tuple[str, ...]:
    """The options of one yaku that the form shows, those in lists of pairs aside."""
    if name not in KNOWN:
        return ("name", "points", "extra", "monthly", *SPECIAL, *OF_MONTHS)
    size = ("min",) if KNOWN[name].counts else ()
    of_months = {"each": OF_MONTHS, "round": ("lightning",)}.get(KNOWN[name].monthly, ())
    return ("points", "extra", *size, *SPECIAL, *of_months)


def fields_of(rule_set: RuleSet) -> dict[str, Any]:
    """The form that shows a rule set."""
    tree = msgspec.to_builtins(rule_set)
    fields: dict[str, Any] = {name: [tree[name]] for name in _TEXTS}
    for row in top_options():
        fields |= typed(row, row.key, _at(tree, row.key))
    pairs: list[str] = []
    for name, chosen in tree["yaku"].items():
        fields |= _yaku_fields(name, chosen)
        pairs += [f"{name} {how} {other}" for how in LISTS for other in chosen[how]]
    fields["pair"] = pairs or [NO]
    fields["own"] = [name for name in tree["yaku"] if name not in KNOWN]
    return fields


def blank_yaku() -> dict[str, Any]:
    """The fields of a yaku that nobody has described yet."""
    return _yaku_fields(NEW, {**_defaults(), **_BLANK, "name": ""})


def read(fields: Typed, parent: RuleSet) -> Reading:
    """What the form says. A field that was not sent keeps the parent's value, and so does an unclear one."""
    above = msgspec.to_builtins(parent)
    tree: dict[str, Any] = msgspec.to_builtins(parent)
    problems: dict[str, Sentence] = {}
    for row in top_options():
        _put(tree, row.key, _clear(row, row.key, fields, _at(above, row.key), problems))
    for name, longest in _TEXTS.items():
        tree[name] = _text(name, fields, longest, problems)
    if not tree["title"]:
        problems["title"] = say("Give these rules a name.")
    tree["yaku"] = _yaku(fields, above, problems)
    _paired(fields, tree["yaku"], problems)
    return _checked(tree, above, problems)


def with_added(fields: Typed, parent: RuleSet) -> dict[str, Any]:
    """The form with what its blank fields describe put in its place: a new yaku, and new pairs."""
    moved = dict(fields)
    described = last(fields, f"yaku.{NEW}.name") or last(fields, f"yaku.{NEW}.made") in (*KINDS.values(), ANY)
    if described or any(text != NO for text in fields.get(f"yaku.{NEW}.cards", ())):
        name = yaku_id(last(fields, f"yaku.{NEW}.name"), {*parent.yaku, *_own(fields)})
        moved = {key.replace(f"yaku.{NEW}.", f"yaku.{name}."): texts for key, texts in fields.items()}
        moved["own"] = [*_own(fields), name]
        for part in ("pair.yaku", "pair.other"):
            moved[part] = [name if text == NEW else text for text in fields.get(part, ())]
    rows = _rows(moved)
    whole = [row for row in rows if row[0] and row[2] and row[0] != row[2] and NEW not in row]
    half = [row for row in rows if row not in whole and (row[0] or row[2])]
    moved["pair"] = [*_pairs(moved), *(" ".join(row) for row in whole)] or [NO]
    for place, part in enumerate(PAIR):
        moved[part] = [row[place] for row in half]
    return moved


def _rows(fields: Typed) -> list[tuple[str, ...]]:
    """The blank rows for pairs, as they were filled in."""
    return list(zip(*(fields.get(part, ()) for part in PAIR), strict=False))


def _pairs(fields: Typed) -> list[str]:
    return [text for text in fields.get("pair", ()) if _PAIR.fullmatch(text)]


def yaku_id(name: str, taken: Collection[str]) -> str:
    """An id for a table's own yaku, made from its name."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    stem = re.sub(r"[^a-z0-9]+", "_", plain).strip("_")[:30] or "own"
    used = {*taken, *KNOWN, *HAND_YAKU}
    return next(one for n in range(1, 1000) if (one := stem if n == 1 else f"{stem}_{n}") not in used)


def _yaku_fields(name: str, chosen: Mapping[str, Any]) -> dict[str, Any]:
    fields: dict[str, Any] = {}
    rows = yaku_options()
    for key in yaku_shown(name):
        fields |= typed(rows[key], f"yaku.{name}.{key}", chosen[key])
    if name not in KNOWN:
        left_out = chosen["not"]
        among = [card for card in chosen["cards"] or () if card not in left_out]
        any_cards = ANY if chosen["monthly"] and chosen["cards"] is None else "cards"
        made = chosen["kind"] or any_cards
        fields[f"yaku.{name}.made"] = [made]
        fields[f"yaku.{name}.cards"] = (among if made == "cards" else list(left_out)) or [NO]
        fields[f"yaku.{name}.min"] = ["" if chosen["min"] is None else str(chosen["min"])]
    return fields


def _defaults() -> dict[str, Any]:
    return {key: row.default for key, row in yaku_options().items()}


def _clear(row: Option, name: str, fields: Typed, otherwise: Any, problems: dict[str, Sentence]) -> Any:
    try:
        return meant(row, name, fields, otherwise)
    except Unreadable as unreadable:
        problems[unreadable.field] = unreadable.sentence
        return otherwise


def _text(name: str, fields: Typed, longest: int, problems: dict[str, Sentence]) -> str:
    text = " ".join(last(fields, name).split())
    if len(text) > longest:
        problems[name] = say("That is too long: at most %(most)d letters.", most=longest)
    return text[:longest]


def _yaku(fields: Typed, above: Mapping[str, Any], problems: dict[str, Sentence]) -> dict[str, Any]:
    """Every yaku: those of the parent, then those of the form, without the ones that it removes."""
    found: dict[str, Any] = {}
    for name in (*above["yaku"], *_own(fields)):
        removed = name not in above["yaku"] and last(fields, f"yaku.{name}.remove") == "yes"
        if name not in found and not removed:
            before = above["yaku"].get(name) or {**_defaults(), **_BLANK}
            found[name] = _one_yaku(name, fields, before, problems)
    return found


def _own(fields: Typed) -> list[str]:
    return [name for name in fields.get("own", ()) if re.fullmatch(r"[a-z0-9_]{1,40}", name)]


def _one_yaku(name: str, fields: Typed, before: Mapping[str, Any], problems: dict[str, Sentence]) -> Any:
    rows = yaku_options()
    chosen = dict(before)
    for key in yaku_shown(name):
        chosen[key] = _clear(rows[key], f"yaku.{name}.{key}", fields, before[key], problems)
    if name not in KNOWN and f"yaku.{name}.made" in fields:
        chosen |= _made(name, fields, problems)
        if not chosen["name"]:
            problems[f"yaku.{name}.name"] = say("Give this yaku a name.")
    return chosen


def _made(name: str, fields: Typed, problems: dict[str, Sentence]) -> dict[str, Any]:
    """What makes a table's own yaku: chosen cards, or any of a kind."""
    rows = yaku_options()
    found = _clear(rows["cards"], f"yaku.{name}.cards", fields, (), problems)
    least = _clear(rows["min"], f"yaku.{name}.min", fields, None, problems)
    kind = last(fields, f"yaku.{name}.made")
    if kind in KINDS.values():
        if least is None:
            problems.setdefault(f"yaku.{name}.min", say("How many cards of the kind are needed?"))
        # The least number and the card below only stand in until the form is complete: it is refused anyway.
        return {"cards": None, "kind": kind, "min": least or 1, "not": found}
    if kind == ANY:
        if last(fields, f"yaku.{name}.monthly") == "off":
            problems.setdefault(f"yaku.{name}.monthly", say("Choose the month of the round, or any month."))
        return {"cards": None, "kind": None, "min": least, "not": found}
    if not found:
        problems.setdefault(f"yaku.{name}.cards", say("Choose the cards that make it."))
    return {"cards": found or ("01B",), "kind": None, "min": least, "not": ()}


def _paired(fields: Typed, yaku: dict[str, Any], problems: dict[str, Sentence]) -> None:
    """The yaku that count instead of others, or not beside them: "nomi replaces hanami"."""
    if any(one or other for one, _how, other in _rows(fields)):
        problems["pair"] = say("Choose two different yaku.")
    if "pair" not in fields:
        return
    for chosen in yaku.values():
        chosen.update(dict.fromkeys(LISTS, ()))
    for one, how, other in (text.split() for text in _pairs(fields)):
        if one in yaku and other in yaku and other not in yaku[one][how]:
            yaku[one][how] = (*yaku[one][how], other)


def _checked(tree: dict[str, Any], above: Mapping[str, Any], problems: dict[str, Sentence]) -> Reading:
    """Refuse what cannot be played. What is refused is put back to the parent's, to find the next problem."""
    attempt = deepcopy(tree)
    while True:
        try:
            complete = rules(attempt)
        except BadRuleset as error:
            problems.setdefault(_field(error.option), error.sentence)
            if not _put_back(attempt, above, error.option):
                return Reading(tree, None, problems)
        else:
            return Reading(tree, None if problems else complete, problems)


def _field(option: str) -> str:
    """The field beside which the refusal of an option belongs."""
    return "pair" if option.startswith("yaku.") and option.endswith(LISTS) else option


def _put_back(attempt: dict[str, Any], above: Mapping[str, Any], key: str) -> bool:
    """Give an option the parent's value; False when that changes nothing."""
    before = _at(above, key)
    if before is None or before == _at(attempt, key):
        return False
    _put(attempt, key, before)
    return True


def _at(tree: Mapping[str, Any], key: str) -> Any:
    found: Any = tree
    for part in key.split("."):
        found = found.get(part) if isinstance(found, Mapping) else None
    return found


def _put(tree: dict[str, Any], key: str, value: Any) -> None:
    *path, name = key.split(".")
    for part in path:
        tree = tree[part]
    tree[name] = value
