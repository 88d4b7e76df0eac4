"""A rule set as a table would say it aloud, a topic a line, made from its settings.

The topics: what pays, what raises the stakes, how a round begins and ends, the coins of a whole match.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

import msgspec

from ...sentences import N_, Sentence, count, listing, say
from . import phrases
from .deal import field_size, hand_points, hand_size, possible_hands
from .options.points import KoiFactor
from .options.row import STATED
from .phrases import stated
from .ruleset import RuleSet, can_ruin
from .schema import options, value_at
from .yaku import KNOWN

_BEST_KNOWN: Final = (
    *("goko", "shiko", "ameshiko", "sanko", "hanami", "tsukimi"),
    *("inoshikacho", "akatan", "aotan", "tane", "tan", "kasu"),
)
_MOST_NAMED: Final = 3  # of the other yaku; more are counted


class Price(NamedTuple):
    """Yaku that pay the same number of points."""

    points: int
    yaku: tuple[tuple[str, int], ...]  # the id of each, and what it pays for each further card


def prices(rules: RuleSet) -> tuple[Price, ...]:
    """What the best known yaku and those of the table's own pay, the dearest first."""
    by_points = defaultdict(list)
    for name in _priced(rules):
        by_points[rules.yaku[name].points].append((name, rules.yaku[name].extra))
    return tuple(Price(points, tuple(by_points[points])) for points in sorted(by_points, reverse=True))


def what_pays(rules: RuleSet) -> Iterator[Sentence]:
    """What goes with the prices: further cards, several bright yaku, the yaku that are not among them."""
    if any(rules.yaku[name].extra for name in _priced(rules)):
        yield say("+: for each extra card.")
    yield from several_yaku(rules)
    yield from _unusual(rules, "overlap.animals", "overlap.ribbons")
    special = [phrases.yaku(name, rules) for name in _priced(rules) if phrases.special_terms(name, rules)]
    if special:
        yield say("Special rules (see the chart): %(yaku)s.", yaku=listing(special))
    priced = _priced(rules)
    others = [name for name in rules.yaku if name not in priced and phrases.is_played(name, rules)]
    if len(others) > _MOST_NAMED:
        yield count("%(n)d more yaku is on the chart.", "%(n)d more yaku are on the chart.", len(others))
    elif others:
        named = listing([phrases.yaku(name, rules) for name in others])
        yield say("Also on the chart: %(yaku)s.", yaku=named)
    elif not priced:
        yield say("No yaku is worth anything.")


def several_yaku(rules: RuleSet) -> Iterator[Sentence]:
    """Whether several yaku count together, and several bright ones where there are several."""
    if rules.counts != "all":
        yield stated("counts", rules)
        return
    bright = [name for name, row in KNOWN.items() if row.family and phrases.is_played(name, rules)]
    if len(bright) > 1:
        yield stated("brights", rules)


def cup_and_weather(rules: RuleSet) -> Iterator[Sentence]:
    """What the sake cup counts as, and what ruins the yaku with it."""
    yield stated("sake_cup", rules)
    yield from _unusual(rules, "chaff_twice")
    for key, weather in (("rain", rules.weather.rain), ("fog", rules.weather.fog)):
        ruined = [name for name in rules.yaku if can_ruin(weather, name) and phrases.is_played(name, rules)]
        if ruined:
            yield say(
                "%(yaku)s: nothing if %(sign)s.",
                yaku=listing([phrases.yaku(name, rules) for name in ruined]),
                sign=phrases.setting(f"weather.{key}.sign", rules),
            )


def _priced(rules: RuleSet) -> list[str]:
    """The yaku whose prices are said: the best known ones, and those of the table's own."""
    own = (name for name in rules.yaku if name not in KNOWN)
    return [name for name in (*_BEST_KNOWN, *own) if (row := rules.yaku.get(name)) and row.points]


_CALLS: Final = ("own_koi", "opponent_koi", "any_koi")


