"""The page around the app: how it is made, what it says about storage, and what may run in it."""

from __future__ import annotations

import filecmp
import re
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Download, Page, WebError, expect

from scorekeeper.pocket.site import CannotMake, gathered, write_site

from .shown import begin, frame, go, opened, save_round
from .site_server import SiteServer


def test_a_folder_with_something_else_is_not_replaced(tmp_path: Path) -> None:
    (tmp_path / "letters.txt").write_text("kept")
    with pytest.raises(CannotMake, match="is not empty and holds no site"):
        write_site(tmp_path)
    assert (tmp_path / "letters.txt").read_text() == "kept"


@pytest.mark.slow
def test_the_same_files_give_the_same_bytes(gathered_files: Path, tmp_path: Path) -> None:
    again = gathered(tmp_path)
    for path in gathered_files.rglob("*"):
        if path.is_file():
            assert filecmp.cmp(path, again / path.relative_to(gathered_files), shallow=False), path.name


@pytest.mark.browser
@pytest.mark.slow
def test_where_the_browser_may_delete_matches_the_first_page_says_so(
    site: SiteServer, profile: BrowserContext
) -> None:
    page = opened(profile, site.address)
    warning = page.frame_locator("iframe").locator("[data-may-go]")
    match = begin(page)
    save_round(page, match)
    board = go(page, f"{match}/rounds/new")
    assert board.evaluate("[innerHeight, document.documentElement.scrollHeight]") == [640, 640]
    go(page, "")
    expect(warning).to_contain_text("home screen")
    with page.expect_download() as saved:
        warning.get_by_role("link").click()
    assert saved.value.suggested_filename.endswith(".zip")
    page.evaluate("navigator.storage.constructor.prototype.persisted = async () => true")
    go(page, "rules")
    go(page, "")
    page.frame_locator("iframe").locator("#now").wait_for()
    expect(warning).to_be_hidden()


@pytest.mark.browser
@pytest.mark.slow
def test_a_browser_that_blocks_local_storage_runs_the_app(site: SiteServer, profile: BrowserContext) -> None:
    errors: list[WebError] = []
    profile.on("weberror", lambda error: errors.append(error))
    profile.add_init_script("Object.defineProperty(window, 'localStorage', { get() { throw new Error(); } })")
    page = opened(profile, site.address)
    save_round(page, begin(page))
    go(page, "")
    expect(page.frame_locator("iframe").locator("[data-may-go]")).to_contain_text("home screen")
    assert not errors


@pytest.mark.browser
@pytest.mark.slow
@pytest.mark.parametrize("refusal", ["SecurityError", "UnknownError"])
def test_a_browser_that_may_store_nothing_says_so_before_anything_is_fetched(
    site: SiteServer, profile: BrowserContext, refusal: str
) -> None:
    """Chromium where it blocks all data of sites, Safari in a private window."""
    refuses = f"() => Promise.reject(new DOMException('no', '{refusal}'))"
    profile.add_init_script(f"StorageManager.prototype.getDirectory = {refuses}")
    page = profile.new_page()
    page.goto(site.address)
    expect(page.locator("#state")).to_contain_text("This browser cannot keep your matches.")
    assert page.locator("#again").is_hidden()
    assert not [address for address in site.asked if "/parts/" in address]


@pytest.mark.browser
@pytest.mark.slow
def test_a_link_to_the_page_around_the_app_leads_there(site: SiteServer, profile: BrowserContext) -> None:
    page = opened(profile, site.address)
    app = go(page, "hand?pile=01B.03B.08B&ruleset=russian")
    link = app.locator("#address")
    address = link.get_attribute("href")
    go(page, "rules")
    frame(page).evaluate(
        "href => document.body.append(Object.assign(document.createElement('a'), { href, id: 'x' }))", address
    )
    frame(page).locator("#x").dispatch_event("click")
    expect(page.frame_locator("iframe").locator("main")).to_contain_text("Three brights")
    assert page.url == address


@pytest.mark.browser
@pytest.mark.slow
def test_a_file_is_saved_under_its_name_and_no_page_in_its_place(
    site: SiteServer, profile: BrowserContext
) -> None:
    page = opened(profile, site.address)
    files: list[Download] = []
    page.on("download", lambda file: files.append(file))
    notice = page.locator("#notice")
    match = begin(page, "Żaneta", "Łukasz")
    app = go(page, f"{match}/sheet")
    app.locator('a[download][href$=".csv"]').evaluate("link => { link.id = 'file'; }")
    link = app.locator("#file")
    address = link.get_attribute("href")
    for missing in ("phones", "nothing"):  # 501 and 404
        link.evaluate("(link, address) => { link.href = address; }", f"{site.address}app/{missing}")
        link.dispatch_event("click")
        expect(notice).to_contain_text("The file could not be saved.")
        page.locator("#later").click()
    link.evaluate("(link, address) => Object.assign(link, { href: address, download: '' })", address)
    with page.expect_download() as saved:
        link.dispatch_event("click")
    assert saved.value.suggested_filename == "koi-koi-Żaneta-Łukasz.csv"
    assert "Żaneta" in saved.value.path().read_text("utf-8")
    assert files == [saved.value] and notice.is_hidden()


