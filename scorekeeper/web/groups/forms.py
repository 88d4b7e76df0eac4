"""The forms of the groups' pages."""

from __future__ import annotations

from ...groups import LONGEST_NAME, Limits
from ...sentences import say
from ..forms.fields import TextLine, TypedForm, WholeNumber

_MOST_MATCHES = 1_000_000
_MOST_ENTRIES = 1_000_000
_MOST_MEGABYTES = 100_000


class _Name(TextLine):
    """What a group is called: it must be called something."""

    def demand(self) -> None:
        if not self.data and not self.problems:
            self.refuse(say("Type a name."))


class GroupForm(TypedForm):
    """What a group is called."""

    name = _Name(longest=LONGEST_NAME, default="")


class ChangedGroupForm(GroupForm):
    """A group with its limits. A field called ``matches`` would hide that method of the form on the page."""

    most_matches = WholeNumber(1, _MOST_MATCHES, needed=True)
    most_entries = WholeNumber(1, _MOST_ENTRIES, needed=True)
    most_megabytes = WholeNumber(1, _MOST_MEGABYTES, needed=True)

    @property
    def limits(self) -> Limits:
        return Limits(self.most_matches.data, self.most_entries.data, self.most_megabytes.data)
