"""Every option of a rule set, a row each: its type, default, title, meaning, values and kind of field.

In the order of the schema: what options are made of, then those of the yaku, the match, the deal and the
turns, the points, and the coins.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal, get_args

from msgspec import Meta, Struct, field

from ...sentences import N_
from ..cards import cards
from .yaku import KNOWN, Viewing

Points = Annotated[int, Meta(ge=0, le=999)]
Factor = Annotated[int, Meta(ge=1, le=99)]
Length = Annotated[int, Meta(ge=1, le=99)]  # of a match, in rounds
MoreRounds = Annotated[int, Meta(ge=1, le=12)]
Count = Annotated[int, Meta(ge=0, le=99)]
Limit = Annotated[int, Meta(ge=1, le=9999)]
MonthNumber = Annotated[int, Meta(ge=1, le=12)]
HandSize = Annotated[int, Meta(ge=1, le=15)]
FieldSize = Annotated[int, Meta(ge=0, le=16)]
ChaffSize = Annotated[int, Meta(ge=1, le=24)]
Threshold = Annotated[int, Meta(ge=1, le=999)]
YakuNumber = Annotated[int, Meta(ge=1, le=20)]
Name = Annotated[str, Meta(min_length=1, max_length=40)]
Language = Annotated[str, Meta(pattern="^[a-z]{2}$")]  # its code, such as "pl"
Names = Annotated[dict[Language, Name], Meta(min_length=1, max_length=12)]
Coins = Annotated[int, Meta(ge=1, le=100000)]


def opt(
    title: str,
    meaning: str = "",
    values: Mapping[Any, str] | None = None,
    *,
    kind: str = "",
    advice: bool = False,
) -> Meta:
    """The texts of one option; ``values`` puts each of its words into plain language.

    Where the title says it all, there is no ``meaning``.

    A new option is one row in its section below: pages, form and messages read it from there. What it
    does to a score is compiled in ``scoring/plan.py``; what it does to a match is in ``match``.

    ``kind`` names the kind of field in which it is set. Without one it is a "switch" for true or false, a
    "number" for a whole number, a "word" for one of some words; every other type has to name its kind.

    ``advice``: it tells the players how to play; no point, payment, call or dealer depends on it.
    """
    extra = {"values": values or {}, "kind": kind, "advice": advice}
    return Meta(title=title, description=meaning, extra=extra)


class Section(Struct, frozen=True, forbid_unknown_fields=True):
    """A table of options."""


class ToDealer(Section, frozen=True):
    """``{dealer = n}``: the dealer gets n points."""

    dealer: Threshold


class Shares(Section, frozen=True):
    """``{dealer = p, other = c}``: the dealer gets p points, each other player c."""

    dealer: Points
    other: Points = 0


class HeldShares(Section, frozen=True):
    """``{dealer = p, other = c, holder = h}``: the same, and h points more for whoever holds a yaku."""

    dealer: Points = 0
    other: Points = 0
    holder: Points = 0


class YakuOptions(Section, frozen=True):
    """What a yaku pays; with ``cards`` or ``kind`` it is the table's own."""

    points: Annotated[Points, opt(N_("Points"), N_("What it is worth; 0: not played."))] = 0
    extra: Annotated[Count, opt(N_("Each extra card"), N_("Points for each extra card of this kind."))] = 0
    replaces: Annotated[
        tuple[str, ...],
        opt(N_("Counts instead of"), N_("These yaku do not count together with this one."), kind="pairs"),
    ] = ()
    excluded_by: Annotated[
        tuple[str, ...],
        opt(N_("Not together with"), N_("This yaku does not count together with these."), kind="pairs"),
    ] = ()
    rivals: Annotated[
        tuple[str, ...],
        opt(
            N_("Never together with"),
            N_("Yaku that never count together with this one: whichever are worth more count."),
            kind="pairs",
        ),
    ] = ()
    requires_other: Annotated[
        bool, opt(N_("Only with another yaku"), N_("It counts only together with another yaku."))
    ] = False
    after_koi: Annotated[
        Points | None, opt(N_("After own koi-koi"), N_("What it is worth once its owner has called koi-koi."))
    ] = None
    repeat: Annotated[bool, opt(N_("Each time"), N_("It counts for every full month."))] = False
    separate: Annotated[
        bool, opt(N_("Each month is a yaku"), N_("Two full months count as two yaku, not as one."))
    ] = False
    lightning: Annotated[
        bool,
        opt(
            N_("The lightning completes a month"),
            N_("With three cards of a month the lightning counts as the fourth, if it captured that card."),
        ),
    ] = False
    months: Annotated[
        tuple[MonthNumber, ...] | None,
        opt(N_("Only in rounds"), N_("Rounds (months) in which it counts."), kind="numbers"),
    ] = None
    month_factor: Annotated[
        Factor | None,
        opt(N_("Multiplied in those rounds by"), N_("With a × it counts in every round, and more in these.")),
    ] = None
    name: Annotated[
        Name | Names | None,
        opt(N_("Name"), N_("What your table calls it, in one language or in several."), kind="names"),
    ] = None
    cards: Annotated[
        tuple[str, ...] | None, opt(N_("Cards"), N_("The cards that make it."), kind="cards")
    ] = None
    kind: Annotated[
        Literal["bright", "animal", "ribbon", "chaff"] | None,
        opt(
            N_("Kind"),
            N_("Any cards of this kind make it."),
            {"bright": N_("bright"), "animal": N_("animal"), "ribbon": N_("ribbon"), "chaff": N_("chaff")},
        ),
    ] = None
    monthly: Annotated[
        Literal["round", "each"] | None,
        opt(
            N_("Cards of one month only"),
            N_("For a yaku of one month’s cards, such as all four of March; otherwise leave it off."),
            {"round": N_("the month of the round"), "each": N_("any month")},
        ),
    ] = None
    min: Annotated[ChaffSize | None, opt(N_("At least"), N_("How many of those cards are needed."))] = None
    also: Annotated[
        tuple[str, ...],
        opt(N_("Cards needed besides"), N_("Cards it also needs, all of them."), kind="cards"),
    ] = ()
    without: Annotated[
        tuple[str, ...],
        opt(N_("Cards that do not count"), N_("Cards of the kind that do not count for it."), kind="cards"),
    ] = field(name="not", default=())
    ruined_by: Annotated[
        tuple[str, ...],
        opt(
            N_("Cards that cancel it"),
            N_("Whoever has captured one of these cards does not have this yaku."),
            kind="cards",
        ),
    ] = ()


