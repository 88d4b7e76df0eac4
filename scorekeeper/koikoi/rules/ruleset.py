"""A rule set: its texts and its options. The options of each part are in the module of that part.

Every option has its type, default, title, meaning, values and kind of field in one row. Pages, error
messages, the rules in words and the form for house rules all read these rows.
"Off" is ``None`` here, ``null`` in JSON and ``"off"`` in TOML, which has no null.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Annotated, Final, Literal

from msgspec import Meta, Struct, json, structs

from ...sentences import N_
from .choice import MOST_CHOICES, Choice, Id
from .match_options import MatchOptions
from .option_types import opt
from .play_options import CallOptions, DealOptions, PlayOptions
from .scoring_options import Multipliers, Overlaps, Weather
from .settlement_options import Exhausted, Settlement
from .yaku_options import YakuOptions

# How many letters the texts of a rule set may have.
TEXTS: Final[Mapping[str, int]] = {"title": 60, "about": 400, "source": 400}
MOST_READINGS: Final = 40
LONGEST_READING: Final = 400
NOTES: Final = ("choices", "readings", "agreed")  # what a rule set says about its settings besides its texts


class RuleSet(Struct, frozen=True, dict=True, forbid_unknown_fields=True, omit_defaults=False):
    """One table's rules, complete: every option has its value.

    ``choices``: what the source offers or leaves open; ``readings``: how the rest of it was read, in
    sentences; ``agreed``: the answers that the players gave before a match, and ``advice``: the answers that
    no option knows, both by the id of their choice.
    """

    title: Annotated[str, Meta(max_length=TEXTS["title"])] = ""
    about: Annotated[str, Meta(max_length=TEXTS["about"])] = ""
    source: Annotated[str, Meta(max_length=TEXTS["source"])] = ""
    choices: Annotated[tuple[Choice, ...], Meta(max_length=MOST_CHOICES)] = ()
    readings: Annotated[
        tuple[Annotated[str, Meta(min_length=1, max_length=LONGEST_READING)], ...],
        Meta(max_length=MOST_READINGS),
    ] = ()
    agreed: dict[Id, Id] = {}
    advice: dict[Id, Id] = {}
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

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        """Of all that it plays, worked out once; its dictionaries are never changed, but have no hash."""
        return hash(json.encode(bare(self), order="deterministic"))


def bare(rules: RuleSet) -> RuleSet:
    """The rule set without its texts and notes: only what it plays."""
    return structs.replace(rules, **dict.fromkeys(TEXTS, ""), choices=(), readings=(), agreed={})
