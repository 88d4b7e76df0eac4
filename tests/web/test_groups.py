"""Groups: installations inside an installation, made by its host, that do not see each other."""

from __future__ import annotations

import os
import re
import zipfile
from contextlib import closing
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest
from click.testing import CliRunner
from flask import Flask

from scorekeeper.cli import main
from scorekeeper.copying import copy
from scorekeeper.groups.cleaning import UNOPENED, WARNED, clean, to_be_removed_on
from scorekeeper.groups.group import LONGEST_NAME, Group, Groups, Limits
from scorekeeper.groups.limited import Beyond
from scorekeeper.groups.limited import limited as limited_store
from scorekeeper.installation import Installation
from scorekeeper.store.memory import MemoryStore

from .conftest import THREE
from .forms import Page, Player
from .guests import code_of, guest

EVENT = {"type": "match_started", "id": "a.0"}
TODAY = date(2026, 11, 23)


def made(player: Player, name: str) -> str:
    """A new group; its id."""
    page = player.send(player.open("/groups").form("/groups").fill(name=name))
    assert page.status == 200, page.text
    return page.path.split("/")[2]


def host_of(app: Flask, player: Player, group: str) -> Player:
    """A phone that opened the link which the host of the installation passes on."""
    (address,) = set(re.findall(r"/g/\w{10}/join/\w+", player.open(f"/groups/{group}").html))
    phone = Player(app.test_client())
    page = phone.send(phone.open(address).form("/join").fill(name="Host"))
    assert page.status == 200, page.text
    return phone


def forget_groups(app: Flask) -> None:
    """Let the app look at its groups anew, as another process does."""
    app.wsgi_app._kept.clear()  # type: ignore[attr-defined]


def begun(phone: Player, group: str, *names: str) -> Page:
    """A new match of a group, at its notepad."""
    form = phone.open(f"/g/{group}/matches/new").form("/matches")
    return phone.send(form.fill(**{f"name-{seat}": name for seat, name in enumerate(names)}, dealer="0"))


def scored(phone: Player, match: str) -> Page:
    form = phone.open(f"{match}/rounds/new").form("/rounds")
    form["result"] = "0"
    return phone.send(form.tick("cards-0", *THREE.split()), "step=save")


def test_a_group_is_made_and_played_in(app: Flask, player: Player, installation: Installation) -> None:
    group = made(player, "Café Żuraw 鶴")
    host = host_of(app, player, group)
    assert "Café Żuraw 鶴" in host.open(f"/g/{group}/").text
    notepad = begun(host, group, "Anna", "Ben")
    assert notepad.path.startswith(f"/g/{group}/matches/")
    after = scored(host, notepad.path)
    assert after.status == 200 and after.path.startswith(f"/g/{group}/matches/")
    assert "Anna" not in player.open("/").text
    page = player.open("/groups")
    assert "Café Żuraw 鶴" in page.text and "1 match " in page.text


def test_groups_do_not_see_each_other(app: Flask, player: Player) -> None:
    """Every page of one group, with the phone and the ids of the other."""
    ours, theirs = made(player, "Ours"), made(player, "Theirs")
    here, there = host_of(app, player, ours), host_of(app, player, theirs)
    match = begun(there, theirs, "Zoltan", "Yvonne").path.split("/")[4]
    for rule in app.url_map.iter_rules():
        if "GET" not in (rule.methods or ()) or "match_id" not in rule.arguments:
            continue
        path = re.sub(r"<[^>]+>", "1", rule.rule.replace("<match_id>", match))
        for place, status in ((f"/g/{ours}", 404), (f"/g/{theirs}", 403)):
            answer = here.client.get(place + path)
            assert answer.status_code == status, (place, path)
            assert "Zoltan" not in answer.text, (place, path)
        assert player.client.get(path).status_code == 404, path
    for phone in (here, player):
        assert phone.client.get(f"/g/{theirs}/").status_code == 403
    assert "Zoltan" in there.open(f"/g/{theirs}/").text


