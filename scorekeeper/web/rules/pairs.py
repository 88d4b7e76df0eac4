"""Yaku that do not count together: pairs such as "nomi replaces hanami"."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from ...koikoi.rules.checks import LISTS
from ...sentences import N_, say
from ..forms.fields import TypedField
from .options_form import Sent

LINE: Final = ("pair.yaku", "pair.how", "pair.other")  # the fields of a pair that is being added
_PAIR: Final = re.compile(rf"[a-z0-9_]+ ({'|'.join(LISTS)}) [a-z0-9_]+")

MEETINGS: Final = {
    "replaces": N_("counts instead of"),
    "excluded_by": N_("does not count together with"),
    "rivals": N_("or, if it is worth more,"),
}


class Pair(NamedTuple):
    """Two yaku and how they meet, such as nomi, replaces, hanami."""

    yaku: str
    how: str
    other: str

    @property
    def text(self) -> str:
        return " ".join(self)

    @property
    def meeting(self) -> str:
        return MEETINGS[self.how]

    @property
    def whole(self) -> bool:
        """Whether it names two yaku that have an id."""
        return _PAIR.fullmatch(self.text) is not None and self.yaku != self.other


class Pairs(TypedField):
    """The pairs of a rule set, each a box, and below them lines to add more."""

    meetings: Mapping[str, str] = MEETINGS
    unfinished: Sequence[Pair] = ()  # the lines that name no pair yet

    @property
    def lines(self) -> Sequence[Pair]:
        """The lines that the form shows: at least an empty one."""
        return self.unfinished or [Pair("", "replaces", "")]

    def write(self, value: Any) -> list[str]:
        return [pair.text for pair in value]

    def read(self, texts: Sequence[str]) -> list[Pair]:
        return [Pair(*text.split(" ")) for text in texts if _PAIR.fullmatch(text)]

    def process(self, formdata: Any, data: Any = None, extra_filters: Any = None) -> None:
        super().process(formdata, data, extra_filters)
        lines = _filled_lines(formdata) if formdata is not None else []
        self.data = [*self.data, *(pair for pair in lines if pair.whole)]
        self.unfinished = [pair for pair in lines if not pair.whole]
        if self.unfinished:
            self.refuse(say("Choose two different yaku."))


def pairs_of(yaku: Mapping[str, Any]) -> list[Pair]:
    """The pairs that the settings of some yaku name."""
    return [
        Pair(name, how, other) for name, settings in yaku.items() for how in LISTS for other in settings[how]
    ]


def put_pairs(pairs: Sequence[Pair], yaku: Mapping[str, dict[str, Any]]) -> None:
    """Set the lists of these yaku to what the pairs say, as far as they are among them."""
    for settings in yaku.values():
        settings.update(dict.fromkeys(LISTS, ()))
    for name, how, other in dict.fromkeys(pairs):
        if name in yaku and other in yaku:
            yaku[name][how] = (*yaku[name][how], other)


def _filled_lines(sent: Sent) -> list[Pair]:
    """The lines in which something was chosen."""
    lines = [Pair(*texts) for texts in zip(*(sent.getlist(field) for field in LINE), strict=False)]
    return [pair for pair in lines if pair.yaku or pair.other]
