"""The page of a player, and the same page again where something on it was refused."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import date
from typing import Final, NamedTuple

from flask import render_template

from ...archive.archive import View
from ...archive.players import Player
from ...archive.results import Career, Results, career_of
from ...koikoi.figures.seat_figures import AddedNumbers, Ending, Share
from ...sentences import N_, Refusal
from ..figures.numbers import yaku_rows
from ..forms.request import from_address
from ..history.filter_form import GameForm
from ..home import ListedMatch
from ..language import translate
from ..plots.coin_curve import Curve, curve

_LATEST: Final = 10  # matches
_FAVOURITES: Final = 8  # yaku
_CALLED: Final = {"won": N_("Won"), "lost": N_("Lost"), "nobody": N_("Nobody won")}


class Against(NamedTuple):
    """The results against another player."""

    id: str
    name: str
    results: Results


class ShareOfRounds(NamedTuple):
    """The rounds as the dealer, or the others."""

    rounds: int
    share: Share  # of them, those that were won
    coins: AddedNumbers


class Course(NamedTuple):
    """``rows``: the numbers of the matches, their evenings, and what the player then had."""

    unit: str  # "coins" or "points"
    drawn: Curve
    last: int
    rows: tuple[tuple[int, date | None, int], ...]


def page(
    view: View,
    player: Player,
    problems: Mapping[str, Refusal] = {},
    name: str | None = None,
    taken_by: str = "",
) -> str:
    """The page of a player. ``problems``: what was refused on it, by field.

    ``name``: the name that was typed; ``taken_by``: the id of the player who has it.
    """
    asked, career = career_asked_for(player, view)
    parts, against = career.parts, tuple(opponents(view, career))
    sides = [
        ShareOfRounds(side.rounds, Share(side.won, side.rounds), side.coins)
        for side in (parts.dealing, parts.not_dealing)
    ]
    latest = career.matches[:_LATEST]
    return render_template(
        "players/player.html",
        player=player,
        form=asked,
        career=career,
        parts=parts,
        courses=list(_courses(career, player.name)),
        against=against,
        ties=any(row.results.tied for row in against) or bool(career.results.tied),
        rounds=parts.rounds,
        sides=sides,
        yaku=yaku_rows(career.yaku, parts.with_cards if asked.calls else parts.rounds)[:_FAVOURITES],
        called=called(career),
        latest=[ListedMatch(match.id, match.digest, match.digest.started) for match in latest],
        unfinished=sum(not match.digest.finished for match in career.matches),
        also=view.players.also(player),
        others=[other for other in view.players.everybody() if other.id != player.id],
        name=player.name if name is None else name,
        problems=problems,
        taken_by=taken_by,
        missing=view.missing,
    )


def career_asked_for(player: Player, view: View) -> tuple[GameForm, Career]:
    """What the matches of a player come to, of the game that the address names; else of that played last."""
    asked = from_address(GameForm)
    own = tuple([played for played in view.matches if player.id in played.players])
    return asked, career_of(player.id, asked.choose(view._replace(matches=own)))


def opponents(view: View, career: Career) -> Iterator[Against]:
    """The results against everybody, who was met most first."""
    for id_, results in career.against:
        other = view.players.find(id_)
        yield Against(id_, other.name if other else id_, results)


def called(career: Career) -> list[tuple[str, Ending]]:
    """The rounds in which the player called koi-koi, by how they ended."""
    endings = career.parts.calling.endings
    return [(translate(title), endings[ending]) for ending, title in _CALLED.items()]


def _courses(career: Career, name: str) -> Iterator[Course]:
    """How the coins went from match to match, and the points of matches in which nobody pays."""
    for unit in career.units:
        course = career.course(unit)
        drawn = curve((name,), [(gained,) for _, gained in course], 0)
        if drawn:
            at = [match.evening if match else None for match, _ in course]
            rows = tuple((number, at[number], gained) for number, (gained,) in drawn.rows[1:])
            yield Course(unit, drawn, course[-1][1], rows)
