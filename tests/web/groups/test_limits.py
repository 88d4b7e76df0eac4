"""The limits of groups: matches, entries a day, megabytes."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest
from flask import Flask

from scorekeeper.access import Link, Links, Phone, Phones, Role
from scorekeeper.groups import GroupInstallation, LimitedStore, LimitReached, Limits
from scorekeeper.installation import Installation
from scorekeeper.store import Store
from scorekeeper.store.sqlite import SqliteStore
from scorekeeper.times import utc_now

from ..player import Player
from .hosts import begun, changed, forget_groups, host_of, made, scored

EVENT = {"type": "match_started", "id": "a.0"}


def limited(app: Flask, installation: Installation, group: str, **limits: int) -> None:
    changed(installation, group, limits=Limits(**limits))
    forget_groups(app)


def test_a_group_has_so_many_matches(app: Flask, player: Player, installation: Installation) -> None:
    group = made(player, "Ours")
    host = host_of(app, player, group)
    limited(app, installation, group, matches=2)
    assert begun(host, group, "Anna", "Ben").path.startswith(f"/g/{group}/matches/")
    assert begun(host, group, "Anna", "Ben").path.startswith(f"/g/{group}/matches/")
    refused = begun(host, group, "Anna", "Ben")
    assert refused.status == 422
    assert "This group has reached its limit of matches: 2." in refused.text
    assert "Ask the person who runs this app to raise it." in refused.text
    limited(app, installation, group, matches=3)
    assert begun(host, group, "Anna", "Ben").status == 200


def test_a_group_enters_so_often_a_day_and_what_is_sent_again_is_stored(
    app: Flask, player: Player, installation: Installation
) -> None:
    group = made(player, "Ours")
    host = host_of(app, player, group)
    limited(app, installation, group, entries=3)  # a match and two rounds
    match = begun(host, group, "Anna", "Ben").path
    form = host.open(f"{match}/rounds/new").form("/rounds")
    form["result"] = "nobody"
    assert host.send(form, "step=save").status == 200
    last = host.open(f"{match}/rounds/new").form("/rounds")
    last["result"] = "nobody"
    assert host.send(last, "step=save").status == 200
    refused = scored(host, match)
    assert refused.status == 422 and "limit of entries for today: 3." in refused.text
    assert host.send(last, "step=save").status == 200, "a save that is sent again needs no room"
    other = begun(host, group, "Cleo", "Dan")
    assert other.status == 422 and "for today: 3" in other.text
    limited(app, installation, group, entries=4)
    assert scored(host, match).status == 200


@pytest.mark.parametrize(("size", "stays"), [(999_999, True), (1_000_000, False)])
def test_a_group_stores_so_many_bytes(store: Store, size: int, stays: bool) -> None:
    group = LimitedStore(store, Limits(megabytes=1), lambda: size)
    if stays:
        group.create("match", [EVENT])
        assert group.append("match", 1, [{**EVENT, "id": "b.0"}]) == 2
    else:
        with pytest.raises(LimitReached, match="limit of megabytes: 1"):
            group.create("match", [EVENT])


def test_house_rules_and_documents_need_room(
    player: Player, installation: Installation, monkeypatch: pytest.MonkeyPatch
) -> None:
    id_, size = made(player, "Ours"), [999_999]
    monkeypatch.setattr(type(installation.kept), "size", lambda _: size[0])
    group = GroupInstallation(installation, id_, lambda: Limits(megabytes=1))
    with closing(group.open_store()) as store:
        keep, rules = store.documents.put, group.house_rules.keep
        assert keep("player", "anna", 0, "Anna") == 1
        rules("house", {"extends": "dutch", "title": "House"})
        size[0] = 1_000_000
        with pytest.raises(LimitReached, match="limit of megabytes: 1"):
            keep("player", "ben", 0, "Ben")
        with pytest.raises(LimitReached, match="limit of megabytes: 1"):
            rules("hut", {"extends": "dutch", "title": "Hut"})
        assert keep("player", "anna", 1, None) == 0
        assert group.house_rules.discard("house")
        assert group.house_rules.names() == ()
    group.release()


def test_house_rules_count(player: Player, installation: Installation) -> None:
    group = installation.group(made(player, "Ours"))
    before = group.kept.size()
    group.house_rules.keep("house", {"extends": "dutch", "title": "x" * 5000})
    assert before + 5000 < group.kept.size() < before + 6000
    group.release()


def test_yesterday_does_not_count(tmp_path: Path) -> None:
    """Nor does the day on which a record was played that is imported today."""
    now = ["2026-11-22T23:59:59.000Z"]
    stored = SqliteStore(tmp_path / "store.sqlite", now=lambda: now[0])
    with closing(LimitedStore(stored, Limits(entries=1), lambda: 0, now=lambda: now[0])) as store:
        store.create("match", [EVENT])
        with pytest.raises(LimitReached, match="for today: 1"):
            store.append("match", 1, [{**EVENT, "id": "b.0"}])
        now[0] = "2026-11-23T00:00:00.000Z"
        assert store.append("match", 1, [{**EVENT, "id": "b.0"}]) == 2
        assert store.append("match", 1, [{**EVENT, "id": "b.0"}]) == 2, "sent again"
        with pytest.raises(LimitReached):
            store.append("match", 2, [{**EVENT, "id": "c.0"}])


def test_a_match_that_goes_on_counts_with_what_was_entered_today(tmp_path: Path) -> None:
    now = ["2026-11-22T23:59:59.000Z"]
    stored = SqliteStore(tmp_path / "store.sqlite", now=lambda: now[0])
    with closing(LimitedStore(stored, Limits(entries=2), lambda: 0, now=lambda: now[0])) as store:
        store.create("match", [EVENT])
        store.append("match", 1, [{**EVENT, "id": "b.0"}])
        now[0] = "2026-11-23T00:00:00.000Z"
        store.append("match", 2, [{**EVENT, "id": "c.0"}])
        store.append("match", 3, [{**EVENT, "id": "d.0"}])
        with pytest.raises(LimitReached, match="for today: 2"):
            store.append("match", 4, [{**EVENT, "id": "e.0"}])


def test_the_bin_counts_for_the_matches_of_a_group(store: Store) -> None:
    group = LimitedStore(store, Limits(matches=2), lambda: 0)
    group.create("a", [EVENT])
    group.create("b", [EVENT])
    group.create("b", [EVENT])  # sent again
    group.discard("a", 1)
    with pytest.raises(LimitReached, match="limit of matches: 2"):
        group.create("c", [EVENT])
    group.delete("a")
    group.create("c", [EVENT])


def test_a_group_without_room_makes_no_link_but_lets_phones_in_and_revokes(store: Store) -> None:
    size = 0
    group = LimitedStore(store, Limits(megabytes=1), lambda: size)
    links = Links(group.sessions, "secret")
    made_before = links.make(Link(Role.VIEWER, utc_now()))
    size = 1_000_000
    with pytest.raises(LimitReached, match="limit of megabytes: 1"):
        links.make(Link(Role.VIEWER, utc_now()))
    now = utc_now()
    Phones(group.sessions).let_in(Phone("x", now, now, link=made_before))
    links.revoke(made_before)
    assert links.all() == {}


@pytest.mark.parametrize("number", [499, 500, 501])
def test_a_link_opens_at_most_500_matches(store: Store, number: int) -> None:
    links = Links(store.sessions, "secret")
    made = links.find(links.make(Link(Role.VIEWER, utc_now(), tuple(map(str, range(number))))))
    assert made and made.matches == tuple(map(str, range(min(number, 500))))