def doublings(rules: RuleSet) -> Iterator[Sentence]:
    """What multiplies the points besides koi-koi, how several go together, and the caps."""
    multipliers = rules.multipliers
    played = {
        "multipliers.big": multipliers.big.factor > 1,
        "multipliers.field_brights": multipliers.field_brights.form != "off",
        "multipliers.round": any(factor > 1 for factor in multipliers.round or ()),
    }
    others, calls = [key for key in played if played[key]], [*_calls(rules)]
    yield from (stated(key, rules) for key in others)
    if multipliers.field_brights.form != "off" and multipliers.field_brights.rainman:
        yield stated("multipliers.field_brights.rainman", rules)
    if not others:
        yield say("Only koi-koi doubles.") if calls else say("Nothing is doubled.")
    if len(others) + len(calls) > 1:
        yield stated("multipliers.combine", rules)
    for cap in ("max_base", "max_factor", "max_points"):
        if getattr(multipliers, cap):
            yield stated(f"multipliers.{cap}", rules)


def koikoi(rules: RuleSet) -> Iterator[Sentence]:
    """What koi-koi does to the points, and when it may be called."""
    calls = rules.calls
    if calls.limit == 0:
        yield say("Koi-koi may not be called.")
        return
    effects = [*_calls(rules), *_after_koi(rules)]
    yield from effects or [say("Koi-koi does not change the points.")]
    if effects and rules.multipliers.koi_counts == "players":
        yield stated("multipliers.koi_counts", rules)
    if calls.limit is not None:
        yield stated("calls.limit", rules)
        yield stated("calls.limit_scope", rules)
    if calls.min_points > 1:
        yield stated("calls.min_points", rules)
        yield stated("calls.below_min", rules)
    yield from _unusual(rules, "calls.on_extension", "calls.stop_above_call")


def _calls(rules: RuleSet) -> Iterator[Sentence]:
    """A sentence for everybody whose calls change the points."""
    for name in _CALLS if rules.calls.limit != 0 else ():
        row: KoiFactor = getattr(rules.multipliers, name)
        if row.form != "off" and not row.is_idle:
            yield stated(f"multipliers.{name}", rules)


def _after_koi(rules: RuleSet) -> Iterator[Sentence]:
    """What some yaku pay once their owner has called."""
    for name, row in rules.yaku.items():
        if row.after_koi is not None and row.after_koi != row.points and phrases.is_played(name, rules):
            yield count(
                "%(yaku)s after your own koi-koi: %(n)d point.",
                "%(yaku)s after your own koi-koi: %(n)d points.",
                row.after_koi,
                yaku=phrases.yaku(name, rules),
            )


def end_of_round(rules: RuleSet) -> Iterator[Sentence]:
    """When a player may stop, and who is paid then."""
    if rules.calls.limit == 0:
        yield say("Whoever makes a yaku stops at the end of the turn.")
    elif rules.calls.on_extension == "decide":
        yield say("If you make or improve a yaku, call koi-koi or stop at the end of your turn.")
    else:
        yield say("If you make a new yaku, call koi-koi or stop at the end of your turn.")
    yield stated("settlement.who_scores", rules)
    yield stated("calls.final_turn", rules)
    yield from _unusual(rules, "calls.missed_yaku")


def nobody_stops(rules: RuleSet) -> Iterator[Sentence]:
    """What happens when the hands are empty and nobody stopped."""
    yield from _unusual(rules, "play.hands_empty")
    without, held = (phrases.setting(f"exhausted.{key}", rules) for key in ("no_yaku", "held_yaku"))
    if str(without) == str(held):
        yield say("With or without a yaku: %(what)s.", what=held)
    else:
        yield stated("exhausted.no_yaku", rules)
        yield stated("exhausted.held_yaku", rules)
    yield from _unusual(rules, "exhausted.highest_tie")


