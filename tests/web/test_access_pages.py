"""What the pages of the key, of links and of phones say, and where they lead."""

from __future__ import annotations

import re

import pytest
from flask import Flask

from scorekeeper.installation import Installation
from scorekeeper.languages import weekday

from .fixtures import Table, deleted
from .guests import code_of, guest, id_of, kept_links, kept_phones, tonight
from .player import Page, Player

KEY = "The key Scan the code that the app showed when it was started, or type the key shown with it. Key "
SCORER = "Enter, correct and undo rounds."
VIEWER = "See everything, enter nothing."
HOST = "Do everything: score, delete, change the rules and let other phones in."
EVENING = "The evening of %s"


def this_day() -> str:
    return weekday(tonight(), "en")


@pytest.fixture
def two(table: Table) -> tuple[str, str]:
    """The ids of two matches that go on, Anna's begun before Cleo's."""
    return id_of(table.begin("Anna", "Ben")), id_of(table.begin("Cleo", "Dan"))


@pytest.fixture
def stranger(app: Flask) -> Player:
    return Player(app.test_client())


def sent_by(page: Page, action: str) -> list[dict[str, list[str]]]:
    """What each form of a page with this action sends."""
    forms = [form for form in page.forms if form.action.endswith(action)]
    sent = [form.values().to_dict(flat=False) for form in forms]
    return [{name: values for name, values in one.items() if name != "csrf_token"} for one in sent]


def test_whoever_is_not_let_in_is_asked_for_the_key_and_told_what_was_wrong(
    stranger: Player, player: Player
) -> None:
    assert (stranger.open("/history").status, stranger.open("/key").status) == (403, 200)
    for address in ("/history", "/key"):
        assert stranger.open(address).main == f"{KEY}Open"
    for address, said in (
        ("/key/nope", "This code is no longer valid. Scan the one that the app shows now."),
        ("/join/nope", "This link is no longer valid. Ask whoever sent it for a new one."),
    ):
        page = stranger.open(address)
        assert (page.status, page.main) == (403, f"{KEY}{said} Open")
    typed = stranger.send(stranger.open("/key").form("/key").fill(key="nope"))
    said = "Wrong key. The right one is shown where the app was started."
    assert (typed.status, typed.beside("key"), typed.main) == (403, said, f"{KEY}{said} Open")
    assert player.open("/key").path == "/"


def test_the_page_of_the_phones_leads_to_all_that_lets_phones_in(
    app: Flask, installation: Installation, player: Player, two: tuple[str, str]
) -> None:
    page = player.open("/phones")
    head, _, rest = page.main.partition(" Links A link lets")
    assert re.sub("http://[^ ]+", "http://…", head) == (
        "The key: for phones that may do everything Scan this with another phone on the same network, or "
        f"open the address and type the key. Address http://… Key {installation.secrets.key.written} "
        "At this address phones cannot keep the screen on, install the app, or share to a chat: browsers "
        "allow that only over HTTPS. Start the app with “scorekeeper serve --https” to have it. After a new "
        "key is made, every phone that used the old one, except this one, must enter it. Make a new key"
    )
    assert rest == (
        " a phone keep the score of a match or an evening, or only view it. You can revoke it at any time. "
        "Make a link Phones with access ? (this phone) Everything · last seen just now Change"
    )
    guest(app, code_of(installation, "scorer", *two), "Zoë")
    code_of(installation, "viewer", evening=tonight())
    page = player.open("/phones")
    assert page.main.partition("at any time. ")[2] == (
        f"View only 0 phones {EVENING % this_day()} Keep the score 1 phone Cleo – Dan, Anna – Ben "
        "Make a link "
        "Phones with access Zoë Keep the score · last seen just now Remove "
        "? (this phone) Everything · last seen just now Change"
    )
    with kept_links(installation) as links:
        ids = {link.role.value: id_ for id_, link in links.all().items()}
    assert [address for address, _ in page.ways] == [
        *("/settings", "/phones/key", f"/phones/links/{ids['viewer']}", f"/phones/links/{ids['scorer']}"),
        *("/phones/links/new", "/phone"),
    ]
    out = player.send(page.form("/departure"))
    assert out.main.startswith("That phone must scan a code again before it can go on. The key: for phones")
    assert "Zoë" not in out.main


def test_a_new_key_is_asked_about_and_told(player: Player) -> None:
    page = player.open("/phones/key")
    assert page.main == (
        "Make a new key? The old key and its code stop working at once. "
        "Every phone except this one must scan the new code or type the new key. "
        "Nothing that was entered is lost. Keep the old key New key"
    )
    assert page.ways == [("/phones", "‹"), ("/phones", "Keep the old key")]
    assert player.send(page.form("/phones/key")).main.startswith(
        "This is the new key. All other phones that used the old one must enter it. The key: for phones"
    )


