"""Taking back what was entered last; turns that it had replaced count again."""

from __future__ import annotations

from ...koikoi.match.entries import Entry, entry_id_of
from ...koikoi.match.events import AnyEvent, TakenBack, content, event
from ...koikoi.match.replaying import replay
from ..loading import store


def taking_back(match_id: str, entry: Entry) -> list[AnyEvent]:
    """The events that undo an entry. Raises as the store does."""
    return [*[TakenBack() for _event in entry.events], *_replaced(match_id, entry)]


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
