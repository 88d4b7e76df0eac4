"""``scorekeeper recount``: what every match comes to, worked out from its log once more."""

from __future__ import annotations

import sys
from functools import partial
from pathlib import Path

import click

from ..archive.digests import Digests, decoded
from ..fingerprints import version_of_the_match
from ..koikoi.errors import KoikoiError
from ..koikoi.match.events import event
from ..koikoi.match.match import Match
from ..koikoi.match.replay import replay
from ..store import DamagedMatch, NoSuchMatch, Store
from .store import INSTANCE, opened


@click.command()
@INSTANCE
def recount(instance: Path) -> None:
    """Work out every match from its log, and replace what lists and figures have kept of it.

    Says how many differed from what was kept, and exits with 1 if any did.

    \b
    scorekeeper recount
    """
    game = version_of_the_match()
    with opened(instance) as store:
        ends = store.ends()
        kept = {id_: decoded(value, ends[id_], game) for id_, value in store.digests().items()}
        made = Digests(game).made(store, partial(_match, store), ends)
    differ = [id_ for id_, digest in made.items() if kept.get(id_) not in (None, digest)]
    for id_, digest in made.items():
        if digest is None:
            click.echo(f"scorekeeper: The match {id_} cannot be read.", err=True)
    for id_ in differ:
        click.echo(f"scorekeeper: What was kept of the match {id_} was wrong.", err=True)
    click.echo(f"{len(made)} matches counted, {len(differ)} differed")
    sys.exit(bool(differ))


def _match(store: Store, match_id: str) -> Match | None:
    """A match from its log; None where it cannot be read."""
    try:
        return replay([event(tree) for tree in store.events(match_id)])
    except (KoikoiError, DamagedMatch, NoSuchMatch):
        return None
