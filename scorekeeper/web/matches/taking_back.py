"""Taking back what was entered last, and the way back; turns that it had replaced count again."""

from __future__ import annotations

from ...koikoi.match.events import AnyEvent, TakenBack, content, event
from ...koikoi.match.replay import replay, that_count
from ...koikoi.match.undo import Entry, entry_id_of
from ..match_repository import as_entry, store


def taking_back(match_id: str, entry: Entry) -> list[AnyEvent]:
    """The events that undo an entry. Raises as the store does."""
    return [*[TakenBack() for _event in entry.events], *_replaced(match_id, entry)]


def putting_back(match_id: str, seq: int) -> list[AnyEvent]:
    """The entry that undoes a take-back which ended with event ``seq``, the last of its match.

    Empty where that event belongs to no take-back. Sent twice, it is the same entry. Raises as the store
    does.
    """
    trees = store().events(match_id)[:seq]
    name = entry_id_of(trees[-1]["id"])
    own = [tree for tree in trees if entry_id_of(tree["id"]) == name]
    undone = sum(tree["type"] == "taken-back" for tree in own)
    if not undone:
        return []
    counted = that_count(event(tree) for tree in trees[: -len(own)])
    brought_back = [TakenBack() for _tree in own[undone:]]
    return as_entry(f"{name}-back", seq, [*brought_back, *map(content, counted[-undone:])])


def _replaced(match_id: str, entry: Entry) -> list[AnyEvent]:
    """The recorded turns and calls that the entry itself took back, because it counted in their place."""
    ended = entry.events[-1]
    if not getattr(ended, "turns", None):
        return []
    trees = store().events(match_id, 0)
    ids = [entry_id_of(tree["id"]) for tree in trees]
    begins = ids.index(entry.id)
    before = replay(event(tree) for tree in trees[:begins])
    own = [tree for tree, name in zip(trees, ids, strict=True) if name == entry.id]
    undone = sum(tree["type"] == "taken-back" for tree in own)
    return [content(past) for past in before.events[-undone:]]