def test_the_form_of_a_link_says_what_phones_may_do_and_where(player: Player, two: tuple[str, str]) -> None:
    page = player.open("/phones/links/new")
    assert page.main == (
        f"What may the phones do? Keep the score {SCORER} View only {VIEWER} Everything {HOST} "
        f"Where? This evening {this_day()} They can score the matches under way now and any "
        "they start themselves. Other matches they can only view. These matches Cleo – Dan Anna – Ben "
        "All matches future matches too Make a link"
    )
    assert sent_by(page, "/links") == [{"role": ["scorer"], "opens": ["evening"]}]
    assert page.form("/links").offers("role") == ["scorer", "viewer", "host"]
    assert page.form("/links").offers("opens") == ["evening", "matches", "all"]
    assert page.form("/links").offers("match") == [two[1], two[0]]
    assert page.ways == [("/phones", "‹")]
    page = player.open(f"/phones/links/new?match={two[0]}&back=/history")
    assert sent_by(page, "/links") == [
        {"role": ["scorer"], "opens": ["matches"], "match": [two[0]], "back": ["/history"]}
    ]
    assert page.ways == [("/history", "‹")]
    form = page.form("/links").untick("match", two[0]).fill(role="viewer")
    refused = player.send(form)
    assert (refused.status, "future matches too Tick at least one match." in refused.main) == (422, True)
    assert sent_by(refused, "/links") == [{"role": ["viewer"], "opens": ["matches"], "back": ["/history"]}]


def test_only_matches_that_go_on_can_be_ticked_for_a_link(player: Player, table: Table) -> None:
    over = table.score(table.begin(rounds=1), 0, "01B 03B 08B")
    page = player.open("/phones/links/new")
    assert "These matches" not in page.main, "none goes on"
    assert "match" not in page.form("/links")
    page = player.open(f"/phones/links/new?match={id_of(over)}")
    assert page.form("/links").ticked("match") == [id_of(over)], "but the one that was asked for"


def test_a_match_that_was_deleted_since_is_left_out_of_a_link(
    player: Player, table: Table, two: tuple[str, str]
) -> None:
    form = player.open(f"/phones/links/new?match={two[1]}").form("/links").tick("match", two[0])
    deleted(player, player.open(f"/matches/{two[1]}"))
    page = player.send(form)
    assert (page.status, "<small>Anna – Ben</small>" in page.html) == (200, True)
    again = player.send(form.untick("match", two[0]))
    assert (again.status, "Tick at least one match." in again.main) == (422, True)
    assert player.send(form.force("again", "1")).status == 404, "a button of that match"
    assert player.send(form.force("match")).status == 422, "a button of none"


@pytest.mark.parametrize(
    ("role", "opens", "small", "others"),
    [
        (
            "scorer",
            "matches",
            "Anna – Ben",
            [("viewer", "matches"), ("scorer", "evening"), ("host", "all")],
        ),
        ("viewer", "evening", EVENING, [("scorer", "evening"), ("scorer", "all"), ("host", "all")]),
        ("scorer", "all", "All matches", [("viewer", "all"), ("host", "all")]),
        ("host", "matches", "All matches", [("scorer", "all"), ("viewer", "all")]),
    ],
)
def test_a_link_says_what_it_opens_and_offers_others(
    player: Player, two: tuple[str, str], role: str, opens: str, small: str, others: list[tuple[str, str]]
) -> None:
    form = player.open(f"/phones/links/new?match={two[0]}&back=/history").form("/links")
    page = player.send(form.fill(role=role, opens=opens))
    name, words = {
        "scorer": ("Keep the score", SCORER), "viewer": ("View only", VIEWER), "host": ("Everything", HOST)
    }[role]  # fmt: skip
    (head,) = re.findall(r"<h1>(.*?)</h1>", page.html)
    assert re.sub("<.*?>", "", head).split() == f"{name} {small.replace('%s', this_day())}".split()
    assert page.main.startswith(
        f"{words} Scan this with another phone on the same network, or send the link. Link http://"
    )
    assert page.main.endswith(
        "More choices Revoke the link It stops working at once, on every phone. "
        "What they entered stays. Revoke"
    )
    ids = {"matches": [two[0]]}
    assert sent_by(page, "/links") == [
        {
            "role": [other],
            "opens": [where],
            "again": ["1"],
            "back": ["/history"],
            **({"match": ids[where]} if where in ids else {}),
        }
        for other, where in others
    ]
    more = f"/phones/links/new?match={two[0]}&back=/history" if small == "Anna – Ben" else None
    assert page.ways == [("/history", "‹"), (more or "/phones/links/new?back=/history", "More choices")]
    assert ("Matches Cleo – Dan Anna – Ben" in page.main) is (small != "Anna – Ben")
    (code,) = re.findall(r"Or type this code where the app asks for the key: ([\w-]{24}) ", page.main)
    assert page.html.count(f"/join/{code.replace('-', '')}") == 1
    gone = player.send(page.form("/revocation"))
    said = "The link no longer works; phones that used it have no access."
    assert (gone.path, gone.main.startswith(f"{said} The key: for phones")) == ("/phones", True)
    assert player.open(page.path).status == 404


