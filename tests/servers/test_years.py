"""Ten years of simulated matches in an installation."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

from bench.matches import BEGIN, CIRCLES, YEARS, fill, simulated
from scorekeeper.exports import record
from scorekeeper.installation import Installation
from scorekeeper.koikoi.match.events import FORMAT
from scorekeeper.times import utc_text

MATCHES = 40


def test_the_same_seed_gives_the_same_matches() -> None:
    assert list(simulated(8, 3)) == list(simulated(8, 3))
    assert list(simulated(8, 3)) != list(simulated(8, 4))


def test_an_installation_is_filled_with_matches_that_the_rules_allow(tmp_path: Path) -> None:
    events = fill(tmp_path / "instance", MATCHES, 1)
    store = Installation(tmp_path / "instance").open_store()
    try:
        rows = store.matches()
        stored = [store.events(row.id) for row in rows]
    finally:
        store.close()
    assert (len(rows), sum(map(len, stored))) == (MATCHES, events)
    matches = [record.from_tree({"format": FORMAT, "events": log}).match for log in stored]
    assert sum(match.finished for match in matches) > MATCHES * 0.8
    assert len({match.rules.title for match in matches}) > 5
    assert {len(match.players) for match in matches} == {2, 3}


def test_the_matches_lie_in_ten_years_and_follow_each_other_in_an_evening() -> None:
    matches = list(simulated(MATCHES, 2))
    times = [[event["at"] for event in match.events] for match in matches]
    assert all(at == sorted(at) for at in times)
    earliest, latest = (utc_text((BEGIN + timedelta(days=days)).isoformat()) for days in (0, YEARS * 365 + 1))
    assert all(earliest <= at[0] and at[-1] < latest for at in times)
    assert len({at[0] for at in times}) == MATCHES
    days = {at[0][:10] for at in times}
    assert MATCHES / 5 <= len(days) < MATCHES


def test_players_are_written_in_several_scripts_and_spellings() -> None:
    written = {name for match in simulated(MATCHES, 1) for name in match.events[0]["players"]}
    usual = {player.names[0] for circle in CIRCLES for player in circle.players}
    assert len(written & usual) > 8
    assert written - usual
    assert any(name.isascii() for name in written) and any("а" <= name[-1] <= "я" for name in written)
