"""Random tables and random matches that the rules allow, for the properties."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from scorekeeper.exports import record
from scorekeeper.koikoi.cards import CARDS, CHAFF, union
from scorekeeper.koikoi.errors import KoikoiError
from scorekeeper.koikoi.match.events import MatchStarted, event
from scorekeeper.koikoi.match.follow import follow
from scorekeeper.koikoi.pile import Pile
from scorekeeper.koikoi.rules.loader import names
from scorekeeper.koikoi.rules.yaku import KNOWN
from scorekeeper.koikoi.scoring.plan import READINGS

Setting = st.SearchStrategy[Any]  # of what a rule set may write for an option

SIGNS = ("off", "captured_lead", "captured_lead_or_lightning", "captured_month", "field_month")
OVERLAPS = ("stack", "count_takes", "special_takes")
HELD = st.sampled_from(["last_caller", "holders", "highest", {"holder": 3}, {"dealer": 2, "holder": 4}])
SHARES = st.sampled_from(["draw", {"dealer": 6}, {"dealer": 4, "other": 1}, {"dealer": 0, "other": 2}])
MONTHS = st.lists(st.integers(1, 12), max_size=3)


def koi_factors() -> Setting:
    forms = st.sampled_from(["flat", "linear", "power"])
    table = st.lists(st.tuples(st.sampled_from("+x"), st.integers(1, 4)), min_size=1, max_size=3)
    plain = st.fixed_dictionaries({"form": forms, "factor": st.integers(1, 4)})
    return st.none() | plain | st.fixed_dictionaries({"form": st.just("table"), "table": table})


def yaku_options(name: str) -> Setting:
    counting = {"min": st.integers(2, 9)} if KNOWN[name].counts else {}
    others = st.lists(st.sampled_from(("hanami", "tane", "kasu", "goko")), max_size=2, unique=True)
    return st.fixed_dictionaries(
        {},
        optional={
            "points": st.integers(0, 12),
            "extra": st.integers(0, 4),
            "after_koi": st.none() | st.integers(0, 9),
            "excluded_by": others,
            "rivals": others,
            "requires_other": st.booleans(),
            "repeat": st.booleans(),
            "months": st.none() | MONTHS,
            **counting,
        },
    )


def own_yaku() -> Setting:
    sets = st.lists(st.sampled_from([card.id for card in CARDS]), min_size=2, max_size=5, unique=True)
    ruins = st.sampled_from((["11B"], ["11C", "12B"]))
    of_cards: Setting = st.fixed_dictionaries(
        {"points": st.integers(1, 9), "cards": sets}, optional={"ruined_by": ruins}
    )
    of_cards = of_cards.filter(lambda yaku: not set(yaku["cards"]) & set(yaku.get("ruined_by", ())))
    kinds = st.sampled_from(("bright", "animal", "ribbon", "chaff"))
    of_kind = st.fixed_dictionaries(
        {"points": st.integers(1, 9), "kind": kinds, "min": st.integers(1, 3), "extra": st.integers(0, 4)},
        optional={
            "not": st.sampled_from((["09A"], ["11C"], ["11A", "11C"])),
            "also": st.sampled_from((["11B"], ["02A", "11R"], ["09A", "11C"])),
            "ruined_by": st.sampled_from((["12B"], ["11A", "01R"])),
        },
    )
    of_month = st.fixed_dictionaries(
        {"points": st.integers(1, 9), "monthly": st.sampled_from(("round", "each"))},
        optional={
            "min": st.integers(1, 4),
            "extra": st.integers(0, 4),
            "repeat": st.booleans(),
            "not": st.sampled_from((["09A"], ["11C"])),
        },
    )
    return of_cards | of_kind | of_month


def hiki() -> Setting:
    """Four of a month: each a yaku, or with the lightning."""
    return st.fixed_dictionaries(
        {"points": st.integers(1, 9), "repeat": st.just(True)},
        optional={"separate": st.booleans(), "lightning": st.booleans()},
    )


@st.composite
def settings(draw: st.DrawFn) -> dict[str, Any]:
    """Settings that a table might put over a rule set: whatever touches the score, the calls, the coins."""
    chosen_yaku = draw(st.lists(st.sampled_from(sorted(KNOWN)), max_size=4, unique=True))
    known = {name: draw(yaku_options(name)) for name in chosen_yaku}
    for name, row in known.items():  # a yaku is not listed as its own exclusion
        for others in ("excluded_by", "rivals"):
            if name in row.get(others, ()):
                del row[others]
    if draw(st.booleans()):
        known["hiki"] = draw(hiki())
    weather = st.fixed_dictionaries({"sign": st.sampled_from(SIGNS)})
    overlap = st.sampled_from(OVERLAPS)
    big = st.none() | st.fixed_dictionaries(
        {"at": st.integers(1, 12), "min_yaku": st.integers(1, 3), "on": st.sampled_from(("base", "total"))}
    )
    tree = {
        "sake_cup": st.sampled_from(tuple(READINGS)),
        "brights": st.sampled_from(("highest", "cumulative")),
        "overlap": st.fixed_dictionaries({"animals": overlap, "ribbons": overlap}),
        "weather": st.fixed_dictionaries({"rain": weather, "fog": weather}),
        "multipliers": st.fixed_dictionaries(
            {
                "big": big,
                "own_koi": koi_factors(),
                "opponent_koi": koi_factors(),
                "any_koi": koi_factors(),
                "koi_counts": st.sampled_from(("calls", "players")),
                "combine": st.sampled_from(("product", "sum")),
                "max_base": st.none() | st.integers(1, 20),
                "max_factor": st.none() | st.integers(1, 6),
                "max_points": st.none() | st.integers(1, 40),
            }
        ),
        "exhausted": st.fixed_dictionaries(
            {"no_yaku": SHARES | st.just("redeal"), "held_yaku": SHARES | HELD}
        ),
        "settlement": st.fixed_dictionaries(
            {
                "account": st.sampled_from(("gains", "transfer")),
                "purse": st.sampled_from((0, 12, 50)),
                "overdraw": st.sampled_from(("cap", "debt")),
                "coin": st.integers(1, 3),
                "who_scores": st.sampled_from(("winner", "everyone", "winner_takes_all")),
            }
        ),
        "deal": st.fixed_dictionaries(
            {
                "goes_first": st.sampled_from(("field", "hand")),
                "teyaku": st.fixed_dictionaries(
                    {
                        "both": st.sampled_from(("draw", "ignore", "dealer", "best")),
                        "kuttsuki": st.sampled_from((4, 6)),
                    }
                ),
            }
        ),
    }
    options = draw(st.fixed_dictionaries({}, optional=tree))
    own = {f"own{number}": row for number, row in enumerate(draw(st.lists(own_yaku(), max_size=2)))}
    if known.get("hiki", {}).get("lightning"):
        options["play"] = {"lightning": "wild"}
    return {**options, "yaku": {**known, **own}} if known or own else options


def tables() -> Setting:
    """A rule set as a record may name it: a named one, or one with settings of the table."""
    named = st.sampled_from(names())
    return named | st.builds(lambda name, tree: {"extends": name, **tree}, named, settings())


@st.composite
def piles(draw: st.DrawFn, most: int = 26) -> Pile:
    """Any pile, partly counted."""
    held = union(draw(st.lists(st.sampled_from(CARDS), max_size=most, unique=True)))
    free = CHAFF.bit_count() - (held & CHAFF).bit_count()
    return Pile(held, draw(st.integers(0, min(free, 12))))


@st.composite
def dealt_piles(draw: st.DrawFn, seats: int) -> list[str]:
    """A pile for every seat that shares no card with the others, as text."""
    deck = draw(st.permutations([card.id for card in CARDS]))
    cuts = sorted(draw(st.lists(st.integers(0, 40), min_size=seats, max_size=seats)))
    return [" ".join(deck[low:high]) for low, high in zip([0, *cuts[:-1]], cuts, strict=True)]


@st.composite
def round_events(draw: st.DrawFn, seats: int, hands: bool) -> dict[str, Any]:
    """An event of a round, or a ruling or an amendment between rounds; the rules may forbid it."""
    player = draw(st.integers(0, seats - 1))
    amended = ("rules", "dealer", "more", "names")
    kinds = ("koi", *["won"] * 4, "empty", "field", "void", "adjust", *amended, *(["hand"] if hands else []))
    kind = draw(st.sampled_from(kinds))
    match kind:
        case "koi":
            return {"type": "koikoi-called", "player": player}
        case "won" | "empty":
            word = "round-won" if kind == "won" else "round-exhausted"
            tree: dict[str, Any] = {"type": word, "piles": draw(dealt_piles(seats)), "field": draw(MONTHS)}
            return {**tree, "player": player} if kind == "won" else tree
        case "hand":
            return {
                "type": "hand-shown",
                "player": player,
                "yaku": draw(st.sampled_from(("teshi", "kuttsuki"))),
            }
        case "field":
            return {"type": "field-dealt", "cards": draw(dealt_piles(1))[0]}
        case "void":
            return {"type": "deal-voided", "reason": "misdeal"}
        case "rules":
            return {"type": "rules-changed", "ruleset": draw(tables()), "from": draw(st.integers(1, 4))}
        case "dealer":
            return {"type": "dealer-corrected", "round": draw(st.integers(1, 4)), "player": player}
        case "more":
            return {"type": "match-extended", "rounds": draw(st.integers(-3, 3))}
        case "names":
            return {"type": "names-corrected", "players": draw(st.permutations("XYZ"))[:seats]}
        case _:
            points = draw(st.lists(st.integers(-9, 9), min_size=seats, max_size=seats))
            return {"type": "points-adjusted", "points": points, "reason": "a ruling"}


@st.composite
def matches(draw: st.DrawFn, most: int = 10, hands: bool = True) -> list[dict[str, Any]]:
    """The events of a match that the rules allow, as plain values.

    Without ``hands`` nobody shows a lucky hand: one that does not say its round may be taken for one of the
    round before it.
    """
    seats = draw(st.sampled_from((2, 2, 3)))
    start = {
        "type": "match-started",
        "players": ["Anna", "Ben", "Chris"][:seats],
        "ruleset": draw(tables()),
        "dealer": draw(st.integers(0, seats - 1)),
        "rounds": draw(st.sampled_from((3, 6, 12))),
        "purse": draw(st.sampled_from((0, 9, 30))),
    }
    opening = event(start)
    assert isinstance(opening, MatchStarted)
    match, events = follow(None, record.complete(opening)), [start]
    for tree in draw(st.lists(round_events(seats, hands), max_size=most)):
        move = event(tree)
        try:
            match = follow(match, move)
        except KoikoiError:
            continue
        events.append(tree)
    return events
