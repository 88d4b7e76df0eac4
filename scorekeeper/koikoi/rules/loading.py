"""Rule sets: strict loading and ``extends``.

A written rule set is a tree of plain values holding only what it sets; whatever it leaves out comes from the
rule set that it ``extends``, in the end from the defaults. ``rules`` gives the complete ``RuleSet``.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Mapping
from functools import cache
from importlib import resources
from typing import Any, Final

import msgspec
import tomli_w

from ...sentences import count, say
from ..errors import BadRuleset
from .impossible import refuse_impossible
from .impossible_yaku import refuse_impossible_yaku
from .ruleset import RuleSet
from .schema import option, options, yaku_options
from .scoring_options import YakuOptions
from .yaku import KNOWN, Yaku

Tree = Mapping[str, Any]
Find = Callable[[str], Tree | None]

DEFAULT: Final = "default"
# A table here, such as {dealer = 6} or coins by rounds, is the value of one option.
_VALUES: Final = frozenset(
    {"deal.field_four", "deal.field_pairs", "exhausted.no_yaku", "exhausted.held_yaku", "settlement.purse"}
)
_DEEPEST: Final = 12  # how many rule sets may extend one another
LONGEST_FILE: Final = 200_000  # letters
MOST_OWN: Final = 40  # yaku of a table's own
_QUOTED: Final = re.compile(r"\"(?:\\.|[^\"\\\n])*\"|'[^'\n]*'")
_LONG_KEY: Final = re.compile(r"(?:[\w-]+[ \t]*\.[ \t]*){8}")
_MOST_COMPLETED: Final = 512
# By the written rule sets of a lineage, which are kept so that nothing else gets their identity.
_completed: dict[tuple[int, ...], tuple[tuple[Tree, ...], RuleSet]] = {}

# msgspec prepares a type when it is first converted to, and two threads that do so at once crash the process.
msgspec.convert({}, RuleSet)


@cache
def names() -> tuple[str, ...]:
    """The ids of the named rule sets that come with the game, ``default`` first."""
    found = (path.name for path in resources.files(__package__).joinpath("rulesets").iterdir())
    ids = sorted(name.removesuffix(".toml") for name in found if name.endswith(".toml"))
    return (DEFAULT, *(name for name in ids if name != DEFAULT))


@cache
def named(name: str) -> Tree | None:
    """The written rule set with this id, or None."""
    if name not in names():
        return None
    path = resources.files(__package__).joinpath("rulesets", f"{name}.toml")
    return read_toml(path.read_text("utf-8"))


def read_toml(written: str) -> Tree:
    """A written rule set from TOML, "off" turned into None. Raises BadRuleset."""
    if len(written) > LONGEST_FILE:
        raise BadRuleset(say("This file is too large for a rule set."))
    # Keys of hundreds of parts keep the reader busy for minutes, and no option has more than four.
    if _LONG_KEY.search(_QUOTED.sub("_", written)):
        raise BadRuleset(say("This is not a rule set."))
    try:
        return _off_to_none(tomllib.loads(written), "")
    except tomllib.TOMLDecodeError as error:
        raise BadRuleset(say("This is not a TOML file: %(reason)s.", reason=str(error))) from error
    except (RecursionError, ValueError) as error:  # nested beyond reason; a number of thousands of digits
        raise BadRuleset(say("This is not a rule set.")) from error


def write_toml(tree: Tree) -> str:
    """A written rule set as TOML; the inverse of ``read_toml``."""
    return tomli_w.dumps(_none_to_off(tree))


def rules(source: str | Tree, find: Find = named, overrides: Tree | None = None) -> RuleSet:
    """The complete rule set that a name or a written rule set stands for, with overrides merged over it.

    ``find`` gives the written rule set of a name. Raises BadRuleset, naming key, value and what is allowed.
    """
    if isinstance(source, str):
        found = find(source)
        if found is None:
            raise BadRuleset(say("There is no rule set called “%(name)s”.", name=source[:60]))
        lineage = _lineage(found, find)
        return _once(lineage) if not overrides else _complete(_over(_merged(lineage), overrides))
    if not isinstance(source, Mapping):
        raise BadRuleset(say("A rule set is a name or a table of options."))
    return _complete(_over(_merged(_lineage(source, find)), overrides or {}))


def _once(lineage: tuple[Tree, ...]) -> RuleSet:
    """The complete rule set of a lineage; worked out once for as long as its trees are the same."""
    key = tuple(map(id, lineage))
    if key not in _completed:
        if len(_completed) >= _MOST_COMPLETED:
            _completed.clear()
        _completed[key] = lineage, _complete(_merged(lineage))
    return _completed[key][1]


def _lineage(tree: Tree, find: Find) -> tuple[Tree, ...]:
    """The written rule set and those that it extends, the nearest first."""
    lineage = [tree]
    while (parent := lineage[-1].get("extends")) is not None:
        found = find(parent) if isinstance(parent, str) else None
        if found is None:
            raise BadRuleset(
                say("extends: there is no rule set called “%(name)s”.", name=str(parent)[:60]), "extends"
            )
        if len(lineage) == _DEEPEST or any(found is one for one in lineage):
            raise BadRuleset(say("extends: these rule sets extend one another in a circle."), "extends")
        lineage.append(found)
    return tuple(lineage)


def _merged(lineage: tuple[Tree, ...]) -> Tree:
    """The written rule set with everything that it inherits."""
    merged: Tree = {"yaku": {name: _usual(row) for name, row in KNOWN.items()}}
    for one in reversed(lineage):
        merged = _over(merged, {key: value for key, value in one.items() if key != "extends"})
    return merged


def _usual(row: Yaku) -> Tree:
    """A known yaku as options."""
    return {
        "points": row.points,
        "extra": row.extra,
        "replaces": row.replaces,
        "repeat": row.monthly == "each",
    }


def _over(below: Tree, above: Any, prefix: str = "") -> dict[str, Any]:
    """Merge key by key; whatever is not a table of options replaces what was there."""
    if not isinstance(above, Mapping):
        raise BadRuleset(say("A rule set is a name or a table of options."))
    merged = dict(below)
    for key, value in above.items():
        path = f"{prefix}{key}"
        if isinstance(value, Mapping) and path not in _VALUES:
            if path.count(".") > 8:
                raise _unknown(path, prefix.rstrip("."))
            lower = merged.get(key)
            merged[key] = _over(lower if isinstance(lower, Mapping) else {}, value, f"{path}.")
        else:
            merged[key] = value
    return merged


def _complete(tree: Tree) -> RuleSet:
    yaku = tree.get("yaku", {})
    if not isinstance(yaku, Mapping):
        raise _refused("yaku", yaku)
    refuse_too_many_own(sum(name not in KNOWN for name in yaku))
    chosen = {name: _yaku(name, row) for name, row in yaku.items()}
    rest: RuleSet = _convert({key: value for key, value in tree.items() if key != "yaku"}, RuleSet, "")
    complete = msgspec.structs.replace(rest, yaku=chosen)
    refuse_impossible(complete)
    return complete


def refuse_too_many_own(number: int) -> None:
    """Refuse more yaku of a table's own than anybody plays. Raises BadRuleset."""
    if number > MOST_OWN:
        raise BadRuleset(say("A rule set has at most %(most)d yaku of its own.", most=MOST_OWN), "yaku")