def left_out_of(yaku: YakuOptions) -> int:
    """The cards that do not count among those of which a table's own yaku takes some. Raises BadCards."""
    return cards(" ".join(yaku.also)) | cards(" ".join(yaku.without)) | cards(" ".join(yaku.ruined_by))


class MatchOptions(Section, frozen=True):
    players: Annotated[
        Literal[2, 3],
        opt(
            N_("Players"),
            N_("For how many players the rules are made; with more, the app asks before a match."),
            {2: N_("two"), 3: N_("two or three")},
        ),
    ] = 2
    rounds: Annotated[Length | None, opt(N_("Rounds"))] = 12
    target: Annotated[Limit | None, opt(N_("Target"))] = None
    first_dealer: Annotated[
        Literal["earliest_month", "latest_month", "elder", "random", "named"],
        opt(
            N_("First dealer"),
            values={
                "earliest_month": N_("who draws the earliest month"),
                "latest_month": N_("who draws the latest month"),
                "elder": N_("the eldest player"),
                "random": N_("by chance"),
                "named": N_("the players choose"),
            },
        ),
    ] = "earliest_month"
    first_dealer_tie: Annotated[
        Literal["redraw", "higher_rank", "petal"],
        opt(
            N_("Tie for the first deal"),
            N_("What decides when two drawn cards are of one month, or two players of one age."),
            {
                "redraw": N_("draw again"),
                "higher_rank": N_("the card of the higher kind"),
                "petal": N_("who last watched a cherry petal fall"),
            },
        ),
    ] = "redraw"
    seats: Annotated[
        Literal["free", "drawn"],
        opt(
            N_("Seats"),
            N_("How three players sit when cards were drawn for the first deal."),
            {
                "free": N_("as they like"),
                "drawn": N_("to the right of the dealer, in the order of their cards"),
            },
        ),
    ] = "free"
    next_dealer: Annotated[
        Literal["winner", "loser", "alternate", "same"],
        opt(
            N_("Next dealer"),
            values={
                "winner": N_("the winner of the round"),
                "loser": N_("the loser of the round"),
                "alternate": N_("the next player, whatever happened"),
                "same": N_("always the same player"),
            },
        ),
    ] = "winner"
    dealer_after_draw: Annotated[
        Literal["same", "swap"],
        opt(
            N_("Dealer after a draw"),
            N_(
                "Who deals after a round that nobody won. Without effect where the next dealer is always "
                "the same player or always the next."
            ),
            {"same": N_("the same dealer"), "swap": N_("the next player")},
        ),
    ] = "same"
    tie: Annotated[
        Literal["shared", "sudden_death", "dealer"] | MoreRounds,
        opt(
            N_("Tie of the match"),
            N_("What happens when the best totals are equal at the end."),
            {
                "shared": N_("they share the victory"),
                "sudden_death": N_("one more round, until somebody leads"),
                "dealer": N_("the dealer of the last round wins"),
                "number": N_("a number of rounds"),
            },
            kind="word_or_number",
        ),
    ] = "shared"


