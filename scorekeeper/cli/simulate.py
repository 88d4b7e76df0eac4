"""``scorekeeper simulate``: what rules do to a game."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import click

from ..installation import chosen
from ..koikoi.rules.loader import rules
from ..koikoi.simulation.outcomes import PolicyTable
from ..koikoi.simulation.policies import POLICIES
from ..koikoi.simulation.simulation import MOST_SEED, USUAL_POLICY, Simulation
from ..sentences import Refusal
from .lines import fail, write
from .store import INSTANCE

_MOST_ROUNDS: Final = 100_000  # rounds: half a minute for each rule set


@click.command()
@click.argument("ruleset")
@click.option("--against", metavar="RULESET", help="A second rule set, which plays the same deals.")
@click.option(
    "--rounds", required=True, type=click.IntRange(1, _MOST_ROUNDS), help="How many rounds to play."
)
@click.option(
    "--seed",
    required=True,
    type=click.IntRange(0, MOST_SEED),
    help="Random seed: same number, same deals.",
)
@click.option(
    "--policy",
    default=USUAL_POLICY,
    show_default=True,
    type=click.Choice([*POLICIES]),
    help="How both players play.",
)
@INSTANCE
def simulate(ruleset: str, against: str | None, rounds: int, seed: int, policy: str, instance: Path) -> None:
    """Simulate rounds of two players with RULESET, and print the results as JSON.

    Each number has a 95 % interval. With --against, both rule sets play the same deals; differences are
    second minus first. RULESET is one of "scorekeeper rules list".

    \b
    scorekeeper simulate nintendo_jp --rounds 10000 --seed 1
    scorekeeper simulate dutch --against russian --rounds 10000 --seed 1 --policy bold
    """
    names = [ruleset] if against is None else [ruleset, against]
    try:
        find = chosen(instance).house_rules.find
        simulation = Simulation([PolicyTable(name, rules(name, find), policy) for name in names], seed)
        simulation.play(rounds)
    except Refusal as error:
        fail(error)
    write(simulation.report())