def _yaku(name: str, row: Any) -> YakuOptions:
    key = f"yaku.{name}"
    if not isinstance(row, Mapping):
        raise _refused(key, row)
    chosen: YakuOptions = _convert(row, YakuOptions, f"{key}.")
    if name not in KNOWN and not re.fullmatch(r"[a-z0-9_]{1,40}", name):
        raise BadRuleset(
            say("%(key)s: a yaku's id is made of the letters a to z, digits and _.", key=key[:60]), key
        )
    refuse_impossible_yaku(name, chosen)
    if chosen.min is None and name in KNOWN and KNOWN[name].counts:
        return msgspec.structs.replace(chosen, min=KNOWN[name].size)
    return chosen


def _convert(tree: Tree, kind: type[Any], prefix: str) -> Any:
    try:
        return msgspec.convert(tree, kind)
    except msgspec.ValidationError as error:
        raise _explained(str(error), tree, prefix) from error


def _explained(message: str, tree: Tree, prefix: str) -> BadRuleset:
    """msgspec's "… - at `$.a.b`" as a sentence with key, value and what is allowed."""
    unknown = re.search(r"unknown field `(.*?)`", message)
    place = re.search(r" - at `\$\.?(.*)`", message)
    path = re.sub(r"\[.*", "", place[1] if place else "")
    if unknown:
        key = ".".join(part for part in (path, unknown[1]) if part)
        return _unknown(f"{prefix}{key}", f"{prefix}{path}".rstrip("."))
    value: Any = tree
    for part in path.split("."):
        value = value.get(part) if isinstance(value, Mapping) else value
    missing = re.search(r"missing required field `(.*?)`", message)
    return _refused(f"{prefix}{path}", value if not missing else {**value})


def _unknown(key: str, table: str) -> BadRuleset:
    known = yaku_options() if table.startswith("yaku.") else options()
    inside = "" if table.startswith("yaku.") or not table else f"{table}."
    siblings = sorted({name[len(inside) :].split(".")[0] for name in known if name.startswith(inside)})
    return BadRuleset(
        say("There is no option “%(key)s”; allowed here: %(keys)s.", key=key[:80], keys=", ".join(siblings)),
        key,
    )


def _refused(key: str, value: Any) -> BadRuleset:
    known = option(key)
    longest = {"title": 60, "about": 400, "source": 400}.get(key)
    allowed: Any = say("a table")
    if longest is not None:
        allowed = count("a text of %(n)d letter", "a text of up to %(n)d letters", longest)
    if known is not None:
        allowed = known.allowed[0]
        for further in known.allowed[1:]:
            allowed = say("%(one)s, or %(other)s", one=allowed, other=further)
    return BadRuleset(
        say(
            "%(key)s: %(value)s is not possible; allowed: %(allowed)s.",
            key=key,
            value=plain(value),
            allowed=allowed,
        ),
        key,
    )


def plain(value: Any) -> str:
    """A setting's value as text: "off" for None, otherwise as it is written."""
    if value is None:
        return "off"
    if isinstance(value, str):
        return f"“{value[:60]}”"
    return msgspec.json.encode(value).decode()[:80]


def _off_to_none(tree: Tree, prefix: str) -> dict[str, Any]:
    read: dict[str, Any] = {}
    for key, value in tree.items():
        path = f"{prefix}{key}"
        if isinstance(value, Mapping):
            read[key] = _off_to_none(value, f"{path}.")
        else:
            known = option(path)
            read[key] = None if value == "off" and known and known.may_be_off else value
    return read


def _none_to_off(tree: Tree) -> dict[str, Any]:
    return {
        key: _none_to_off(value) if isinstance(value, Mapping) else "off" if value is None else value
        for key, value in tree.items()
    }
