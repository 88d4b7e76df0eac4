"""A rule set: its texts, its options, and what its source offers or leaves open.

The options themselves, a row each, are in ``options/``.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Annotated, Any, Final, Literal

from msgspec import Meta, Struct, json, structs

from ...sentences import N_
from .options.card_points import CountingOptions
from .options.coins import Exhausted, Settlement
from .options.deal import DealOptions
from .options.match import MatchOptions
from .options.play import CallOptions, PlayOptions
from .options.points import Fog, Multipliers, Overlaps, Rain, Weather
from .options.row import COUNTED, KOIKOI, GameId, only, opt, section
from .options.yaku import YakuOptions
from .yaku import KNOWN, FewerYaku

MOST_CHOICES: Final = 60  # of a rule set
MOST_ANSWERS: Final = 12  # of a choice

Id = Annotated[str, Meta(pattern=r"^[a-z0-9_]{1,40}$")]


class Answer(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One answer of a choice: ``sets`` lies over a rule set as overrides do.

    ``ruleset`` names the set that comes with the game and plays so. Without ``sets`` the answer sets
    whatever the sets that are named in its choice do not share.
    """

    id: Id
    says: Annotated[str, Meta(min_length=1, max_length=80)]
    sets: dict[str, Any] = {}
    ruleset: Annotated[str, Meta(max_length=40)] = ""


