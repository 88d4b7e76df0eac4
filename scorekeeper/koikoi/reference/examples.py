"""Examples of an option: the scenes in which its values lead to different ends, played with each value.

What a scene leads to is everything that the match then says, under the name of its aspect.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import combinations
from typing import Any, Final, NamedTuple

import msgspec

from ...sentences import N_, Sentence, count, say, valued
from ..cards import BY_ID
from ..errors import BadRuleset, KoikoiError
from ..match import explain
from ..match.events import MatchStarted
from ..match.follow import follow
from ..match.match import Due, Match, Round
from ..match.start import start_warnings
from ..rules import deal, phrases
from ..rules.diff import by_key
from ..rules.loader import DEFAULT, over, rules
from ..rules.ruleset import RuleSet
from ..rules.schema import Tree, value_at
from ..scoring.score import Score
from .scenes import PLAYERS, Scene, scenes
from .values import compared, key_in, rows, with_value

STOP_OR_KOIKOI: Final = N_("stop or koi-koi")


class SceneOutcome(NamedTuple):
    """What a scene leads to: sentences by aspect, in the order in which they are told."""

    said: Mapping[str, tuple[Sentence, ...]]
    points: int | None  # of the last round; None where no round ended


def outcome(ruleset: Tree, scene: Scene) -> SceneOutcome:
    """What a scene leads to. Raises BadRuleset where the rules cannot be played."""
    match = follow(None, MatchStarted(players=PLAYERS[: scene.players], ruleset=dict(ruleset)))
    refused: tuple[Sentence, ...] = ()
    try:
        for event in scene.events:
            match = follow(match, event)
    except KoikoiError as error:
        refused = (error.sentence,)
    said = {**_before(match, scene), **_round(match), **_after(match), "refused": refused}
    aspects = [aspect for aspect in scene.tells or said if said.get(aspect)]
    points = match.rounds[-1].points if "points" in aspects else None
    return SceneOutcome({aspect: said[aspect] for aspect in aspects}, points)


def _before(match: Match, scene: Scene) -> dict[str, tuple[Sentence, ...]]:
    """What is known before the first card is played."""
    rules, players = match.rules, scene.players
    return {
        "players": tuple(_begin(rules, players)) if players == 3 else (),
        "first": (_first(rules, scene),) if scene.drawn else (),
        "hand": (_number(N_("Cards in hand"), deal.hand_size(rules, players)),),
        "field": (_number(N_("Cards on the field"), deal.field_size(rules, players)),),
        "stock": (_number(N_("Cards in the stock"), deal.stock_size(rules, players)),),
        "turns": (_number(N_("Turns in a round"), deal.turns(rules, players)),),
        "purse": (_number(N_("Coins at the start"), match.purse),),
    }


def _round(match: Match) -> dict[str, tuple[Sentence, ...]]:
    """How the last round ended."""
    if not match.rounds:
        return {}
    row = match.rounds[-1]
    return {
        "result": tuple(why for why in (explain.result(match, row), row.why) if why is not None),
        "score": tuple(_reckoning(match, row)),
        "points": (count("%(n)d point", "%(n)d points", row.points),),
        "paid": tuple(explain.payment(paid, match.players) for paid in row.payments),
        "coins": tuple(_number(name, row.balance[seat]) for seat, name in enumerate(match.players)),
    }


def _after(match: Match) -> dict[str, tuple[Sentence, ...]]:
    """Where the match stands."""
    play = match.play
    called = [(name, number) for name, number in zip(match.players, play.calls, strict=True) if number]
    return {
        "due": tuple(_decision(play.due)) if play.due else (),
        "calls": tuple(
            count("%(player)s called koi-koi", "%(player)s called koi-koi %(n)d times", n, player=name)
            for name, n in called
        ),
        "void": tuple(_void(match)),
        "dealer": () if play.voids else (say("%(dealer)s deals", dealer=match.players[match.dealer]),),
        "end": tuple(_end(match)) if match.rounds else (),
    }


def _reckoning(match: Match, row: Round) -> Iterator[Sentence]:
    """The yaku, the factors and the caps of everybody who is paid."""
    paid = [(row.player, row.score)] if row.score else []
    paid += [(held.player, held.score) for held in row.beside]
    for player, score in paid:
        yield from _lines(match, player, score)


def _lines(match: Match, player: int | None, score: Score) -> Iterator[Sentence]:
    for line in score.lines:
        yield valued(phrases.yaku(line.yaku, match.rules), line.points)
    for factor in score.factors:
        step = f"+{factor.plus}" if factor.plus else f"× {factor.times}"
        yield valued(explain.factor_reason(factor, match.players, player), step)
    yield from explain.cap_reasons(match.rules, score)


def _decision(due: Due) -> Iterator[Sentence]:
    decision = due.decision
    if decision.koikoi:
        yield say(STOP_OR_KOIKOI)
    else:
        yield say("the player must stop") if decision.stop else say("nothing to decide, play on")
    if decision.why is not None:
        yield decision.why


def _void(match: Match) -> Iterator[Sentence]:
    """Why the deal is void, and who deals again."""
    for why in match.play.voids:
        yield why if isinstance(why, Sentence) else say("%(text)s", text=why)
        yield say("%(dealer)s deals again.", dealer=match.players[match.dealer])


def _end(match: Match) -> Iterator[Sentence]:
    if match.why_finished is None:
        yield say("The match goes on with round %(number)d.", number=match.number)
        return
    yield say("The match is over: %(why)s", why=match.why_finished)
    for seat in match.winners:
        yield say("%(player)s wins", player=match.players[seat])


def _begin(rules: RuleSet, players: int) -> Iterator[Sentence]:
    """Whether so many players may begin."""
    against = [doubt.why for doubt in start_warnings(rules, players) if doubt.option == "match.players"]
    yield from against or [say("Three players can begin.")]


def _first(rules: RuleSet, scene: Scene) -> Sentence:
    """Who deals first; where no card decides it, what does."""
    if not rules.match.first_dealer.endswith("_month"):
        return phrases.first_dealer(rules)
    drawn, names = [BY_ID[card] for card in scene.drawn], PLAYERS[: scene.players]
    first = deal.first_dealer(rules, drawn)
    if first is None:
        return phrases.value("match.first_dealer_tie", rules.match.first_dealer_tie, rules)
    if rules.match.seats == "drawn" and scene.players == 3:
        dealer, second, third = (names[seat] for seat in deal.draw_order(rules, drawn))
        return say(
            "%(dealer)s deals first; %(second)s sits to the right, then %(third)s.",
            dealer=dealer,
            second=second,
            third=third,
        )
    return say("%(dealer)s deals", dealer=names[first])


def _number(title: str, number: int) -> Sentence:
    return valued(say(title) if title not in PLAYERS else title, number)


_MOST_SCENES: Final = 3  # of one option
# Follows from the points, and is told only where those are the same; how the round ended, where no yaku is.
_OF_THE_POINTS: Final = ("result", "paid", "coins", "end", "dealer")


class SceneResult(NamedTuple):
    """What a scene leads to with one value of the option."""

    value: Any
    words: Sentence
    points: int | None  # where the values differ in the points of the round
    said: tuple[Sentence, ...]


class Example(NamedTuple):
    """A scene, what the rules set besides, in words, and what each value of the option leads to."""

    scene: Scene
    besides: tuple[tuple[Sentence, Sentence], ...]
    results: tuple[SceneResult, ...]

    @property
    def alike(self) -> tuple[tuple[SceneResult, ...], ...]:
        """The results, those together that are the same."""
        groups: dict[str, list[SceneResult]] = {}
        for result in self.results:
            groups.setdefault(f"{result.points} {result.said}", []).append(result)
        return tuple(map(tuple, groups.values()))


class _Played(NamedTuple):
    """A scene, and what it leads to by the place of each value; values that cannot be played are left out."""

    scene: Scene
    outcomes: Mapping[int, SceneOutcome]

    @property
    def separates(self) -> set[tuple[int, int]]:
        """The pairs of values that lead to different ends."""
        pairs = combinations(self.outcomes, 2)
        return {(a, b) for a, b in pairs if self.outcomes[a] != self.outcomes[b]}


@cache
def examples(key: str) -> tuple[Example, ...]:
    """The fewest scenes, in their order, that tell apart as many values of an option as the list can.

    Empty for advice, and for an option that no scene tells apart. Worked out once.
    """
    if rows()[key].advice:
        return ()
    values = compared(key)
    tried = [_played(scene, key, values) for scene in scenes() if scene.tells_of(key)]
    chosen: list[_Played] = []
    told: set[tuple[int, int]] = set()
    while tried and len(chosen) < _MOST_SCENES:
        best = max(tried, key=lambda played: len(played.separates - told))
        if not best.separates - told:
            break
        chosen.append(best)
        told |= best.separates
    return tuple(_example(played, key, values) for played in chosen)


def _played(scene: Scene, key: str, values: Sequence[Any]) -> _Played:
    outcomes = {}
    for place, value in enumerate(values):
        try:
            outcomes[place] = outcome(_rules(scene, key, value), scene)
        except BadRuleset:  # such as a step by step table that is empty
            continue
    return _Played(scene, outcomes)


def _rules(scene: Scene, key: str, value: Any) -> Tree:
    """The common rules with what the scene sets besides, and with the value, as a written rule set."""
    return {"extends": DEFAULT, **over(scene.besides, with_value(key, value, scene.yaku))}


def _example(played: _Played, key: str, values: Sequence[Any]) -> Example:
    scene, outcomes = played.scene, played.outcomes
    aspects = _telling(scene, list(outcomes.values()))
    results = []
    for place, ended in outcomes.items():
        ruleset = rules(_rules(scene, key, values[place]))
        whole = value_at(msgspec.to_builtins(ruleset), key_in(key, scene.yaku))
        results.append(
            SceneResult(
                values[place],
                phrases.value(key_in(key, scene.yaku), whole, ruleset),
                ended.points if "points" in aspects else None,
                _told(ended, aspects),
            )
        )
    return Example(scene, _besides(scene, key), tuple(results))


def _told(ended: SceneOutcome, aspects: Sequence[str]) -> tuple[Sentence, ...]:
    """What an outcome says of some aspects besides the points."""
    said = [sentence for aspect in aspects if aspect != "points" for sentence in ended.said.get(aspect, ())]
    return tuple(said) if said or ended.points is not None else (say("play on"),)


def _telling(scene: Scene, outcomes: Sequence[SceneOutcome]) -> list[str]:
    """The aspects in which some outcomes differ, in the order in which they are told."""
    aspects = dict.fromkeys(aspect for ended in outcomes for aspect in ended.said)
    differing = [aspect for aspect in aspects if len({str(ended.said.get(aspect)) for ended in outcomes}) > 1]
    if "points" not in differing or scene.tells:
        return differing
    followed = _OF_THE_POINTS if "score" in aspects else _OF_THE_POINTS[1:]
    return [aspect for aspect in aspects if aspect in ("score", *differing) and aspect not in followed]


def _besides(scene: Scene, key: str) -> tuple[tuple[Sentence, Sentence], ...]:
    """What the scene sets besides the option, in words."""
    ruleset = rules({"extends": DEFAULT, **scene.besides})
    tree, own = msgspec.to_builtins(ruleset), key_in(key, scene.yaku)
    return tuple(
        (phrases.title(other, ruleset), phrases.value(other, value_at(tree, other), ruleset))
        for other, _ in by_key(scene.besides)
        if other != own and not other.endswith(".name")
    )
