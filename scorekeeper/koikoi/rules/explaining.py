"""What does not fit the types of a rule set, as sentences: the key, the value and what is allowed."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import msgspec

from ...sentences import Sentence, count, say
from ..errors import BadRuleset
from .choice import MOST_CHOICES
from .ruleset import LONGEST_READING, MOST_READINGS, TEXTS
from .schema import option, options, yaku_options
from .trees import Tree


def converted(tree: Tree, kind: type[Any], prefix: str) -> Any:
    """The tree converted to a type; ``prefix`` is the key under which it stands. Raises BadRuleset."""
    try:
        return msgspec.convert(tree, kind)
    except msgspec.ValidationError as error:
        raise _explained(str(error), tree, prefix) from error


def unknown(key: str, table: str) -> BadRuleset:
    """The error for an option that does not exist in this table of options."""
    known = yaku_options() if table.startswith("yaku.") else options()
    inside = "" if table.startswith("yaku.") or not table else f"{table}."
    siblings = sorted({name[len(inside) :].split(".")[0] for name in known if name.startswith(inside)})
    return BadRuleset(
        say("There is no option “%(key)s”; allowed here: %(keys)s.", key=key[:80], keys=", ".join(siblings)),
        key,
    )


def refused(key: str, value: Any) -> BadRuleset:
    """The error for a value that an option cannot have."""
    return BadRuleset(
        say(
            "%(key)s: %(value)s is not possible; allowed: %(allowed)s.",
            key=key,
            value=_as_text(value),
            allowed=_allowed(key),
        ),
        key,
    )


def _explained(message: str, tree: Tree, prefix: str) -> BadRuleset:
    """msgspec's "… - at `$.a.b`" as a sentence with key, value and what is allowed."""
    surplus = re.search(r"unknown field `(.*?)`", message)
    place = re.search(r" - at (?:`key` in )?`\$\.?(.*)`", message)
    path = re.sub(r"\[.*", "", place[1] if place else "")
    if surplus:
        key = ".".join(part for part in (path, surplus[1]) if part)
        return unknown(f"{prefix}{key}", f"{prefix}{path}".rstrip("."))
    value: Any = tree
    for part in path.split("."):
        value = value.get(part) if isinstance(value, Mapping) else value
    return refused(f"{prefix}{path}", value)


def _allowed(key: str) -> Sentence:
    if key in TEXTS:
        return count("a text of %(n)d character", "a text of up to %(n)d characters", TEXTS[key])
    if key == "choices":
        return say("a list of at most %(most)d choices", most=MOST_CHOICES)
    if key == "readings":
        return say(
            "a list of at most %(most)d texts of at most %(longest)d characters",
            most=MOST_READINGS,
            longest=LONGEST_READING,
        )
    known = option(key)
    if known is None:
        return say("a table")
    allowed = known.allowed[0]
    for further in known.allowed[1:]:
        allowed = say("%(one)s, or %(other)s", one=allowed, other=further)
    return allowed


def _as_text(value: Any) -> str:
    """A setting's value as text: "off" for None, otherwise as it is written."""
    if value is None:
        return "off"
    if isinstance(value, str):
        return f"“{value[:60]}”"
    return msgspec.json.encode(value).decode()[:80]
