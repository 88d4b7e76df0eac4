"""Several installations on one computer, and one phone that is let in to all of them.

On two ports, which share the cookies of a browser, and under one address behind nginx, configured as
docs/hosting.md says, where they share everything that a browser keeps.
"""

from __future__ import annotations

import os
import re
import shutil
import socket
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack
from getpass import getuser
from pathlib import Path
from typing import Final, NamedTuple, cast
from urllib.parse import urljoin, urlsplit

import pytest
import segno
from browser.pages import PAGES, furnished
from browser.phones import Phone, until
from browser.playing import begin_from_home, coins, enter, go_on
from chromium import missing
from patience import PATIENCE
from patience import until as soon
from playwright.sync_api import Browser, Error, expect
from serving import served

from scorekeeper.installation import Installation

pytestmark = [pytest.mark.browser, pytest.mark.slow]

DOCUMENT: Final = (Path(__file__).parents[2] / "docs" / "hosting.md").read_text("utf-8")
PATH: Final = "/friday/"
CONFIGURATION: Final = """
daemon off; user {user}; pid {folder}/pid; error_log stderr error;
events {{}}
http {{
  access_log off;
  client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy; fastcgi_temp_path {folder}/fastcgi;
  uwsgi_temp_path {folder}/uwsgi; scgi_temp_path {folder}/scgi;
  server {{
    listen 127.0.0.1:{port};
    {server}
  }}
}}
"""
LINKS: Final = """[...document.querySelectorAll("[href], [src], [action], [formaction]")].flatMap((element) =>
  ["href", "src", "action", "formaction"].map((name) => element.getAttribute(name)).filter(Boolean))"""
WORKER: Final = "navigator.serviceWorker.controller?.scriptURL"
KEPT: Final = """async (address) => {
  const pages = await caches.open(`pages ${document.documentElement.dataset.installation}`);
  return Boolean(await pages.match(address, { ignoreVary: true }));
}"""
NAMES: Final = "async () => [...Object.keys(localStorage), ...(await caches.keys())]"


class Nginx:
    """A real nginx in front of two apps, at a port that the system has chosen."""

    def __init__(self, folder: Path, ports: tuple[int, int]) -> None:
        self._command = shutil.which("nginx", path=f"{os.environ['PATH']}:/usr/sbin") or missing(
            "There is no nginx here; install it."
        )
        self._folder = folder
        (server,) = re.findall(r"```nginx\n(.*?)```", DOCUMENT, re.DOTALL)
        for documented, port in zip((8000, 8001), ports, strict=True):
            server = server.replace(f"127.0.0.1:{documented}", f"127.0.0.1:{port}")
        self._server = server
        self.port = 0

    def start(self) -> None:
        with socket.socket() as listening:  # nginx takes over a socket that it is handed
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listening.bind(("127.0.0.1", self.port))
            listening.listen(512)
            self.port = listening.getsockname()[1]
            said = CONFIGURATION.format(
                user=getuser(), folder=self._folder, port=self.port, server=self._server
            )
            (self._folder / "nginx.conf").write_text(said)
            self._process = subprocess.Popen(
                [self._command, "-p", self._folder, "-c", "nginx.conf"],
                env={**os.environ, "NGINX": f"{listening.fileno()};"},
                pass_fds=[listening.fileno()],
            )

    def stop(self) -> None:
        self._process.terminate()
        self._process.wait(PATIENCE)


class Sides(NamedTuple):
    """Two apps under one address: one at its beginning, one below it."""

    nginx: Nginx
    roots: tuple[str, str]
    installations: tuple[Installation, Installation]

    def away(self, page: Phone) -> None:
        self.nginx.stop()
        page.context.set_offline(True)

    def back(self, page: Phone) -> None:
        page.context.set_offline(False)
        self.nginx.start()


@pytest.fixture
def sides(tmp_path: Path) -> Iterator[Sides]:
    first, second = tmp_path / "first", tmp_path / "second"
    with served(first, "--proxy", "1") as one, served(second, "--proxy", "1") as other:
        nginx = Nginx(tmp_path, (one.port, other.port))
        nginx.start()
        origin = f"http://127.0.0.1:{nginx.port}"
        yield Sides(nginx, (f"{origin}/", origin + PATH), (Installation(first), Installation(second)))
        nginx.stop()


@pytest.fixture
def page(browser: Browser) -> Iterator[Phone]:
    context = browser.new_context(viewport={"width": 360, "height": 640}, locale="en")
    context.set_default_timeout(PATIENCE * 1000)
    page = cast(Phone, context.new_page())
    page.complaints = []
    page.on("pageerror", lambda error: page.complaints.append(str(error)))
    yield page
    context.close()
    assert page.complaints == []


def let_in(page: Phone, root: str, installation: Installation) -> None:
    """As the QR code of the key does; then the worker of this app is at work."""
    page.goto(f"{root}key/{installation.secrets.key.normalized}")
    assert page.url == root
    until(page, f"{WORKER} === {root + 'sw.js'!r}")


def drawn(address: str) -> str:
    """The lines of the QR code that leads to an address."""
    picture = segno.make(address, error="m").svg_inline(border=2, omitsize=True)
    (lines,) = re.findall(r' d="([^"]+)"', picture)
    return str(lines)


