"""Groups are made by the host of the installation, and do not see each other."""

from __future__ import annotations

import re

import pytest
from flask import Flask

from scorekeeper.groups import LONGEST_NAME
from scorekeeper.installation import Installation
from scorekeeper.web.groups import mount

from ..forms import Form
from ..guests import code_of, guest
from ..player import Player
from .hosts import begun, host_of, made, scored


@pytest.mark.parametrize("installation", ["folder", "database"], indirect=True)
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


def typed(form: Form) -> list[str | None]:
    return [form[name] for name in ("name", "most_matches", "most_entries", "most_megabytes")]


def test_name_and_limits_are_changed_and_kept_as_typed_when_refused(player: Player) -> None:
    group = made(player, "Ours")
    form = player.open(f"/groups/{group}").form(f"/groups/{group}")
    form["most_matches"], form["most_entries"], form["most_megabytes"] = "0", "7", "many"
    page = player.send(form.fill(name="Theirs"))
    assert page.status == 422
    form = page.form(f"/groups/{group}")
    assert typed(form) == ["Theirs", "0", "7", "many"]
    form["most_matches"], form["most_megabytes"] = "9", "8"
    page = player.send(form)
    form = page.form(f"/groups/{group}")
    assert typed(form) == ["Theirs", "9", "7", "8"]


def test_a_group_keeps_its_limits_where_none_are_sent(player: Player) -> None:
    group = made(player, "Ours")
    page = player.open(f"/groups/{group}")
    before = typed(page.form(f"/groups/{group}"))
    assert player.send(page.form(f"/groups/{group}").force("most_matches")).status == 422
    assert typed(player.open(f"/groups/{group}").form(f"/groups/{group}")) == before


@pytest.mark.slow
def test_the_lab_plays_for_one_group_at_a_time(
    app: Flask, player: Player, installation: Installation
) -> None:
    groups = [made(player, name) for name in ("One", "Two")]
    first, second = (host_of(app, player, group) for group in groups)
    address = "/lab?start=1&rules=dutch&rounds=100000"
    page = first.send(first.open(f"/g/{groups[0]}{address}").form("/lab"))
    assert page.status == 200, page.text
    try:
        refused = second.send(second.open(f"/g/{groups[1]}{address}").form("/lab"))
        assert refused.status == 409
        assert "one run goes on at a time" in refused.text
        assert "See how far they are" not in refused.text
    finally:
        first.send(page.form("/stop"))


@pytest.mark.slow
def test_apps_of_groups_that_are_too_many_are_made_again(
    app: Flask, player: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(mount, "_MOST", 1)
    groups = [made(player, name) for name in ("One", "Two")]
    hosts = [host_of(app, player, group) for group in groups]
    pages = [begun(host, group, "Anna", "Ben").path for host, group in zip(hosts, groups, strict=True)]
    for _ in range(3):
        for host, page in zip(hosts, pages, strict=True):
            assert scored(host, page).status == 200
    assert len(app.wsgi_app._kept) == 1  # type: ignore[attr-defined]
    for host, page in zip(hosts, pages, strict=True):
        assert re.search(r'data-begun="[^".]+\.4"', host.open(page).html)
