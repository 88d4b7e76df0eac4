"""The options of a rule set: every key with its type, default, title, meaning and values, in one place.

Pages, error messages, the rules in words and the form for house rules all read these rows.
"Off" is ``None`` here, ``null`` in JSON and ``"off"`` in TOML, which has no null.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct, field

from .sentences import N_

Sign = Literal["off", "captured_lead", "captured_lead_or_lightning", "captured_month", "field_month"]
Overlap = Literal["stack", "count_takes", "special_takes"]
Form = Literal["flat", "linear", "power", "table"]
Step = tuple[Literal["+", "x"], Annotated[int, Meta(ge=0, le=99)]]
Points = Annotated[int, Meta(ge=0, le=999)]
Few = Annotated[int, Meta(ge=1, le=99)]
Count = Annotated[int, Meta(ge=0, le=99)]
Many = Annotated[int, Meta(ge=1, le=9999)]
Dozen = Annotated[int, Meta(ge=1, le=12)]
HandSize = Annotated[int, Meta(ge=1, le=15)]
FieldSize = Annotated[int, Meta(ge=0, le=16)]
ChaffSize = Annotated[int, Meta(ge=1, le=24)]
Some = Annotated[int, Meta(ge=1, le=999)]
YakuNumber = Annotated[int, Meta(ge=1, le=20)]
Name = Annotated[str, Meta(min_length=1, max_length=40)]
Coins = Annotated[int, Meta(ge=1, le=100000)]


def opt(title: str, meaning: str, values: dict[str, str] | None = None) -> Meta:
    """The texts of one option; ``values`` puts each of its words into plain language."""
    return Meta(title=title, description=meaning, extra={"values": values or {}})


class Section(Struct, frozen=True, forbid_unknown_fields=True):
    """A table of options."""


class ToDealer(Section, frozen=True, forbid_unknown_fields=True):
    """``{dealer = n}``: the dealer gets n points."""

    dealer: Some


class Shares(Section, frozen=True, forbid_unknown_fields=True):
    """``{dealer = p, other = c}``: the dealer gets p points, each other player c."""

    dealer: Points
    other: Points = 0


class Match(Section, frozen=True, forbid_unknown_fields=True):
    players: Annotated[
        Literal[2, 3], opt(N_("Players"), N_("How many players sit at the table unless you say otherwise."))
    ] = 2
    rounds: Annotated[
        Few | None,
        opt(N_("Rounds"), N_("Length of a match; off: until the target is reached or a purse is empty.")),
    ] = 12
    target: Annotated[Many | None, opt(N_("Target"), N_("Whoever first has this total wins."))] = None
    first_dealer: Annotated[
        Literal["earliest_month", "latest_month", "elder", "random", "named"],
        opt(
            N_("First dealer"),
            N_("How the dealer of the first round is found."),
            {
                "earliest_month": N_("who draws the earliest month"),
                "latest_month": N_("who draws the latest month"),
                "elder": N_("the eldest player"),
                "random": N_("by chance"),
                "named": N_("the table says who"),
            },
        ),
    ] = "earliest_month"
    first_dealer_tie: Annotated[
        Literal["redraw", "higher_rank"],
        opt(
            N_("Same month drawn"),
            N_("What decides when two drawn cards are of one month."),
            {"redraw": N_("draw again"), "higher_rank": N_("the card of the higher kind")},
        ),
    ] = "redraw"
    next_dealer: Annotated[
        Literal["winner", "loser", "alternate", "same"],
        opt(
            N_("Next dealer"),
            N_("Who deals after a round with a winner."),
            {
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
            N_("Who deals after a round that nobody won."),
            {"same": N_("the same dealer"), "swap": N_("the next player")},
        ),
    ] = "same"
    tie: Annotated[
        Literal["shared", "sudden_death", "dealer"] | Dozen,
        opt(
            N_("Tie of the match"),
            N_("What happens when the best totals are equal at the end."),
            {
                "shared": N_("they share the victory"),
                "sudden_death": N_("one more round, until somebody leads"),
                "dealer": N_("the dealer of the last round wins"),
            },
        ),
    ] = "shared"


class Teyaku(Section, frozen=True, forbid_unknown_fields=True):
    teshi: Annotated[
        Points | Literal["redeal"],
        opt(
            N_("Four of a month in hand"),
            N_("Points for a dealt hand with all four cards of a month (teshi); 0: not played."),
            {"redeal": N_("deal again")},
        ),
    ] = 6
    kuttsuki: Annotated[
        Points | Literal["redeal"],
        opt(
            N_("Four pairs in hand"),
            N_("Points for a dealt hand of four pairs (kuttsuki); 0: not played."),
            {"redeal": N_("deal again")},
        ),
    ] = 6
    double_teshi: Annotated[
        Points | None,
        opt(N_("Two whole months in hand"), N_("Points for a dealt hand of two complete months.")),
    ] = None
    both: Annotated[
        Literal["draw", "ignore", "dealer"],
        opt(
            N_("Several lucky hands"),
            N_("What happens when more than one player was dealt one."),
            {
                "draw": N_("the round is a draw"),
                "ignore": N_("none counts, play on"),
                "dealer": N_("the dealer's counts"),
            },
        ),
    ] = "draw"
    declare: Annotated[
        Literal["automatic", "first_turn"],
        opt(
            N_("Showing a lucky hand"),
            N_("Until when a dealt-hand win can be claimed."),
            {
                "automatic": N_("it counts whenever it is noticed"),
                "first_turn": N_("only before the player's first turn"),
            },
        ),
    ] = "automatic"


class Deal(Section, frozen=True, forbid_unknown_fields=True):
    hand: Annotated[
        HandSize | None,
        opt(N_("Cards in hand"), N_("How many cards each player is dealt; off: 8, or 7 with three players.")),
    ] = None
    field: Annotated[
        FieldSize | None,
        opt(
            N_("Cards on the field"),
            N_("How many cards are dealt open to the field; off: 8, or 6 with three players."),
        ),
    ] = None
    without: Annotated[
        tuple[str, ...],
        opt(
            N_("Cards left out"),
            N_("Cards taken out of the deck before play, such as the three paulownia chaff."),
        ),
    ] = ()
    packet: Annotated[
        Literal[1, 2, 4, 8],
        opt(N_("Dealt at a time"), N_("How many cards the dealer gives at a time; advice only.")),
    ] = 4
    field_four: Annotated[
        Literal["redeal", "play"] | ToDealer,
        opt(
            N_("Four of a month on the field"),
            N_("What happens when all four cards of a month are dealt to the field."),
            {"redeal": N_("deal again"), "play": N_("play on")},
        ),
    ] = "redeal"
    field_pairs: Annotated[
        Literal["redeal", "play"] | ToDealer,
        opt(
            N_("Four pairs on the field"),
            N_("What happens when the dealt field is four pairs."),
            {"redeal": N_("deal again"), "play": N_("play on")},
        ),
    ] = "play"
    redeal_dealer: Annotated[
        Literal["same", "swap"],
        opt(
            N_("Dealer of a redeal"),
            N_("Who deals again after a void deal; a void deal never uses up a round."),
            {"same": N_("the same dealer"), "swap": N_("the next player")},
        ),
    ] = "same"
    teyaku: Teyaku = Teyaku()


class Play(Section, frozen=True, forbid_unknown_fields=True):
    capture: Annotated[
        Literal["automatic", "obligatory", "optional"],
        opt(
            N_("Taking a match"),
            N_("Whether a player must take what a card matches."),
            {
                "automatic": N_("play any card; if it matches, it takes"),
                "obligatory": N_("play a matching card whenever possible"),
                "optional": N_("a match may be left lying"),
            },
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
        ),
    ] = "hand_then_stock"
    unmatched_stock: Annotated[
        Literal["to_field", "keep"],
        opt(
            N_("Drawn card without a match"),
            N_("What happens to a card from the stock that matches nothing."),
            {
                "to_field": N_("it stays on the field"),
                "keep": N_("the player keeps it and plays another"),
            },
        ),
    ] = "to_field"
    lightning: Annotated[
        Literal["plain", "wild", "wild_if_august"],
        opt(
            N_("Lightning"),
            N_("Whether the lightning card of November matches every card."),
            {
                "plain": N_("an ordinary November card"),
                "wild": N_("matches any card"),
                "wild_if_august": N_("matches any card when an August card was dealt to the field"),
            },
        ),
    ] = "plain"
    orphans: Annotated[
        Literal["leave", "follow"],
        opt(
            N_("Card left over by the lightning"),
            N_("What becomes of the odd card of a month that the wild lightning broke."),
            {
                "leave": N_("it stays where it is"),
                "follow": N_("it goes to the player of the lightning"),
            },
        ),
    ] = "leave"
    hands_empty: Annotated[
        Literal["end_round", "play_stock"],
        opt(
            N_("Hands empty"),
            N_("What happens when nobody stopped and the hands are empty."),
            {
                "end_round": N_("the round ends"),
                "play_stock": N_("play on from the stock until it is empty"),
            },
        ),
    ] = "end_round"


class Calls(Section, frozen=True, forbid_unknown_fields=True):
    on_extension: Annotated[
        Literal["decide", "must_stop", "none"],
        opt(
            N_("A yaku that grew"),
            N_("What is due when a yaku is worth more but none is new."),
            {
                "decide": N_("stop or koi-koi"),
                "must_stop": N_("the player must stop"),
                "none": N_("no call, play goes on"),
            },
        ),
    ] = "decide"
    min_points: Annotated[
        Count,
        opt(N_("Points needed to call"), N_("Points of yaku a player needs to call koi-koi.")),
    ] = 0
    below_min: Annotated[
        Literal["must_stop", "none"],
        opt(
            N_("With fewer points"),
            N_("What is due with fewer points than that."),
            {"must_stop": N_("the player must stop"), "none": N_("no call, play goes on")},
        ),
    ] = "must_stop"
    limit: Annotated[
        Count | None,
        opt(N_("Most koi-koi calls"), N_("How often koi-koi may be called in a round.")),
    ] = None
    limit_scope: Annotated[
        Literal["player", "round"],
        opt(
            N_("The limit holds for"),
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
            N_("What happens when play went on without a call."),
            {
                "counts_as_koi": N_("it counts as koi-koi"),
                "rewind": N_("the player must call before play goes on"),
            },
        ),
    ] = "counts_as_koi"


class YakuOptions(Section, frozen=True, forbid_unknown_fields=True):
    """What a yaku pays; with ``cards`` or ``kind`` it is the table's own."""

    points: Annotated[Points, opt(N_("Points"), N_("What it is worth; 0: not played."))] = 0
    extra: Annotated[
        Literal[0, 1], opt(N_("Each further card"), N_("Points for each further card of its kind."))
    ] = 0
    replaces: Annotated[
        tuple[str, ...], opt(N_("Counts instead of"), N_("Yaku that do not count beside this one."))
    ] = ()
    excluded_by: Annotated[
        tuple[str, ...], opt(N_("Not beside"), N_("Yaku beside which this one does not count."))
    ] = ()
    requires_other: Annotated[
        bool, opt(N_("Only beside another"), N_("It counts only beside some other yaku."))
    ] = False
    after_koi: Annotated[
        Points | None,
        opt(N_("After own koi-koi"), N_("What it is worth once its owner has called koi-koi.")),
    ] = None
    repeat: Annotated[bool, opt(N_("Each time"), N_("It counts for every complete month."))] = False
    months: Annotated[
        tuple[Dozen, ...] | None,
        opt(N_("Only in rounds"), N_("Rounds (months) in which it counts.")),
    ] = None
    month_factor: Annotated[
        Few | None,
        opt(
            N_("Factor in those rounds"),
            N_("With a factor it counts in every round, and is multiplied in those."),
        ),
    ] = None
    name: Annotated[Name | None, opt(N_("Name"), N_("What your table calls it."))] = None
    cards: Annotated[tuple[str, ...] | None, opt(N_("Cards"), N_("The cards that make it."))] = None
    kind: Annotated[
        Literal["bright", "animal", "ribbon", "chaff"] | None,
        opt(
            N_("Kind"),
            N_("Any cards of this kind make it."),
            {"bright": N_("bright"), "animal": N_("animal"), "ribbon": N_("ribbon"), "chaff": N_("chaff")},
        ),
    ] = None
    min: Annotated[ChaffSize | None, opt(N_("At least"), N_("How many of those cards are needed."))] = None
    without: Annotated[
        tuple[str, ...], opt(N_("Cards that do not count"), N_("Cards of the kind that do not count for it."))
    ] = field(name="not", default=())


