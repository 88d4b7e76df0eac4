"""Settings that fit their types and still cannot be played: refused when a rule set is loaded."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from graphlib import CycleError, TopologicalSorter
from typing import Final

from ...sentences import Sentence, say
from ..cards import CHAFF, DECK, OF_KIND, cards, of_month, text
from ..errors import BadCards, BadRuleset, NotAllowed
from .conversion import fixed_cards
from .options.row import COUNTED, KOIKOI, GameId
from .options.yaku import YakuOptions, left_out_of
from .ruleset import RuleSet
from .yaku import KNOWN, Monthly, Yaku


def refusals(rules: RuleSet) -> Iterator[BadRuleset]:
    """Everything that makes a complete rule set impossible to play, each with the key behind it."""
    for name, yaku in rules.yaku.items():
        yield from refused_yaku(name, yaku)
    for refused in (_purse, _deck, _twice, _turns, _steps, refused_lists, *_OF_GAME[rules.game]):
        yield from refused(rules)


def _purse(rules: RuleSet) -> Iterator[BadRuleset]:
    key, purse = "settlement.purse", rules.settlement.purse
    if not isinstance(purse, dict):
        return
    for length in purse:
        if length not in map(str, range(1, 100)):
            yield BadRuleset(
                say(
                    "%(key)s: “%(value)s” is not a number of rounds; allowed: 1 to 99.",
                    key=key,
                    value=length[:40],
                )
            )
    if not purse:
        yield BadRuleset(say("%(key)s is empty; allowed: coins by number of rounds.", key=key))


def _deck(rules: RuleSet) -> Iterator[BadRuleset]:
    deal, key = rules.deal, "deal.without"
    try:
        left = 48 - cards(" ".join(deal.without)).bit_count()
    except BadCards as error:
        yield BadRuleset(say("%(key)s: %(reason)s", key=key, reason=error.sentence))
        return
    needed = 2 * (deal.hand or 8) + (8 if deal.field is None else deal.field)
    if needed > left:
        yield BadRuleset(
            say(
                "%(key)s and %(other)s need %(needed)d cards; the deck has %(left)d.",
                key="deal.hand",
                other="deal.field",
                needed=needed,
                left=left,
            )
        )


def _twice(rules: RuleSet) -> Iterator[BadRuleset]:
    key = "chaff_twice"
    try:
        named = cards(" ".join(rules.chaff_twice))
    except BadCards as error:
        yield BadRuleset(say("%(key)s: %(reason)s", key=key, reason=error.sentence))
        return
    if wrong := named & ~CHAFF:
        yield BadRuleset(say("%(key)s: %(cards)s: no chaff.", key=key, cards=text(wrong)))


def _turns(rules: RuleSet) -> Iterator[BadRuleset]:
    if rules.play.turn == "draw_then_two" and rules.play.unmatched_stock == "keep":
        yield BadRuleset(
            say(
                "%(key)s: “%(value)s” is not possible together with %(other)s “%(other_value)s”: "
                "nothing is turned over from the stock.",
                key="play.turn",
                value="draw_then_two",
                other="play.unmatched_stock",
                other_value="keep",
            )
        )


def _steps(rules: RuleSet) -> Iterator[BadRuleset]:
    for name, factor in rules.multipliers.of_koi.items():
        if factor.form == "table" and not factor.table:
            key = f"multipliers.{name}.table"
            yield BadRuleset(say('%(key)s is empty; allowed: steps such as ["+", 1] or ["x", 2].', key=key))
    if rules.multipliers.round == ():
        key = "multipliers.round"
        yield BadRuleset(say("%(key)s is empty; allowed: a factor for each round, or off.", key=key))


LISTS: Final = ("replaces", "excluded_by", "rivals")  # the options of a yaku that name other yaku
_MOST_RIVALS: Final = 16  # every way to leave some of them out is tried


def refused_yaku(name: str, yaku: YakuOptions) -> Iterator[BadRuleset]:
    """What is impossible in one yaku: its cards, how many of them, its months, its further cards."""
    key = f"yaku.{name}"
    if name in KNOWN:
        yield from _fixed(key, KNOWN[name], yaku)
        monthly: Monthly = KNOWN[name].monthly
    else:
        yield from _made(key, yaku)
        monthly = yaku.monthly or ""
    yield from _of_months(key, monthly, yaku)


def refused_lists(rules: RuleSet) -> Iterator[BadRuleset]:
    """What is impossible among the yaku: lists of unknown yaku, circles of replacement, none to win with."""
    unknown = list(_unknown_others(rules))
    yield from unknown
    for name, yaku in rules.yaku.items():
        if yaku.month_factor is not None and yaku.months is None:
            key = f"yaku.{name}.month_factor"
            yield BadRuleset(say("%(key)s needs months: the rounds in which it multiplies.", key=key))
        if yaku.lightning and rules.play.lightning == "plain":
            key = f"yaku.{name}.lightning"
            yield BadRuleset(
                say(
                    "%(key)s needs %(other)s “%(value)s”: a plain one takes no card of another month.",
                    key=key,
                    other="play.lightning",
                    value="wild",
                )
            )
    yield from _too_many_rivals(rules)
    if not unknown and (circle := _circle(rules)):
        key = f"yaku.{circle}.replaces"
        yield BadRuleset(say("%(key)s: these yaku replace each other in a circle.", key=key))


def _nothing_to_win(rules: RuleSet) -> Iterator[BadRuleset]:
    if not any(yaku.points or yaku.after_koi for yaku in rules.yaku.values()):
        yield BadRuleset(say("yaku: with every yaku off nobody could ever win."), "yaku")


def _listed_players(rules: RuleSet) -> Iterator[BadRuleset]:
    if not isinstance(rules.match.players, int):
        yield BadRuleset(
            say(
                "%(key)s: a list needs %(other)s “%(value)s”.",
                key="match.players",
                other="game",
                value=COUNTED,
            )
        )


def _no_players(rules: RuleSet) -> Iterator[BadRuleset]:
    if rules.match.players == ():
        yield BadRuleset(say("%(key)s is empty; allowed: 2, 3 or 4 players.", key="match.players"))


def _worth_of_cards(rules: RuleSet) -> Iterator[BadRuleset]:
    key = "counting.cards"
    try:
        cards(" ".join(rules.counting.cards))
    except BadCards as error:
        yield BadRuleset(say("%(key)s: %(reason)s", key=key, reason=error.sentence))


def _winning_yaku(rules: RuleSet) -> Iterator[BadRuleset]:
    for name in rules.counting.wins_at_once:
        if name not in rules.yaku:
            yield unknown_yaku("counting.wins_at_once", name, "shiko")


def refuse_other_game(rules: RuleSet, why: Sentence) -> None:
    """Refuse by the rules of another game what only Koi-Koi has. Raises NotAllowed."""
    if rules.game != KOIKOI:
        raise NotAllowed(why, "game")


# What is refused besides in each game.
_OF_GAME: Final[Mapping[GameId, tuple[Callable[[RuleSet], Iterator[BadRuleset]], ...]]] = {
    KOIKOI: (_listed_players, _nothing_to_win),
    COUNTED: (_no_players, _worth_of_cards, _winning_yaku),
}


def _fixed(key: str, known: Yaku, yaku: YakuOptions) -> Iterator[BadRuleset]:
    """What makes a known yaku is fixed, except the number of cards of one that counts a kind."""
    sized = yaku.min is not None and not known.counts
    changed = (yaku.cards, yaku.kind, yaku.monthly) != (None, None, None) or yaku.also or yaku.ruined_by
    if sized or changed:
        yield fixed_cards(key)
    elif yaku.min is not None:
        yield from _size(key, yaku.min, known.most)


def _made(key: str, yaku: YakuOptions) -> Iterator[BadRuleset]:
    """What is impossible in the cards that make a table's own yaku."""
    whole = yaku.cards is None and yaku.kind is None and yaku.monthly is not None
    if (yaku.cards is None) == (yaku.kind is None) and not whole:
        yield BadRuleset(
            say(
                "%(key)s: there is no such yaku; one of your own needs cards, or a kind, or monthly.", key=key
            )
        )
        return
    try:
        named = cards(" ".join(yaku.cards)) if yaku.cards is not None else DECK
        among = (OF_KIND[yaku.kind] if yaku.kind else named) & ~left_out_of(yaku)
        yield from _besides(key, yaku)
    except BadCards as error:
        yield BadRuleset(say("%(key)s: %(reason)s", key=key, reason=error.sentence))
        return
    yield from _number(key, yaku, among, whole)
    if yaku.extra and not yaku.monthly and not any(among & ~kind == 0 for kind in OF_KIND.values()):
        yield BadRuleset(
            say("%(key)s: its cards are of several kinds, so no extra card can count.", key=f"{key}.extra"),
            key,
        )