def test_one_phone_in_two_groups_and_at_the_installation(app: Flask, player: Player) -> None:
    groups = [made(player, name) for name in ("One", "Two")]
    codes = [re.search(r"join/(\w+)", player.open(f"/groups/{group}").html) for group in groups]
    for group, code in zip(groups, codes, strict=True):
        assert code
        player.send(player.open(f"/g/{group}/join/{code[1]}").form("/join").fill(name="Mine"))
    assert [player.open(f"{place}/").status for place in ("", *(f"/g/{group}" for group in groups))] == [
        200
    ] * 3


def test_links_and_keys_of_one_open_no_other(app: Flask, player: Player, installation: Installation) -> None:
    ours, theirs = made(player, "Ours"), made(player, "Theirs")
    code = code_of(installation.group(ours), "host")
    phone = Player(app.test_client())
    for place in ("", f"/g/{theirs}"):
        assert phone.client.post(f"{place}/join", data={"code": code, "name": "X"}).status_code != 303
        assert phone.client.get(f"{place}/").status_code == 403
    outside = code_of(installation, "host")
    assert phone.client.post(f"/g/{ours}/join", data={"code": outside, "name": "X"}).status_code != 303
    assert phone.client.post(f"/g/{ours}/join", data={"code": code, "name": "X"}).status_code == 303


def test_only_the_host_of_the_installation_has_groups(
    app: Flask, player: Player, installation: Installation
) -> None:
    group = made(player, "Ours")
    scorer = guest(app, code_of(installation, "scorer"))
    assert scorer.client.get("/groups").status_code == 403
    assert scorer.client.post("/groups", data={"name": "Mine"}).status_code in (400, 403)
    host = host_of(app, player, group)
    assert host.client.get(f"/g/{group}/groups").status_code == 404, "a group has none of its own"
    assert "Groups" not in host.open(f"/g/{group}/phones").text


@pytest.mark.parametrize(
    "address", ["/g/aaaaaaaaaa/", "/g/aaaaaaaaaa/matches/new", "/g/aaaaaaaaaa", "/g/", "/g/A"]
)
def test_there_is_nothing_where_there_is_no_group(app: Flask, player: Player, address: str) -> None:
    assert player.client.get(address).status_code == 404
    assert app.test_client().get(address).status_code == 403, "a stranger is asked for the key, as everywhere"


def test_the_address_without_a_slash_leads_to_the_group(app: Flask, player: Player) -> None:
    group = made(player, "Ours")
    answer = host_of(app, player, group).client.get(f"/g/{group}")
    assert answer.status_code == 308 and answer.location.endswith(f"/g/{group}/")


@pytest.mark.parametrize("name", ["", "   ", "x" * (LONGEST_NAME + 1)])
def test_a_group_needs_a_name_of_at_most_sixty_letters(player: Player, name: str) -> None:
    page = player.send(player.open("/groups").form("/groups").fill(name=name))
    assert page.status == 422
    assert "Type a name." in page.text or "at most 60" in page.text
    player.send(player.open("/groups").form("/groups").fill(name="x" * LONGEST_NAME))
    assert "x" * LONGEST_NAME in player.open("/groups").text


def test_another_link_for_the_host_ends_the_one_before(app: Flask, player: Player) -> None:
    group = made(player, "Ours")
    before = host_of(app, player, group)
    player.send(player.open(f"/groups/{group}").form("/link"))
    assert before.client.get(f"/g/{group}/").status_code == 403
    assert host_of(app, player, group).open(f"/g/{group}/").status == 200


def test_name_and_limits_are_changed_and_kept_as_typed_when_refused(player: Player) -> None:
    group = made(player, "Ours")
    form = player.open(f"/groups/{group}").form(f"/groups/{group}")
    page = player.send(form.fill(name="Theirs", matches="0", entries="7", megabytes="many"))
    assert page.status == 422
    form = page.form(f"/groups/{group}")
    assert [form[name] for name in ("name", "matches", "entries", "megabytes")] == [
        "Theirs",
        "0",
        "7",
        "many",
    ]
    page = player.send(form.fill(matches="9", megabytes="8"))
    form = page.form(f"/groups/{group}")
    assert [form[name] for name in ("name", "matches", "entries", "megabytes")] == ["Theirs", "9", "7", "8"]


