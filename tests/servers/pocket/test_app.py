"""The app without a server, as Python alone: requests answered, what is kept of them, pages that it lacks."""

from __future__ import annotations

import html
import re
from collections.abc import Mapping
from pathlib import Path
from urllib.parse import urlencode, urljoin, urlsplit
from zipfile import BadZipFile, ZipFile

import pytest

from scorekeeper.pocket.app import MISSING, PocketAnswer, PocketApp, unpack_folder
from scorekeeper.web.access.permissions import NEEDED
from scorekeeper.web.pocket import Pocket

BEFORE = Path(__file__).parents[2] / "before"
SITE = "https://example.org/somewhere/"
APP = f"{SITE}app"


def opened(folder: Path) -> PocketApp:
    return PocketApp(folder, APP, Pocket(MISSING, "0123456789"))


def page(app: PocketApp, address: str) -> str:
    """A page of the app, which must be there."""
    answer = app.answer("GET", urljoin(f"{APP}/", address))
    assert answer.status == 200, (address, answer.body.decode())
    return answer.body.decode()


def send(app: PocketApp, address: str, form: Mapping[str, str]) -> PocketAnswer:
    kind = [("Content-Type", "application/x-www-form-urlencoded")]
    return app.answer("POST", urljoin(f"{APP}/", address), kind, urlencode(form).encode())


def fields(text: str, *names: str) -> dict[str, str]:
    return dict(re.findall(rf'name="({"|".join(names)})" value="([^"]+)"', text))


def begin(app: PocketApp, **more: str) -> str:
    """The address of a new match."""
    form = fields(page(app, "matches/new"), "csrf_token", "id")
    names = {"name-0": "Żaneta", "name-1": "Łukasz", "ruleset": "russian", "dealer": "0"}
    answer = send(app, "matches", form | names | more)
    assert answer.status == 303 and answer.changed
    return dict(answer.headers)["Location"]


@pytest.fixture
def here(tmp_path: Path) -> PocketApp:
    return opened(tmp_path / "installation")


def test_nobody_is_asked_for_a_key(here: PocketApp) -> None:
    assert "New match" in page(here, "")


def test_what_was_sent_is_in_the_next_snapshot(here: PocketApp, tmp_path: Path) -> None:
    match = begin(here)
    kept = here.snapshot()
    unpack_folder(kept, tmp_path / "again")
    assert "Żaneta" in page(opened(tmp_path / "again"), match)


def test_house_rules_in_files_become_documents_that_are_kept_at_once(tmp_path: Path) -> None:
    with ZipFile(BEFORE / "site.zip") as archive:
        unpack_folder(archive.read("kept.zip"), tmp_path / "before")
    titles = re.findall(r'title = "(.+)"', "".join(map(Path.read_text, tmp_path.glob("before/rules/*.toml"))))
    started = opened(tmp_path / "before")
    assert started.is_converted and len(titles) >= 10
    unpack_folder(started.snapshot(), tmp_path / "again")
    again = opened(tmp_path / "again")
    assert not again.is_converted
    rules = html.unescape(page(again, "rules"))
    assert all(title in rules for title in titles)


def test_a_language_is_kept(here: PocketApp, tmp_path: Path) -> None:
    token = re.findall(r'name="csrf_token" value="([^"]+)"', page(here, "settings"))[0]
    answer = send(here, "language", {"csrf_token": token, "language": "pl"})
    assert answer.changed and not any(name == "Set-Cookie" for name, _ in answer.headers)
    unpack_folder(here.snapshot(), tmp_path / "again")
    assert 'lang="pl"' in page(opened(tmp_path / "again"), "")


def test_looking_changes_nothing(here: PocketApp) -> None:
    page(here, "")
    assert not here.answer("GET", f"{APP}/rules").changed
    form = fields(page(here, "rules/new"), "csrf_token", "extends") | {"title": "House"}
    assert not send(here, "rules", {**form, "step": "try", "parts": "1"}).changed, (
        "a change that is not saved yet"
    )
    assert not send(here, "rules", {**form, "title": " "}).changed, "refused"
    assert send(here, "rules", form).changed


