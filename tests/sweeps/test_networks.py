"""Three phones on one match, a scorer, a viewer and a second scorer, whose networks go off and on at random.

``NETWORK_SEEDS`` and ``NETWORK_ROUNDS`` in the environment ask for more of them.
"""

from __future__ import annotations

import os
from collections import Counter
from contextlib import closing, suppress
from pathlib import Path
from random import Random
from time import monotonic

import msgspec
import pytest
from browser.phones import Served, running
from extent import EVERY_LOOK
from playwright.sync_api import Browser

from scorekeeper.access import Link, Links, Role
from scorekeeper.installation import Installation
from scorekeeper.koikoi.match.events import MatchStarted, as_values
from scorekeeper.koikoi.match.undo import entry_id_of
from scorekeeper.koikoi.rules.loader import rules
from scorekeeper.store import EventValues
from scorekeeper.times import utc_now

from .networked import Guest, NoPage, Scorer, agreed

pytestmark = [pytest.mark.slow, pytest.mark.browser]

SEEDS = int(os.environ.get("NETWORK_SEEDS", 1))
ROUNDS = int(os.environ.get("NETWORK_ROUNDS", 200 if EVERY_LOOK else 6))
FIRST_SEED = int(os.environ.get("NETWORK_FIRST_SEED", 0))
MATCH = "0" * 32


@pytest.mark.parametrize("seed", range(FIRST_SEED, FIRST_SEED + SEEDS))
def test_the_log_holds_every_acknowledged_round_once_in_the_order_that_all_phones_saw(
    browser: Browser, tmp_path: Path, capsys: pytest.CaptureFixture[str], seed: int
) -> None:
    started, random, done = monotonic(), Random(seed), Counter[str]()
    keeping = seed % 2 == 1
    with running(tmp_path / "instance") as served:
        codes = begun(served[1])
        address = f"{served[0]}/matches/{MATCH}"
        scorers = [
            Scorer(
                browser,
                served,
                codes[Role.SCORER],
                name,
                address,
                keeping=keeping,
                random=random,
                done=done,
            )
            for name in ("First", "Second")
        ]
        viewer = Guest(browser, served, codes[Role.VIEWER], "Viewer", address, keeping=keeping)
        for _ in range(ROUNDS):
            played(scorers, viewer, random)
        log = settled(served, scorers, viewer)
        compared(log, scorers, viewer)
        rounds = agreed([*scorers, viewer])
        for guest in (*scorers, viewer):
            guest.page.context.close()
    assert sorted(rounds) == list(range(1, len(log) + 1))
    if EVERY_LOOK:
        with capsys.disabled():
            told = ", ".join(f"{number} {what}" for what, number in sorted(done.items()))
            print(f"\nseed {seed}: {len(log)} rounds in the log; {told}; {monotonic() - started:.0f} s")


def begun(installation: Installation) -> dict[Role, str]:
    """A match without an end, and the codes of links for it."""
    rule_set = rules("russian")
    far = msgspec.structs.replace(rule_set.match, rounds=None, target=9999)
    rule_set = msgspec.structs.replace(rule_set, match=far)
    start = MatchStarted(
        id="start000.0", players=("Anna", "Ben"), ruleset=msgspec.to_builtins(rule_set), purse=0
    )
    with closing(installation.open_store()) as store:
        store.create(MATCH, [as_values(start)])
        links = Links(store.live, installation.secret)
        return {role: links.code(links.make(Link(role, utc_now(), (MATCH,)))) for role in Role}


def played(scorers: list[Scorer], viewer: Guest, random: Random) -> None:
    """A step: networks go and come back, and one of the scorers enters a round."""
    for guest in (*scorers, viewer):
        if random.random() < 0.3:
            guest.switch(online=not guest.online)
    scorer = random.choice(scorers)
    if (scorer.online or scorer.keeping) and random.random() < 0.05:
        scorer.killed()
    result, drops = random.choice(("0", "1", "nobody")), random.random() < 0.15
    with suppress(NoPage):
        scorer.enter(result, drops=drops)
    viewer.look()


def settled(served: Served, scorers: list[Scorer], viewer: Guest) -> list[EventValues]:
    """All networks are back and nothing waits any more: the log, without the beginning of the match."""
    for guest in (*scorers, viewer):
        guest.switch(online=True)
    for scorer in scorers:
        scorer.settle()
    with closing(served[1].open_store()) as store:
        log = store.events(MATCH)
    viewer.knows(log[-1]["seq"])
    for guest in (*scorers, viewer):
        for number in range(1, len(log), 24):
            guest.page.goto(f"{guest.match}/rounds?round={number}")
            guest.look()
    return log[1:]


def compared(log: list[EventValues], scorers: list[Scorer], viewer: Guest) -> None:
    """What the phones were told is stored is the log: each once, by that phone, as that event."""
    assert [event["seq"] for event in log] == list(range(2, len(log) + 2))
    entered = {entry_id_of(event["id"]): (event["seq"], event["by"]) for event in log}
    assert len(entered) == len(log)
    told = {entry: (seq, scorer.name) for scorer in scorers for entry, seq in scorer.acknowledged.items()}
    assert told == entered