def test_the_export_is_a_backup_of_the_group(app: Flask, player: Player, tmp_path: Path) -> None:
    group = made(player, "Ours")
    notepad = begun(host_of(app, player, group), group, "Anna", "Ben")
    answer = player.client.get(f"/groups/{group}/export.zip")
    assert answer.mimetype == "application/zip"
    file = tmp_path / "export.zip"
    file.write_bytes(answer.data)
    restored = Installation(tmp_path / "restored")
    restored.restore(file)
    with closing(restored.open_store()) as store:
        assert list(store.ends()) == [notepad.path.split("/")[4]]


def test_a_backup_of_the_installation_has_its_groups(
    app: Flask, player: Player, installation: Installation, tmp_path: Path
) -> None:
    group = made(player, "Ours")
    notepad = begun(host_of(app, player, group), group, "Anna", "Ben")
    file = tmp_path / "backup.zip"
    installation.back_up(file)
    restored = Installation(tmp_path / "restored")
    restored.restore(file)
    with closing(restored.group(group).open_store()) as store:
        assert list(store.ends()) == [notepad.path.split("/")[4]]
        assert store.live.kinds() == [], "links and phones stay behind, as of the installation"
    assert restored.group(group).key == installation.group(group).key
    with closing(restored.open_store()) as store:
        assert Groups(store.documents).all()[group].name == "Ours"


def test_a_removed_group_is_gone_for_all_and_its_export_stays(
    app: Flask, player: Player, installation: Installation
) -> None:
    group = made(player, "Ours")
    host = host_of(app, player, group)
    begun(host, group, "Anna", "Ben")
    page = player.send(player.open(f"/groups/{group}/removal").form("/removal"))
    assert page.path == "/groups" and "The group Ours is removed." in page.text
    assert not (installation.folder / "groups" / group).exists()
    with zipfile.ZipFile(installation.export_of_group(group)) as archive:
        assert "scorekeeper.sqlite" in archive.namelist()
    assert player.client.get(f"/groups/{group}").status_code == 404


def kept(installation: Installation, group: str) -> Group:
    with closing(installation.open_store()) as store:
        return Groups(store.documents).all()[group]


def changed(installation: Installation, group: str, **changes: object) -> None:
    with closing(installation.open_store()) as store:
        Groups(store.documents).change(group, **changes)


@pytest.mark.parametrize(
    ("days", "due"),
    [(-400, False), (0, False), (UNOPENED - 1, False), (UNOPENED, True), (UNOPENED + WARNED, True)],
)
def test_a_group_is_due_after_a_year_and_a_clock_that_goes_back_makes_none_due(days: int, due: bool) -> None:
    group = Group("Ours", TODAY, TODAY)
    day = to_be_removed_on(group, TODAY + timedelta(days=days))
    assert day == (TODAY + timedelta(days=UNOPENED + WARNED) if due else None)


@pytest.mark.parametrize(
    ("days", "stays"), [(UNOPENED, True), (UNOPENED + WARNED - 1, True), (UNOPENED + WARNED, False)]
)
def test_what_nobody_opens_is_removed_a_month_after_the_warning(
    player: Player, installation: Installation, days: int, stays: bool
) -> None:
    group = made(player, "Ours")
    opened = kept(installation, group).opened
    with closing(installation.open_store()) as store:
        gone = clean(installation, Groups(store.documents), opened + timedelta(days=days))
        assert (gone == [], group in Groups(store.documents).all()) == (stays, stays)
    assert (installation.folder / "groups" / group).exists() == stays
    assert installation.export_of_group(group).exists() != stays


