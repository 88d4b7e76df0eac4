"""Several tabs and several versions: one tab owns the matches, and what runs is of one version as a whole."""

from __future__ import annotations

import gzip
import json
import shutil
from base64 import b64encode
from io import BytesIO
from pathlib import Path
from threading import Event
from zipfile import ZipFile

import pytest
from patience import until
from playwright.sync_api import BrowserContext, Page, expect

from scorekeeper.pocket.site import write_parts

from .shown import begin, coins, frame, go, opened, save_round, speak
from .site_server import PATH, WITHIN, SiteServer

pytestmark = [pytest.mark.browser, pytest.mark.slow]

WAITING = "() => navigator.serviceWorker.ready.then(({ waiting }) => Boolean(waiting))"
INSTALLED = "() => navigator.serviceWorker.ready.then(({ installing }) => !installing)"
OWNED = "() => navigator.locks.query().then(({ held }) => held.length)"
KEPT = """async () => {
  const names = await caches.keys();
  const kept = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
  return kept.flat().length;
}"""
BEFORE = Path(__file__).parents[2] / "before"
KEYS = "Object.keys(localStorage)"
VERSION = "document.documentElement.dataset.version"


def published(gathered_files: Path, folder: Path) -> Path:
    """The site with a version in its own scripts and in those of the app: the name of the folder."""
    files = folder / "files"
    shutil.copytree(gathered_files, files)
    (of_app,) = files.glob("app/assets/*/js/app.js")
    for script in (files / "shell.js", of_app):
        text = f'{script.read_text("utf-8")}\n{VERSION} = "{folder.name}";\n'
        script.write_text(text, "utf-8")
        Path(f"{script}.gz").write_bytes(gzip.compress(text.encode(), mtime=0))
    write_parts(files, folder / "site")
    return folder / "site"


def version(page: Page) -> str:
    """The version of all that runs in a tab, which must be one."""
    page.frame_locator("iframe").locator("main").wait_for()
    found = {page.evaluate(VERSION), frame(page).evaluate(VERSION)}
    assert len(found) == 1
    return str(found.pop())


def left(page: Page, site: SiteServer) -> None:
    """Leave the app for a page beside it, until no tab runs it any more."""
    page.goto(f"{site.address}404.html")
    until(lambda: page.evaluate(OWNED) == 0)


def becomes(page: Page, version: str) -> None:
    """Wait until all that runs in a tab is of a version."""
    for root in (page.locator("html"), page.frame_locator("iframe").locator("html:has(main)")):
        expect(root).to_have_attribute("data-version", version)


def test_a_new_version_is_taken_whole_at_the_next_start(
    gathered_files: Path, tmp_path: Path, profile: BrowserContext
) -> None:
    first, second, third = (
        published(gathered_files, tmp_path / name) for name in ("first", "second", "third")
    )
    site = SiteServer(first)
    site.start()
    page = opened(profile, site.address)
    match = begin(page)
    save_round(page, match)
    assert version(page) == "first"
    before = coins(page)
    site.folder = second
    page.reload()  # asks whether there is something new, and goes on meanwhile
    assert version(page) == "first"
    until(lambda: page.evaluate(WAITING))
    save_round(page, match, 1)
    assert version(page) == "first"
    other = opened(profile, site.address)  # while a tab runs the app, its version stays
    assert version(other) == "first"
    other.close()
    site.folder = third
    left(page, site)
    page.goto(site.address)
    becomes(page, "second")
    until(lambda: page.evaluate(WAITING))
    left(page, site)
    page.goto(f"{site.address}#{match}")
    becomes(page, "third")
    site.stop()
    page.reload()
    assert version(page) == "third"
    assert len(page.evaluate("caches.keys()")) == 1
    assert len(before) == len(coins(page)) == 2 and before != coins(page)