class TeyakuOptions(Section, frozen=True):
    teshi: Annotated[
        Points | Literal["redeal"],
        opt(
            N_("Four of a month in hand"),
            N_("Points for a dealt hand with all four cards of a month (teshi); 0: not played."),
            {"redeal": N_("deal again"), "number": N_("a number of points")},
            kind="word_or_number",
        ),
    ] = 6
    kuttsuki: Annotated[
        Points | Literal["redeal"],
        opt(
            N_("Four pairs in hand"),
            N_("Points for a dealt hand of four pairs (kuttsuki); 0: not played."),
            {"redeal": N_("deal again"), "number": N_("a number of points")},
            kind="word_or_number",
        ),
    ] = 6
    double_teshi: Annotated[
        Points | None, opt(N_("Two full months in hand"), N_("Points for a dealt hand of two full months."))
    ] = None
    both: Annotated[
        Literal["draw", "ignore", "dealer", "best"],
        opt(
            N_("Several lucky hands"),
            N_("What happens when more than one player was dealt one."),
            {
                "draw": N_("the round is a draw"),
                "ignore": N_("none counts, play on"),
                "dealer": N_("the dealer’s counts"),
                "best": N_("the one worth most counts; equal ones are a draw"),
            },
        ),
    ] = "draw"
    declare: Annotated[
        Literal["automatic", "first_turn"],
        opt(
            N_("Showing a lucky hand"),
            N_("Until when a lucky hand can be shown."),
            {
                "automatic": N_("it counts whenever it is noticed"),
                "first_turn": N_("only before the player’s first turn"),
            },
        ),
    ] = "automatic"
    multiplied: Annotated[
        Literal["never", "field_brights", "big", "both"],
        opt(
            N_("Doubling lucky hands"),
            N_("Which doublings of the round also count for a lucky hand, where they are played."),
            {
                "never": N_("none"),
                "field_brights": N_("brights on the dealt field"),
                "big": N_("many points"),
                "both": N_("brights on the dealt field and many points"),
            },
        ),
    ] = "never"


class DealOptions(Section, frozen=True):
    hand: Annotated[HandSize | None, opt(N_("Cards in hand"))] = None
    field: Annotated[FieldSize | None, opt(N_("Cards on the field"))] = None
    without: Annotated[
        tuple[str, ...],
        opt(
            N_("Cards left out"),
            N_("Cards taken out of the deck before play, such as the three paulownia chaff."),
            kind="cards",
        ),
    ] = ()
    packet: Annotated[Literal[1, 2, 4, 8], opt(N_("Dealt at a time"), advice=True)] = 4
    field_four: Annotated[
        Literal["redeal", "play"] | ToDealer,
        opt(
            N_("Four of a month on the field"),
            values={"redeal": N_("deal again"), "play": N_("play on"), "dealer": N_("points for the dealer")},
            kind="shares",
        ),
    ] = "redeal"
    field_pairs: Annotated[
        Literal["redeal", "play"] | ToDealer,
        opt(
            N_("Four pairs on the field"),
            values={"redeal": N_("deal again"), "play": N_("play on"), "dealer": N_("points for the dealer")},
            kind="shares",
        ),
    ] = "play"
    redeal_dealer: Annotated[
        Literal["same", "swap"],
        opt(
            N_("Dealer when dealt again"),
            N_("Who deals again. It does not use up a round."),
            {"same": N_("the same dealer"), "swap": N_("the next player")},
        ),
    ] = "same"
    goes_first: Annotated[
        Literal["field", "hand"],
        opt(
            N_("Lucky hand and field"),
            N_("Which of them counts when a lucky hand is dealt and the field ends the deal too."),
            {"field": N_("the dealt field"), "hand": N_("the lucky hand")},
        ),
    ] = "field"
    teyaku: TeyakuOptions = TeyakuOptions()


