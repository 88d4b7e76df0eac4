"""Rule sets: strict loading and ``extends``.

A written rule set is a tree of plain values holding only what it sets; whatever it leaves out comes from the
rule set that it ``extends``, in the end from the defaults. ``rules`` returns the complete ``RuleSet``.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterable, Mapping
from functools import cache, lru_cache
from importlib import resources
from itertools import chain
from typing import Any, Final

import msgspec
import tomli_w

from ...sentences import N_, say
from ..errors import BadRuleset
from ..typed_text import cleaned_tree
from .conversion import choices_of, typed, unknown
from .diff import settings
from .options.row import COUNTED, KOIKOI, GameId
from .refusals import refusals
from .ruleset import NOTES, RuleSet
from .schema import Tree, doublings, option
from .yaku import KNOWN, Yaku

Find = Callable[[str], Tree | None]

DEFAULT: Final = "default"
_SETS: Final = "choices.answers.sets"  # keys inside stand for themselves
MOST_IN_LINE: Final = 12  # rule sets that extend one another
LONGEST_FILE: Final = 200_000  # characters
# Neither pattern tries again where it failed, which takes minutes on a hostile text: what stands in quotation
# marks or behind # may be left open, and a long key is looked for only where a part begins.
_NO_KEY: Final = re.compile(
    r"""
    \"{3} (?: [^\"\\]++ | \\. | \"(?!\"\") )*+ \"{0,5}+ | \" (?: \\. | [^\"\\\n] )*+ \"?
    | '{3} (?: [^']++ | '(?!'') )*+ '{0,5}+ | ' [^'\n]*+ '?
    | \#[^\n]*+
    """,
    re.DOTALL | re.VERBOSE,
)
_LONG_KEY: Final = re.compile(r"(?<![\w-])(?:[\w-]++[ \t]*+\.[ \t]*+){8}")
_MOST_COMPLETED: Final = 512
THE_GAME: Final = N_("Koi-Koi")  # whose matches are those of most tables
# By the ``id`` of each tree of a lineage; the trees are kept so that no other object gets the same ``id``.
_completed: dict[tuple[int, ...], tuple[tuple[Tree, ...], RuleSet]] = {}

# msgspec prepares a type when it is first converted to, and two threads that do so at once crash the process.
msgspec.convert({}, RuleSet)


@cache
def names(game: GameId = KOIKOI) -> tuple[str, ...]:
    """The ids of the named rule sets of a game, ``default`` first."""
    return tuple(name for name in every_name() if _game(named(name) or {}) == game)


def _game(tree: Tree) -> str:
    """The game of a written rule set, or of the nearest of those that it extends which says it."""
    return next((str(above["game"]) for above in _lineage(tree, named) if "game" in above), KOIKOI)


@cache
def every_name() -> tuple[str, ...]:
    """The ids of the named rule sets of all games, ``default`` first."""
    files = (path.name for path in resources.files(__package__).joinpath("rulesets").iterdir())
    ids = sorted(name.removesuffix(".toml") for name in files if name.endswith(".toml"))
    return (DEFAULT, *(name for name in ids if name != DEFAULT))


@cache
def named(name: str) -> Tree | None:
    """The written rule set with this id, or None."""
    if name not in every_name():
        return None
    path = resources.files(__package__).joinpath("rulesets", f"{name}.toml")
    return read_toml(path.read_text("utf-8"))


def read_toml(written: str) -> Tree:
    """A written rule set from TOML, its texts cleaned, "off" turned into None. Raises BadRuleset."""
    if len(written) > LONGEST_FILE:
        raise BadRuleset(say("This file is too large for a rule set."))
    # Keys of hundreds of parts keep the reader busy for minutes, and no option has more than four.
    if _LONG_KEY.search(_NO_KEY.sub("_", written)):
        raise BadRuleset(say("This is not a rule set."))
    try:
        tree: Tree = _off_to_none(cleaned_tree(tomllib.loads(written)), "")
    except tomllib.TOMLDecodeError as error:
        raise BadRuleset(say("This is not a TOML file: %(reason)s.", reason=str(error))) from error
    except (RecursionError, ValueError) as error:  # nested too deeply, or a number of thousands of digits
        raise BadRuleset(say("This is not a rule set.")) from error
    return tree


def write_toml(tree: Tree) -> str:
    """A written rule set as TOML; the inverse of ``read_toml``."""
    return tomli_w.dumps(_none_to_off(tree))


def rules(source: str | Tree, find: Find = named, overrides: Tree | None = None) -> RuleSet:
    """The complete rule set that a name or a written rule set stands for, with overrides merged over it.

    ``find`` returns the written rule set of a name. Raises BadRuleset, naming key, value and what is allowed.

    >>> usual = rules("default")
    >>> usual.title, usual.match.rounds, usual.yaku["sanko"].points
    ('Koi-Koi, common rules', 12, 5)
    >>> ours = rules({"extends": "default", "yaku": {"sanko": {"points": 6}}})
    >>> ours.match.rounds, ours.yaku["sanko"].points
    (12, 6)
    >>> rules("default", overrides={"counts": "most"})
    Traceback (most recent call last):
    scorekeeper.koikoi.errors.BadRuleset: counts: “most” is not possible; allowed: all, best.
    """
    if isinstance(source, str):
        tree = find(source)
        if tree is None:
            raise BadRuleset(say("There is no rule set called “%(name)s”.", name=source[:60]))
        lineage = _lineage(tree, find)
        return _complete(lineage) if not overrides else _playable(over(_merged(lineage), overrides))
    if not isinstance(source, Mapping):
        raise BadRuleset(say("A rule set must be a name or a table of options."))
    return _playable(over(_merged(_lineage(source, find)), overrides or {}))


def _complete(lineage: tuple[Tree, ...]) -> RuleSet:
    """The complete rule set of a lineage; worked out once for as long as its trees are the same."""
    key = tuple(map(id, lineage))
    if key not in _completed:
        if len(_completed) >= _MOST_COMPLETED:
            _completed.clear()
        _completed[key] = lineage, _playable(_merged(lineage))
    return _completed[key][1]


def parent_of(tree: Tree) -> str:
    """The id of the rule set that a written one extends, or an empty text."""
    parent = tree.get("extends")
    return parent if isinstance(parent, str) else ""


def base_of(tree: Tree) -> str:
    """The id of the rule set with which a written one is compared to show what it changes."""
    return parent_of(tree) or DEFAULT


def extending(ids: Iterable[str], find: Find, name: str) -> list[str]:
    """The ids of the rule sets that extend this one; unreadable ones are left out."""
    return [other for other in ids if other != name and parent_of(_readable(other, find)) == name]


def _readable(name: str, find: Find) -> Tree:
    try:
        return find(name) or {}
    except BadRuleset:
        return {}


def _lineage(tree: Tree, find: Find) -> tuple[Tree, ...]:
    """The written rule set and those that it extends, the nearest first."""
    lineage = [tree]
    while (parent := lineage[-1].get("extends")) is not None:
        extended = find(parent) if isinstance(parent, str) else None
        if extended is None:
            raise BadRuleset(
                say("extends: there is no rule set called “%(name)s”.", name=str(parent)[:60]), "extends"
            )
        if any(extended is tree for tree in lineage):
            raise BadRuleset(say("extends: these rule sets extend each other in a circle."), "extends")
        if len(lineage) == MOST_IN_LINE:
            raise BadRuleset(
                say(
                    "At most %(most)d rule sets may be based on one another; base these on an earlier one.",
                    most=MOST_IN_LINE,
                ),
                "extends",
            )
        lineage.append(extended)
    return tuple(lineage)


def _merged(lineage: tuple[Tree, ...]) -> Tree:
    """The written rule set with everything that it inherits."""
    merged: Tree = {"yaku": {name: _usual(row) for name, row in KNOWN.items()}}
    for tree in reversed(lineage):
        merged = over(merged, {key: value for key, value in tree.items() if key != "extends"})
    return merged


def _usual(row: Yaku) -> Tree:
    """A known yaku as options."""
    return {
        "points": row.points,
        "extra": row.extra,
        "replaces": row.replaces,
        "repeat": row.monthly == "each",
    }


def over(below: Tree, above: Any, prefix: str = "") -> dict[str, Any]:
    """Merge key by key; notes, and whatever is no table of options, replace what was there. "off" is None."""
    if not isinstance(above, Mapping):
        raise BadRuleset(say("A rule set must be a name or a table of options."))
    merged = dict(below)
    for key, value in above.items():
        path = f"{prefix}{key}"
        if isinstance(value, Mapping) and option(path) is None and path not in NOTES:
            if path.count(".") > 8:
                raise unknown(path, prefix.rstrip("."))
            merged[key] = over(_below(path, merged.get(key)), value, f"{path}.")
        else:
            merged[key] = _off_to_none(value, path)
    return merged


def _below(path: str, lower: Any) -> Tree:
    """What lies under a table. One that only says how a doubling is played that is off switches it on."""
    table: Tree = lower if isinstance(lower, Mapping) else {}
    row = doublings().get(path)
    if row is None or not row.is_off(table):
        return table
    return {**row.usual, **table, row.switch.rpartition(".")[2]: row.on}


def _playable(tree: Tree) -> RuleSet:
    """The complete rule set of a merged tree. Raises BadRuleset for the first thing that is impossible."""
    complete = completed(tree)
    for refusal in refusals(complete):
        raise refusal
    return complete


def completed(tree: Tree) -> RuleSet:
    """The rule set of a complete tree of settings, whether or not it can be played.

    Raises BadRuleset for a setting that does not fit its type, and for a choice that cannot be offered.
    """
    choices = choices_of(tree.get("choices"), _named_settings)
    rule_set = typed(tree)
    known = {choice.id for choice in choices}
    named = (f"advice.{name}" for name in rule_set.advice), (f"agreed.{name}" for name in rule_set.agreed)
    if key := next((key for key in chain(*named) if key.partition(".")[2] not in known), None):
        raise BadRuleset(say("%(key)s: these rules have no choice of this name.", key=key))
    return msgspec.structs.replace(rule_set, choices=choices)


@cache
def _named_settings(name: str) -> Tree:
    """What a rule set that comes with the game sets, by dotted key. Raises BadRuleset."""
    tree = named(name)
    if tree is None:
        raise BadRuleset(say("There is no rule set called “%(name)s”.", name=name))
    return settings(typed(_merged(_lineage(tree, named))))


def _off_to_none(value: Any, path: str) -> Any:
    """What was written at a dotted key, with each "off" as the option has it: None, or the word.

    JSON also writes it as null or false, which is no other value where it is no switch.
    """
    if isinstance(value, dict):
        inside = "" if path == _SETS else f"{path}." if path else ""
        return {key: _off_to_none(inner, f"{inside}{key}") for key, inner in value.items()}
    if isinstance(value, list):
        return [_off_to_none(item, path) for item in value]
    if value is not None and value is not False and value != "off":
        return value
    if path in doublings():
        return doublings()[path].switched_off
    known = option(path)
    if known is None or known.kind == "switch":
        return None if path.startswith("advice.") and value == "off" else value
    return None if known.may_be_off else "off" if "off" in known.words else value


def _none_to_off(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {key: _none_to_off(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_none_to_off(item) for item in value]
    return "off" if value is None else value


@lru_cache(maxsize=128)
def nearest(rule_set: RuleSet) -> tuple[str, RuleSet]:
    """The id of the named rule set of its game with the fewest settings that differ, and the rule set.

    Of several equally near ones, that with the same title, and otherwise the first.
    """
    wanted = settings(rule_set)
    title = rule_set.title
    alike = names(rule_set.game)
    name = min(alike, key=lambda id_: (_differing(_named_settings(id_), wanted), rules(id_).title != title))
    return name, rules(name)


def game_played(rule_set: RuleSet) -> str:
    """What is played by these rules: "Koi-Koi", or another game with the same cards."""
    return THE_GAME if rule_set.game == KOIKOI else nearest(rule_set)[1].title


def rules_of_game(title: str) -> RuleSet:
    """The named rules of the game that is called so; the usual ones for Koi-Koi."""
    return next((rules(id_) for id_ in names(COUNTED) if rules(id_).title == title), rules(DEFAULT))


def _differing(before: Mapping[str, Any], after: Mapping[str, Any]) -> int:
    return sum(before.get(key) != after.get(key) for key in before.keys() | after.keys())
