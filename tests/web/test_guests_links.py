"""The codes of links: guessed, misspelled, looked at, and revoked while they are being used."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable
from contextlib import closing
from datetime import timedelta
from functools import partial

import pytest
from flask import Flask

from scorekeeper.access import MOST_BEGUN, MOST_OF_A_LINK, Link, Links, Phone, Phones, Role
from scorekeeper.installation import Installation
from scorekeeper.koikoi.errors import NotAllowed
from scorekeeper.koikoi.match.events import MatchEnded, MatchExtended
from scorekeeper.times import utc_now
from scorekeeper.web.access.key_throttle import FREE, Guesses

from .fixtures import Table
from .guests import code_of, guest, kept_links, kept_phones, made_link, tonight
from .player import Page, Player
from .stored_matches import store_match


def test_a_right_code_does_not_clear_the_count_of_wrong_keys(app: Flask, installation: Installation) -> None:
    """A guest with a link must not be able to guess the key any faster."""
    app.extensions["guesses"] = Guesses()
    code, client = code_of(installation, "viewer"), app.test_client()
    answers = []
    for _ in range(FREE + 1):
        answers.append(client.post("/key", data={"key": "wrong"}).status_code)
        assert client.get(f"/join/{code}").status_code == 200  # not delayed either
        assert client.post("/key", data={"key": code}).status_code == 303
    assert answers == [403] * FREE + [429]
    assert client.post("/join", data={"code": code}).status_code == 303


@pytest.mark.parametrize("form", ["{}", " {} ", "{}\n", "-{}-", "\u200b{}"])
def test_a_code_may_be_spelled_freely(app: Flask, installation: Installation, form: str) -> None:
    code = code_of(installation, "viewer")
    for spelled in (code, code.upper(), " ".join(code), "".join(chr(ord(c) + 0xFEE0) for c in code)):
        client = app.test_client()
        assert client.post("/join", data={"code": form.format(spelled)}).status_code == 303, spelled


@pytest.mark.parametrize("change", ["short", "long", "other id", "seal of another"])
def test_a_code_that_is_nearly_right_opens_nothing(
    app: Flask, installation: Installation, change: str
) -> None:
    code, other = code_of(installation, "viewer"), code_of(installation, "host")
    wrong = {
        "short": code[:-1],
        "long": f"{code}2",
        "other id": other[:6] + code[6:],
        "seal of another": code[:6] + other[6:],
    }[change]
    assert app.test_client().get(f"/join/{wrong}").status_code == 403
    assert app.test_client().post("/join", data={"code": wrong}).status_code == 403


def test_an_id_without_its_seal_or_with_that_of_another_secret_opens_nothing(
    app: Flask, installation: Installation
) -> None:
    """So a copy of the database lets nobody in."""
    with kept_links(installation) as links:
        id_ = links.make(Link(Role.HOST, utc_now()))
    with closing(installation.open_store()) as store:
        forged = Links(store.live, "0" * 64).code(id_)
    for code in (id_, forged, f"{id_}{'2' * 14}"):
        assert app.test_client().post("/join", data={"code": code}).status_code == 403


@pytest.mark.parametrize("path", ["/key/{key}", "/join/{code}"])
@pytest.mark.parametrize("method", ["HEAD", "OPTIONS"])
def test_looking_at_an_address_without_opening_it_lets_nobody_in(
    app: Flask, installation: Installation, path: str, method: str
) -> None:
    address = path.format(key=installation.key, code=code_of(installation, "scorer"))
    answer = app.test_client().open(address, method=method)
    assert "Set-Cookie" not in answer.headers
    with kept_phones(installation) as phones:
        assert phones.all() == {}


def test_asking_for_headers_does_not_tell_whether_a_key_is_right(
    app: Flask, installation: Installation
) -> None:
    client = app.test_client()
    answers = [client.head(f"/key/{key}") for key in (installation.key, "aaaa-bbbb-cccc")]
    assert [answer.status_code for answer in answers] == [405, 405]


@pytest.mark.parametrize(
    ("site", "status"), [("cross-site", 400), ("same-site", 400), ("same-origin", 303), ("none", 303)]
)
def test_no_page_of_others_makes_a_phone_join(
    app: Flask, installation: Installation, player: Player, site: str, status: int
) -> None:
    """A host whose phone joined as a viewer without noticing could not score any more."""
    data = {"code": code_of(installation, "viewer"), "name": "Tricked"}
    client = app.test_client()
    answer = client.post("/join", data=data, headers={"Sec-Fetch-Site": site})
    assert answer.status_code == status
    assert ("Set-Cookie" in answer.headers) == (status == 303)


def test_a_link_is_revoked_even_while_a_scorer_begins_a_match_with_it(installation: Installation) -> None:
    """Both write the link; whichever comes first, it is gone."""
    for _ in range(20):
        with kept_links(installation) as links:
            id_ = links.make(Link(Role.SCORER, utc_now(), evening=tonight()))
        revoking = partial(revoke, installation, id_)
        at_once(partial(begin_with, installation, id_, 20), revoking, revoking)
        with kept_links(installation) as links:
            assert links.find(id_) is None


def test_tables_that_begin_at_the_same_moment_with_one_link_all_keep_their_matches(
    installation: Installation,
) -> None:
    with kept_links(installation) as links:
        id_ = links.make(Link(Role.SCORER, utc_now(), evening=tonight()))
    at_once(*(partial(begin_with, installation, id_, 20, first) for first in range(0, 80, 20)))
    with kept_links(installation) as links:
        link = links.find(id_)
        assert link
        assert sorted(link.matches) == [f"{number:032}" for number in range(80)]


def test_a_phone_that_is_renamed_while_it_begins_matches_has_its_new_name(
    app: Flask, installation: Installation
) -> None:
    guest(app, code_of(installation, "scorer", evening=tonight()))
    with kept_phones(installation) as phones:
        (id_,) = phones.all()
    at_once(partial(count_often, installation, id_, 30), partial(name_often, installation, id_))
    with kept_phones(installation) as phones:
        assert (phones.all()[id_].begun, phones.all()[id_].name) == (30, "Name 29")


def count_often(installation: Installation, id_: str, times: int) -> None:
    with kept_phones(installation) as phones:
        for _ in range(times):
            phones.note_begun(id_, tonight())


def name_often(installation: Installation, id_: str) -> None:
    with kept_phones(installation) as phones:
        for number in range(30):
            phones.rename(id_, f"Name {number}")


def begin_with(installation: Installation, id_: str, times: int, first: int = 0) -> None:
    with kept_links(installation) as links:
        for number in range(times):
            links.add_match(id_, f"{first + number:032}")


def revoke(installation: Installation, id_: str) -> None:
    with kept_links(installation) as links:
        links.revoke(id_)


def at_once(*what: Callable[[], object]) -> None:
    """Do these in threads of their own; what one of them raises is raised."""
    raised: list[BaseException] = []

    def do(one: Callable[[], object]) -> None:
        try:
            one()
        except BaseException as error:
            raised.append(error)

    threads = [threading.Thread(target=do, args=(one,)) for one in what]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if raised:
        raise raised[0]


def test_a_phone_is_locked_out_even_while_it_is_renamed(installation: Installation) -> None:
    with kept_phones(installation) as phones:
        phones.let_in(Phone("Name", utc_now(), utc_now(), "x"))
        (id_,) = phones.all()

    def forget() -> None:
        with kept_phones(installation) as phones:
            phones.forget(id_)

    at_once(partial(name_often, installation, id_), forget, forget)
    with kept_phones(installation) as phones:
        assert phones.find(id_) is None
        phones.note_seen(id_, Phone("Name", utc_now(), "2020-01-01T00:00:00.000Z", "x"), utc_now())
        assert phones.find(id_) is None  # nor does being seen bring it back


def test_two_hosts_revoke_the_same_link(
    app: Flask, installation: Installation, phone: Callable[[], Player], player: Player
) -> None:
    """The second, whose page still shows it, is told the same and nothing else is gone."""
    code_of(installation, "viewer")
    kept = guest(app, code_of(installation, "scorer"))
    hosts = [player, phone()]
    forms = [host.open(host.open("/phones").link("View only")).form("/revocation") for host in hosts]
    for host, form in zip(hosts, forms, strict=True):
        page = host.send(form)
        assert (page.status, page.path) == (200, "/phones")
    assert kept.open("/").status == 200


def test_a_link_opens_500_matches_and_never_drops_one(installation: Installation) -> None:
    with kept_links(installation) as links:
        id_ = links.make(Link(Role.SCORER, utc_now(), tuple(f"m{number}" for number in range(499))))
        links.add_match(id_, "newest")
        for match_id in ("one more", "and again"):
            with pytest.raises(NotAllowed, match=r"^This link opens 500 matches, as many as one may\."):
                links.add_match(id_, match_id)
        links.add_match(id_, "newest")  # it is there
        link = links.find(id_)
        assert link
        assert (len(link.matches), link.matches[0], link.matches[-1]) == (500, "m0", "newest")


def test_a_phone_that_joins_while_its_link_is_revoked_is_not_let_in(
    app: Flask, installation: Installation, player: Player
) -> None:
    """The phone was written after the link was gone."""
    code = code_of(installation, "viewer")
    phone = guest(app, code)
    with closing(installation.open_store()) as store:
        links = Links(store.live, installation.secret)
        (link,) = links.all()
        links.revoke(link)  # its phones are still there
        assert [there.link for there in Phones(store.live).all().values()].count(link) == 1
    assert phone.open("/").status == 403
    assert "Guest" not in player.open("/phones").text


@pytest.mark.parametrize("host", ["evil.example", "evil.example:80", "127.0.0.1:9", "[::1]"])
def test_the_host_that_a_guest_names_is_in_no_page_of_others(
    app: Flask, installation: Installation, player: Player, host: str
) -> None:
    """A forged Host header is answered to whoever sent it; it is stored nowhere."""
    phone = guest(app, code_of(installation, "viewer"))
    phone.client.get("/", headers={"Host": host})
    stranger = app.test_client().get("/", headers={"Host": host, "X-Forwarded-Host": "evil.example"})
    assert stranger.status_code in (400, 403)
    assert host not in player.open("/phones").html
    assert "evil.example" not in player.open("/phones").html


# --- what guests may begin


def begun(phone: Player, name: str, id_: str = "") -> Page:
    """The notepad of a match that a phone began, or the form that refused it."""
    form = phone.open("/matches/new").form("/matches").fill(name_0=name, name_1="Ben")
    return phone.send(form.force("id", id_) if id_ else form)


def fill(installation: Installation, phones: int = 0, matches: int = 0) -> None:
    """Let every phone have begun so many matches this evening, and every link open so many."""
    with kept_phones(installation) as all_phones, kept_links(installation) as links:
        for id_ in all_phones.all():
            for _ in range(phones):
                all_phones.note_begun(id_, tonight())
        for id_ in links.all():
            for number in range(matches):
                links.add_match(id_, f"match-{number:04}")


def test_a_phone_begins_as_many_matches_as_an_evening_holds_and_keeps_what_it_typed(
    app: Flask, installation: Installation
) -> None:
    code = code_of(installation, "scorer", evening=tonight())
    greedy, other = guest(app, code), guest(app, code)
    fill(installation, phones=MOST_BEGUN - 1)
    assert begun(greedy, "Last").status == 200
    refused = begun(greedy, "One more")
    assert refused.status == 422
    assert "This phone has begun 50 matches this evening, as many as it may." in refused.text
    assert refused.form("/matches")["name-0"] == "One more"
    assert begun(other, "Zoë").status == 200, "another phone may go on"


@pytest.mark.parametrize("opens", ["evening", "all"])
def test_joining_again_gives_no_further_matches(app: Flask, installation: Installation, opens: str) -> None:
    code = code_of(installation, "scorer", evening=tonight() if opens == "evening" else None)
    phone = guest(app, code)
    fill(installation, phones=MOST_BEGUN)
    assert phone.client.post("/join", data={"code": code, "name": "Again"}).status_code == 303
    assert begun(phone, "Anna").status == 422


def test_the_next_evening_a_phone_begins_anew(app: Flask, installation: Installation) -> None:
    guest(app, code_of(installation, "scorer", evening=tonight()))
    fill(installation, phones=MOST_BEGUN)
    with kept_phones(installation) as phones:
        (id_,) = phones.all()
        with pytest.raises(NotAllowed):
            phones.note_begun(id_, tonight())
        phones.note_begun(id_, tonight() + timedelta(days=1))
        assert phones.all()[id_].begun == 1


def test_a_full_link_refuses_the_next_match_and_keeps_all_that_it_opens(
    app: Flask, installation: Installation
) -> None:
    code = code_of(installation, "scorer", evening=tonight())
    one, other = guest(app, code), guest(app, code)
    first = begun(one, "Anna")
    fill(installation, matches=MOST_OF_A_LINK - 2)
    last = begun(other, "Cleo")
    assert (first.status, last.status) == (200, 200)
    refused = begun(other, "Dora")
    assert refused.status == 422
    assert "This link opens 500 matches, as many as one may. Ask for a new link." in refused.text
    assert one.open(f"{first.path}/rounds/new").status == 200
    assert other.open(f"{last.path}/rounds/new").status == 200


def test_what_is_refused_or_sent_twice_is_not_counted(app: Flask, installation: Installation) -> None:
    phone = guest(app, code_of(installation, "scorer", evening=tonight()))
    assert begun(phone, "Ben").status == 422  # two players alike
    with kept_phones(installation) as phones, kept_links(installation) as links:
        assert [kept.begun for kept in phones.all().values()] == [0]
        assert [link.matches for link in links.all().values()] == [()]
    for _ in range(2):
        assert begun(phone, "Anna", "match-anna").status == 200
    with kept_phones(installation) as phones:
        assert [kept.begun for kept in phones.all().values()] == [1]


def test_a_rematch_that_cannot_begin_is_not_counted(
    app: Flask, installation: Installation, table: Table
) -> None:
    """The form asks for its length first: a match may begin with 99 rounds."""
    notepad = table.begin(rules="dutch", rounds=99)
    notepad = table.store(notepad, MatchExtended(rounds=1), MatchEnded())
    phone = guest(app, code_of(installation, "scorer", evening=tonight()))
    page = phone.send(phone.open(notepad.path).form("/rematches"))
    assert page.form("/matches")["rounds-other"] == "100"
    with kept_phones(installation) as phones, kept_links(installation) as links:
        assert [there.begun for there in phones.all().values() if there.link] == [0]
        assert [link.matches for link in links.all().values()] == [()]


def test_a_guest_of_this_evening_plays_no_match_of_another_one_again(
    app: Flask, installation: Installation, player: Player
) -> None:
    start = {"type": "match-started", "players": ["Zoë", "Ben"], "ruleset": "default", "rounds": 1}
    earlier = store_match(player, {**start, "at": "2020-02-14T19:00:00Z"}, {"type": "match-ended"})
    phone = guest(app, code_of(installation, "scorer", evening=tonight()))
    refused = phone.send(player.open(earlier.path).form("/rematches"))
    assert (refused.status, "Zoë" in refused.html) == (403, False)
    assert begun(phone, "Anna").status == 200
    with kept_links(installation) as links:
        assert [len(link.matches) for link in links.all().values()] == [1]


def test_a_host_begins_as_many_as_there_are(player: Player, installation: Installation) -> None:
    assert begun(player, "Anna").status == 200
    with kept_phones(installation) as phones:
        assert [kept.begun for kept in phones.all().values()] == [0]


def test_a_link_of_this_evening_opens_all_its_matches(player: Player, installation: Installation) -> None:
    """Also those that are no longer among the latest that are listed."""
    for number in range(25):
        assert begun(player, f"Player {number}").status == 200
    made_link(player, role="scorer", opens="evening")
    with kept_links(installation) as links:
        assert [len(link.matches) for link in links.all().values()] == [25]


def test_the_way_back_from_a_link_is_where_it_was_made(player: Player) -> None:
    for address, back in (("/phones/links/new", "/phones"), ("/phones/links/new?back=/history", "/history")):
        made = player.send(player.open(address).form("/phones/links"))
        assert re.findall(r'<a class="back" href="([^"]+)"', made.html) == [back]