class PlayOptions(Section, frozen=True):
    capture: Annotated[
        Literal["automatic", "obligatory", "optional"],
        opt(
            N_("Matching cards"),
            N_("Must you capture when you can?"),
            {
                "automatic": N_("play any card; of two matching cards choose one, of three take all"),
                "obligatory": N_("you must capture if you can; of two choose one, of three take all"),
                "optional": N_("you may leave matching cards; of two choose one, of three take all"),
            },
            advice=True,
        ),
    ] = "automatic"
    turn: Annotated[
        Literal["hand_then_stock", "draw_then_two"],
        opt(
            N_("A turn"),
            N_("What a player does in a turn."),
            {
                "hand_then_stock": N_("one card from the hand, then one from the stock"),
                "draw_then_two": N_("draw a card, then play two from the hand"),
            },
            advice=True,
        ),
    ] = "hand_then_stock"
    unmatched_stock: Annotated[
        Literal["to_field", "keep"],
        opt(
            N_("Drawn card matches nothing"),
            N_("Where a drawn card goes if it matches nothing."),
            {"to_field": N_("it stays on the field"), "keep": N_("the player keeps it and plays another")},
            advice=True,
        ),
    ] = "to_field"
    lightning: Annotated[
        Literal["plain", "wild", "wild_if_august"],
        opt(
            N_("Lightning"),
            N_(
                "Whether the lightning card of November matches every card. The players see whether an "
                "August card was dealt to the field."
            ),
            {
                "plain": N_("an ordinary November card"),
                "wild": N_("matches any card"),
                "wild_if_august": N_("matches any card when an August card was dealt to the field"),
            },
            advice=True,
        ),
    ] = "plain"
    orphans: Annotated[
        Literal["leave", "follow"],
        opt(
            N_("Card left over by the lightning"),
            N_("What happens to the card left over when the lightning took one of its month."),
            {"leave": N_("it stays where it is"), "follow": N_("it goes to the player of the lightning")},
            advice=True,
        ),
    ] = "leave"
    hands_empty: Annotated[
        Literal["end_round", "play_stock"],
        opt(
            N_("Nobody stopped"),
            N_("What happens when nobody stopped and the hands are empty."),
            {"end_round": N_("the round ends"), "play_stock": N_("play on from the stock until it is empty")},
        ),
    ] = "end_round"


class CallOptions(Section, frozen=True):
    on_extension: Annotated[
        Literal["decide", "must_stop", "none"],
        opt(
            N_("A yaku that grew"),
            N_("What to do when a yaku grows but none is new."),
            {
                "decide": N_("stop or koi-koi"),
                "must_stop": N_("the player must stop"),
                "none": N_("nothing to decide, play on"),
            },
        ),
    ] = "decide"
    min_points: Annotated[
        Count, opt(N_("Points needed for koi-koi"), N_("How many points you need to call koi-koi."))
    ] = 0
    below_min: Annotated[
        Literal["must_stop", "none"],
        opt(
            N_("Fewer points"),
            N_("What to do with fewer points, whether a yaku is new or has grown."),
            {"must_stop": N_("the player must stop"), "none": N_("nothing to decide, play on")},
        ),
    ] = "must_stop"
    limit: Annotated[
        Count | None, opt(N_("Koi-koi limit"), N_("How often koi-koi may be called in a round."))
    ] = None
    limit_scope: Annotated[
        Literal["player", "round"],
        opt(
            N_("The limit applies to"),
            N_("Whether the limit is for each player or for the whole round."),
            {"player": N_("each player"), "round": N_("the whole round")},
        ),
    ] = "player"
    final_turn: Annotated[
        Literal["auto_stop", "free"],
        opt(
            N_("Yaku with the last card"),
            N_("What a yaku made in the last turn means."),
            {"auto_stop": N_("it stops the round by itself"), "free": N_("the player may choose")},
        ),
    ] = "auto_stop"
    missed_yaku: Annotated[
        Literal["counts_as_koi", "rewind"],
        opt(
            N_("A yaku nobody noticed"),
            N_("A player had a yaku and nobody noticed."),
            {
                "counts_as_koi": N_("it counts as koi-koi"),
                "rewind": N_("the player must decide before play goes on"),
            },
        ),
    ] = "counts_as_koi"


Sign = Literal["off", "captured_lead", "captured_lead_or_lightning", "captured_month", "field_month"]
Overlap = Literal["stack", "count_takes", "special_takes"]
Form = Literal["flat", "linear", "power", "table"]
Step = tuple[Literal["+", "x"], Annotated[int, Meta(ge=0, le=99)]]


