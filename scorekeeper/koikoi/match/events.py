"""The facts of a match, and their words on disk.

The words (``type`` and the names of the fields) are fixed and independent of the names of the classes.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Annotated, Any, Final, Literal, TypeVar

import msgspec
from msgspec import Meta

from ...sentences import say
from ..errors import BadRecord
from ..pile import Pile, pile
from ..rules.options.match import MOST_SEATS
from ..rules.options.yaku import MonthNumber

LONGEST_ZONE: Final = 64  # letters of a name; the longest one that there is has 32
SeatNumber = Annotated[int, Meta(ge=0, le=MOST_SEATS - 1)]
Text = Annotated[str, Meta(max_length=400)]
AdjustedPoints = Annotated[int, Meta(ge=-99999, le=99999)]


class Event(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, kw_only=True):
    """Any fact. ``id`` is unique and made by the client; ``seq`` and ``at`` (UTC) are set on storing it.

    ``by`` is the name of the phone that entered it, where a link let it in to keep the score.
    """

    id: Annotated[str, Meta(max_length=100)] = ""
    seq: int = 0
    at: Annotated[str, Meta(max_length=40)] = ""
    by: Annotated[str, Meta(max_length=40)] = ""


EventT = TypeVar("EventT", bound=Event)


class OfRound(Event, frozen=True, kw_only=True):
    """A fact of a round. ``round``: its number on the sheet when it was entered, filled in by ``follow``."""

    round: Annotated[int, Meta(ge=1)] | None = None


class Judged(OfRound, frozen=True, kw_only=True):
    """A fact that the rules of calling may refuse. ``ruling``: why the table lets it stand all the same."""

    ruling: Text = ""


class MatchStarted(Event, frozen=True, tag="match-started"):
    """Seats count from 0. ``ruleset`` is complete when stored; a record may give a name or what differs.

    ``zone``: the IANA name of the time zone in which it was begun, whose days are those of the match. Empty,
    and one that nobody knows, stand for that of whatever computer shows the match.
    """

    players: tuple[Text, ...]
    ruleset: str | dict[str, Any]
    dealer: SeatNumber = 0
    rounds: Annotated[int, Meta(ge=1, le=99)] | None = None
    purse: Annotated[int, Meta(ge=0, le=100000)] | None = None
    zone: Annotated[str, Meta(max_length=LONGEST_ZONE)] = ""


class FieldDealt(OfRound, frozen=True, tag="field-dealt"):
    """The dealt field, by its cards or by its number of brights; only where a rule needs it."""

    cards: Text = ""
    brights: Annotated[int, Meta(ge=0, le=5)] | None = None


class HandShown(Judged, frozen=True, tag="hand-shown"):
    """A player shows a lucky hand. Shown right after another player's, it belongs to the same deal,
    unless ``round`` says otherwise. ``cards``: all that was dealt, or ``months``: those that make it; both
    may be left out: then the hand is not checked."""

    player: SeatNumber
    yaku: Literal["teshi", "kuttsuki", "double_teshi"]
    cards: Text = ""
    months: tuple[MonthNumber, ...] = ()


class TurnTaken(Judged, frozen=True, tag="turn-taken"):
    """Live play: what one turn captured (maybe nothing), and the months on the field after it if known."""

    player: SeatNumber
    captured: Text = ""
    field: tuple[MonthNumber, ...] = ()


class KoikoiCalled(Judged, frozen=True, tag="koikoi-called"):
    player: SeatNumber
    pile: Text | None = None


class RoundEnded(Judged, frozen=True, kw_only=True):
    """How a round ended. ``turns``: how many turns had been recorded before it was entered as a whole.

    Those turns were taken back, because what was entered counts in their place.
    """

    turns: Annotated[int, Meta(ge=1, le=48)] | None = None


class RoundWon(RoundEnded, frozen=True, tag="round-won"):
    """Shōbu. ``piles`` by seat, None where not entered; ``field``: months on the field now."""

    player: SeatNumber
    piles: tuple[Text | None, ...] = ()
    field: tuple[MonthNumber, ...] = ()


class RoundExhausted(RoundEnded, frozen=True, tag="round-exhausted"):
    """Hands empty, nobody stopped."""

    piles: tuple[Text | None, ...] = ()
    field: tuple[MonthNumber, ...] = ()


class DealVoided(OfRound, frozen=True, tag="deal-voided"):
    """Deal again; the round is not used up."""

    reason: Text = ""


class RoundCorrected(Event, frozen=True, tag="round-corrected"):
    """The events of a round are replaced by these, and all later rounds are recomputed.

    Later rounds stay as they were played, even where the corrected coins end the match before them. With
    ``match-ended`` as the last of the events, the match is over where its coins end it, and what was
    entered from the next round on does not count. The latest correction decides.
    """

    round: Annotated[int, Meta(ge=1)]
    # 24 turns, as many calls, void deals
    events: Annotated[tuple[RoundEvent | MatchEnded, ...], Meta(max_length=200)]

    @property
    def ends(self) -> bool:
        """Whether rounds that were played after the end of the match no longer count."""
        return isinstance(self.events[-1] if self.events else None, MatchEnded)

    @property
    def of_the_round(self) -> tuple[RoundEvent | MatchEnded, ...]:
        """The events that replace those of the round."""
        return self.events[:-1] if self.ends else self.events


class PointsAdjusted(Event, frozen=True, tag="points-adjusted"):
    """A ruling of the table outside the rules, by seat."""

    points: tuple[AdjustedPoints, ...]
    reason: Text = ""


class TakenBack(Event, frozen=True, tag="taken-back"):
    """The last event that still counts no longer does."""


class MatchEnded(Event, frozen=True, tag="match-ended"):
    """Ended early; in a correction: over where the corrected coins end it."""

    reason: Text = ""


class RulesChanged(Event, frozen=True, tag="rules-changed"):
    """The table plays by other rules from a round on, and what was played of it counts by these."""

    ruleset: str | dict[str, Any]  # as in match-started
    from_round: Annotated[int, Meta(ge=1)] = msgspec.field(name="from")
    reason: Text = ""


class DealerCorrected(Event, frozen=True, tag="dealer-corrected"):
    """Who really dealt a round: the deal that counts, where others were void before it."""

    round: Annotated[int, Meta(ge=1)]
    player: SeatNumber
    reason: Text = ""


class MatchExtended(Event, frozen=True, tag="match-extended"):
    """So many rounds more than agreed, or than played where those are more; below 0 so many fewer.

    That leaves at least the rounds that were played, which ``follow`` holds, as it refuses 0.
    """

    rounds: Annotated[int, Meta(le=99)]


class NamesCorrected(Event, frozen=True, tag="names-corrected"):
    """What the players are really called: their names by seat, from the start on."""

    players: tuple[Text, ...]


RoundEvent = FieldDealt | HandShown | TurnTaken | KoikoiCalled | RoundWon | RoundExhausted | DealVoided
# What the players decide outside a round.
BetweenRounds = PointsAdjusted | MatchEnded
# What the table agrees, or sets right, later.
Amendment = RulesChanged | DealerCorrected | MatchExtended | NamesCorrected
AnyEvent = MatchStarted | RoundEvent | RoundCorrected | BetweenRounds | Amendment | TakenBack

FORMAT = "koikoi-match/1"
# msgspec prepares a type when it is first converted to, and two threads that do so at once crash the process.
msgspec.convert({"type": "taken-back"}, AnyEvent)
_KINDS: Final[dict[str, type[AnyEvent]]] = {
    str(kind.__struct_config__.tag): kind for kind in AnyEvent.__args__
}
_TYPES = ", ".join(_KINDS)


def event(tree: Any) -> AnyEvent:
    """The event that plain values stand for. Raises BadRecord, naming the field.

    msgspec keeps what it knows of a class, and works out anew what it must know of a union: converting to
    the class takes a thirtieth of the time.
    """
    kind = _kind(tree)
    try:
        return msgspec.convert(tree, kind)
    except msgspec.ValidationError as error:
        raise _explained(str(error), kind) from error


def as_values(event: AnyEvent) -> dict[str, Any]:
    """An event as plain values, as stored and exported, without empty fields; the inverse of ``event``.

    What a store adds stands last, as it does in an event that is read from one.
    """
    values: dict[str, Any] = msgspec.to_builtins(event)
    if isinstance(event, RoundCorrected):
        values["events"] = [as_values(part) for part in event.events]
    seq, at = values.pop("seq"), values.pop("at")
    values |= {"seq": seq or None, "at": at}
    return {name: value for name, value in values.items() if value not in (None, "", (), [])}


def content(event: AnyEvent) -> AnyEvent:
    """The event without what storing it adds: its id, its number, its time, its round, and the phone that it
    came from."""
    event = msgspec.structs.replace(event, id="", seq=0, at="", by="")
    return msgspec.structs.replace(event, round=None) if isinstance(event, OfRound) else event


def piles_of(written: Iterable[str | None], players: int) -> tuple[Pile | None, ...]:
    """The piles by seat; those not entered are None. Raises BadCards."""
    piles = [None if words is None else pile(words) for words in written]
    return (*piles, *[None] * (players - len(piles)))[:players]


def _kind(tree: Any) -> type[AnyEvent]:
    """The class of the event that plain values name by their type. Raises BadRecord."""
    if not isinstance(tree, Mapping) or "type" not in tree:
        raise BadRecord(say("An event must be an object with a type, one of %(types)s.", types=_TYPES))
    name = str(tree["type"])
    if name not in _KINDS:
        raise BadRecord(
            say("There is no event of type “%(type)s”; allowed: %(types)s.", type=name[:40], types=_TYPES)
        )
    return _KINDS[name]


def _explained(message: str, kind: type[AnyEvent]) -> BadRecord:
    """msgspec's "… - at `$.a.b`" as a sentence that names the field and what is wrong."""
    name = kind.__struct_config__.tag
    place = re.search(r" - at `\$\.?(.*)`", message)
    if named := re.search(r"unknown field `(.*?)`", message):
        return BadRecord(say("%(type)s has no field “%(field)s”.", type=name, field=named[1][:40]))
    if named := re.search(r"missing required field `(.*?)`", message):
        return BadRecord(say("%(type)s: the field “%(field)s” is missing.", type=name, field=named[1]))
    reason = re.sub(r" - at .*", "", message).replace("`", "")
    return BadRecord(
        say(
            "%(type)s: the field “%(field)s” is not possible (%(reason)s).",
            type=name,
            field=place[1] if place else "",
            reason=reason,
        )
    )