def _besides(key: str, yaku: YakuOptions) -> Iterator[BadRuleset]:
    """What is impossible in the cards that it needs besides, and in those that ruin it. Raises BadCards."""
    if yaku.also and yaku.monthly:
        yield BadRuleset(
            say("%(key)s.also: a yaku of one month’s cards needs no others.", key=key), f"{key}.also"
        )
    every = yaku.cards if yaku.cards is not None and yaku.min is None else ()
    needed = cards(" ".join(yaku.also)) | cards(" ".join(every))
    if spoiled := needed & cards(" ".join(yaku.ruined_by)):
        yield BadRuleset(
            say("%(key)s.ruined_by: %(cards)s: it needs what would cancel it.", key=key, cards=text(spoiled)),
            f"{key}.ruined_by",
        )


def _number(key: str, yaku: YakuOptions, among: int, whole: bool) -> Iterator[BadRuleset]:
    """How many of its cards a table's own yaku needs; ``whole``: they may be all four of a month."""
    if yaku.min is None and yaku.kind is not None:
        yield BadRuleset(say("%(key)s is missing: how many cards of the kind are needed?", key=f"{key}.min"))
    elif yaku.min is None and yaku.monthly is not None and not whole:
        yield BadRuleset(say("%(key)s is missing: how many of these cards are needed?", key=f"{key}.min"))
    else:
        most = among.bit_count()
        if yaku.monthly:
            most = max((among & of_month(month)).bit_count() for month in range(1, 13))
        yield from _size(key, yaku.min or (4 if whole else min(most, 1)), most)