def lucky_hands(rules: RuleSet) -> Iterator[Sentence]:
    """What the lucky hands pay."""
    by_points = defaultdict(list)
    for hand in possible_hands(rules, 2):
        by_points[hand_points(rules, hand)].append(phrases.yaku(hand, rules))
    if not by_points:
        yield say("Lucky hands are not played.")
        return
    for points, hands in by_points.items():
        if points == "redeal":
            yield say("%(hands)s: deal again.", hands=listing(hands))
        else:
            yield count("%(hands)s: %(n)d point.", "%(hands)s: %(n)d points.", points, hands=listing(hands))
    yield stated("deal.teyaku.multiplied", rules)
    yield stated("deal.teyaku.both", rules)
    yield from _unusual(rules, "deal.teyaku.declare", "deal.goes_first")


_DEAL_AND_PLAY: Final = (
    *("play.capture", "play.turn", "play.unmatched_stock", "play.lightning", "play.orphans"),
    *("deal.packet", "deal.without", "deal.field_pairs", "deal.redeal_dealer"),
)


def deal(rules: RuleSet, players: int = 0) -> Iterator[Sentence]:
    """How many cards are dealt, to so many players or to any number of them, and what is unusual about the
    field and the turns."""
    hand, field = hand_size(rules, players or 2), field_size(rules, players or 2)
    yield say("%(hand)d cards in hand, %(field)d on the field.", hand=hand, field=field)
    of_three = hand_size(rules, 3), field_size(rules, 3)
    if not players and rules.match.players == 3 and of_three != (hand, field):
        hand, field = of_three
        yield say("Three players: %(hand)d cards in hand, %(field)d on the field.", hand=hand, field=field)
    yield stated("deal.field_four", rules)
    yield from _unusual(rules, *_DEAL_AND_PLAY)


def dealer(rules: RuleSet) -> Iterator[Sentence]:
    """Who deals first, and who deals after that."""
    yield phrases.first_dealer(rules)
    yield stated("match.next_dealer", rules)
    if not options()["match.dealer_after_draw"].idle_beside(msgspec.to_builtins(rules)):
        yield stated("match.dealer_after_draw", rules)


def coins(rules: RuleSet) -> Iterator[Sentence]:
    """How long a match is, what the players begin with, and who pays."""
    settlement = rules.settlement
    yield say(STATED, option=phrases.title("match.rounds", rules), value=phrases.length(rules))
    if settlement.purse:
        yield stated("settlement.purse", rules)
    yield stated("settlement.account", rules)
    yield from _unusual(rules, "settlement.coin", "settlement.overdraw")
    if settlement.purse and settlement.bust_ends:
        yield say("The match ends when somebody is out of coins.")
    yield from _unusual(rules, "match.tie")


def _unusual(rules: RuleSet, *keys: str) -> Iterator[Sentence]:
    """Those of some options that matter and are not as nearly everywhere."""
    tree = msgspec.to_builtins(rules)
    for row in (options()[key] for key in keys):
        if value_at(tree, row.key) != msgspec.to_builtins(row.default) and not row.idle_beside(tree):
            yield stated(row.key, rules)


Tell = Callable[[RuleSet], Iterator[Sentence]]


class Topic(NamedTuple):
    """One line of the summary: its id, its title, and a few short sentences."""

    id: str
    title: str
    sentences: tuple[Sentence, ...]


_TOPICS: Final[tuple[tuple[str, str, Tell], ...]] = (
    ("yaku", N_("What counts"), what_pays),
    ("cup", N_("Sake cup"), cup_and_weather),
    ("doublings", N_("Doublings"), doublings),
    ("koikoi", N_("Koi-koi"), koikoi),
    ("end", N_("End of a round"), end_of_round),
    ("exhausted", N_("Nobody stops"), nobody_stops),
    ("hands", N_("Lucky hands"), lucky_hands),
    ("deal", N_("The deal"), deal),
    ("dealer", N_("Who deals"), dealer),
    ("coins", N_("Rounds and coins"), coins),
)


def summary(rules: RuleSet, players: int = 0) -> tuple[Topic, ...]:
    """What a rule set says, topic by topic; every topic has at least one sentence.

    ``players``: how many there are in the match that is played by it.
    """
    return tuple(
        Topic(topic, title, tuple(deal(rules, players) if tell is deal else tell(rules)))
        for topic, title, tell in _TOPICS
    )
