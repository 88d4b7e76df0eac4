"""The forms of live play: a turn, a call, the end of a round."""

from __future__ import annotations

from ...koikoi.cards import BY_ID
from ...koikoi.errors import BadCards, NotAllowed
from ...koikoi.match.events import AnyEvent, FieldDealt, KoikoiCalled, RoundExhausted, RoundWon, TurnTaken
from ...koikoi.match.match import Match
from ...sentences import say
from ..forms.fields import ExactText, ExactTexts, OneOf, Reason, TypedForm
from ..rounds.fields import Months, Number
from ..rounds.round_form import questions


class TurnAddress(TypedForm):
    """``on``: play goes on, though the last turn was worth a call.

    ``turn`` and ``captured``: a turn that was undone, and the cards to tap again.
    """

    ruling = Reason(default="")
    on = OneOf(("1",), default="")
    turn = ExactText(default="")
    captured = ExactTexts(default=())


class TurnForm(TypedForm):
    """What one turn captured, and the months on the field after it; before the first, the brights dealt.

    ``ruling``: why the table decides against the referee. ``turn``: which turn the page was drawn for.
    """

    ruling = Reason(default="")
    turn = ExactText(default="")
    captured = ExactTexts(default=())
    months = Months(first=11, default=())
    brights = Number()

    def events(self, match: Match) -> list[AnyEvent]:
        """The turn of the player whose turn it is. Raises BadCards, NotAllowed."""
        unknown = next((card for card in self.captured.data if card not in BY_ID), None)
        if unknown is not None:
            raise BadCards(say("There is no card “%(card)s”.", card=unknown[:20]))
        turn = TurnTaken(
            player=whose_turn(match),
            captured=" ".join(sorted(self.captured.data)),
            field=self.months.data,
            ruling=self.ruling.data,
        )
        if not asks_brights(match):
            return [turn]
        if self.brights.data is None:
            raise NotAllowed(say("Say how many brights were dealt to the field."))
        return [FieldDealt(brights=min(self.brights.data, 5)), turn]


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


def whose_turn(match: Match) -> int:
    """The seat of the player who takes the next turn."""
    return (match.dealer + len(match.play.turns)) % len(match.players)


def turn_id(match: Match) -> str:
    """Which turn is the next, as forms say it: round, deal of the round, and turn of the deal."""
    return f"{match.number}.{len(match.play.voids) + 1}.{len(match.play.turns) + 1}"


def asks_brights(match: Match) -> bool:
    """Whether the brights on the dealt field must be said before the first turn."""
    play = match.play
    is_known = play.dealt_brights is not None or bool(play.dealt)
    return bool(questions(match).dealt_brights) and not play.turns and not is_known