class Overlaps(Section, frozen=True, forbid_unknown_fields=True):
    animals: Annotated[
        Overlap,
        opt(
            N_("Animals twice"),
            N_("How boar, deer, butterflies and the animals yaku share further animals."),
            {
                "stack": N_("every yaku counts them"),
                "count_takes": N_("once the counting yaku is formed, further cards pay only there"),
                "special_takes": N_("the special yaku cancels the counting one"),
            },
        ),
    ] = "stack"
    ribbons: Annotated[
        Overlap,
        opt(
            N_("Ribbons twice"),
            N_("How red, blue and the ribbons yaku share further ribbons."),
            {
                "stack": N_("every yaku counts them"),
                "count_takes": N_("once the counting yaku is formed, further cards pay only there"),
                "special_takes": N_("the special yaku cancels the counting one"),
            },
        ),
    ] = "stack"


_SIGNS_OF_RAIN = {
    "off": N_("never"),
    "captured_lead": N_("the player captured the rain man"),
    "captured_lead_or_lightning": N_("the player captured the rain man or the lightning"),
    "captured_month": N_("the player captured any November card"),
    "field_month": N_("a November card lies on the field"),
}
_SIGNS_OF_FOG = {
    "off": N_("never"),
    "captured_lead": N_("the player captured the phoenix"),
    "captured_lead_or_lightning": N_("the player captured the phoenix or the lightning"),
    "captured_month": N_("the player captured any December card"),
    "field_month": N_("a December card lies on the field"),
}
Viewings = tuple[Literal["hanami", "tsukimi", "nomi"], ...]