def test_one_phone_is_let_in_on_two_ports(browser: Browser, tmp_path: Path, page: Phone) -> None:
    with ExitStack() as running:
        folders = [tmp_path / name for name in ("first", "second")]
        roots = [f"http://127.0.0.1:{running.enter_context(served(folder)).port}/" for folder in folders]
        for root, folder in zip(roots, folders, strict=True):
            let_in(page, root, Installation(folder))
        matches: dict[str, str] = {}
        for root in (*roots, *roots):
            page.goto(root)
            expect(page.get_by_role("link", name="New match")).to_be_visible()
            matches[root] = matches.get(root) or begin_from_home(page)
        for root, language in zip(roots, ("Polski", "Nederlands"), strict=True):
            page.goto(f"{root}settings")
            with page.expect_navigation():
                page.get_by_role("button", name=language).click()
        for root, language in zip(roots, ("pl", "nl"), strict=True):
            page.goto(matches[root])
            expect(page.locator("html")).to_have_attribute("lang", language)


def test_every_page_script_code_and_link_stays_with_its_app(sides: Sides, page: Phone, here: str) -> None:
    linked: set[str] = set()
    statuses: dict[str, int] = {}
    for root, installation in zip(sides.roots, sides.installations, strict=True):
        let_in(page, root, installation)
        ids = furnished(installation)
        for name, path in PAGES.items():
            answer = page.goto(root + path.format(**ids).lstrip("/"))
            assert answer and answer.status == statuses.setdefault(name, answer.status), name
            assert page.locator("html").get_attribute("data-root") == urlsplit(root).path, name
            found = {urljoin(page.url, link).partition("#")[0] for link in page.evaluate(LINKS)}
            own = {link for link in found if link.startswith(sides.roots[0])}
            below = {link for link in own if link.startswith(sides.roots[1])}
            assert below == (own if root == sides.roots[1] else set()), name
            linked |= own
        shown = root.replace("127.0.0.1", here)  # where other phones are sent
        page.goto(f"{root}phones")
        expect(page.get_by_text(shown.rstrip("/"), exact=True)).to_be_visible()
        assert drawn(f"{shown}key/{installation.secrets.key.normalized}") in page.content()
        page.goto(f"{root}phones/links/{ids['link']}")
        address = page.get_by_role("textbox", name="Link").input_value().strip()
        assert address.startswith(f"{shown}join/")
        assert drawn(address) in page.content()
    assert set(statuses.values()) == {200, 404, 422}
    one_each = {link.partition("?")[0]: link for link in sorted(linked) if link.startswith(sides.roots[1])}
    assert len(one_each) > 100
    answers = {link: page.request.get(link).status for link in one_each.values()}
    unknown = sides.roots[1] + PAGES["error"].lstrip("/")
    wrong = {
        link: status for link, status in answers.items() if status not in (200, 405, 422) and link != unknown
    }
    assert wrong == {}  # 405: only sent; 422: with a filter that is refused


def test_rounds_are_saved_in_both_without_a_connection(sides: Sides, page: Phone) -> None:
    matches = []
    for root, installation in zip(sides.roots, sides.installations, strict=True):
        let_in(page, root, installation)
        matches.append(begin_from_home(page))
        for address in (root, matches[-1], f"{matches[-1]}/rounds/new"):
            page.goto(address)
            until(page, f"({KEPT})({address!r})")
    sides.away(page)
    for root, match in zip(sides.roots, matches, strict=True):
        page.goto(root)
        page.get_by_role("link", name="Anna – Ben").click()
        page.wait_for_url(match)
        page.get_by_role("link", name="Score round").click()
        enter(page, 0)
        go_on(page, 2)
        page.goto(f"{root}players")
        expect(page.get_by_role("heading", level=1)).to_have_text("No connection")
        assert page.locator("html").get_attribute("data-root") == urlsplit(root).path
    ids = [installation.id for installation in sides.installations]
    assert [name for name in page.evaluate(NAMES) if sum(id_ in name for id_ in ids) != 1] == []
    sides.back(page)
    for match in matches:
        page.goto(match)
        page.locator('.notepad tbody a[href$="/rounds/1"]').wait_for()
        assert coins(page) == [5, 0]


def test_the_worker_of_an_app_answers_for_no_app_below_it(sides: Sides, page: Phone) -> None:
    (root, below), (first, second) = sides.roots, sides.installations
    let_in(page, root, first)
    until(page, f"({KEPT})({root!r})")
    sides.away(page)
    with pytest.raises(Error, match="net::ERR_"):
        page.goto(f"{below}matches/new")
    sides.back(page)
    page.goto(below)  # where it is not let in
    expect(page.get_by_label("Key")).to_be_visible()
    until(page, f"{WORKER} === {below + 'sw.js'!r}")
    page.goto(f"{root}settings")
    assert page.evaluate(KEPT, root)
    let_in(page, below, second)
    match = begin_from_home(page)
    until(page, f"({KEPT})({match!r})")
    page.goto(f"{root}phone")
    page.get_by_role("button", name="Forget this phone").click()
    expect(page.get_by_label("Key")).to_be_visible()
    page.goto(match)
    assert page.evaluate(KEPT, match)
    assert coins(page) == [0, 0]
    page.goto(root)
    expect(page.get_by_label("Key")).to_be_visible()
    soon(lambda: not page.evaluate(f"caches.has('pages {first.id}')"))
