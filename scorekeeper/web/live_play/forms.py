"""The forms of live play: a turn, a call, the end of a round."""

from __future__ import annotations

from ...koikoi.cards import BY_ID, of_month
from ...koikoi.errors import NotAllowed
from ...koikoi.match.events import AnyEvent, FieldDealt, KoikoiCalled, RoundExhausted, RoundWon, TurnTaken
from ...koikoi.match.match import Match
from ...koikoi.match.turns import left_over
from ...koikoi.pile import pile
from ...koikoi.scoring.questions import open_questions
from ...sentences import say
from ..forms.fields import ExactText, ExactTexts, OneOf, Reason, TypedForm
from ..rounds.round_form import Months, NumberOrDefault, named_cards, questions


class TurnAddress(TypedForm):
    """``on``: play goes on, though the last turn was worth a call.

    ``turn``, ``captured`` and ``months``: a turn that was undone, and what to tap again.
    """

    ruling = Reason(default="")
    on = OneOf(("1",), default="")
    turn = ExactText(default="")
    captured = ExactTexts(default=())
    months = Months(first=11, default=())


class TurnForm(TypedForm):
    """What one turn captured, and the months on the field after it; before the first, the brights dealt.

    ``ruling``: why the table decides against the referee. ``turn``: which turn the page was drawn for.
    ``yes`` and ``no``: the months about which a question was answered.
    """

    ruling = Reason(default="")
    turn = ExactText(default="")
    captured = ExactTexts(default=())
    months = Months(first=11, default=())
    yes = Months(first=11, default=())
    no = Months(first=11, default=())
    brights = NumberOrDefault()

    def events(self, match: Match) -> list[AnyEvent]:
        """The turn of the player whose turn it is. Raises BadCards, NotAllowed."""
        named_cards(self.captured.data)
        captured = " ".join(sorted(self.captured.data))
        turn = TurnTaken(
            player=whose_turn(match),
            captured=captured,
            field=self._on_the_field(_captured(match) | pile(captured).cards),
            ruling=self.ruling.data,
        )
        if not asks_brights(match):
            return [turn]
        if self.brights.data is None:
            raise NotAllowed(say("Say how many brights were dealt to the field."))
        return [FieldDealt(brights=min(self.brights.data, 5)), turn]

    def _on_the_field(self, captured: int) -> tuple[int, ...]:
        """The months on the field after the turn; none of which all cards are ``captured``."""
        said = {*self.months.data, *self.yes.data} - {*self.no.data}
        return tuple(month for month in sorted(said) if of_month(month) & ~captured)

    def months_to_ask(self, match: Match, after: Match) -> list[int]:
        """The months of which it must be said whether a card of them is on the field ``after`` the turn."""
        captured = {BY_ID[card].month for card in self.captured.data}
        return [
            month
            for month in questions(match).field_months
            if month not in (*self.yes.data, *self.no.data) and of_month(month) & ~_captured(after)
            # what was said before may no longer hold, or what was not said would change points
            if (month in after.play.field and month in captured) or _changes_points(month, after)
        ]


def _changes_points(month: int, after: Match) -> bool:
    """Whether a card of a month on the field would change what a pile is worth that may be paid now."""
    play, asked = after.play, questions(after)
    seats = after.seats if asked.everyone or asked.last_caller else play.turns[-1:]
    return any(
        f"field.{month}"
        in open_questions(after.scorer, play.piles[seat], after.circumstances(seat, play.field))
        for seat in seats
    )


class CallForm(TypedForm):
    """What was said at the end of a turn."""

    ruling = Reason(default="")
    call = OneOf(("koikoi", "stop"), default="")

    def events(self, match: Match) -> list[AnyEvent]:
        """The call of the player whose turn was the last. Raises NotAllowed."""
        if not match.play.turns or not self.call.data:
            raise NotAllowed(say("First take a turn; then say koi-koi or stop."))
        kind = KoikoiCalled if self.call.data == "koikoi" else RoundWon
        return [kind(player=match.play.turns[-1], ruling=self.ruling.data)]


class EndForm(TypedForm):
    """The hands are empty and nobody stopped."""

    ruling = Reason(default="")

    def events(self, _match: Match) -> list[AnyEvent]:
        return [RoundExhausted(ruling=self.ruling.data)]


def next_turn(match: Match) -> TurnForm:
    """The empty form of the next turn: what lay on the field lies there still."""
    return TurnForm(data={"months": match.play.field})


def _captured(match: Match) -> int:
    """All cards that the players have captured in this deal."""
    return sum(held.cards for held in match.play.piles)


def whose_turn(match: Match) -> int:
    """The seat of the player who takes the next turn; after the last one, a card that is left over."""
    if rest := left_over(match):
        return rest.player
    return (match.dealer + len(match.play.turns)) % len(match.players)


def turn_id(match: Match) -> str:
    """Which turn is the next, as forms say it: round, deal of the round, and turn of the deal."""
    return f"{match.number}.{len(match.play.voids) + 1}.{len(match.play.turns) + 1}"


def asks_brights(match: Match) -> bool:
    """Whether the brights on the dealt field must be said before the first turn."""
    play = match.play
    is_known = play.dealt_brights is not None or bool(play.dealt)
    return bool(questions(match).dealt_brights) and not play.turns and not is_known
