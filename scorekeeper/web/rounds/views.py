"""A round: entered, shown as a proof, corrected."""

from __future__ import annotations

from typing import cast

import msgspec
from flask import Blueprint, abort, redirect, render_template, request, session, url_for
from flask.typing import ResponseReturnValue

from ...koikoi.match.checking import check_part
from ...koikoi.match.consequences import Consequences, consequences
from ...koikoi.match.events import AnyEvent, DealVoided, FieldDealt, MatchEnded, RoundCorrected
from ...koikoi.match.folding import before_round, replay
from ...koikoi.match.match import Match, Round
from ...koikoi.pile import Pile
from ...koikoi.sentences import Sentence, say
from ...store import Conflict
from ..loading import append, entry_id, fresh_id, is_of, known, load, with_id
from ..matches.news import came_in
from . import ahead, asks, live, round_form
from .round_form import Entry, Problems

pages = Blueprint("rounds", __name__, url_prefix="/matches/<match_id>/rounds")


@pages.get("/new")
def new(match_id: str) -> ResponseReturnValue:
    match = load(match_id)
    if match.finished:
        return redirect(url_for("matches.notepad", match_id=match_id), 303)
    return _form(match_id, match, Entry(), {})


@pages.post("")
def create(match_id: str) -> ResponseReturnValue:
    """Show the verdict of what was entered, or save it."""
    match = load(match_id)
    entry = round_form.read(request.form)
    if saved := _entered(match):
        return _again(match_id, match, entry, saved)
    if known() != match.seq:
        return _form(match_id, match, entry, {}, status=409, meanwhile=came_in(match, known(), entry))
    if _meant() not in (None, match.number):
        return _form(match_id, match, entry, {}, status=409, meanwhile=[_renumbered(match)])
    made, problems = round_form.events(entry, match)
    if not problems:
        after, problems = round_form.checked(made, match)
    if _changes_view():
        return _form(match_id, match, entry, {})
    if problems:
        return _form(match_id, match, entry, problems, status=422)
    if len(after.rounds) > len(match.rounds) and (
        not _saves() or _unanswered(entry, after.rounds[-1], match)
    ):
        return _preview(match_id, after, _unanswered(entry, after.rounds[-1], match))
    try:
        entered = entry_id()
        append(match_id, [with_id(one, entered, place) for place, one in enumerate(made)])
    except Conflict:
        match = load(match_id)
        return _form(match_id, match, entry, {}, status=409, meanwhile=came_in(match, known(), entry))
    return _saved(match_id, load(match_id))


@pages.get("")
def entered(match_id: str) -> ResponseReturnValue:
    """A form that was refused stands at this address; opened again, it is a fresh one."""
    return redirect(url_for("rounds.new", match_id=match_id), 303)


@pages.get("/<int:number>")
def show(match_id: str, number: int) -> ResponseReturnValue:
    match = load(match_id)
    row = _row(match, number)
    return render_template(
        "rounds/round.html",
        match=match,
        match_id=match_id,
        row=row,
        consequences=_last_correction(match, number),
        id=fresh_id(),
    )


@pages.get("/<int:number>/correction")
def correction(match_id: str, number: int) -> ResponseReturnValue:
    match = load(match_id)
    row = _row(match, number)
    before = before_round(match, number)
    return _form(match_id, before, round_form.of_round(match, row), {}, correcting=match)


@pages.post("/<int:number>/correction")
def correct(match_id: str, number: int) -> ResponseReturnValue:
    """Show a corrected round with what it changes, or save it."""
    match = load(match_id)
    _row(match, number)
    before = before_round(match, number)
    entry = round_form.read(request.form)
    if _entered(match):
        return _on_to(url_for("rounds.show", match_id=match_id, number=number), match)
    if known() != match.seq:
        return _form(match_id, before, entry, {}, 409, came_in(match, known(), entry), match)
    made, problems = _corrected_events(entry, match, before, number)
    if _changes_view():
        return _form(match_id, before, entry, {}, correcting=match)
    if problems:
        return _form(match_id, before, entry, problems, 422, None, match)
    event = _correction(number, made)
    found = consequences(match, event)
    unanswered = _unanswered(entry, found.after.rounds[number - 1], before)
    if request.form.get("step") not in ("save", "end") or unanswered:
        return _preview(match_id, found, unanswered, number)
    try:
        append(match_id, [event])
    except Conflict:
        match = load(match_id)
        return _form(
            match_id, before_round(match, number), entry, {}, 409, came_in(match, known(), entry), match
        )
    return _on_to(url_for("rounds.show", match_id=match_id, number=number), load(match_id))


def _correction(number: int, made: list[AnyEvent]) -> RoundCorrected:
    """The event of a correction; ``step=end`` leaves out what was played after the coins end the match."""
    end = [MatchEnded()] if request.form.get("step") == "end" else []
    event = RoundCorrected(round=number, events=(*made, *end))  # type: ignore[arg-type]
    return cast(RoundCorrected, with_id(event, entry_id()))


def _corrected_events(
    entry: Entry, match: Match, before: Match, number: int
) -> tuple[list[AnyEvent], Problems]:
    """The events of the corrected round, the void deals before it kept."""
    if entry.result == "void":
        return [], {
            "result": say("A correction is a whole round; a void deal is none. Undo the round instead.")
        }
    old = [event for tag, event in match.played if tag == number]
    last_void = max((n for n, event in enumerate(old, 1) if isinstance(event, DealVoided)), default=0)
    made, problems = round_form.events(entry, before)
    made = [*old[:last_void], *made]
    if entry.brights is None:  # the dealt field stays as it was noted, card by card
        made[last_void:last_void] = [event for event in old[last_void:] if isinstance(event, FieldDealt)]
    if not problems:
        _, problems = round_form.checked(made, before, check_part)
    return made, problems


