"""The page of a player, and the same page again where something on it was refused."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from flask import render_template

from ...archive.archive import View
from ...archive.career import Career
from ...archive.digest import Digest
from ...archive.people import Player
from ...archive.players import players
from ...archive.results import Results, Sat
from ...koikoi.figures.samples import Sample
from ...koikoi.figures.yaku_keys import yaku_called
from ...sentences import N_, Refusal, Sentence
from ..sheets.curve import Curve, curve
from ..words import translate

_LATEST: Final = 10  # matches
_FAVOURITES: Final = 8  # yaku
_CALLED: Final = (N_("won after all"), N_("won by somebody else"), N_("won by nobody"))


class Against(NamedTuple):
    """The results against another player."""

    id: str
    name: str
    results: Results


class Favourite(NamedTuple):
    """A yaku: in how many rounds it won, and its points in all of them."""

    name: str
    rounds: int
    points: int


class Row(NamedTuple):
    """A match in the list of the latest, as the first page lists them."""

    id: str
    digest: Digest
    touched_at: str


class Refused(NamedTuple):
    """What was refused on the page: a sentence by field, and the name that was typed.

    ``other``: the id of the player who has that name.
    """

    problems: Mapping[str, Sentence | Refusal]
    name: str | None = None
    other: str = ""


def page(view: View, player: Player, refused: Refused | None = None) -> str:
    """The page of a player."""
    career = players(view).career(player.id)
    drawn = curve((player.name,), [(coins,) for coins in career.course], 0)
    return render_template(
        "players/player.html",
        player=player,
        career=career,
        figures=career.figures,
        curve=drawn,
        days=days_of(career, drawn),
        against=tuple(opponents(view, career)),
        favourites=favourites(career)[:_FAVOURITES],
        called=[(translate(ended), coins) for ended, coins in called(career)],
        yaku_called=yaku_called,
        latest=[_row(sat) for sat in career.sat[:_LATEST]],
        unfinished=len(career.sat) - len(career.finished),
        also=view.people.also(player),
        others=[other for other in view.people.everybody() if other.id != player.id],
        name=player.name if refused is None or refused.name is None else refused.name,
        problems=refused.problems if refused else {},
        taken_by=refused.other if refused else "",
        missing=view.missing,
    )


def opponents(view: View, career: Career) -> Iterator[Against]:
    """The results against everybody, who was met most first."""
    for id_, results in career.against:
        other = view.people.find(id_)
        yield Against(id_, other.name if other else id_, results)


def favourites(career: Career) -> list[Favourite]:
    """The yaku that won rounds, the most frequent first."""
    counted = career.figures.yaku.items()
    known = [Favourite(translate(yaku_called(key)), rounds, int(points)) for key, (rounds, points) in counted]
    return sorted(known, key=lambda yaku: (-yaku.rounds, -yaku.points, yaku.name))


def called(career: Career) -> list[tuple[str, Sample]]:
    """The coins of the rounds in which the player called koi-koi, by how they ended."""
    calling = career.figures.calling
    return list(zip(_CALLED, (calling.won, calling.lost, calling.nobody), strict=True))


def days_of(career: Career, drawn: Curve | None) -> list[str]:
    """When the matches of the rows beside the curve started; empty for the start."""
    numbers = [number for number, _ in drawn.rows] if drawn else []
    return [career.finished[number - 1].played.digest.started if number else "" for number in numbers]


def _row(sat: Sat) -> Row:
    digest = sat.played.digest
    return Row(sat.played.id, digest, digest.started)