def test_the_host_is_warned_and_whoever_opens_the_group_keeps_it(
    app: Flask, player: Player, installation: Installation
) -> None:
    group = made(player, "Ours")
    host = host_of(app, player, group)
    today = datetime.now(UTC).date()
    changed(installation, group, opened=today - timedelta(days=UNOPENED + 1))
    assert "Nobody has opened it for a year." in player.open("/groups").text
    forget_groups(app)
    assert app.test_client().get(f"/g/{group}/").status_code == 403
    assert kept(installation, group).opened < today, "a stranger does not keep it"
    host.open(f"/g/{group}/")
    assert kept(installation, group).opened == today
    assert "Nobody has opened it for a year." not in player.open("/groups").text


def test_a_removal_that_was_interrupted_is_finished_by_the_next_look(
    player: Player, installation: Installation
) -> None:
    group = made(player, "Ours")
    changed(installation, group, removed=True)
    assert player.client.get(f"/g/{group}/").status_code == 404
    player.open("/groups")
    assert not (installation.folder / "groups" / group).exists()
    with closing(installation.open_store()) as store:
        assert Groups(store.documents).all() == {}


def test_exports_of_removed_groups_stay_for_a_year(player: Player, installation: Installation) -> None:
    group = made(player, "Ours")
    player.send(player.open(f"/groups/{group}/removal").form("/removal"))
    export, now = installation.export_of_group(group), datetime.now(UTC)
    for days, stays in ((UNOPENED, True), (UNOPENED + 1, False)):
        written = (now - timedelta(days=days)).timestamp()
        os.utime(export, (written, written))
        player.open("/groups")
        assert export.exists() == stays


def test_a_copy_of_the_installation_has_its_groups(
    app: Flask, player: Player, installation: Installation, tmp_path: Path
) -> None:
    group = made(player, "Ours")
    notepad = begun(host_of(app, player, group), group, "Anna", "Ben")
    there = Installation(tmp_path / "there")
    copied = copy(installation.kept, there.kept)
    assert (copied.matches, copied.events) == (1, 1)
    with closing(there.group(group).open_store()) as store:
        assert list(store.ends()) == [notepad.path.split("/")[4]]
    assert there.group(group).key == installation.group(group).key


def test_the_command_removes_what_is_due(player: Player, installation: Installation) -> None:
    group = made(player, "Ours")
    command = ["clean", "--instance", str(installation.folder)]
    assert "no group" in CliRunner().invoke(main, command).output
    opened = datetime.now(UTC).date() - timedelta(days=UNOPENED + WARNED)
    changed(installation, group, opened=opened)
    said = CliRunner().invoke(main, command).output
    assert group in said and str(installation.export_of_group(group)) in said.replace("\n", "")
    assert not (installation.folder / "groups" / group).exists()


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
    assert "Whoever keeps this installation can raise it." in refused.text
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
def test_a_group_stores_so_many_bytes(size: int, stays: bool) -> None:
    store = limited_store(MemoryStore(), Limits(megabytes=1), lambda: size)
    if stays:
        store.create("match", [EVENT])
        assert store.append("match", 1, [{**EVENT, "id": "b.0"}]) == 2
    else:
        with pytest.raises(Beyond, match="limit of megabytes: 1"):
            store.create("match", [EVENT])


def test_yesterday_does_not_count() -> None:
    """Nor does the day on which a record was played that is imported today."""
    now = ["2026-11-22T23:59:59.000Z"]
    memory = MemoryStore(now=lambda: now[0])
    store = limited_store(memory, Limits(entries=1), lambda: 0, now=lambda: now[0])
    store.create("match", [EVENT])
    with pytest.raises(Beyond, match="for today: 1"):
        store.append("match", 1, [{**EVENT, "id": "b.0"}])
    now[0] = "2026-11-23T00:00:00.000Z"
    assert store.append("match", 1, [{**EVENT, "id": "b.0"}]) == 2
    assert store.append("match", 1, [{**EVENT, "id": "b.0"}]) == 2, "sent again"
    with pytest.raises(Beyond):
        store.append("match", 2, [{**EVENT, "id": "c.0"}])