def _form(
    match_id: str,
    match: Match,
    entry: Entry,
    problems: Problems,
    status: int = 200,
    meanwhile: list[Sentence] | None = None,
    correcting: Match | None = None,
) -> ResponseReturnValue:
    """The board. ``match`` is the match before the round; ``correcting`` the whole one."""
    page = render_template(
        "rounds/board.html",
        match=match,
        match_id=match_id,
        entry=entry,
        problems=problems,
        questions=round_form.questions(match),
        asks=asks.asks(round_form.questions(match), match.players),
        plan=live.plan(match.rules),
        words=live.of_match(match),
        ahead=None if correcting else ahead.of_match(match),
        live=live,
        meanwhile=meanwhile,
        correcting=correcting is not None,
        view=_view(),
        after=(correcting or match).seq,
        id=fresh_id() if meanwhile else entry_id(),
    )
    return page, status


def _preview(
    match_id: str, after: Match | Consequences, unanswered: list[asks.Ask], number: int | None = None
) -> str:
    """The verdict before saving, with the questions to answer first; of a correction, what it changes too."""
    match = after.after if isinstance(after, Consequences) else after
    row = match.rounds[number - 1 if number else -1]
    return render_template(
        "rounds/preview.html",
        match=match,
        match_id=match_id,
        row=row,
        sent=[
            (name, value)
            for name, value in request.form.items(multi=True)
            if name not in ("step", "csrf_token")
        ],
        unanswered=unanswered,
        warnings=round_form.warnings(row, match),
        consequences=after if isinstance(after, Consequences) else None,
    )


def _unanswered(entry: Entry, row: Round, before: Match) -> list[asks.Ask]:
    """The questions about a round that is not saved yet of which an answer would change its points."""
    if row.player is None or row.at is None:
        return []
    held = row.piles[row.player] or Pile()
    names = round_form.open_questions(entry, before.scorer, held, row.at, row.player)
    return asks.chosen(asks.asks(round_form.questions(before), before.players), names, row.player)


def _saves() -> bool:
    """Whether the round is to be saved; a button that says how the round ended saves it at once."""
    step = request.form.get("step")
    return step == "save" or (step is None and "other" in request.form)


def _view() -> str:
    """How the board lays out the cards: by kind, or all 48 by month. A choice is kept for the next rounds."""
    if (chosen := request.values.get("view")) in ("kinds", "months"):
        session["view"] = chosen
    wanted = chosen or request.values.get("shown") or session.get("view")
    return "months" if wanted == "months" else "kinds"


def _changes_view() -> bool:
    """Whether the form is only to be shown again: cards laid out differently, or back from the verdict."""
    return request.form.get("step") == "edit" or "view" in request.form


def _meant() -> int | None:
    """The number of the round that the players entered; a page that says none means the next one."""
    return request.form.get("number", type=int)


def _renumbered(match: Match) -> Sentence:
    return say(
        "This was entered as round %(meant)d and would now be round %(number)d.",
        meant=_meant(),
        number=match.number,
    )


def _saved(match_id: str, match: Match) -> ResponseReturnValue:
    """Back to the notepad, which says what was saved: a round, or a deal that was void."""
    number: int | None = match.number if match.play.voids else len(match.rounds)
    if match.play.hands:  # lucky hands that do not count at this table: the round goes on
        number = None
    return _on_to(url_for("matches.notepad", match_id=match_id, saved=number), match)


def _on_to(address: str, match: Match) -> ResponseReturnValue:
    """The page after a save: a redirect, or for a script the address and the event that was reached."""
    if request.accept_mimetypes.best == "application/json":
        return {"location": address, "seq": max(event.seq for event in _entered(match))}
    return redirect(address, 303)


def _entered(match: Match) -> list[AnyEvent]:
    """The events that this very entry was saved as, if it was: a double tap, or a save sent again."""
    entry = entry_id()
    return [event for event in match.log if is_of(event.id, entry)]


def _again(match_id: str, match: Match, entry: Entry, saved: list[AnyEvent]) -> ResponseReturnValue:
    """A save sent again. With other content it is offered as a correction of the round it was saved as."""
    before = replay(match.log[: match.log.index(saved[0])])
    made, _ = round_form.events(entry, before)
    sent = [with_id(one, entry_id(), place) for place, one in enumerate(made)]
    if sent == [msgspec.structs.replace(one, seq=0, at="") for one in saved]:
        return _saved(match_id, match)
    meanwhile = [say("Round %(number)d is saved already, with other cards.", number=before.number)]
    correcting = match if before.number <= len(match.rounds) else None
    return _form(match_id, before if correcting else match, entry, {}, 409, meanwhile, correcting)


def _row(match: Match, number: int) -> Round:
    if not 1 <= number <= len(match.rounds):
        abort(404)
    return match.rounds[number - 1]


def _last_correction(match: Match, number: int) -> Consequences | None:
    """What the last correction of a round changed; None where there was none."""
    places = [
        place
        for place, event in enumerate(match.log)
        if isinstance(event, RoundCorrected) and event.round == number
    ]
    if not places:
        return None
    return consequences(replay(match.log[: places[-1]]), cast(RoundCorrected, match.log[places[-1]]))