@pytest.mark.browser
@pytest.mark.slow
def test_an_address_after_the_number_sign_is_one_of_the_app(
    site: SiteServer, profile: BrowserContext
) -> None:
    first, app = f"{site.address}#", f"{site.address}app/"
    opened(profile, site.address)  # runs the app for the other tabs
    for foreign in ("https://evil.example/", "//evil.example/", "../names.js", "javascript:alert(1)", "//["):
        page = opened(profile, f"{first}{foreign}")
        assert (frame(page).url, page.url) == (app, first)
        page.close()
    page = opened(profile, f"{first}rules")
    shows(page, "rules", "Rule sets")
    page.evaluate("location.hash = 'guide?x=1'")
    shows(page, "guide?x=1", "How to play")
    page.evaluate("location.hash = '//evil.example/'")
    shows(page, "", "Matches")
    frame(page).locator('a[href$="/matches/new"]').first.click()
    shows(page, "matches/new", "New match")
    page.evaluate("history.back()")
    shows(page, "", "Matches")


@pytest.mark.browser
@pytest.mark.slow
def test_an_address_that_only_the_service_worker_knows_opens_the_app_there(
    site: SiteServer, profile: BrowserContext
) -> None:
    """On a first visit it is the web server that answers, with the page for what is not there."""
    page = opened(profile, f"{site.address}app/guide?ruleset=dutch")
    shows(page, "guide?ruleset=dutch", "How to play")
    page = opened(profile, f"{site.address}app/")
    shows(page, "", "Matches")


@pytest.mark.browser
@pytest.mark.slow
def test_any_other_address_says_that_nothing_is_there(site: SiteServer, profile: BrowserContext) -> None:
    page = profile.new_page()
    for address in (f"{site.address}nothing", f"{site.address}nothing/app", f"{site.address}application/x"):
        page.goto(address)
        assert page.url == address
        expect(page.get_by_text("There is nothing at this address.")).to_be_visible()
    page.goto(f"{site.address}service_worker.js")
    page.set_content(f'<iframe src="{site.address}app/rules"></iframe>')  # no second app within the frame
    expect(page.frame_locator("iframe").get_by_text("There is nothing at this address.")).to_be_visible()
    foreign = site.address.replace("/games", "//evil.example/app")
    with page.expect_navigation(url=re.compile("#")):
        page.goto(foreign, wait_until="commit")
    assert page.url.startswith(site.address.partition("/games")[0])


def shows(page: Page, address: str, title: str) -> None:
    """The page around the app has the address and the title of the page of the app that it shows."""
    expect(page).to_have_title(re.compile(f"^{title}"))
    around, _, shown = page.url.partition("#")
    assert (shown, frame(page).url) == (address, f"{around}app/{address}")
    assert frame(page).title() == page.title()


@pytest.mark.browser
@pytest.mark.slow
def test_nothing_runs_but_the_files_of_the_site(site: SiteServer, profile: BrowserContext) -> None:
    page = opened(profile, site.address)
    policy = page.evaluate("fetch('').then((answer) => answer.headers.get('Content-Security-Policy'))")
    assert "default-src 'none'" in policy and "script-src 'self' 'wasm-unsafe-eval';" in policy
    assert "frame-ancestors 'none'" in policy
    for inside in (page, frame(page)):
        inside.evaluate("document.body.append(document.createElement('p'))")
        ran = inside.evaluate(
            """() => {
              const script = document.createElement("script");
              script.textContent = "window.ran = true";
              document.body.append(script);
              return window.ran ?? false;
            }"""
        )
        assert ran is False


@pytest.mark.browser
@pytest.mark.slow
def test_a_file_of_one_version_is_not_asked_for_again(site: SiteServer, profile: BrowserContext) -> None:
    """The drawings of the cards would be read anew whenever a card is drawn."""
    page = opened(profile, site.address)
    asked = "async (address) => (await fetch(address)).headers.get('Cache-Control')"
    sheet = frame(page).locator("link[href*=assets]").first.get_attribute("href")
    assert frame(page).evaluate(asked, sheet) == "max-age=31536000, immutable"
    for address in ("", "shell.js"):
        assert page.evaluate(asked, address) == "no-cache"