class Rain(Section, frozen=True, forbid_unknown_fields=True):
    sign: Annotated[Sign, opt(N_("Rain"), N_("When rain ruins the viewing with sake."), _SIGNS_OF_RAIN)] = (
        "off"
    )
    ruins: Annotated[Viewings, opt(N_("Rain ruins"), N_("The yaku that rain ruins."))] = ("hanami", "tsukimi")


class Fog(Section, frozen=True, forbid_unknown_fields=True):
    sign: Annotated[Sign, opt(N_("Fog"), N_("When fog ruins the viewing with sake."), _SIGNS_OF_FOG)] = "off"
    ruins: Annotated[Viewings, opt(N_("Fog ruins"), N_("The yaku that fog ruins."))] = ("tsukimi",)


class Weather(Section, frozen=True, forbid_unknown_fields=True):
    rain: Rain = Rain()
    fog: Fog = Fog()


class Big(Section, frozen=True, forbid_unknown_fields=True):
    at: Annotated[Some, opt(N_("From"), N_("Points from which the result is multiplied."))] = 7
    factor: Annotated[Few, opt(N_("Times"), N_("By how much it is multiplied."))] = 2
    min_yaku: Annotated[
        YakuNumber, opt(N_("Yaku needed"), N_("From how many yaku the points must come."))
    ] = 1
    on: Annotated[
        Literal["base", "total"],
        opt(
            N_("Measured"),
            N_("Which points count for it."),
            {"base": N_("before other doublings"), "total": N_("after other doublings")},
        ),
    ] = "base"