def test_a_button_shows_the_link_that_it_made_before_and_the_form_a_new_one(
    player: Player, two: tuple[str, str]
) -> None:
    first = player.send(player.open("/phones/links/new").form("/links").fill(opens="all"))
    again = player.send(player.open("/phones/links/new").form("/links").fill(opens="all"))
    assert again.path != first.path
    buttons = [form for form in again.forms if form["opens"] == "all" and form["role"] == "viewer"]
    shown = player.send(buttons[0])
    assert player.send(buttons[0]).path == shown.path


def test_a_link_says_who_came_by_it_and_leads_them_to_their_match(
    app: Flask, installation: Installation, player: Player, two: tuple[str, str]
) -> None:
    one, both = (code_of(installation, "scorer", *ids) for ids in (two[:1], two))
    for code, place in ((one, f"/matches/{two[0]}"), (both, "/")):
        phone = Player(app.test_client())
        page = phone.open(f"/join/{code}")
        opens = "Anna – Ben" if code == one else "Cleo – Dan, Anna – Ben"
        assert page.main == (
            f"Join {opens} Keep the score {SCORER} What is this phone called? "
            "For example your name. It is shown with what you enter. Join"
        )
        assert sent_by(page, "/join") == [{"code": [code], "name": [""]}]
        assert 'maxlength="40"' in page.html, "as long as a name may be"
        assert phone.send(page.form("/join").fill(name=opens)).path == place
    evening = guest(app, code_of(installation, "scorer", two[0], evening=tonight()))
    form = evening.open(f"/join/{code_of(installation, 'viewer', two[0], evening=tonight())}").form("/join")
    assert evening.send(form).path == "/", "its evening goes on"
    page = player.open(player.open("/phones").link("1 phone Anna – Ben"))
    assert "Phones that used it Anna – Ben last seen just now Another code" in page.main


def test_whoever_joins_is_told_what_changes(
    app: Flask, installation: Installation, player: Player, two: tuple[str, str]
) -> None:
    limits = "This phone has full access. Joining limits it to this."
    replaces = "Joining replaces the link this phone used before."
    own, other = (code_of(installation, "viewer", match_id) for match_id in two)
    host = code_of(installation, "host")
    phone = guest(app, own)
    told = {
        (who, code): [said for said in (limits, replaces) if said in one.open(f"/join/{code}").main]
        for who, one in (("host", player), ("guest", phone))
        for code in (own, other, host)
    }
    assert told == {
        ("host", own): [limits],
        ("host", other): [limits],
        ("host", host): [],
        ("guest", own): [],
        ("guest", other): [replaces],
        ("guest", host): [replaces],
    }
    page = phone.open(f"/join/{other}")
    assert page.main.endswith("What is this phone called? Your name, for example. Join")
    assert page.form("/join")["name"] == "Guest"
    assert f"Join Cleo – Dan View only {VIEWER}" in page.main


def test_a_page_that_is_not_for_this_phone_says_what_is(
    app: Flask, installation: Installation, two: tuple[str, str]
) -> None:
    phone = guest(app, code_of(installation, "scorer", two[0]))
    for address in ("/phones", "/history", f"/matches/{two[1]}", "/figures?match=x"):
        page = phone.open(address)
        assert (page.status, page.main) == (
            403,
            "Not with this phone This phone’s link does not give access to this page. Anna – Ben: "
            f"Keep the score {SCORER} Ask the sender for a link with more access. Go to the matches",
        )
        assert page.ways == [("/", "Koi-Koi"), ("/", "Go to the matches")]


