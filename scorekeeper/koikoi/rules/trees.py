"""Trees of plain values, as a rule set is written: read and changed by the dotted key of an option."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

Tree = Mapping[str, Any]


def value_at(tree: Tree, key: str) -> Any:
    """The value of an option by its dotted key; None where it is not set."""
    value: Any = tree
    for part in key.split("."):
        value = value.get(part) if isinstance(value, Mapping) else None
    return value


def put_at(tree: dict[str, Any], key: str, value: Any) -> None:
    """Set the value of an option by its dotted key; tables that are missing are made."""
    *path, name = key.split(".")
    for part in path:
        tree = tree.setdefault(part, {})
    tree[name] = value
