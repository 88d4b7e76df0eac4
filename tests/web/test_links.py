"""Links with a role: what each lets a phone do, what its pages offer, and that it ends when it is revoked."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import timedelta

import pytest
from extent import daily
from flask import Flask

from scorekeeper.access import LONGEST_NAME, MOST_PHONES, Link, Links, Phone, Role
from scorekeeper.installation import Installation
from scorekeeper.times import utc_now
from scorekeeper.web.access.current_phone import tonight
from scorekeeper.web.access.permissions import NEEDED, Right
from scorekeeper.web.security import FILES

from .fixtures import Table
from .forms import Form
from .guests import kept_links, kept_phones, made_link
from .player import Page, Player
from .stored_matches import events_of

BRIGHTS = "01B 03B 08B"


@pytest.fixture
def join(app: Flask) -> Callable[..., Player]:
    """Let a new phone in by the address of a link."""

    def join(address: str, name: str = "Cleo's phone") -> Player:
        phone = Player(app.test_client())
        page = phone.send(phone.open(address).form("/join").fill(name=name))
        assert page.status == 200, page.text
        return phone

    return join


def id_of(page: Page) -> str:
    return page.path.split("/")[2]


def test_every_page_and_form_says_what_it_needs(app: Flask) -> None:
    endpoints = {rule.endpoint for rule in app.url_map.iter_rules()} - FILES
    https_only = {"trust.index", "trust.certificate", "trust.probe"}
    assert endpoints | https_only == set(NEEDED)
    reading = {rule.endpoint for rule in app.url_map.iter_rules() if "POST" not in (rule.methods or ())}
    for endpoint, right in NEEDED.items():
        if endpoint not in reading and right in (Right.SEE, Right.SEE_ALL, Right.SEE_EVENING):
            raise AssertionError(f"{endpoint} changes something, and whoever looks on may send it")


def test_every_blueprint_has_pages(app: Flask) -> None:
    assert {*app.blueprints} <= {rule.endpoint.partition(".")[0] for rule in app.url_map.iter_rules()}


def test_a_scorer_of_a_match_enters_corrects_and_undoes_there_and_nowhere_else(
    player: Player, table: Table, join: Callable[..., Player]
) -> None:
    own, others = table.begin("Anna", "Ben"), table.begin("Cleo", "Dan")
    scorer = join(made_link(player, match=id_of(own), role="scorer"))
    assert "Anna – Ben" in scorer.open("/").text
    assert "Cleo – Dan" not in scorer.open("/").text
    notepad = Table(scorer).enter(scorer.open(own.path), 0, BRIGHTS)
    assert notepad.status == 200
    corrected = scorer.open(f"{own.path}/rounds/1").link("Correct this round")
    assert scorer.open(corrected).status == 200
    undone = scorer.send(notepad.form("/takebacks"))
    assert undone.path == own.path
    for address in (others.path, f"{others.path}/rounds/new", f"{others.path}/sheet", "/history", "/bin"):
        assert scorer.open(address).status == 403, address
    assert scorer.open("/matches/new").status == 403  # a link for matches begins none


def test_a_scorer_cannot_send_what_the_pages_do_not_offer(
    app: Flask, player: Player, table: Table, join: Callable[..., Player]
) -> None:
    own, others = table.begin("Anna", "Ben"), table.begin("Cleo", "Dan")
    scorer = join(made_link(player, match=id_of(own), role="scorer"))
    board = scorer.open(f"{own.path}/rounds/new").form("/rounds")
    sent = Table(scorer).fill(board, 0, BRIGHTS)
    sent.action = f"{others.path}/rounds"
    assert scorer.send(sent).status == 403
    assert "Round 1" in player.open(others.path).text  # still to be played
    for address in (
        f"{own.path}/deletion",
        "/phones/key",
        "/phones/links",
        "/records",
        f"{others.path}/takebacks",
    ):
        values = {"csrf_token": board["csrf_token"] or ""}
        assert scorer.client.post(address, data=values).status_code == 403, address


def test_a_viewer_sees_and_is_offered_nothing_to_enter(
    player: Player, table: Table, join: Callable[..., Player]
) -> None:
    notepad = table.score(table.begin(), 0, BRIGHTS)
    viewer = join(made_link(player, match=id_of(notepad), role="viewer"))
    page = viewer.open(notepad.path)
    assert "Anna" in page.text
    assert [text for _, text in page.links if "Score round" in text or "Follow every turn" in text] == []
    assert [form.action for form in page.forms] == []
    assert viewer.open(f"{notepad.path}/rounds/new").status == 403
    assert viewer.open(f"{notepad.path}/sheet").status == 200
    assert viewer.open(f"{notepad.path}/news?after=0").status == 200


LOOKING = [
    {"role": "viewer", "opens": "matches"},
    {"role": "viewer", "opens": "evening"},
    {"role": "viewer", "opens": "all"},
]
SCORING = [{**look, "role": "scorer"} for look in LOOKING]


@pytest.mark.parametrize("link", daily([*SCORING, *LOOKING], 6), ids=lambda link: " ".join(link.values()))
def test_nothing_that_a_page_offers_is_refused(
    player: Player, table: Table, join: Callable[..., Player], link: dict[str, str]
) -> None:
    """From home on, every address of every page opens, and every form may be sent."""
    notepad = table.score(table.begin(rounds=6), 0, BRIGHTS)
    over = table.score(table.begin(rounds=1), 1, "", BRIGHTS)
    table.begin("Cleo", "Dan")
    player.send(player.open("/leagues/new").form("/leagues").fill(name="Spring"))
    scoped = link["opens"] == "matches"
    form = player.open(f"/phones/links/new?match={id_of(over)}").form("/phones/links")
    form.fill(**link)
    if scoped:
        form.tick("match", id_of(notepad))
    (address,) = re.findall(r"/join/[0-9a-z]{20}", player.send(form).html)
    phone = join(address)
    refused = [f"{where} leads to {to}" for where, to, status in crawl(phone) if status == 403]
    assert refused == []


def test_a_match_that_is_over_is_offered_only_where_the_address_names_it(
    player: Player, table: Table
) -> None:
    over = id_of(table.score(table.begin(rounds=1), 0, BRIGHTS))
    begun = id_of(table.begin("Cleo", "Dan"))
    assert player.open("/phones/links/new").form("/phones/links").offers("match") == [begun]
    form = player.open(f"/phones/links/new?match={over}").form("/phones/links")
    assert ({*form.offers("match")}, form.ticked("match")) == ({begun, over}, [over])


def crawl(phone: Player) -> Iterator[tuple[str, str, int]]:
    """Every link and every form of every page: where it stands, where it leads, the status of the answer.

    Forms are sent without their token, so nothing is changed: 403 says that the phone may not, 400 that it
    might.
    """
    waiting, seen = [("", "/")], {"/"}
    while waiting:
        where, address = waiting.pop(0)
        answer = phone.client.get(address, follow_redirects=True)
        yield where, address, answer.status_code
        is_page = answer.status_code == 200 and answer.mimetype == "text/html"
        page = Page(answer, address) if is_page else None
        answer.close()
        addresses = re.findall(r'href="(/[^"#]*)', page.html) if page else []
        for form in page.forms if page else []:
            if form.method == "post" and (to := re.sub(r"\?.*", "", form.action)) not in seen:
                seen.add(to)
                yield address, to, phone.client.post(to).status_code
        for found in addresses:
            to = found.replace("&amp;", "&")
            kind = re.sub(r"[0-9a-f]{32}", "ID", re.sub(r"\?.*", "", to))
            if not to.startswith(("/assets", "/static")) and once(kind, to, seen):
                waiting.append((address, to))


def once(kind: str, address: str, seen: set[str]) -> bool:
    """Whether to look at an address: every match, but few of the many cards, options and rule sets."""
    many = re.match(r"/(cards|options|rules|guide|hand|settings)\b", kind)
    key = f"{many[1]} {kind.count('/')} {kind.rpartition('/')[2][:2]}" if many else address
    if key in seen:
        return False
    seen.add(key)
    return True


def test_a_revoked_link_ends_at_once_on_all_its_phones(
    player: Player, table: Table, join: Callable[..., Player], app: Flask
) -> None:
    notepad = table.begin()
    address, other = made_link(player, match=id_of(notepad), role="scorer"), made_link(player, role="viewer")
    phones, looking = [join(address), join(address, "Dan's")], join(other)
    board = phones[0].open(f"{notepad.path}/rounds/new").form("/rounds")
    page = player.open("/phones")
    shown = player.open(page.link("Keep the score"))
    assert "Dan's" in shown.text
    assert player.send(shown.form("/revocation")).path == "/phones"
    for phone in phones:
        assert phone.open(notepad.path).status == 403
    assert phones[0].send(Table(phones[0]).fill(board, 0, BRIGHTS)).status == 403
    assert looking.open("/").status == 200
    again = Player(app.test_client()).open(address)
    assert again.status == 403
    assert "no longer valid" in again.text
    assert "Dan's" not in player.open("/phones").text


def test_a_phone_is_locked_out_alone(player: Player, table: Table, join: Callable[..., Player]) -> None:
    table.begin()
    address = made_link(player, role="viewer")
    first, second = join(address, "First"), join(address, "Second")
    page = player.open("/phones")
    (form,) = [
        form for form in page.forms if form.action.endswith("/departure") and "First" in around(page, form)
    ]
    player.send(form)
    assert first.open("/").status == 403
    assert second.open("/").status == 200


def around(page: Page, form: Form) -> str:
    """The row of the list that a form stands in."""
    row = page.html[: page.html.index(form.action)]
    return row[row.rindex("<li>") :]


def test_what_a_scorer_entered_is_in_the_log_under_the_name_of_the_phone(
    player: Player, table: Table, join: Callable[..., Player], installation: Installation
) -> None:
    notepad = table.begin()
    scorer = join(made_link(player, match=id_of(notepad), role="scorer"), "Łukasz’ 髙")
    Table(scorer).enter(scorer.open(notepad.path), 0, BRIGHTS)
    table.score(player.open(notepad.path), 1, "", BRIGHTS)
    assert [event.get("by") for event in events_of(installation, notepad)] == [None, "Łukasz’ 髙", None]
    assert "Łukasz’ 髙" in player.open(f"{notepad.path}/rounds/1").text
    assert "Łukasz’ 髙" not in player.open(f"{notepad.path}/rounds/2").text


def test_a_save_sent_again_under_another_name_is_stored_once(
    player: Player, table: Table, join: Callable[..., Player], installation: Installation
) -> None:
    notepad = table.begin()
    scorer = join(made_link(player, match=id_of(notepad), role="scorer"), "Before")
    board = Table(scorer).fill(scorer.open(f"{notepad.path}/rounds/new").form("/rounds"), 0, BRIGHTS)
    assert scorer.send(board, "step=save").path == notepad.path
    scorer.send(scorer.open("/phone").form("/phone").fill(name="After"))
    assert scorer.send(board, "step=save").path == notepad.path
    assert [event.get("by") for event in events_of(installation, notepad)] == [None, "Before"]


def test_two_tables_of_one_evening(player: Player, table: Table, join: Callable[..., Player]) -> None:
    ours, theirs = (join(made_link(player, role="scorer", opens="evening"), name) for name in ("One", "Two"))
    own = Table(ours).begin_by_form("Anna", "Ben")
    other = Table(theirs).begin_by_form("Cleo", "Dan")
    assert own.status == other.status == 200
    for phone, mine, foreign in ((ours, own, other), (theirs, other, own)):
        assert phone.open(f"{mine.path}/rounds/new").status == 200
        assert phone.open(foreign.path).status == 200  # they see each other's
        assert phone.open(f"{foreign.path}/rounds/new").status == 403
        assert "Anna – Ben" in phone.open("/").text
        assert "Cleo – Dan" in phone.open("/").text
    rematch = Table(ours).begin_by_form("Anna", "Ben")
    assert ours.open(f"{rematch.path}/rounds/new").status == 200


def test_nobody_takes_over_a_match_by_beginning_it_again(
    player: Player, table: Table, join: Callable[..., Player]
) -> None:
    foreign = table.begin("Cleo", "Dan")
    scorer = join(made_link(player, role="scorer", opens="evening"))
    foreign = Table(player).begin("Eva", "Finn")  # begun after the link, by the host
    form = scorer.open("/matches/new").form("/matches").force("id", id_of(foreign))
    form["name-0"], form["name-1"] = "Eva", "Finn"
    scorer.send(form.fill(ruleset="nintendo_jp", dealer=0))  # the same match: stored once, and not theirs
    assert scorer.open(f"{foreign.path}/rounds/new").status == 403


def test_nobody_takes_over_a_match_in_the_bin_by_beginning_it_again(
    player: Player, installation: Installation, join: Callable[..., Player]
) -> None:
    """Else it would be theirs as soon as the host restores it."""
    scorer = join(made_link(player, role="scorer", opens="evening"))
    foreign = Table(player).begin("Eva", "Finn")
    id_ = id_of(foreign)
    with closing(installation.open_store()) as store:
        store.discard(id_, store.last(id_))
        form = scorer.open("/matches/new").form("/matches").force("id", id_)
        assert scorer.send(form.fill(name_0="Eva", name_1="Finn")).status != 200
        store.put_back(id_)
    assert scorer.open(f"{foreign.path}/rounds/new").status == 403


def test_a_link_of_an_evening_that_is_over_begins_no_match(
    app: Flask, installation: Installation, join: Callable[..., Player]
) -> None:
    with app.test_request_context():
        night = tonight()
    assert night is not None
    store = installation.open_store()
    links = Links(store.live, installation.secret)
    codes = {
        days: links.code(links.make(Link(Role.SCORER, utc_now(), evening=night + timedelta(days=days))))
        for days in (-1, 0, 1)
    }
    store.close()
    for days, code in codes.items():
        assert join(f"/join/{code}").open("/matches/new").status == (200 if days == 0 else 403), days


def test_a_link_can_be_typed_where_the_key_is_asked(app: Flask, player: Player) -> None:
    address = made_link(player, role="viewer")
    code = re.findall(
        r"\b(?:[0-9a-z]{4}-){4}[0-9a-z]{4}\b", player.open(player.open("/phones").link("View only")).text
    )[0]
    stranger = Player(app.test_client())
    page = stranger.send(stranger.open("/key").form("/key").fill(key=f" {code.upper()} "))
    assert page.path.replace("-", "") == address
    assert "Join" in page.text
    assert stranger.open("/").status == 403  # not before it has joined


@pytest.mark.parametrize("wrong", ["", "x", "k7wm2pfx9qtek7wm2pfx", "髙" * 20, "a" * 2000])
def test_a_wrong_code_is_refused_and_counted(app: Flask, player: Player, wrong: str) -> None:
    made_link(player, role="viewer")
    stranger = Player(app.test_client())
    answers = [stranger.client.post("/join", data={"code": wrong}).status_code for _ in range(6)]
    assert answers == [403] * 5 + [429]


def test_one_letter_of_the_seal_decides(player: Player, app: Flask) -> None:
    address = made_link(player, role="viewer")
    other = address[:-1] + ("2" if address[-1] != "2" else "3")
    assert Player(app.test_client()).open(other).status == 403
    assert Player(app.test_client()).open(address).status == 200


def test_looking_at_the_address_lets_nobody_in(
    app: Flask, player: Player, installation: Installation
) -> None:
    """A messenger opens every address to show a preview."""
    address = made_link(player, role="scorer")
    for _ in range(3):
        answer = Player(app.test_client()).client.get(address)
        assert "Set-Cookie" not in answer.headers
    assert player.open("/phones").html.count("/departure") == 0


@pytest.mark.parametrize(("length", "status"), [(LONGEST_NAME, 200), (LONGEST_NAME + 1, 422)])
def test_the_name_of_a_phone_has_a_limit(app: Flask, player: Player, length: int, status: int) -> None:
    phone = Player(app.test_client())
    form = phone.open(made_link(player, role="viewer")).form("/join").fill(name="x" * length)
    page = phone.send(form)
    assert page.status == status
    if status == 422:
        assert page.form("/join")["name"] == "x" * length
        assert "at most 40" in page.text


def test_a_host_link_does_everything_and_is_revoked_like_the_others(
    player: Player, join: Callable[..., Player], table: Table
) -> None:
    notepad = table.begin()
    host = join(made_link(player, role="host"), "Second host")
    for address in ("/phones", "/bin", "/records/new", "/rules/new", f"{notepad.path}/rounds/new"):
        assert host.open(address).status == 200, address
    player.send(player.open(player.open("/phones").link("Everything")).form("/revocation"))
    assert host.open("/").status == 403


def test_a_new_key_leaves_links_and_what_came_by_them(
    player: Player, phone: Callable[[], Player], join: Callable[..., Player]
) -> None:
    by_key, viewer = phone(), join(made_link(player, role="viewer"))
    player.send(player.open("/phones/key").form("/phones/key"))
    assert by_key.open("/").status == 403
    assert viewer.open("/").status == 200
    assert player.open("/phones").status == 200


def test_a_link_for_matches_needs_one(player: Player, table: Table) -> None:
    table.begin()
    form = player.open("/phones/links/new").form("/phones/links").fill(role="scorer", opens="matches")
    page = player.send(form)
    assert page.status == 422
    assert "Tick at least one match." in page.text


@pytest.mark.parametrize(
    ("page", "words"), [("", "Anna – Ben"), ("/rounds/new", "Anna – Ben"), ("/turns", "Anna – Ben")]
)
def test_a_match_lets_another_phone_in_at_one_tap(
    player: Player, table: Table, join: Callable[..., Player], page: str, words: str
) -> None:
    notepad, others = table.begin(), table.begin("Cleo", "Dan")
    shown = player.send(player.open(notepad.path + page).form("/phones/links"))
    assert (shown.status, "Keep the score" in shown.text, words in shown.text) == (200, True, True)
    (address,) = re.findall(r"/join/[0-9a-z]{20}", shown.html)
    assert shown.link("‹") == notepad.path + page
    scorer = join(address)
    assert scorer.open(f"{notepad.path}/rounds/new").status == 200
    assert scorer.open(others.path).status == 403


def test_home_lets_another_phone_in_for_the_evening_at_one_tap(
    player: Player, table: Table, join: Callable[..., Player]
) -> None:
    running = table.begin()
    shown = player.send(player.open("/").form("/phones/links"))
    (address,) = re.findall(r"/join/[0-9a-z]{20}", shown.html)
    assert shown.link("‹") == "/"
    scorer = join(address)
    assert scorer.open(f"{running.path}/rounds/new").status == 200
    assert scorer.open("/matches/new").status == 200


def test_the_same_tap_shows_the_same_code_again(
    player: Player, table: Table, phone: Callable[[], Player], installation: Installation
) -> None:
    notepad, other = table.begin(), table.begin("Cleo", "Dan")

    def tap(address: str, by: Player = player, choice: int = 0) -> str:
        form = [form for form in by.open(address).forms if form.action.endswith("/phones/links")][choice]
        return by.send(form).path

    first, evening = tap(notepad.path), tap("/")
    assert (tap(f"{notepad.path}/rounds/new"), tap("/")) == (first, evening)
    by_hand = player.open(f"/phones/links/new?match={id_of(notepad)}").form("/phones/links")
    another = table.begin("Eva", "Finn")
    looking = tap(first)
    different = {
        "another match": tap(other.path),
        "this evening, once another match has begun": tap("/"),
        "another phone's": tap(notepad.path, phone()),
        "less": looking,
        "of the form that makes one": player.send(by_hand).path,
    }
    assert len({first, evening, *different.values()}) == 2 + len(different)
    assert tap(first) == looking
    assert "View only" in player.open(looking).text
    player.send(player.open(first).form("/revocation"))
    assert tap(notepad.path) != first, "it was revoked"
    assert another.status == 200


@pytest.mark.parametrize(("came", "is_same"), [(MOST_PHONES - 1, True), (MOST_PHONES, False)])
def test_a_link_that_lets_in_no_more_is_not_shown_again(
    player: Player, table: Table, installation: Installation, came: int, is_same: bool
) -> None:
    notepad = table.begin()
    first = player.send(player.open(notepad.path).form("/phones/links")).path
    with kept_phones(installation) as phones:
        for _ in range(came):
            phones.let_in(Phone("?", utc_now(), utc_now(), link=first.rpartition("/")[2]))
    assert (player.send(player.open(notepad.path).form("/phones/links")).path == first) == is_same


@pytest.mark.parametrize(
    ("role", "opens", "offered"),
    [
        ("scorer", "matches", ["viewer matches", "scorer evening", "host all"]),
        ("viewer", "matches", ["scorer matches", "scorer evening", "host all"]),
        ("scorer", "evening", ["viewer evening", "scorer all", "host all"]),
        ("viewer", "all", ["scorer all", "host all"]),
        ("host", "all", ["scorer all", "viewer all"]),
    ],
)
def test_below_a_code_are_others(
    player: Player, table: Table, role: str, opens: str, offered: list[str]
) -> None:
    notepad = table.begin()
    form = player.open(f"/phones/links/new?match={id_of(notepad)}").form("/phones/links")
    shown = player.send(form.fill(role=role, opens=opens))
    buttons = [form for form in shown.forms if form.action.endswith("/phones/links")]
    assert [f"{button['role']} {button['opens']}" for button in buttons] == offered
    for button, choice in zip(buttons, offered, strict=True):
        page = player.send(button)
        assert page.status == 200
        assert {"viewer": "View only", "scorer": "Keep the score", "host": "Everything"}[
            choice.split()[0]
        ] in page.html


def test_looking_at_a_page_makes_no_link(player: Player, table: Table, installation: Installation) -> None:
    notepad = table.begin()
    for address in ("/", notepad.path, f"/phones/links/new?match={id_of(notepad)}&again=1", "/phones/links"):
        player.open(address)
    with kept_links(installation) as links:
        assert links.all() == {}


@pytest.mark.parametrize("role", ["scorer", "viewer"])
@pytest.mark.parametrize("opens", ["matches", "evening", "all"])
def test_a_guest_is_not_offered_to_let_others_in(
    player: Player, table: Table, join: Callable[..., Player], role: str, opens: str
) -> None:
    notepad = table.begin()
    guest = join(made_link(player, match=id_of(notepad), role=role, opens=opens))
    for address in ("/", notepad.path, f"{notepad.path}/rounds", f"{notepad.path}/rounds/new"):
        assert "Let another phone in" not in guest.open(address).text, address