def test_a_new_version_that_begins_late_is_taken_whole_all_the_same(
    gathered_files: Path, tmp_path: Path, profile: BrowserContext
) -> None:
    """The version before still waits for an answer, as where a page was left while it was being fetched."""
    site = SiteServer(published(gathered_files, tmp_path / "first"))
    site.start()
    page = opened(profile, site.address)
    match = begin(page)
    site.folder = published(gathered_files, tmp_path / "second")
    page.reload()
    assert version(page) == "first"
    until(lambda: page.evaluate(WAITING))
    left(page, site)
    page.evaluate("address => { fetch(address); }", f"{site.address}app/{match}")
    page.goto(site.address)
    becomes(page, "second")
    save_round(page, match)
    assert len(page.evaluate("caches.keys()")) == 1
    site.stop()
    page.reload()
    assert version(page) == "second"


def test_the_app_starts_while_a_newer_version_is_fetched(
    gathered_files: Path, tmp_path: Path, profile: BrowserContext
) -> None:
    first, second = (published(gathered_files, tmp_path / name) for name in ("first", "second"))
    site = SiteServer(first)
    site.start()
    page = opened(profile, site.address)
    new = next(
        part.name for part in (second / "parts").iterdir() if not (first / "parts" / part.name).exists()
    )
    withheld = site.broken[new] = Event()
    site.folder = second
    page.reload()
    until(lambda: not page.evaluate(INSTALLED))
    page.reload()
    assert version(page) == "first"
    assert not page.evaluate(INSTALLED)
    assert version(opened(profile, site.address)) == "first"
    withheld.set()
    site.stop()


def test_half_a_version_is_not_taken(gathered_files: Path, tmp_path: Path, profile: BrowserContext) -> None:
    site = SiteServer(published(gathered_files, tmp_path / "first"))
    site.start()
    page = opened(profile, site.address)
    damaged = published(gathered_files, tmp_path / "second")
    part = max((damaged / "parts").iterdir(), key=lambda path: path.stat().st_size)
    part.write_bytes(part.read_bytes()[:-1000])
    site.folder = damaged
    page.reload()
    assert version(page) == "first"
    until(lambda: any(part.name in address for address in site.asked) and page.evaluate(INSTALLED))
    assert not page.evaluate(WAITING)
    page.reload()
    assert version(page) == "first"
    site.stop()


def test_a_fetch_that_was_broken_off_goes_on_where_it_was(site: SiteServer, profile: BrowserContext) -> None:
    listed = (site.folder / "service_worker.js").read_text("utf-8").partition("const SITE = ")[2]
    files = json.JSONDecoder().raw_decode(listed)[0]["files"]
    part = max(files, key=lambda file: file["size"])["part"].rpartition("/")[2]
    broken = site.broken[part] = Event()
    page = profile.new_page()
    page.goto(site.address)
    until(lambda: page.evaluate(KEPT) == len(files) - 1)
    broken.set()
    expect(page.locator("#state")).to_contain_text("could not be fetched")
    site.broken.clear()
    site.asked.clear()
    page.locator("#again").click()
    page.frame_locator("iframe").locator("main").wait_for()
    assert [address for address in site.asked if "/parts/" in address] == [f"{PATH}parts/{part}"]


def test_a_second_tab_is_served_by_the_first_and_goes_on_without_it(
    site: SiteServer, profile: BrowserContext
) -> None:
    first = opened(profile, site.address)
    match = begin(first)
    second = opened(profile, f"{site.address}#{match}")
    save_round(second, match)
    assert first.evaluate(OWNED) == second.evaluate(OWNED) == 1
    first.reload()  # the second tab takes over, and the first is served by it
    assert coins(first) == coins(second)
    save_round(first, match, 1)
    first.close()
    save_round(second, match)
    expect(frame(second).locator(".seats")).to_be_visible()
    assert second.evaluate(OWNED) == 1


