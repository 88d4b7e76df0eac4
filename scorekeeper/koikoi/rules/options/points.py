"""The options of what the points of a round are multiplied by, and of what yaku share, a row each."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Final, Literal, get_args

from msgspec import Meta

from ....sentences import N_, Sentence, count, say
from ..yaku import KNOWN, NO_YAKU, FewerYaku, Viewing
from .play import NO_CALLS
from .row import KOIKOI, Beside, FactorNumber, Limit, Section, Threshold, doubling, only, opt, step

YakuNumber = Annotated[int, Meta(ge=1, le=20)]

Sign = Literal["off", "captured_lead", "captured_lead_or_lightning", "captured_month", "field_month"]
Overlap = Literal["stack", "count_takes", "special_takes"]
Form = Literal["off", "flat", "linear", "power", "table"]
FactorStep = tuple[Literal["+", "x"], Annotated[int, Meta(ge=0, le=99)]]


class Overlaps(Section, frozen=True):
    animals: Annotated[
        Overlap,
        opt(
            N_("Extra animals"),
            N_("How boar-deer-butterflies and the animals yaku share extra animals."),
            {
                "stack": N_("they count in every yaku that pays for them"),
                "count_takes": N_("with five animals they count only in the animals yaku"),
                "special_takes": N_("beside boar-deer-butterflies the animals yaku does not count"),
            },
            unless=[{"yaku": FewerYaku(1, lambda name, _: name == "tane")}],
            always=KOIKOI,
        ),
    ] = "stack"
    ribbons: Annotated[
        Overlap,
        opt(
            N_("Extra ribbons"),
            N_("How red, blue and the ribbons yaku share extra ribbons."),
            {
                "stack": N_("they count in every yaku that pays for them"),
                "count_takes": N_("with five ribbons they count only in the ribbons yaku"),
                "special_takes": N_("beside red or blue ribbons the ribbons yaku does not count"),
            },
            unless=[{"yaku": FewerYaku(1, lambda name, _: name == "tan")}],
            always=KOIKOI,
        ),
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
        opt(
            N_("Rain (no sake yaku)"),
            N_("When it rains: the sake yaku then do not count."),
            _SIGNS_OF_RAIN,
            sentence=N_("It rains if %(value)s."),
        ),
    ] = "off"
    ruins: Annotated[
        tuple[Viewing, ...],
        opt(
            N_("Not in rain"),
            N_("Yaku that do not count in rain."),
            _VIEWINGS,
            kind="boxes",
            unless=[{".sign": ("off",)}],
            always=True,
        ),
    ] = ("hanami", "tsukimi")


class Fog(Section, frozen=True):
    sign: Annotated[
        Sign,
        opt(
            N_("Fog (no sake yaku)"),
            N_("When there is fog: the sake yaku then do not count."),
            _SIGNS_OF_FOG,
            sentence=N_("There is fog if %(value)s."),
        ),
    ] = "off"
    ruins: Annotated[
        tuple[Viewing, ...],
        opt(
            N_("Not in fog"),
            N_("Yaku that do not count in fog."),
            _VIEWINGS,
            kind="boxes",
            unless=[{".sign": ("off",)}],
            always=True,
        ),
    ] = ("tsukimi",)


class Weather(Section, frozen=True):
    rain: Rain = Rain()
    fog: Fog = Fog()


class Big(Section, frozen=True):
    at: Annotated[
        Threshold,
        opt(N_("From"), N_("Points from which the result is multiplied."), unless=[{".factor": (1,)}]),
    ] = 7
    factor: Annotated[
        FactorNumber,
        opt(
            N_("Times"),
            N_("By how much it is multiplied; 1: not at all."),
            {1: N_("not played")},
            off=1,
            unless=[NO_YAKU],
        ),
    ] = 2
    min_yaku: Annotated[
        YakuNumber,
        opt(
            N_("Yaku needed"),
            N_("From how many yaku the points must come."),
            unless=[{".factor": (1,)}],
        ),
    ] = 1
    on: Annotated[
        Literal["base", "total"],
        opt(
            N_("Counted"),
            N_("Which points count for it."),
            {"base": N_("before other doublings"), "total": N_("after other doublings")},
            unless=[{".factor": (1,)}],
        ),
    ] = "base"


class KoiFactor(Section, frozen=True):
    form: Annotated[
        Form,
        opt(
            N_("Each further koi-koi"),
            N_("What each further koi-koi does."),
            {
                "off": N_("nothing"),
                "flat": N_("× 2, once"),
                "linear": "× 2, × 3, × 4 …",
                "power": "× 2, × 4, × 8 …",
                "table": N_("set each one"),
            },
            unless=[NO_CALLS],
        ),
    ] = "off"
    factor: Annotated[
        FactorNumber,
        opt(
            N_("Times"),
            N_("By how much it is multiplied."),
            unless=[{".form": ("table",)}, {".form": ("off",)}],
        ),
    ] = 2
    table: Annotated[
        tuple[FactorStep, ...],
        opt(
            N_("1st, 2nd, 3rd koi-koi"),
            N_("What the first, second, … koi-koi does. The last one also holds for later ones."),
            kind="steps",
            unless=[{".form": ("flat", "linear", "power")}, {".form": ("off",)}],
        ),
    ] = ()

    @property
    def is_idle(self) -> bool:
        """Whether it is played and yet no call changes anything."""
        steps = self.table if self.form == "table" else (("x", self.factor),)
        return self.form != "off" and all(step in (("x", 1), ("+", 0)) for step in steps)


class FieldBrights(Section, frozen=True):
    form: Annotated[
        Literal["off", "linear", "count"],
        opt(
            N_("Each further bright"),
            N_("What the brights on the dealt field do."),
            {
                "off": N_("nothing"),
                "linear": N_("one is × 2, two are × 3, …"),
                "count": N_("two are × 2, three are × 3, …"),
            },
        ),
    ] = "off"
    rainman: Annotated[
        bool,
        opt(
            N_("The rain man counts"),
            N_("Whether the rain man is one of these brights."),
            unless=[{".form": ("off",)}],
        ),
    ] = False


def _times(factor: int) -> Sentence:
    return say("× %(factor)s", factor=factor)


def _big(big: Mapping[str, Any]) -> Sentence:
    words = count(
        "× %(factor)d from %(n)d point", "× %(factor)d from %(n)d points", big["at"], factor=big["factor"]
    )
    if big["min_yaku"] > 1:
        words = count(
            "%(words)s of at least %(n)d yaku",
            "%(words)s of at least %(n)d yaku",
            big["min_yaku"],
            words=words,
        )
    return say("%(words)s, after other doublings", words=words) if big["on"] == "total" else words


def _calls(koi: Mapping[str, Any]) -> Sentence:
    """What one call, two and three do, such as "× 2, × 4, × 8 …", or each call of a table: "+1, × 2"."""
    factor, calls = koi["factor"], (1, 2, 3)
    match koi["form"]:
        case "flat":
            return say("× %(factor)d, once", factor=factor)
        case "linear":
            steps = [f"× {1 + (factor - 1) * call}" for call in calls]
        case "power":
            steps = [f"× {factor**call}" for call in calls]
        case _:
            return say("%(steps)s", steps=", ".join(step(*each) for each in koi["table"]))
    return say("%(steps)s", steps=", ".join(steps) + " …")


def _brights(brights: Mapping[str, Any]) -> Sentence:
    steps = "× 2, × 3, × 4 …" if brights["form"] == "linear" else "× 1, × 2, × 3 …"
    words = say("%(steps)s for one, two, three brights", steps=steps)
    return say("%(words)s, the rain man too", words=words) if brights["rainman"] else words


KOI: Final = ("own_koi", "opponent_koi", "any_koi")  # the doublings by which calls count

# Each doubling, with the values of its switch with which it is not played.
_OFF: Final[Beside] = {
    "multipliers.big.factor": (1,),
    **{f"multipliers.{koi}.form": ("off",) for koi in KOI},
    "multipliers.field_brights.form": ("off",),
    "multipliers.round": (None,),
}
_FEWER_THAN_TWO: Final = [{key: off for key, off in _OFF.items() if key != one} for one in _OFF]


class Multipliers(Section, frozen=True):
    big: Annotated[
        Big,
        doubling(
            N_("Many points"), N_("The result is multiplied from this many points on."), "factor", 2, _big
        ),
    ] = Big()
    own_koi: Annotated[
        KoiFactor,
        only(KOIKOI),
        doubling(N_("Own koi-koi"), N_("The winner’s own koi-koi counts."), "form", "flat", _calls),
    ] = KoiFactor()
    opponent_koi: Annotated[
        KoiFactor,
        only(KOIKOI),
        doubling(
            N_("The other player’s koi-koi"),
            N_("The others’ koi-koi counts (koi-koi-gaeshi)."),
            "form",
            "flat",
            _calls,
        ),
    ] = KoiFactor(form="flat")
    any_koi: Annotated[
        KoiFactor,
        only(KOIKOI),
        doubling(
            N_("Any koi-koi"),
            N_("Every koi-koi in the round counts, whoever called it."),
            "form",
            "flat",
            _calls,
        ),
    ] = KoiFactor()
    koi_counts: Annotated[
        Literal["calls", "players"],
        only(KOIKOI),
        opt(
            N_("Koi-koi again"),
            N_("What a further koi-koi of the same player does in a round."),
            {"calls": N_("every koi-koi counts"), "players": N_("each player’s counts once")},
            off="calls",
            unless=[{"calls.limit": (0, 1)}],
        ),
    ] = "calls"
    field_brights: Annotated[
        FieldBrights,
        only(KOIKOI),
        doubling(
            N_("Brights on the dealt field"),
            N_("Brights dealt to the field multiply the round."),
            "form",
            "linear",
            _brights,
        ),
    ] = FieldBrights()
    round: Annotated[
        tuple[FactorNumber, ...] | None,
        opt(
            N_("Round by round"),
            N_("× for each round; the last one stays."),
            kind="numbers",
            number=_times,
            unless=[NO_YAKU],
        ),
    ] = None
    combine: Annotated[
        Literal["product", "sum"],
        opt(
            N_("Several doublings"),
            N_("What × 2 and × 2 make."),
            {"product": N_("multiplied (2 and 2 are × 4)"), "sum": N_("added (2 and 2 are × 3)")},
            sentence=N_("Doublings are %(value)s."),
            always=True,
            unless=_FEWER_THAN_TWO,
        ),
    ] = "product"
    max_base: Annotated[
        Limit | None,
        opt(
            N_("Limit for yaku points"),
            N_("The yaku together count at most this many points, before any doubling."),
            {None: N_("no limit")},
            sentence=N_("All yaku together count at most %(value)s."),
            unless=[NO_YAKU],
        ),
    ] = None
    max_factor: Annotated[
        Limit | None,
        opt(
            N_("Most it can be multiplied"),
            N_("All doublings together: at most this."),
            {None: N_("no limit")},
            sentence=N_("At most × %(value)s."),
            unless=[_OFF],
        ),
    ] = None
    max_points: Annotated[
        Limit | None,
        opt(
            N_("Limit per round"),
            values={None: N_("no limit")},
            unless=[NO_YAKU],
            sentence=N_("A round scores at most %(value)s."),
        ),
    ] = None

    @property
    def of_koi(self) -> Mapping[str, KoiFactor]:
        """The doublings by which calls count."""
        return {koi: getattr(self, koi) for koi in KOI}