class KoiFactor(Section, frozen=True, forbid_unknown_fields=True):
    form: Annotated[
        Form,
        opt(
            N_("How it grows"),
            N_("What each further call does."),
            {
                "flat": N_("the same for one call or many"),
                "linear": N_("one step more for each call"),
                "power": N_("multiplied again for each call"),
                "table": N_("a table, call by call"),
            },
        ),
    ] = "flat"
    factor: Annotated[Few, opt(N_("Times"), N_("By how much it is multiplied."))] = 2
    table: Annotated[
        tuple[Step, ...],
        opt(N_("Table"), N_("For the first, second, … call: points to add (+1) or a factor (x2).")),
    ] = ()


class FieldBrights(Section, frozen=True, forbid_unknown_fields=True):
    form: Annotated[
        Literal["linear", "count"],
        opt(
            N_("How it grows"),
            N_("What the brights on the dealt field do."),
            {"linear": N_("one is × 2, two are × 3, …"), "count": N_("two are × 2, three are × 3, …")},
        ),
    ] = "linear"
    rainman: Annotated[
        bool, opt(N_("The rain man counts"), N_("Whether the rain man is one of these brights."))
    ] = False


class Multipliers(Section, frozen=True, forbid_unknown_fields=True):
    big: Annotated[
        Big | None, opt(N_("Seven or more"), N_("The result is multiplied from so many points on."))
    ] = Big()
    own_koi: Annotated[KoiFactor | None, opt(N_("Own koi-koi"), N_("The winner's own calls multiply."))] = (
        None
    )
    opponent_koi: Annotated[
        KoiFactor | None,
        opt(N_("Opponent's koi-koi"), N_("The other players' calls multiply (koi-koi-gaeshi).")),
    ] = KoiFactor()
    any_koi: Annotated[KoiFactor | None, opt(N_("Any koi-koi"), N_("All calls of the round multiply."))] = (
        None
    )
    field_brights: Annotated[
        FieldBrights | None,
        opt(N_("Brights on the dealt field"), N_("Brights dealt to the field multiply the round.")),
    ] = None
    round: Annotated[
        tuple[Few, ...] | None,
        opt(N_("Round by round"), N_("A factor for each round; the last one holds on.")),
    ] = None
    combine: Annotated[
        Literal["product", "sum"],
        opt(
            N_("Several together"),
            N_("How several multiplications work together."),
            {"product": N_("multiplied: 2 and 2 are × 4"), "sum": N_("added: 2 and 2 are × 3")},
        ),
    ] = "product"
    max_factor: Annotated[Many | None, opt(N_("Highest factor"), N_("The multiplications stop here."))] = None
    max_points: Annotated[Many | None, opt(N_("Most points a round"), N_("A round never pays more."))] = None