@pytest.mark.parametrize("address", ["/options", "/matches/{own}", "/rules"])
def test_no_address_names_a_match_of_others_beside_what_it_is_about(
    app: Flask, installation: Installation, two: tuple[str, str], address: str
) -> None:
    phone = guest(app, code_of(installation, "viewer", two[0]))
    page = address.format(own=two[0])
    for name in ("match", "again"):
        assert phone.open(f"{page}?{name}={two[0]}").status == 200, name
        assert phone.open(f"{page}?{name}=").status == 200, name
        assert phone.open(f"{page}?{name}={two[1]}").status == 403, name
        assert phone.open(f"{page}?{name}={two[0]}&{name}={two[1]}").status == 403, name


def test_the_page_of_a_phone_says_what_it_may_do_and_how_it_comes_back(
    app: Flask, installation: Installation, player: Player, two: tuple[str, str]
) -> None:
    own = "What is this phone called? Rename Forget this phone You will need the"
    page = player.open("/phone")
    assert page.main == f"Everything {HOST} {own} key to use the app on this phone again. Forget this phone"
    assert page.ways == [("/phones", "‹")]
    phone = guest(app, code_of(installation, "viewer", two[0]), "Zoë")
    page = phone.open("/phone")
    assert page.main == (
        f"View only {VIEWER} Anna – Ben {own} link to use the app on this phone again. Forget this phone"
    )
    assert page.ways == [("/settings", "‹")]
    named = phone.send(page.form("/phone").fill(name="Max"))
    assert named.main.startswith("This phone is now called Max. View only ")
    assert named.form("/phone")["name"] == "Max"
    refused = phone.send(named.form("/phone").fill(name="x" * 41))
    assert (refused.status, refused.form("/phone")["name"]) == (422, "x" * 41)
    assert phone.send(named.form("/phone").fill(name="")).status == 422
    assert phone.open("/phone").form("/phone")["name"] == "Max"
    gone = phone.client.post("/phone/departure", data=page.form("/departure").values())
    assert (gone.status_code, gone.headers["Location"]) == (303, "/key")
    assert gone.headers["Clear-Site-Data"] == '"cache"'


def test_only_whoever_is_not_let_in_is_told_that_the_key_is_needed(
    app: Flask, installation: Installation, stranger: Player, two: tuple[str, str]
) -> None:
    """For the service worker, by a header: a page that this phone may not open is 403, too."""
    assert stranger.client.get("/history").headers["Key-Needed"] == "1"
    phone = guest(app, code_of(installation, "viewer", two[0]))
    assert "Key-Needed" not in phone.client.get("/history").headers
    assert "Key-Needed" not in phone.client.get("/").headers


def test_a_phone_stays_let_in_when_its_browser_is_closed_and_is_seen_again(
    app: Flask, installation: Installation, stranger: Player
) -> None:
    cookie = stranger.client.get(f"/key/{installation.secrets.key.normalized}").headers["Set-Cookie"]
    assert "Max-Age=34560000" in cookie
    phone = guest(app, code_of(installation, "scorer"))
    with kept_phones(installation) as phones:
        ((id_, kept),) = [(id_, phone) for id_, phone in phones.all().items() if phone.link]
        phones.note_seen(id_, kept, "2020-02-14T19:00:00.000Z")
        assert phones.all()[id_].seen < "2021"
    assert phone.open("/").status == 200
    with kept_phones(installation) as phones:
        assert phones.all()[id_].seen > "2021"


def test_a_link_for_all_matches_keeps_no_list_of_them(app: Flask, installation: Installation) -> None:
    phone = guest(app, code_of(installation, "scorer"))
    assert (
        phone.send(phone.open("/matches/new").form("/matches").fill(name_0="Ada", name_1="Bea")).status == 200
    )
    with kept_links(installation) as links:
        assert [link.matches for link in links.all().values()] == [()]


def test_every_page_that_lets_phones_in_is_titled(
    installation: Installation, player: Player, stranger: Player, two: tuple[str, str]
) -> None:
    link = player.send(player.open("/phones/links/new").form("/links"))
    code = code_of(installation, "viewer", two[0])
    titles = {
        "/phones": "Phones and links", "/phones/key": "Make a new key", "/phone": "This phone",
        "/phones/links/new": "Make a link", link.path: "Link: Keep the score", f"/join/{code}": "Join",
    }  # fmt: skip
    for address, title in titles.items():
        page = player.open(address)
        assert page.title == title
        assert page.heading and page.heading in title
    assert "<title>The key – Koi-Koi" in stranger.open("/history").html
    phone = guest(player.client.application, code)
    assert "<title>Not with this phone – Koi-Koi" in phone.open("/history").html
