"""Removing the groups that nobody has opened for a year, after a warning, with an export left behind."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, date, datetime, timedelta
from typing import Final

from ..installation import Installation
from .group import Group, Groups

UNOPENED: Final = 365  # days until a group is to be removed
WARNED: Final = 30  # more days until it is


def to_be_removed_on(group: Group, today: date) -> date | None:
    """The day from which a group is removed, once nobody has opened it for a year; None before that."""
    if (today - group.opened).days < UNOPENED:
        return None
    return group.opened + timedelta(days=UNOPENED + WARNED)


def clean(installation: Installation, groups: Groups, today: date) -> Sequence[str]:
    """Remove what is due, and what is left of groups that were removed; returns the ids of the former.

    Raises BrokenStore, OSError where an export cannot be written: that group then stays.
    """
    _drop_old_exports(installation, today)
    gone = []
    for id_, group in groups.all().items():
        day = to_be_removed_on(group, today)
        if group.removed:
            _end(installation, groups, id_)
        elif day is not None and day <= today:
            remove(installation, groups, id_)
            gone.append(id_)
    return gone


def remove(installation: Installation, groups: Groups, id_: str) -> None:
    """Remove a group; its export stays for whoever still asks for it. Raises BrokenStore, OSError."""
    group = installation.group(id_)
    group.back_up(installation.export_of_group(id_))
    groups.change(id_, removed=True)  # from here on nobody opens it, and the next cleaning finishes this
    _end(installation, groups, id_)


def _drop_old_exports(installation: Installation, today: date) -> None:
    for file in installation.exports_of_groups():
        written = datetime.fromtimestamp(file.stat().st_mtime, UTC).date()
        if (today - written).days > UNOPENED:
            file.unlink()


def _end(installation: Installation, groups: Groups, id_: str) -> None:
    installation.remove_group(id_)
    groups.forget(id_)
