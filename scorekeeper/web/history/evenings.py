"""An evening: shown, printed, and as plain text for a messenger."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import replace
from datetime import date
from itertools import chain

from flask import Blueprint, abort, render_template, url_for
from flask.typing import ResponseReturnValue

from ...archive.archive import ArchivedMatch, View
from ...archive.digests import Gains
from ...archive.evenings import Evening, EveningGame, EveningStanding, evening
from ...archive.results import BestPlayed
from ...koikoi.figures.match_figures import yaku_called
from ...koikoi.match.match import Match
from ...languages import weekday
from ...sentences import N_, count, isolated, remarked, say
from ...store import Place
from ...times import HERE, evening_of, later
from ..access.current_phone import sees_all
from ..archive_view import archived, digests_of, fully_archived
from ..context import store
from ..downloads import download, file_name
from ..forms.fields import day_of
from ..language import language, listed, signed, translate
from ..pagination import MOST_LISTED
from ..sheets.export_links import ExportLink


def evening_text(evening: Evening) -> bytes:
    """An evening for a messenger: UTF-8 with a line break at the end."""
    blocks = [_head(evening), *chain.from_iterable(_of_game(game, evening) for game in evening.games)]
    return ("\n\n".join("\n".join(block) for block in blocks) + "\n").encode()


def places(evening: Evening) -> list[str]:
    """Where its matches were played, each place once."""
    return list(dict.fromkeys(played.remarks.place for played in evening.matches if played.remarks.place))


def _head(evening: Evening) -> Iterator[str]:
    yield listed([*(translate(game.title) for game in evening.games), weekday(evening.day, language())])
    if at := places(evening):
        yield listed(at)


def _of_game(game: EveningGame, evening: Evening) -> Iterator[Iterable[str]]:
    """The matches of a game, what everybody won in them, and the best round."""
    yield [*[translate(game.title)] * (len(evening.games) > 1), *map(_match, game.matches)]
    yield (_row_of(row, game.units) for row in game.standings)
    if game.best:
        yield [_best(game.best)]


def _match(played: ArchivedMatch) -> str:
    """ "Anna 62 – Ben 38 (Anna won)"."""
    match = played.digest
    coins = " – ".join(
        f"{isolated(name)} {held}" for name, held in zip(match.players, match.balance, strict=True)
    )
    return translate(remarked(coins, match.outcome))


def _row_of(row: EveningStanding, units: tuple[str, ...]) -> str:
    won = count("%(n)d match won", "%(n)d matches won", row.won)
    return f"{isolated(row.name)} {listed([*_gains(row.gains, units), translate(won)])}"


def _gains(gains: Gains, units: tuple[str, ...]) -> Iterator[str]:
    """ "+12"; where some matches bring coins and others points, "coins +72", "points +21"."""
    if len(units) == 1:
        yield signed(gains.coins or gains.points)
        return
    yield translate(say("coins %(coins)s", coins=signed(gains.coins)))
    yield translate(say("points %(points)s", points=signed(gains.points)))


def _best(found: BestPlayed) -> str:
    yaku = " + ".join(isolated(translate(yaku_called(key))) for key, _points in found.hand.yaku)
    said = {"player": found.player, "points": found.hand.points}
    if not yaku:
        return translate(say("Best round: %(player)s, %(points)s points", **said))
    return translate(say("Best round: %(player)s, %(points)s points (%(yaku)s)", **said, yaku=yaku))


pages = Blueprint("evenings", __name__)

_TEXT = "text/plain"


@pages.get("/evenings/<day>")
def show(day: str) -> ResponseReturnValue:
    """The matches of an evening, what everybody won, and the ways to the evenings before and after it."""
    asked = day_of(day) or abort(404)
    view = _opened(archived(), asked)
    of = evening(view, asked)
    return render_template(
        "history/evening.html",
        of=of,
        places=places(of),
        missing=view.missing,
        links=[_text_link(of)] if of.matches else [],
    )


@pages.get("/evenings/<day>.txt")
def as_text(day: str) -> ResponseReturnValue:
    asked = day_of(day) or abort(404)
    view = _opened(fully_archived(), asked)
    of = evening(view, asked)
    if not of.matches:
        abort(404)
    return download(evening_text(of), _TEXT, "txt", of.day.isoformat())


def evening_of_several(match_id: str, match: Match) -> date | None:
    """The evening of a match, if there was another match on it.

    The store is asked for a few matches that were played about then: what the archive says after every save
    takes longer than the notepad may.
    """
    day = evening_of(match.start.at, match.start.zone)
    with suppress(ValueError, OverflowError):  # it is not known when, or at the end of the calendar
        near = store().matches(MOST_LISTED, Place(later(match.start.at, days=1), ""))
        others = digests_of([row for row in near if row.id != match_id])
        return day if any(other and other.evening == day for other in others) else None
    return None


def _opened(view: View, day: date) -> View:
    """What this phone may see of an evening. The evening of a guest's link is that of this computer: whatever
    zone a phone says, no match comes into it, and none is lost."""
    if sees_all():
        return view
    begun = (played for played in view.matches if evening_of(played.digest.started, HERE) == day)
    return view._replace(matches=tuple(replace(played, evening=day) for played in begun))


def _text_link(of: Evening) -> ExportLink:
    address = url_for("evenings.as_text", day=of.day)
    name = f"{file_name(of.day.isoformat())}.txt"
    return ExportLink("text", translate(N_("Text for the chat")), address, name, _TEXT)
