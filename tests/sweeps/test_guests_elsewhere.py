"""A guest and the matches of others: whatever names them, the guest neither sees nor changes them."""

from __future__ import annotations

import re
from datetime import date, timedelta
from itertools import product

import pytest
from clocks import computer_in
from extent import EVERY_LOOK, daily
from flask import Flask
from web.fixtures import THREE, Table
from web.guests import code_of, guest, id_of, tonight
from web.player import Page, Player
from web.stored_matches import Shelf

from scorekeeper.installation import Installation
from scorekeeper.web.access.permissions import NEEDED, Right
from scorekeeper.web.forms.fields import TypedForm
from scorekeeper.web.security import FILES

SECRETS = ("Zoltan", "Yvonne", "Zanzibar", "a secret note", "Zeta league")  # what only others may see
METHODS = ("GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE", "TRACE")
VALUES = {
    "<int:number>": "1",
    "<int:seat>": "0",
    "<int:seq>": "2",
    "<ending>": "csv",
    "<name>": "dutch",
    "<typed>": "x",
    "<code>": "x",
    "<link_id>": "x",
    "<card_id>": "11B",
    "<key>": "match.rounds",
    "<version>": "1",
    "<player_id>": "0123456789ab",
    "<kind>": "leagues",
    "<binned>": "x",
    "<phone_id>": "x",
    "<league_id>": "x",
}


@pytest.fixture
def foreign(player: Player, table: Table) -> Page:
    """The match of another table, with all that the host wrote beside it."""
    notepad = table.score(table.begin("Zoltan", "Yvonne", rounds=1), 0, THREE)
    remarks = player.open(f"{notepad.path}/about").form("/about")
    player.send(remarks.fill(place="Zanzibar", note="a secret note"))
    player.send(player.open("/leagues/new").form("/leagues").fill(name="Zeta league"))
    return player.open(notepad.path)