def test_a_site_within_another_shares_nothing_with_it(site: SiteServer, profile: BrowserContext) -> None:
    first = opened(profile, site.address)
    speak(first, "pl")
    match = begin(first)
    second = opened(profile, f"{site.address}second/")
    assert second.evaluate(OWNED) == 2
    assert frame(second).locator("html").get_attribute("lang") == "en"
    assert go(second, match).locator(".seats").count() == 0
    app = go(first, "settings")
    app.locator('[data-switch="marks"]').set_checked(False, force=True)
    assert go(second, "settings").locator('[data-switch="marks"]').is_checked()
    go(first, f"{match}/rounds/new").locator('label:has([name="result"][value="0"])').click()
    until(lambda: "draft" in str(first.evaluate(KEYS)))
    names = first.evaluate(KEYS)
    own = first.locator("iframe").content_frame.locator("html").get_attribute("data-installation")
    assert own
    assert all(own in name or name.startswith((f"koi-koi {PATH} ", f"koi-koi {WITHIN} ")) for name in names)
    for page, language in ((first, "pl"), (second, "en")):
        page.reload()
        expect(page.locator("html")).to_have_attribute("lang", language)


def test_an_address_of_the_app_leads_to_the_page_around_it(site: SiteServer, profile: BrowserContext) -> None:
    page = opened(profile, site.address)
    match = begin(page)
    page.goto(f"{site.address}app/{match}/rules?x=1")
    page.frame_locator("iframe").locator("main").wait_for()
    assert page.url.startswith(f"{site.address}#{match}/rules")
    assert frame(page).url.startswith(f"{site.address}app/{match}/rules")


def test_an_address_is_followed_though_the_page_before_it_comes_late(
    site: SiteServer, profile: BrowserContext
) -> None:
    page = opened(profile, site.address)
    begun = "location.hash = 'rules'"
    came = "history.replaceState(null, '', '#')"  # as the page before does when it comes
    page.evaluate(f"{begun}; {came}")
    expect(page.frame_locator("iframe").locator("main")).to_contain_text("Which booklet")
    assert page.url == f"{site.address}#rules"


# Puts what a version kept into the first of its two files, as its first save.
KEEP = """async ([name, written]) => {
  const content = Uint8Array.from(atob(written), (letter) => letter.charCodeAt(0));
  const view = new DataView(new ArrayBuffer(48));
  view.setBigUint64(0, 1n);
  view.setBigUint64(8, BigInt(content.length));
  new Uint8Array(view.buffer).set(new Uint8Array(await crypto.subtle.digest("SHA-256", content)), 16);
  const root = await navigator.storage.getDirectory();
  const folder = await root.getDirectoryHandle(encodeURIComponent(name), { create: true });
  const file = await (await folder.getFileHandle("a", { create: true })).createWritable();
  await file.write(view.buffer);
  await file.write(content);
  await file.close();
}"""
# The numbers of the saves in both.
SAVES = """async (name) => {
  const root = await navigator.storage.getDirectory();
  const folder = await root.getDirectoryHandle(encodeURIComponent(name));
  const head = async (slot) => (await (await folder.getFileHandle(slot)).getFile()).slice(0, 8).arrayBuffer();
  const numbers = [await head("a"), await head("b")];
  return numbers.map((bytes) => (bytes.byteLength ? Number(new DataView(bytes).getBigUint64(0)) : 0));
}"""


def test_house_rules_that_an_older_version_kept_as_files_are_there_and_kept_at_once(
    site: SiteServer, profile: BrowserContext
) -> None:
    name = f"koi-koi {PATH}"
    with ZipFile(BEFORE / "site.zip") as archive:
        before = archive.read("kept.zip")
    with ZipFile(BytesIO(before)) as archive:
        rules = {Path(path).stem for path in archive.namelist() if path.endswith(".toml")}
    page = profile.new_page()
    page.goto(f"{site.address}404.html")
    page.evaluate(KEEP, [name, b64encode(before).decode()])
    saves = []
    for _ in range(2):
        page = opened(profile, site.address)
        saves.append(page.evaluate(SAVES, name))
        links = go(page, "rules").locator("main a").evaluate_all("links => links.map((link) => link.href)")
        assert rules <= {link.rpartition("/")[2] for link in links}
        page.close()
    assert len(rules) == 10
    assert saves == [[3, 2]] * 2  # with what was taken in, with the cookie of the first page, then no more
