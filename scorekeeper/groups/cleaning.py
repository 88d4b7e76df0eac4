"""Removing the groups that nobody has opened for a year, after a warning, with an export left behind."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta
from typing import Final

from ..installation import Installation
from .group import Group, Groups

UNOPENED: Final = 365  # days until the host is warned
WARNED: Final = 30  # days from the first cleaning that finds a group unopened until one may remove it


def to_be_removed_on(group: Group, today: date) -> date | None:
    """The day from which a group is removed, once nobody has opened it for a year; None before that."""
    if (today - group.opened).days < UNOPENED:
        return None
    return (_found_unopened(group, today) or today) + timedelta(days=WARNED)


def clean(installation: Installation, groups: Groups, today: date) -> Sequence[str]:
    """Remove what is due, and what is left of groups that were removed; returns the ids of the former.

    A clock that is wrong for a day removes nothing: a group goes a month after another cleaning found it
    unopened. Raises BrokenStore, OSError where an export cannot be written: that group then stays.
    """
    gone = []
    for id_, group in groups.all().items():
        day = to_be_removed_on(group, today)
        if group.removed:
            _end(installation, groups, id_)
        elif day is not None and day <= today:
            remove(installation, groups, id_)
            gone.append(id_)
        elif day is not None and _found_unopened(group, today) is None:
            groups.change(id_, unopened=today)
    return gone


def _found_unopened(group: Group, today: date) -> date | None:
    """When a cleaning found that nobody had opened it for a year; None if none did at a time that can be."""
    found = group.unopened
    is_true = found is not None and group.opened + timedelta(days=UNOPENED) <= found <= today
    return found if is_true else None


def remove(installation: Installation, groups: Groups, id_: str) -> None:
    """Remove a group; its export stays for whoever still asks for it. Raises BrokenStore, OSError."""
    group = installation.group(id_)
    group.back_up(installation.export_of_group(id_))
    groups.change(id_, removed=True)  # from here on nobody opens it, and the next cleaning finishes this
    _end(installation, groups, id_)


def _end(installation: Installation, groups: Groups, id_: str) -> None:
    installation.remove_group(id_)
    groups.forget(id_)