def _size(key: str, least: int, most: int) -> Iterator[BadRuleset]:
    if not 1 <= least <= most:
        yield BadRuleset(
            say(
                "%(key)s: %(value)s is not possible; allowed: a whole number from 1 to %(most)d.",
                key=f"{key}.min",
                value=least,
                most=most,
            )
        )


def _of_months(key: str, monthly: Monthly, yaku: YakuOptions) -> Iterator[BadRuleset]:
    """What only a yaku of one month's cards can have."""
    if yaku.separate and not (monthly == "each" and yaku.repeat):
        yield BadRuleset(
            say("%(key)s needs a yaku of any month’s cards that counts each time.", key=f"{key}.separate")
        )
    narrowed = yaku.kind or yaku.cards or yaku.without or yaku.ruined_by or (yaku.min or 4) != 4
    if yaku.lightning and (not monthly or narrowed):
        yield BadRuleset(say("%(key)s needs a yaku of all four cards of a month.", key=f"{key}.lightning"))


def _unknown_others(rules: RuleSet) -> Iterator[BadRuleset]:
    """Lists that name a yaku that does not exist, or the yaku itself."""
    for name, yaku in rules.yaku.items():
        for list_name in LISTS:
            for other in getattr(yaku, list_name):
                if other not in rules.yaku or other == name:
                    yield unknown_yaku(f"yaku.{name}.{list_name}", other, "tane" if name == "tan" else "tan")


def unknown_yaku(key: str, name: str, possible: str) -> BadRuleset:
    """The error for a list that names a yaku which is none, or not another one."""
    return BadRuleset(
        say(
            "%(key)s: “%(value)s” is not possible; allowed: ids of other yaku, such as %(other)s.",
            key=key,
            value=name[:40],
            other=possible,
        )
    )


def _too_many_rivals(rules: RuleSet) -> Iterator[BadRuleset]:
    owners = [name for name, yaku in rules.yaku.items() if yaku.rivals]
    rivals = {rival for name in owners for rival in (name, *rules.yaku[name].rivals)}
    if len(rivals) > _MOST_RIVALS:
        key = f"yaku.{owners[0]}.rivals"
        yield BadRuleset(
            say(
                "%(key)s: such lists name %(number)d yaku in all; allowed: up to %(most)d.",
                key=key,
                number=len(rivals),
                most=_MOST_RIVALS,
            )
        )


def _circle(rules: RuleSet) -> str | None:
    """A yaku that replaces itself by way of others; None when there is none."""
    try:
        TopologicalSorter({name: yaku.replaces for name, yaku in rules.yaku.items()}).prepare()
    except CycleError as error:
        (name, *_) = error.args[1]
        return str(name)
    return None
