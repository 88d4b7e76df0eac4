"""The answer to a save: of a round, of its correction, of a pile, of a step of live play.

What is sent again leads to where its save led. What comes too late is answered with its page as it was filled
in, and with what came in meanwhile.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import Self

from flask import redirect, url_for
from flask.typing import ResponseReturnValue
from werkzeug import Response

from ...koikoi.errors import NotAllowed
from ...koikoi.match.corrections import Consequences, consequences
from ...koikoi.match.events import AnyEvent, RoundCorrected
from ...koikoi.match.match import Match
from ...koikoi.match.replay import before_round
from ...koikoi.match.undo import before_entry, find_entry
from ...sentences import Sentence, say
from ...store import Conflict
from ..context import use_rules_of
from ..forms.request import asks_json, way_to
from ..match_repository import as_entry, entered, entry_id, known_seq, load, save
from .board import board, carried, layout, preview, unanswered
from .captured_cards import with_rest
from .handed_in import keep_thrown, loses_cards
from .news import came_in
from .round_events import Judgement, Problems, corrected, events_of, judged, same_content, with_call
from .round_form import BoardForm, TypedRound
from .round_list import finished_round


class Save(ABC):
    """Something that was entered in a match, on its way to be stored once."""

    typed: TypedRound | None = None  # where it is a round

    def __init__(self, match_id: str) -> None:
        self.match_id = match_id
        self.match = load(match_id)
        self.earlier = entered(self.match)
        self.then = before_entry(self.match, self.earlier) if self.earlier else self.match

    def answer(self, page: Callable[[Self], ResponseReturnValue]) -> ResponseReturnValue:
        """The ``page`` that saves it, or shows it before that, unless it is stored already or too late."""
        if way := self.led():
            return way
        meanwhile = self.meanwhile()
        if meanwhile is None:
            try:
                return page(self)
            except Conflict:  # another phone was faster by a moment
                self.match = load(self.match_id)
                meanwhile = self.came_in()
        return self.late(meanwhile)

    def meanwhile(self) -> Sequence[Sentence] | None:
        """What makes it too late; None where nothing does."""
        return self.came_in() if known_seq() != self.match.seq else None

    def is_stored(self, events: Sequence[AnyEvent]) -> bool:
        """Whether it is stored already, as these events."""
        return self.earlier is not None and same_content(events, self.earlier.events)

    def came_in(self) -> Sequence[Sentence]:
        return came_in(self.match, known_seq(), self.typed)

    @abstractmethod
    def led(self) -> ResponseReturnValue | None:
        """The way to where its save led, if the same is stored."""

    @abstractmethod
    def late(self, meanwhile: Sequence[Sentence]) -> ResponseReturnValue:
        """The page as it was filled in, with what came in."""


class RoundSave(Save):
    """A round as the board sent it; ``corrects``: the number of the finished round that it replaces."""

    typed: TypedRound

    def __init__(self, match_id: str, form: BoardForm, corrects: int | None = None) -> None:
        super().__init__(match_id)
        if corrects is not None:
            finished_round(self.match, corrects)
        self.form, self.typed, self.corrects = form, form.typed, corrects

    def sent(self, shows: str, page: Callable[[Self], ResponseReturnValue]) -> ResponseReturnValue:
        """The answer to the form: it is saved; or the way to the address that ``shows`` the page."""
        if self.earlier:
            return self.answer(page)
        answer: ResponseReturnValue | None = None
        if self.form.saves(at_once=self.corrects is None):
            answer = self.answer(RoundSave.saved)
            if asks_json() or not isinstance(answer, tuple):  # outbox.js shows a page in place of the board
                return answer
        return self._way(shows) or answer or self.answer(page)

    def opened(self, page: Callable[[Self], ResponseReturnValue]) -> ResponseReturnValue:
        """A page for what its address carries; once that is saved, the way to where saving it led."""
        return self._way_on(self.match) if self.earlier else self.answer(page)

    def explained(self) -> ResponseReturnValue:
        """The page that shows it before it is saved, on which something may have to be answered."""
        return self.saved(only_shown=True)

    def saved(self, *, only_shown: bool = False) -> ResponseReturnValue:
        """Save it; or its board with what is wrong, or the way to the page on which something is asked."""
        made, changes = self._judgement()
        if made.problems:
            return self.board(made.problems)
        number = self.corrects or len(made.after.rounds)
        before = before_round(self.match, number) if self.corrects else self.match
        if number > len(before.rounds):
            left_open = unanswered(self.typed, made.after.rounds[number - 1], before)
            if left_open or made.warnings or only_shown:
                way = None if only_shown else self._way("explain")
                return way or preview(
                    self.match_id, made.after, number, self.typed, left_open, changes, made.warnings
                )
        elif only_shown:
            return self.board()
        if self.form.away.data:
            keep_thrown(self.match_id, self.match, entry_id(), self.typed)
        after = save(self.match_id, made.events, made.after)
        if self.corrects is None:
            use_rules_of(after.rules)
        return self._way_on(after)

    def board(
        self, problems: Problems | None = None, meanwhile: Sequence[Sentence] = ()
    ) -> ResponseReturnValue:
        """The board as it was filled in."""
        return board(self.match_id, self.match, self.typed, problems, meanwhile, self.corrects)

    def shown_again(self) -> TypedRound:
        """The round with the call that was noted, or with the rest of the cards where somebody has them."""
        typed = with_call(self.typed, self.match, self.form.noted.data)
        return with_rest(typed, self.match, self.form.rest.data)

    def meanwhile(self) -> Sequence[Sentence] | None:
        if self.earlier and self.corrects is None:
            return [say("Round %(number)d is already saved with other cards.", number=self.then.number)]
        if self.earlier or known_seq() != self.match.seq:
            return self.came_in()
        meant, number = self.form.number.data, self.match.number
        if meant in (None, number):
            return None
        return [
            say(
                "This was entered as round %(meant)d and would now be round %(number)d.",
                meant=meant,
                number=number,
            )
        ]

    def led(self) -> ResponseReturnValue | None:
        return self._way_on(self.match) if self.is_stored(self._made(self.then).events) else None

    def late(self, meanwhile: Sequence[Sentence]) -> ResponseReturnValue:
        """The board; that of a correction where the round is stored with other content."""
        if self.earlier and self.then.number <= len(self.match.rounds):
            self.corrects = self.corrects or self.then.number
        return self.board(meanwhile=meanwhile)

    def _made(self, match: Match) -> Judgement:
        """The events that it stands for in a match, and what is wrong with it."""
        if self.corrects is None:
            return Judgement(match, *events_of(self.typed, match))
        return corrected(self.typed, match, self.corrects, ends=self.form.step.data == "end")

    def _judgement(self) -> tuple[Judgement, Consequences | None]:
        """What is to be stored, and the match after it; what else changes, where a round is corrected."""
        made = self._made(self.match)
        if made.problems:
            return made, None
        sent = as_entry(made.events)
        if self.corrects is None:
            if not self.form.away.data and loses_cards(self.match_id, self.match, self.typed):
                return made._replace(problems={"away": say("Throw the tapped cards away?")}), None
            return judged(sent, self.match), None
        [event] = sent
        assert isinstance(event, RoundCorrected)
        try:
            changes = consequences(self.match, event)
        except NotAllowed as error:  # such as one correction too many
            return made._replace(problems={"result": error.sentence}), None
        return made._replace(after=changes.after, events=sent), changes

    def _way(self, shows: str) -> Response | None:
        """The way to one of the pages of its board, at an address that carries what was entered."""
        fields = carried(self.shown_again())
        if shows == "new":
            fields += [("view", layout()), ("step", self.form.step.data or "edit")]
        return way_to(f"rounds.{shows}", fields, match_id=self.match_id, number=self.corrects)

    def _way_on(self, match: Match) -> ResponseReturnValue:
        """Where its save leads: to the notepad, which says what was saved, or to the corrected round."""
        if self.corrects:
            address = url_for("rounds.show", match_id=self.match_id, number=self.corrects)
        else:
            address = url_for("matches.notepad", match_id=self.match_id, saved=self.then.number)
        return to_page(address, match)


def to_page(address: str, match: Match) -> ResponseReturnValue:
    """The page after a save: a redirect, or for a script the address and the number of the event reached."""
    if asks_json():
        entry = find_entry(match, entry_id())
        return {"location": address, "seq": entry.events[-1].seq if entry else match.seq}
    return redirect(address, 303)
