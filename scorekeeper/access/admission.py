"""What a phone that was let in may do."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from typing import Final

from .links import Link, Role
from .phones import Phone

BY_KEY: Final = Link(Role.HOST, made_at="")  # what the key is worth


@dataclass(frozen=True)
class Admission:
    """A phone and the link that let it in; ``BY_KEY`` where it was the key."""

    phone_id: str
    phone: Phone
    link: Link

    @property
    def role(self) -> Role:
        return self.link.role

    @property
    def is_host(self) -> bool:
        return self.role is Role.HOST

    @property
    def sees_all(self) -> bool:
        """Whether it may look at everything that was played."""
        return self.is_host or self.link.is_for_all

    def sees_evening(self, day: date | None) -> bool:
        """Whether it may look at all that was played on an evening."""
        return self.sees_all or (day is not None and self.link.evening == day)

    def sees(self, match_id: str, evening_of: Callable[[str], date | None]) -> bool:
        """Whether it may look at a match; ``evening_of`` says on which evening a match was begun."""
        if self.sees_all or match_id in self.link.matches:
            return True
        return self.link.evening is not None and self.sees_evening(evening_of(match_id))

    def enters(self, match_id: str) -> bool:
        """Whether it may enter, correct and undo in a match."""
        if self.is_host:
            return True
        return self.role is Role.SCORER and (self.link.is_for_all or match_id in self.link.matches)

    def begins(self, today: date | None) -> bool:
        """Whether it may begin a match on the evening ``today``."""
        if self.is_host:
            return True
        if self.role is not Role.SCORER:
            return False
        return self.link.is_for_all or (today is not None and self.link.evening == today)