@pytest.fixture(params=[pytest.param("viewer", marks=pytest.mark.slow), "scorer"])
def role(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def addresses(app: Flask, **values: str) -> list[tuple[str, str]]:
    """Every endpoint that people open, with an address of it."""
    known = {**VALUES, **{f"<{name}>": value for name, value in values.items()}}
    return [
        (rule.endpoint, re.sub(r"<[^>]+>", lambda part: known.get(part[0], "x"), rule.rule))
        for rule in app.url_map.iter_rules()
        if rule.endpoint not in FILES and NEEDED.get(rule.endpoint) is not Right.PROGRAM
    ]


def of_matches(app: Flask, match_id: str) -> list[str]:
    """The addresses of everything that is about a match."""
    return sorted({where for _, where in addresses(app, match_id=match_id) if match_id in where})


def test_no_address_and_no_method_leads_to_a_match_of_others(
    app: Flask, installation: Installation, player: Player, table: Table, foreign: Page, role: str
) -> None:
    own = table.begin()
    before = player.open(foreign.path).text
    for code, methods in (
        (code_of(installation, role, id_of(own)), METHODS),
        (code_of(installation, role, evening=tonight() + timedelta(days=-1)), ("GET", "POST")),
    ):
        phone = guest(app, code)
        for address in of_matches(app, id_of(foreign)):
            for method in METHODS if EVERY_LOOK else methods:
                answer = phone.client.open(address, method=method, data={"csrf_token": "x"})
                wrong_method = method == "GET" and address == "/rules"  # a page of another endpoint
                assert wrong_method or answer.status_code in (403, 405), (method, address)
                assert not any(secret in answer.text for secret in SECRETS), (method, address)
    assert player.open(foreign.path).text == before


def test_no_page_without_a_match_in_its_address_tells_of_others(
    app: Flask, installation: Installation, table: Table, foreign: Page, role: str
) -> None:
    """Neither by itself nor when the address asks for that match beside another one."""
    own, other = id_of(table.begin()), id_of(foreign)
    phone = guest(app, code_of(installation, role, own))
    asked = [f"match={own}&match={other}", f"match={other}&match={own}", f"match={other}"]
    asked = ["", *daily([*asked, *(text.replace("match=", "again=") for text in asked)], 4)]
    for _, address in addresses(app, match_id=own, day=str(tonight())):
        for query in asked:
            answer = phone.client.get(f"{address}?{query}")
            assert answer.status_code < 500, (address, query)
            assert not any(secret in answer.text for secret in SECRETS), (address, query)
            if other in query:
                assert answer.status_code in (403, 404, 405), (address, query)
            answer.close()


def names_of_fields(form: type[TypedForm] = TypedForm) -> set[str]:
    """The name of every field that some form of the app declares."""
    own = {name for name in dir(form) if hasattr(getattr(form, name), "field_class")}
    return own.union(*map(names_of_fields, form.__subclasses__()))


@pytest.mark.slow
def test_no_field_of_any_other_name_opens_a_match_of_others(
    app: Flask, installation: Installation, player: Player, table: Table, role: str
) -> None:
    """The guard knows two names that address a match; here every page and form is sent every other one."""
    foreign = table.begin("Zoltan", "Yvonne")  # running: of one that is over, some pages say nothing
    own, other = id_of(table.begin()), id_of(foreign)
    names = [*sorted(names_of_fields() - {"match", "again"}), "match_id", "Match", "match[]", "AGAIN"]
    assert {"ruleset", "back", "id", "after"} <= {*names}
    phone, before = guest(app, code_of(installation, role, own)), player.open(foreign.path).text
    token = phone.open("/phone").form("/phone")["csrf_token"] or ""
    everything = dict.fromkeys(names, other)
    rest = {address for _, address in addresses(app, match_id=own, day=str(tonight()))}
    for address in sorted(rest - {"/phone/departure"}):
        asked = [{name: other} for name in names] if address.startswith("/hand") else []
        for query in [everything, *asked]:
            answer = phone.client.get(address, query_string=query)
            assert answer.status_code < 500, (address, query)
            assert not any(secret in answer.text for secret in SECRETS), (address, query)
        for sent in (everything, {"match": other, "again": other, "match_id": other}):
            answer = phone.client.post(address, data={**sent, "csrf_token": token})
            assert answer.status_code < 500, (address, sent)
            assert not any(secret in answer.text for secret in SECRETS), (address, sent)
    assert player.open(foreign.path).text == before


def test_what_a_form_says_in_its_body_opens_no_match_of_others(
    app: Flask, installation: Installation, player: Player, foreign: Page
) -> None:
    """A scorer of this evening may begin matches, but not with the rules or under the id of others."""
    phone = guest(app, code_of(installation, "scorer", evening=tonight()))
    other = id_of(foreign)
    guest_of_match = guest(app, code_of(installation, "scorer", id_of(Table(phone).begin("Eva", "Finn"))))
    before = player.open(foreign.path).text
    for who, refused in ((phone, False), (guest_of_match, True)):
        token = who.open("/phone").form("/phone")["csrf_token"] or ""
        sent = {"csrf_token": token, "name-0": "Eva", "name-1": "Finn", "dealer": "0", "after": "0"}
        for extra in (
            {"ruleset": "again", "again": other},
            {"ruleset": "nintendo_jp", "id": other},
            {"ruleset": "again", "again": other, "step": "rules"},
            {"ruleset": "again", "again": other, "step": "options"},
        ):
            answer = who.client.post("/matches", data={**sent, **extra})
            if refused:
                assert answer.status_code == 403, extra
            assert "Zoltan" not in answer.text
            assert who.client.post(f"{foreign.path}/takebacks", data=sent).status_code == 403
    assert player.open(foreign.path).text == before


def test_a_dealt_hand_that_is_sent_opens_no_match_of_others(
    app: Flask, installation: Installation, table: Table
) -> None:
    foreign = table.begin("Zoltan", "Yvonne")
    phone = guest(app, code_of(installation, "scorer", id_of(table.begin())))
    token = phone.open("/phone").form("/phone")["csrf_token"] or ""
    sent = {"csrf_token": token, "match": id_of(foreign), "seat": "0"}
    answer = phone.client.post("/hand/dealt", data=sent)
    assert answer.status_code == 200
    assert "Zoltan" not in answer.text


def test_a_rematch_under_the_id_of_a_match_of_others_tells_nothing_of_it(
    app: Flask, installation: Installation, foreign: Page
) -> None:
    """What came in meanwhile is told to whoever may see it."""
    phone = guest(app, code_of(installation, "scorer", evening=tonight()))
    own = Table(phone).begin("Eva", "Finn")
    _copy(installation, id_of(foreign), "0" * 32, "2020-01-01T20:00:00.000Z")
    assert phone.open(f"/matches/{'0' * 32}").status == 403
    token = phone.open("/phone").form("/phone")["csrf_token"] or ""
    answer = phone.client.post(f"{own.path}/rematches", data={"csrf_token": token, "id": "0" * 32})
    assert answer.status_code == 409
    assert "Zoltan" not in answer.text
    assert phone.open(f"/matches/{'0' * 32}").status == 403


def _copy(installation: Installation, match_id: str, to: str, begun: str) -> None:
    """The same match once more, begun at another time."""
    store = installation.open_store()
    first, *others = store.events(match_id)
    store.create(to, [{**first, "at": begun}, *others])
    store.close()


def test_the_places_of_other_matches_are_offered_only_to_whoever_sees_them(
    app: Flask, installation: Installation, player: Player, table: Table, foreign: Page
) -> None:
    own = table.begin()
    phone = guest(app, code_of(installation, "scorer", id_of(own)))
    assert "Zanzibar" in player.open(f"{own.path}/about").html
    assert "Zanzibar" not in phone.open(f"{own.path}/about").html


@pytest.mark.parametrize(("day", "status"), [(0, 200), (-1, 403), (1, 403)])
def test_a_link_of_an_evening_opens_that_evening_alone(
    app: Flask, installation: Installation, foreign: Page, role: str, day: int, status: int
) -> None:
    phone = guest(app, code_of(installation, role, evening=tonight()))
    address = f"/evenings/{tonight() + timedelta(days=day)}"
    assert phone.open(address).status == status
    answer = phone.client.get(f"{address}.txt")
    assert answer.status_code == status


@pytest.mark.parametrize("day", ["", "today", "0000-00-00", "99999-01-01", "2026-02-14T00:00", "髙"])
def test_a_day_that_is_none_opens_nothing(app: Flask, installation: Installation, day: str) -> None:
    phone = guest(app, code_of(installation, "viewer", evening=tonight()))
    assert phone.client.get(f"/evenings/{day}").status_code in (403, 404)


def test_only_forms_of_a_host_change_what_is_no_match(
    app: Flask, installation: Installation, table: Table, role: str
) -> None:
    """Whatever needs a host is refused to every other link, even one for everything."""
    match_id = id_of(table.begin())
    phone = guest(app, code_of(installation, role))
    token = phone.open("/phone").form("/phone")["csrf_token"] or ""
    for method, address in sorted(_of_hosts(app, match_id)):
        answer = phone.client.open(address, method=method, data={"csrf_token": token, "sure": "1"})
        assert answer.status_code == 403, (method, address)


def _of_hosts(app: Flask, match_id: str) -> set[tuple[str, str]]:
    """The methods and addresses of whatever needs a host."""
    where = dict(addresses(app, match_id=match_id))
    return {
        (method, where[rule.endpoint])
        for rule in app.url_map.iter_rules()
        if NEEDED.get(rule.endpoint) is Right.HOST
        for method in {"GET", "POST"} & (rule.methods or set())
    }


ZONES = ("", "Asia/Tokyo", "America/Los_Angeles", "Pacific/Kiritimati", "Pacific/Pago_Pago")


def test_no_zone_of_a_table_changes_what_a_guest_may_do(
    app: Flask, installation: Installation, role: str
) -> None:
    """Every address of a match, and those of the evenings about it, beside matches of no zone."""
    shelf = Shelf(installation)
    times = ("2026-02-14T03:59:00Z", "2026-02-14T04:00:00Z", "2026-02-15T03:59:00Z", "2026-02-15T04:00:00Z")
    with computer_in("Europe/Warsaw"):
        for zone, (number, at) in product(ZONES, enumerate(times)):
            shelf.match(f"m{number}-{ZONES.index(zone)}", "Zoltan", "Yvonne", at=at, wins=None, zone=zone)
        phone = guest(app, code_of(installation, role, evening=date(2026, 2, 14)))
        allowed = [
            [of_one(app, phone, f"m{number}-{zone}") for zone in range(len(ZONES))] for number in range(4)
        ]
        for answers in allowed:
            assert all(other == answers[0] for other in answers)
        assert allowed[0][0] == allowed[3][0] != allowed[1][0] == allowed[2][0]
        days = [phone.client.get(f"/evenings/2026-02-{day}") for day in (13, 14, 15)]
        assert [page.status_code for page in days] == [403, 200, 403]
        assert days[1].text.count("Scoresheet") == 2 * len(ZONES)


def of_one(app: Flask, phone: Player, match_id: str) -> dict[str, list[int]]:
    """What a phone is answered under every address of a match; a form is sent without its token."""
    found = {}
    for address in of_matches(app, match_id):
        answers = [phone.client.get(address), phone.client.post(address)]
        found[address.replace(match_id, "…")] = [answer.status_code for answer in answers]
        for answer in answers:
            answer.close()
    return found