_SHARED = {
    "stack": N_("every yaku counts them"),
    "count_takes": N_("from five animals (ribbons) on, extra cards count only there"),
    "special_takes": N_("animals (ribbons) do not count beside the special yaku"),
}


class Overlaps(Section, frozen=True):
    animals: Annotated[
        Overlap,
        opt(
            N_("Animals twice"),
            N_("How boar-deer-butterflies and the animals yaku share extra animals."),
            _SHARED,
        ),
    ] = "stack"
    ribbons: Annotated[
        Overlap,
        opt(N_("Ribbons twice"), N_("How red, blue and the ribbons yaku share extra ribbons."), _SHARED),
    ] = "stack"


_SIGNS_OF_RAIN = {
    "off": N_("never"),
    "captured_lead": N_("you capture the rain man"),
    "captured_lead_or_lightning": N_("you capture the rain man or the lightning"),
    "captured_month": N_("you capture any November card"),
    "field_month": N_("a November card lies on the field"),
}
_SIGNS_OF_FOG = {
    "off": N_("never"),
    "captured_lead": N_("you capture the phoenix"),
    "captured_lead_or_lightning": N_("you capture the phoenix or the lightning"),
    "captured_month": N_("you capture any December card"),
    "field_month": N_("a December card lies on the field"),
}
_VIEWINGS = {name: KNOWN[name].name for name in get_args(Viewing)}


class Rain(Section, frozen=True):
    sign: Annotated[
        Sign,
        opt(N_("Rain (no sake yaku)"), N_("When it rains: the sake yaku then do not count."), _SIGNS_OF_RAIN),
    ] = "off"
    ruins: Annotated[
        tuple[Viewing, ...],
        opt(N_("Not in rain"), N_("Yaku that do not count in rain."), _VIEWINGS, kind="boxes"),
    ] = ("hanami", "tsukimi")


class Fog(Section, frozen=True):
    sign: Annotated[
        Sign,
        opt(
            N_("Fog (no sake yaku)"), N_("When there is fog: the sake yaku then do not count."), _SIGNS_OF_FOG
        ),
    ] = "off"
    ruins: Annotated[
        tuple[Viewing, ...],
        opt(N_("Not in fog"), N_("Yaku that do not count in fog."), _VIEWINGS, kind="boxes"),
    ] = ("tsukimi",)


class Weather(Section, frozen=True):
    rain: Rain = Rain()
    fog: Fog = Fog()


class Big(Section, frozen=True):
    at: Annotated[Threshold, opt(N_("From"), N_("Points from which the result is multiplied."))] = 7
    factor: Annotated[Factor, opt(N_("Times"), N_("By how much it is multiplied."))] = 2
    min_yaku: Annotated[
        YakuNumber, opt(N_("Yaku needed"), N_("From how many yaku the points must come."))
    ] = 1
    on: Annotated[
        Literal["base", "total"],
        opt(
            N_("Counted"),
            N_("Which points count for it."),
            {"base": N_("before other doublings"), "total": N_("after other doublings")},
        ),
    ] = "base"


class KoiFactor(Section, frozen=True):
    form: Annotated[
        Form,
        opt(
            N_("Each further koi-koi"),
            N_("What each further koi-koi does."),
            {
                "flat": N_("× 2, once"),
                "linear": "× 2, × 3, × 4 …",
                "power": "× 2, × 4, × 8 …",
                "table": N_("set each one"),
            },
        ),
    ] = "flat"
    factor: Annotated[Factor, opt(N_("Times"), N_("By how much it is multiplied."))] = 2
    table: Annotated[
        tuple[Step, ...],
        opt(
            N_("1st, 2nd, 3rd koi-koi"),
            N_("What the first, second, … koi-koi does. The last one also holds for later ones."),
            kind="steps",
        ),
    ] = ()

    @property
    def is_idle(self) -> bool:
        """Whether no call changes anything."""
        steps = self.table if self.form == "table" else (("x", self.factor),)
        return all(step in (("x", 1), ("+", 0)) for step in steps)


class FieldBrights(Section, frozen=True):
    form: Annotated[
        Literal["linear", "count"],
        opt(
            N_("Each further koi-koi"),
            N_("What the brights on the dealt field do."),
            {"linear": N_("one is × 2, two are × 3, …"), "count": N_("two are × 2, three are × 3, …")},
        ),
    ] = "linear"
    rainman: Annotated[
        bool, opt(N_("The rain man counts"), N_("Whether the rain man is one of these brights."))
    ] = False


