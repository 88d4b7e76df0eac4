"""A rule set: its texts and its options. The options of each part are in the module of that part.

Every option has its type, default, title, meaning, values and kind of field in one row. Pages, error
messages, the rules in words and the form for house rules all read these rows.
"Off" is ``None`` here, ``null`` in JSON and ``"off"`` in TOML, which has no null.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Final, Literal

from msgspec import Meta, Struct

from ...sentences import N_
from .match_options import MatchOptions
from .option_types import opt
from .play_options import CallOptions, DealOptions, PlayOptions
from .scoring_options import Multipliers, Overlaps, Weather, YakuOptions
from .settlement_options import Exhausted, Settlement

# How many letters the texts of a rule set may have.
TEXTS: Final[Mapping[str, int]] = {"title": 60, "about": 400, "source": 400}


class RuleSet(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=False):
    """One table's rules, complete: every option has its value."""

    title: Annotated[str, Meta(max_length=TEXTS["title"])] = ""
    about: Annotated[str, Meta(max_length=TEXTS["about"])] = ""
    source: Annotated[str, Meta(max_length=TEXTS["source"])] = ""
    match: MatchOptions = MatchOptions()
    deal: DealOptions = DealOptions()
    play: PlayOptions = PlayOptions()
    calls: CallOptions = CallOptions()
    sake_cup: Annotated[
        Literal[
            "animal", "both", "best", "chaff", "two_chaff", "both_two_chaff", "best_two_chaff", "neither"
        ],
        opt(
            N_("Sake cup"),
            N_("What the sake cup counts as."),
            {
                "animal": N_("an animal"),
                "both": N_("an animal and chaff at once"),
                "best": N_("an animal or chaff, whichever pays more"),
                "chaff": N_("chaff"),
                "two_chaff": N_("two chaff cards"),
                "both_two_chaff": N_("an animal and two chaff cards at once"),
                "best_two_chaff": N_("an animal or two chaff cards, whichever pays more"),
                "neither": N_("neither an animal nor chaff"),
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