class Choice(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A question that a table answers for itself.

    ``short``: a word or two that stand before an answer; empty: the question itself does.
    "optional": the source offers the answers; "open": it can be read in more than one way. ``source``: where
    it stands, as a heading of the source and the number of the rule there, never a quotation; empty where the
    source says nothing about it.
    """

    id: Id
    question: Annotated[str, Meta(min_length=1, max_length=200)]
    answers: Annotated[tuple[Answer, ...], Meta(min_length=2, max_length=MOST_ANSWERS)]
    short: Annotated[str, Meta(max_length=30)] = ""
    source: Annotated[str, Meta(max_length=300)] = ""
    kind: Literal["optional", "open"] = "optional"


# How many letters the texts of a rule set may have.
TEXTS: Final[Mapping[str, int]] = {"title": 60, "about": 400, "source": 400}
MOST_READINGS: Final = 40
LONGEST_READING: Final = 400
MOST_WORDS: Final = 60  # of a language
LONGEST_WORD: Final = 60
Language = Literal["en", "pl", "ru", "nl", "ja"]
Word = Annotated[str, Meta(min_length=1, max_length=LONGEST_WORD)]
NOTES: Final = (
    "choices",
    "readings",
    "customs",
    "words",
    "agreed",
)  # what a rule set says about its settings besides its texts


def _is_bright(name: str, _settings: Mapping[str, Any]) -> bool:
    return name in KNOWN and KNOWN[name].family == "brights"


def _looks_at_kinds(name: str, settings: Mapping[str, Any]) -> bool:
    """Whether a yaku counts the cards of a kind, or grows by them."""
    return bool(settings.get("extra") or settings.get("kind")) or (name in KNOWN and KNOWN[name].counts)


class RuleSet(Struct, frozen=True, dict=True, forbid_unknown_fields=True, omit_defaults=False):
    """One table's rules, complete: every option has its value.

    ``choices``: what the source offers or leaves open; ``readings``: how the rest of it was read, in
    sentences; ``customs``: what it says of the deal that decides nothing; ``words``: by language, words of
    the source in place of those of the app. ``agreed``: the answers that the players gave before a match,
    and ``advice``: the answers that no option knows, both by the id of their choice.
    """

    title: Annotated[str, Meta(max_length=TEXTS["title"])] = ""
    about: Annotated[str, Meta(max_length=TEXTS["about"])] = ""
    source: Annotated[str, Meta(max_length=TEXTS["source"])] = ""
    choices: Annotated[tuple[Choice, ...], Meta(max_length=MOST_CHOICES)] = ()
    readings: Annotated[
        tuple[Annotated[str, Meta(min_length=1, max_length=LONGEST_READING)], ...],
        Meta(max_length=MOST_READINGS),
    ] = ()
    customs: Annotated[
        tuple[Annotated[str, Meta(min_length=1, max_length=LONGEST_READING)], ...],
        Meta(max_length=MOST_READINGS),
    ] = ()
    words: dict[Language, Annotated[dict[Word, Word], Meta(max_length=MOST_WORDS)]] = {}
    agreed: dict[Id, Id] = {}
    advice: dict[Id, Id] = {}
    game: Annotated[
        GameId,
        only(COUNTED),
        opt(
            N_("Game"),
            values={"koikoi": "Koi-Koi", "counted": N_("a game in which every captured card counts")},
        ),
    ] = KOIKOI
    match: Annotated[MatchOptions, section(N_("Match"))] = MatchOptions()
    deal: Annotated[DealOptions, section(N_("Deal and lucky hands"))] = DealOptions()
    play: Annotated[PlayOptions, section(N_("Play"))] = PlayOptions()
    calls: Annotated[CallOptions, only(KOIKOI), section(N_("Koi-koi or stop"))] = CallOptions()
    sake_cup: Annotated[
        Literal[
            "animal", "both", "best", "chaff", "two_chaff", "both_two_chaff", "best_two_chaff", "neither"
        ],
        section(N_("Sake cup, brights, weather")),
        opt(
            N_("Sake cup"),
            values={
                "animal": N_("an animal"),
                "both": N_("an animal and chaff at once"),
                "best": N_("an animal or chaff, whichever is worth more"),
                "chaff": N_("chaff"),
                "two_chaff": N_("two chaff cards"),
                "both_two_chaff": N_("an animal and two chaff cards at once"),
                "best_two_chaff": N_("an animal or two chaff cards, whichever is worth more"),
                "neither": N_("neither an animal nor chaff"),
            },
            sentence=N_("The sake cup is %(value)s."),
            unless=[{"yaku": FewerYaku(1, _looks_at_kinds)}],
            card="09A",
            always=KOIKOI,
        ),
    ] = "both"
    brights: Annotated[
        Literal["highest", "cumulative"],
        opt(
            N_("Bright yaku"),
            N_("Whether several bright yaku count at once."),
            {"highest": N_("only the highest counts"), "cumulative": N_("all of them count")},
            sentence=N_("Of several bright yaku %(value)s."),
            unless=[{"counts": ("best",)}, {"yaku": FewerYaku(2, _is_bright)}],
            always=True,
        ),
    ] = "highest"
    counts: Annotated[
        Literal["all", "best"],
        opt(
            N_("Several yaku"),
            values={"all": N_("all of them count"), "best": N_("only the one worth most counts")},
            unless=[{"yaku": FewerYaku(2)}],
        ),
    ] = "all"
    chaff_twice: Annotated[
        tuple[str, ...],
        opt(
            N_("Chaff that counts twice"),
            N_("Chaff cards that count as two, such as the lightning and the yellow paulownia."),
            kind="cards",
            off=[],
        ),
    ] = ()
    overlap: Overlaps = Overlaps()
    weather: Weather = Weather()
    yaku: Annotated[dict[str, YakuOptions], section(N_("Yaku"))] = {}
    multipliers: Annotated[Multipliers, section(N_("Doublings"))] = Multipliers()
    counting: Annotated[CountingOptions, only(COUNTED), section(N_("Captured cards"))] = CountingOptions()
    exhausted: Annotated[Exhausted, only(KOIKOI), section(N_("Nobody stops"))] = Exhausted()
    settlement: Annotated[Settlement, only(KOIKOI), section(N_("Coins"))] = Settlement()

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        """Of all that it plays, worked out once; its dictionaries are never changed, but have no hash."""
        return hash(json.encode(bare(self), order="deterministic"))


def bare(rules: RuleSet) -> RuleSet:
    """The rule set without its texts and notes: only what it plays."""
    return structs.replace(
        rules, **dict.fromkeys(TEXTS, ""), choices=(), readings=(), customs=(), words={}, agreed={}
    )


def may_be_called(rules: RuleSet, own: int, others: int) -> bool:
    """Whether koi-koi may be called so often in a round, by a player and by one other."""
    limit = rules.calls.limit
    made = own + others if rules.calls.limit_scope == "round" else max(own, others)
    return limit is None or made <= limit


def stop_counts_all(rules: RuleSet) -> bool:
    """Whether everybody's yaku count when somebody stops."""
    return rules.settlement.who_scores != "winner"


def end_counts_all(rules: RuleSet) -> bool:
    """Whether what everybody's yaku are worth decides who is paid when nobody stops."""
    return rules.exhausted.held_yaku in ("holders", "highest")


def can_ruin(weather: Rain | Fog, name: str) -> bool:
    """Whether a weather can ruin a yaku, or one of those that the yaku is made of."""
    made_of = KNOWN[name].made_of if name in KNOWN else ()
    return weather.sign != "off" and not {name, *made_of}.isdisjoint(weather.ruins)