class Multipliers(Section, frozen=True):
    big: Annotated[
        Big | None,
        opt(N_("Many points"), N_("The result is multiplied from this many points on."), kind="part"),
    ] = Big()
    own_koi: Annotated[
        KoiFactor | None, opt(N_("Own koi-koi"), N_("The winner’s own koi-koi counts."), kind="formed")
    ] = None
    opponent_koi: Annotated[
        KoiFactor | None,
        opt(
            N_("The other player’s koi-koi"),
            N_("The others’ koi-koi counts (koi-koi-gaeshi)."),
            kind="formed",
        ),
    ] = KoiFactor()
    any_koi: Annotated[
        KoiFactor | None,
        opt(N_("Any koi-koi"), N_("Every koi-koi in the round counts, whoever called it."), kind="formed"),
    ] = None
    koi_counts: Annotated[
        Literal["calls", "players"],
        opt(
            N_("Koi-koi again"),
            N_("What a further koi-koi of the same player does in a round."),
            {"calls": N_("every koi-koi counts"), "players": N_("only another player’s counts")},
        ),
    ] = "calls"
    field_brights: Annotated[
        FieldBrights | None,
        opt(
            N_("Brights on the dealt field"),
            N_("Brights dealt to the field multiply the round."),
            kind="formed",
        ),
    ] = None
    round: Annotated[
        tuple[Factor, ...] | None,
        opt(N_("Round by round"), N_("× for each round; the last one stays."), kind="numbers"),
    ] = None
    combine: Annotated[
        Literal["product", "sum"],
        opt(
            N_("Several doublings"),
            N_("What × 2 and × 2 make."),
            {"product": N_("multiplied: 2 and 2 are × 4"), "sum": N_("added: 2 and 2 are × 3")},
        ),
    ] = "product"
    max_base: Annotated[
        Limit | None,
        opt(
            N_("Limit for yaku points"),
            N_("The yaku together count at most this many points, before any doubling."),
        ),
    ] = None
    max_factor: Annotated[
        Limit | None, opt(N_("Most it can be multiplied"), N_("All doublings together: at most this."))
    ] = None
    max_points: Annotated[Limit | None, opt(N_("Limit per round"))] = None


class Exhausted(Section, frozen=True):
    no_yaku: Annotated[
        Literal["draw"] | Shares,
        opt(
            N_("Nobody has a yaku"),
            N_("What a round is worth when nobody stopped and nobody has a yaku."),
            {"draw": N_("a draw, nobody scores"), "dealer": N_("points without a winner")},
            kind="shares",
        ),
    ] = "draw"
    held_yaku: Annotated[
        Literal["draw", "last_caller", "holders"] | HeldShares,
        opt(
            N_("A yaku, but nobody stopped"),
            N_("What a round is worth when somebody has a yaku but did not stop."),
            {
                "draw": N_("a draw, nobody scores"),
                "last_caller": N_("the last to call koi-koi wins"),
                "holders": N_("everyone with a yaku scores it"),
                "dealer": N_("points without a winner"),
            },
            kind="shares",
        ),
    ] = "draw"


class Settlement(Section, frozen=True):
    who_scores: Annotated[
        Literal["winner", "everyone"],
        opt(
            N_("Who scores"),
            N_("Who scores when somebody stops."),
            {
                "winner": N_("only the player who stopped"),
                "everyone": N_("everyone, each for their own yaku"),
            },
        ),
    ] = "winner"
    account: Annotated[
        Literal["gains", "transfer"],
        opt(
            N_("Who pays"),
            values={"gains": N_("the winner adds points"), "transfer": N_("each loser pays the winner")},
        ),
    ] = "gains"
    purse: Annotated[
        Annotated[int, Meta(ge=0, le=100000)] | dict[str, Annotated[int, Meta(ge=0, le=100000)]],
        opt(
            N_("Coins at the start"),
            N_("Coins at the start, also by the number of rounds; 0: none."),
            kind="purse",
        ),
    ] = 0
    coin: Annotated[Coins, opt(N_("Coins per point"))] = 1
    overdraw: Annotated[
        Literal["cap", "debt"],
        opt(
            N_("Too few coins"),
            N_("What happens when the loser has too few coins."),
            {"cap": N_("what is left"), "debt": N_("everything, and goes below zero")},
        ),
    ] = "cap"
    bust_ends: Annotated[bool, opt(N_("Out of coins: match over"))] = True
