"""What a source offers or leaves open: a question, its answers, and what each of them sets."""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal

from msgspec import Meta, Struct

MOST_CHOICES: Final = 60  # of a rule set
MOST_ANSWERS: Final = 12  # of a choice

Id = Annotated[str, Meta(pattern=r"^[a-z0-9_]{1,40}$")]


class Answer(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One answer of a choice: ``sets`` lies over a rule set as overrides do.

    ``ruleset`` names the set that comes with the game and plays so. Without ``sets`` the answer sets
    whatever the sets that are named in its choice do not share.
    """

    id: Id
    says: Annotated[str, Meta(min_length=1, max_length=80)]
    sets: dict[str, Any] = {}
    ruleset: Annotated[str, Meta(max_length=40)] = ""


class Choice(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A question that a table answers for itself.

    ``short``: a word or two that stand before an answer; empty: the question itself does.
    "optional": the source offers the answers; "open": it can be read in more than one way. ``source``: where
    it stands, as a heading of the source and the number of the rule there, never a quotation; empty where the
    source says nothing about it.
    """

    id: Id
    question: Annotated[str, Meta(min_length=1, max_length=200)]
    answers: Annotated[tuple[Answer, ...], Meta(min_length=2, max_length=MOST_ANSWERS)]
    short: Annotated[str, Meta(max_length=30)] = ""
    source: Annotated[str, Meta(max_length=300)] = ""
    kind: Literal["optional", "open"] = "optional"
