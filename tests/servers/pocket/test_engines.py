"""The app without a server in Firefox; what WebKit's GTK port says, which has no storage for it."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import AbstractContextManager

import pytest
from looks.engines.browsers import chromium, firefox, webkit
from looks.engines.phone import Phone
from looks.engines.webdriver import Driver, OverHttp

from .site_server import SiteServer

pytestmark = [pytest.mark.browser, pytest.mark.slow]

Engine = Callable[[], AbstractContextManager[Driver]]

SHOWN = """document.querySelector("iframe")?.contentDocument?.querySelector("main")?.innerText"""
SAYS = """document.querySelector("#state")?.textContent"""
FOLLOW = """void document.querySelector("iframe").contentDocument
  .querySelector(`a[href$="${arguments[0]}"]`).click()"""
# Begins a match and saves a round as its pages would.
PLAY = """(async () => {
  const parse = (text) => new DOMParser().parseFromString(text, "text/html");
  const page = async (path) => parse(await (await fetch(`app/${path}`)).text());
  const send = (path, fields) => fetch(`app/${path}`, { method: "POST", body: new URLSearchParams(fields) });
  const values = (form, ...names) =>
    names.map((name) => [name, form.querySelector(`form [name="${name}"]`).value]);
  const names = Object.entries({ "name-0": "Żaneta", "name-1": "Łukasz", ruleset: "russian", dealer: "0" });
  const start = values(await page("matches/new"), "csrf_token", "id");
  const match = (await send("matches", [...start, ...names])).url.split("/app/")[1];
  const board = values(await page(`${match}/rounds/new`), "csrf_token", "id", "after");
  const cards = ["01B", "03B", "08B"].map((card) => ["cards-0", card]);
  const saved = await send(`${match}/rounds`, [...board, ["result", "0"], ["step", "save"], ...cards]);
  window.played = { match, status: saved.status };
})()"""
READ = """(async () => {
  window.written = await (await fetch(`app/${match}/record.json`)).text();
})()"""


def test_a_match_stays_in_firefox(site: SiteServer) -> None:
    with firefox() as driver:
        phone = Phone(driver, site.address.rstrip("/"))
        phone.open("/")
        phone.until(SHOWN)
        phone.evaluate(f"void {PLAY}")
        played = phone.until("window.played")
        assert played["status"] == 200
        site.stop()
        phone.open(f"/?#{played['match']}")
        assert "Żaneta" in phone.until(SHOWN).replace("\xad", "")
        phone.evaluate(f"void (window.match = {json.dumps(played['match'])}, {READ})")
        written = json.loads(phone.until("window.written"))
        assert [event["type"] for event in written["events"]] == ["match-started", "round-won"]


@pytest.mark.parametrize("engine", [chromium, firefox])
def test_a_reload_past_the_worker_and_the_cache_opens_the_app(site: SiteServer, engine: Engine) -> None:
    with engine() as driver:
        phone = Phone(driver, site.address.rstrip("/"))
        phone.open("/")
        phone.until(SHOWN)
        for path, says in (("/", "No matches yet"), ("/#rules", "Which booklet")):
            phone.open(path)
            phone.until(f"{SHOWN}?.includes(arguments[0])", says)
            reload_past_the_worker(phone)
            phone.until(f"!window.before && {SHOWN}?.includes(arguments[0])", says)


def reload_past_the_worker(phone: Phone) -> None:
    """As with the shift key."""
    phone.evaluate("void (window.before = true)")
    if isinstance(phone.driver, OverHttp):
        parameters = {"cmd": "Page.reload", "params": {"ignoreCache": True}}
        phone.driver.send("ExecuteCdp", **parameters)
    else:
        phone.evaluate("void setTimeout(() => location.reload(true))")


@pytest.mark.parametrize("past_the_worker", [False, True])
def test_back_after_a_reload_leads_through_the_pages(site: SiteServer, past_the_worker: bool) -> None:
    """Not in Firefox, which forgets the pages of a frame at a reload."""
    with chromium() as driver:
        phone = Phone(driver, site.address.rstrip("/"))
        phone.open("/")
        pages = ["No matches yet", "Which booklet", "Sake"]
        for says, link in zip(pages, ("/app/rules", "/rules/russian", ""), strict=True):
            phone.until(f"{SHOWN}?.includes(arguments[0])", says)
            if link:
                phone.evaluate(FOLLOW, link)
        phone.evaluate("void (window.before = true)")
        if past_the_worker:
            reload_past_the_worker(phone)
        else:
            phone.reload()
        phone.until(f"!window.before && {SHOWN}?.includes(arguments[0])", pages[2])
        for says in (pages[1], pages[0]):
            phone.back()
            phone.until(f"{SHOWN}?.includes(arguments[0])", says)
        assert phone.evaluate("location.hash") == ""
        for says in pages[1:]:
            phone.forward()
            phone.until(f"{SHOWN}?.includes(arguments[0])", says)
        assert phone.evaluate("location.hash") == "#rules/russian"
        assert phone.evaluate("frames.length") == 1


def test_webkitgtk_says_what_it_lacks(site: SiteServer) -> None:
    with webkit() as driver:
        phone = Phone(driver, site.address.rstrip("/"))
        phone.open("/")
        phone.until(f"""{SAYS}.startsWith("This browser cannot keep your matches.")""")
        assert not phone.evaluate("document.querySelector('iframe')")
