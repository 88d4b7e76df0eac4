"""An evening as plain text for a messenger: its matches, and what everybody won over it."""

from __future__ import annotations

from collections.abc import Iterator

from ...archive.archive import Played, View
from ...archive.evenings import Evening, Standing
from ...archive.results import BestPlayed, Gains, best_hand
from ...koikoi.figures.match_figures import yaku_called
from ...languages import weekday
from ...sentences import N_, Sentence, count, say
from ..i18n import language, listed, signed, translate


def told(evening: Evening, view: View) -> bytes:
    """UTF-8 with a line break at the end."""
    standings = (_standing(standing, evening.units) for standing in evening.standings)
    blocks = [_head(evening), map(_match, evening.matches), standings]
    if hand := best(evening, view):
        blocks.append(iter([_best(hand)]))
    return ("\n\n".join("\n".join(block) for block in blocks) + "\n").encode()


def best(evening: Evening, view: View) -> BestPlayed | None:
    """The hand of the evening that brought the most points."""
    return best_hand(evening.matches, view.people)


def outcome(played: Played) -> Sentence:
    """How a match ended."""
    match = played.digest
    if len(match.winners) == 1:
        return say("%(player)s won", player=match.players[match.winners[0]])
    if not match.finished:
        return say("Not finished")
    return say(N_("A tie") if match.rounds else N_("No round was played"))


def places(evening: Evening) -> list[str]:
    """Where its matches were played, each place once."""
    return list(dict.fromkeys(played.remarks.place for played in evening.matches if played.remarks.place))


def _head(evening: Evening) -> Iterator[str]:
    yield f"Koi-Koi, {weekday(evening.day, language())}"
    if at := places(evening):
        yield listed(at)


def _match(played: Played) -> str:
    """ "Anna 62 – Ben 38 (Anna won)"."""
    match = played.digest
    coins = " – ".join(f"{name} {held}" for name, held in zip(match.players, match.balance, strict=True))
    return f"{coins} ({translate(outcome(played))})"


def _standing(standing: Standing, units: tuple[str, ...]) -> str:
    won = count("%(n)d match won", "%(n)d matches won", standing.won)
    return f"{standing.name} {listed([*_gains(standing.gains, units), translate(won)])}"


def _gains(gains: Gains, units: tuple[str, ...]) -> Iterator[str]:
    """ "+12"; where some matches bring coins and others points, "coins +72", "points +21"."""
    if len(units) == 1:
        yield signed(gains.coins or gains.points)
        return
    yield translate(say("coins %(coins)s", coins=signed(gains.coins)))
    yield translate(say("points %(points)s", points=signed(gains.points)))


def _best(found: BestPlayed) -> str:
    yaku = " + ".join(translate(yaku_called(key)) for key, _points in found.hand.yaku)
    return translate(
        say(
            "Best hand: %(player)s, %(points)s points (%(yaku)s)",
            player=found.player,
            points=found.hand.points,
            yaku=yaku,
        )
    )
