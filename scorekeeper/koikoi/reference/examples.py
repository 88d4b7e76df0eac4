"""Examples of an option: the scenes that were written for it, played with each of the values to compare."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Any, Final, NamedTuple

import msgspec

from ...sentences import N_, Sentence, say, valued
from ..cards import BY_ID
from ..errors import KoikoiError
from ..match import explain
from ..match.events import MatchStarted
from ..match.follow import follow
from ..match.match import Due, Match, Round
from ..match.start import start_warnings
from ..rules import deal, phrases
from ..rules.diff import by_key
from ..rules.loader import DEFAULT, over, rules
from ..rules.ruleset import RuleSet
from ..rules.schema import put_at, value_at
from ..scoring.score import Score
from .scenes import PLAYERS, Scene, key_in, scenes

STOP_OR_KOIKOI: Final = N_("stop or koi-koi")


class SceneResult(NamedTuple):
    """What a scene leads to with one value of the option."""

    value: Any
    words: Sentence
    points: int | None  # of the last round, where the scene tells them
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


@cache
def examples(key: str) -> tuple[Example, ...]:
    """The scenes of an option; none for advice. Worked out once."""
    return tuple(_example(scene, key) for scene in scenes() if key in scene.compares)


def _example(scene: Scene, key: str) -> Example:
    results = tuple(_result(scene, key, value) for value in scene.values(key))
    return Example(scene, _besides(scene, key_in(key, scene.yaku)), results)


def _besides(scene: Scene, own: str) -> tuple[tuple[Sentence, Sentence], ...]:
    """What the scene sets besides the option, in words."""
    ruleset = rules({"extends": DEFAULT, **scene.besides})
    tree = msgspec.to_builtins(ruleset)
    return tuple(
        (phrases.title(other, ruleset), phrases.value(other, value_at(tree, other), ruleset))
        for other, _ in by_key(scene.besides)
        if other != own and not other.endswith(".name")
    )


def _result(scene: Scene, key: str, value: Any) -> SceneResult:
    own, setting = key_in(key, scene.yaku), dict[str, Any]()
    put_at(setting, own, value)
    written = {"extends": DEFAULT, **over(scene.besides, setting)}
    ruleset = rules(written)
    match, refusal = _played(scene, written)
    aspects = [aspect for aspect in scene.tells if aspect != "points"]
    said = tuple(sentence for aspect in aspects for sentence in _sentences(aspect, match, scene))
    points = match.rounds[-1].points if "points" in scene.tells and match.rounds else None
    if not said and points is None:
        said = (refusal or say("play on"),)
    words = phrases.value(own, value_at(msgspec.to_builtins(ruleset), own), ruleset)
    return SceneResult(value, words, points, said)


def _played(scene: Scene, ruleset: dict[str, Any]) -> tuple[Match, Sentence | None]:
    """The match as far as the rules let it go, and what they refused."""
    match = follow(None, MatchStarted(players=PLAYERS[: scene.players], ruleset=ruleset))
    try:
        for event in scene.events:
            match = follow(match, event)
    except KoikoiError as error:
        return match, error.sentence
    return match, None


# What is counted before the first card is played.
_SIZES: Final[Mapping[str, tuple[str, Callable[[RuleSet, int], int]]]] = {
    "hand": (N_("Cards in hand"), deal.hand_size),
    "field": (N_("Cards on the field"), deal.field_size),
    "stock": (N_("Cards in the stock"), deal.stock_size),
    "turns": (N_("Turns in a round"), deal.turns),
}


def _sentences(aspect: str, match: Match, scene: Scene) -> Iterator[Sentence]:
    """What a match says under the name of an aspect; nothing of a round where none has ended."""
    row, play = match.rounds[-1] if match.rounds else None, match.play
    match aspect:
        case "players":
            yield _begin(match.rules)
        case "first":
            yield _first(match.rules, scene)
        case "purse":
            yield valued(say("Coins at the start"), match.purse)
        case "due":
            yield from _decision(play.due) if play.due else ()
        case "calls":
            called = zip(match.players, play.calls, strict=True)
            yield from (explain.called(name, number) for name, number in called if number)
        case "void":
            yield from _void(match)
        case "dealer":
            yield say("%(dealer)s deals", dealer=match.players[match.dealer])
        case _ if aspect in _SIZES:
            title, size = _SIZES[aspect]
            yield valued(say(title), size(match.rules, scene.players))
        case _:
            yield from _of_round(aspect, match, row) if row else ()


def _of_round(aspect: str, match: Match, row: Round) -> Iterator[Sentence]:
    """The same of the last round, and of where the match stands after it."""
    match aspect:
        case "result":
            yield explain.result(match, row)
            yield from (row.why,) if row.why else ()
        case "score":
            yield from _reckoning(match, row)
        case "paid":
            yield from (explain.payment(paid, match.players) for paid in row.payments)
        case "coins":
            yield from map(valued, match.players, row.balance)
        case "end":
            yield from _end(match)
        case _:
            raise ValueError(f"a scene does not tell {aspect}")


def _begin(rules: RuleSet) -> Sentence:
    """Whether three players may begin."""
    against = [doubt.why for doubt in start_warnings(rules, 3) if doubt.option == "match.players"]
    return against[0] if against else say("Three players can begin.")


def _first(rules: RuleSet, scene: Scene) -> Sentence:
    """Who deals first; where no card decides it, what does."""
    if not rules.match.first_dealer.endswith("_month"):
        return phrases.setting("match.first_dealer", rules)
    drawn, names = [BY_ID[card] for card in scene.drawn], PLAYERS[: scene.players]
    first = deal.first_dealer(rules, drawn)
    if first is None:
        return phrases.setting("match.first_dealer_tie", rules)
    if rules.match.seats == "drawn" and scene.players == 3:
        dealer, second, third = (names[seat] for seat in deal.draw_order(rules, drawn))
        return say(
            "%(dealer)s deals first; %(second)s sits to the right, then %(third)s.",
            dealer=dealer,
            second=second,
            third=third,
        )
    return say("%(dealer)s deals", dealer=names[first])


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


def _end(match: Match) -> Iterator[Sentence]:
    if match.why_finished is None:
        yield say("The match goes on with round %(number)d.", number=match.number)
        return
    yield say("The match is over: %(why)s", why=match.why_finished)
    for seat in match.winners:
        yield say("%(player)s wins", player=match.players[seat])