def test_a_snapshot_with_another_byte_is_refused(here: PocketApp, tmp_path: Path) -> None:
    kept = bytearray(here.snapshot())
    kept[len(kept) // 2] ^= 1
    with pytest.raises(BadZipFile):
        unpack_folder(bytes(kept), tmp_path / "again")


def test_a_form_of_somebody_else_is_refused(here: PocketApp) -> None:
    assert send(here, "language", {"language": "pl"}).status == 400


def test_pages_may_be_framed_by_their_own_site_alone(here: PocketApp) -> None:
    headers = dict(here.answer("GET", f"{APP}/").headers)
    policy = headers["Content-Security-Policy"]
    assert "frame-ancestors 'self'" in policy and "'none'" not in policy.split("frame-ancestors")[1]
    assert "script-src 'self';" in policy and "unsafe" not in policy


@pytest.mark.parametrize("address", ["phones", "phones/links/new", "key"])
def test_a_page_that_needs_a_server_says_why(here: PocketApp, address: str) -> None:
    answer = here.answer("GET", f"{APP}/{address}")
    assert answer.status == 501
    assert "computer" in answer.body.decode() and "/somewhere/app/other-phones" in answer.body.decode()


def test_the_lab_plays_rounds_and_adds_more(here: PocketApp) -> None:
    asked = "lab/rounds?rules=dutch&against=russian"
    first = page(here, asked)
    assert "120 rounds" in first
    answer = send(here, asked, fields(first, "csrf_token", "played"))
    assert answer.status == 200
    assert "240 rounds" in answer.body.decode()


@pytest.mark.parametrize("address", ["/[", "//[", "//example.org/rules"])
def test_an_address_with_more_slashes_is_one_of_the_app(here: PocketApp, address: str) -> None:
    assert here.answer("GET", f"{APP}{address}").status == 404


def test_every_missing_page_is_a_page() -> None:
    assert set(MISSING) <= set(NEEDED) and len(set(MISSING.values())) == 1


def test_no_link_leads_to_a_missing_page(here: PocketApp) -> None:
    """Every page that links reach from home, one of each kind."""
    begin(here)
    to_open, seen = [f"{APP}/"], set[str]()
    while to_open:
        address = to_open.pop()
        kind = re.sub(r"/[0-9a-f]{32}|/\d+|(?<=/rules|/cards|ptions)/[\w.-]+", "/#", urlsplit(address).path)
        if kind in seen:
            continue
        seen.add(kind)
        answer = here.answer("GET", address)
        assert answer.status in (200, 302, 303), (address, answer.status)
        if dict(answer.headers)["Content-Type"].startswith("text/html"):
            links = re.findall(r'href="(/[^"#]+)', answer.body.decode())
            to_open += [urljoin(SITE, link.replace("&amp;", "&")) for link in links if "/assets/" not in link]
    assert {
        f"/somewhere/app/{name}" for name in ("other-phones", "copy", "records/new", "bin", "guide")
    } <= seen


def test_rules_are_sent_by_way_of_the_page_around(here: PocketApp) -> None:
    """The address below the app is nothing that another phone could open."""
    assert f"{SITE}#rules/received#" in page(here, "rules/russian/sharing")
    assert f"{SITE}#hand?pile=" in page(here, "hand?pile=01B.03B.08B&ruleset=russian")


def test_a_copy_is_a_backup(here: PocketApp, tmp_path: Path) -> None:
    begin(here)
    copy = here.answer("GET", f"{APP}/copy")
    assert dict(copy.headers)["Content-Disposition"].startswith("attachment")
    (tmp_path / "copy.zip").write_bytes(copy.body)
    other = opened(tmp_path / "other")
    token = re.findall(r'name="csrf_token" value="([^"]+)"', page(other, "records/new"))[0]
    boundary = "--b\r\nContent-Disposition: form-data; "
    body = (
        (
            f'{boundary}name="csrf_token"\r\n\r\n{token}\r\n{boundary}name="record"; filename="c.zip"\r\n'
            "Content-Type: application/zip\r\n\r\n"
        ).encode()
        + copy.body
        + b"\r\n--b--\r\n"
    )
    kind = [("Content-Type", "multipart/form-data; boundary=b")]
    preview = other.answer("POST", f"{APP}/records/preview", kind, body)
    assert preview.status == 200 and "Żaneta" in preview.body.decode()


def test_the_end_of_a_match_offers_a_copy(here: PocketApp) -> None:
    match = begin(here, rounds="other", purse="50", **{"rounds-other": "1"})
    assert "Save a copy" not in page(here, match)
    form = fields(page(here, f"{match}/rounds/new"), "csrf_token", "id", "after")
    assert send(here, f"{match}/rounds", form | {"result": "nobody", "step": "save"}).status == 303
    assert "Save a copy" in page(here, match)