class Exhausted(Section, frozen=True, forbid_unknown_fields=True):
    no_yaku: Annotated[
        Literal["draw"] | Shares,
        opt(
            N_("Nobody has a yaku"),
            N_("What a round pays when the hands are empty and nobody holds a yaku."),
            {"draw": N_("nothing, a draw")},
        ),
    ] = "draw"
    held_yaku: Annotated[
        Literal["draw", "last_caller"] | Shares,
        opt(
            N_("A yaku, but nobody stopped"),
            N_("What a round pays when somebody holds a yaku but did not stop."),
            {"draw": N_("nothing, a draw"), "last_caller": N_("the last to call koi-koi wins")},
        ),
    ] = "draw"


class Settlement(Section, frozen=True, forbid_unknown_fields=True):
    account: Annotated[
        Literal["gains", "transfer"],
        opt(
            N_("Who pays"),
            N_("Where the winner's coins come from."),
            {"gains": N_("the winner adds points"), "transfer": N_("each loser pays the winner")},
        ),
    ] = "gains"
    purse: Annotated[
        Annotated[int, Meta(ge=0, le=100000)] | dict[str, Annotated[int, Meta(ge=0, le=100000)]],
        opt(
            N_("Coins at the start"),
            N_("What each player begins with, also by the number of rounds; 0: no purse."),
        ),
    ] = 0
    coin: Annotated[Coins, opt(N_("Coins a point"), N_("How many coins one point is worth."))] = 1
    overdraw: Annotated[
        Literal["cap", "debt"],
        opt(
            N_("Too few coins"),
            N_("What a loser pays who has fewer coins than he owes."),
            {"cap": N_("what is left"), "debt": N_("everything, and goes below zero")},
        ),
    ] = "cap"
    bust_ends: Annotated[
        bool, opt(N_("An empty purse ends it"), N_("The match ends when somebody has no coins left."))
    ] = True


class RuleSet(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=False):
    """One table's rules, complete: every option has its value."""

    title: Annotated[str, Meta(max_length=60)] = ""
    about: Annotated[str, Meta(max_length=400)] = ""
    source: Annotated[str, Meta(max_length=400)] = ""
    match: Match = Match()
    deal: Deal = Deal()
    play: Play = Play()
    calls: Calls = Calls()
    sake_cup: Annotated[
        Literal["animal", "both", "best", "chaff"],
        opt(
            N_("Sake cup"),
            N_("What the sake cup counts as."),
            {
                "animal": N_("an animal"),
                "both": N_("an animal and chaff at once"),
                "best": N_("an animal or chaff, whichever pays more"),
                "chaff": N_("chaff"),
            },
        ),
    ] = "both"
    brights: Annotated[
        Literal["highest", "cumulative"],
        opt(
            N_("Bright yaku"),
            N_("Whether several bright yaku count at once."),
            {"highest": N_("only the highest counts"), "cumulative": N_("all of them count")},
        ),
    ] = "highest"
    overlap: Overlaps = Overlaps()
    weather: Weather = Weather()
    yaku: dict[str, YakuOptions] = {}
    multipliers: Multipliers = Multipliers()
    exhausted: Exhausted = Exhausted()
    settlement: Settlement = Settlement()
