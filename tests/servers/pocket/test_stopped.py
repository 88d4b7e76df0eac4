"""The app without a server stops, or the tab that runs it is gone: what is said, and how it goes on."""

from __future__ import annotations

import pytest
from patience import until
from playwright.sync_api import BrowserContext, Page, expect

from .shown import SAVING, begin, coins, frame, go, opened, record, save_round, speak
from .site_server import PATH, SiteServer

pytestmark = [pytest.mark.browser, pytest.mark.slow]

QUOTA = 20_000  # bytes: less than an installation
NAME = f"koi-koi {PATH}"
OWNED = "() => navigator.locks.query().then(({ held }) => held.length)"
HOLD = "name => void navigator.locks.request(name, () => new Promise(() => {}))"
TURN = "([type, persisted]) => dispatchEvent(new PageTransitionEvent(type, { persisted }))"
# What no page sends: the app cannot even begin to answer it.
NONSENSE = "name => new BroadcastChannel(name).postMessage({ ask: 'nonsense' })"
# The bytes of both files that hold the matches; with another byte in each if they are to be damaged.
SLOTS = """async ([name, isDamaged]) => {
  const root = await navigator.storage.getDirectory();
  const folder = await root.getDirectoryHandle(encodeURIComponent(name));
  const found = [];
  for (const slot of ["a", "b"]) {
    const handle = await folder.getFileHandle(slot);
    const bytes = new Uint8Array(await (await handle.getFile()).arrayBuffer());
    if (isDamaged) {
      bytes[bytes.length >> 1] ^= 1;
      const file = await handle.createWritable();
      await file.write(bytes);
      await file.close();
    }
    found.push(String(bytes));
  }
  return found;
}"""


def says(page: Page, words: str) -> None:
    """The page around the app says something, in place of the app."""
    expect(page.locator("#state")).to_contain_text(words)
    assert page.locator("#again").is_visible() and not page.locator("iframe").count()


def beside(context: BrowserContext, site: SiteServer) -> Page:
    """A page of the same origin without the app."""
    page = context.new_page()
    page.goto(f"{site.address}names.js")
    return page


def test_where_the_storage_is_full_nothing_is_said_to_be_saved(
    site: SiteServer, profile: BrowserContext
) -> None:
    page = opened(profile, site.address)
    match = begin(page)
    save_round(page, match)
    other = opened(profile, f"{site.address}#{match}")
    storage = profile.new_cdp_session(page)
    origin = "/".join(site.address.split("/")[:3])
    answered: list[str] = []
    profile.expose_binding("tell", lambda _source, id_: answered.append(id_))
    storage.send("Storage.overrideQuotaForOrigin", {"origin": origin, "quotaSize": QUOTA})
    frame(page).evaluate(f"(match) => {{ ({SAVING})(match).catch(() => {{}}); }}", match)
    says(page, "no room left")
    storage.send("Storage.overrideQuotaForOrigin", {"origin": origin})
    save_round(other, match)  # the tab that ran the app has made way
    page.locator("#again").click()
    assert coins(page) == coins(other)
    written = record(page, match)
    assert all(id_ in written for id_ in answered) and written.count('"round-won"') == 2


def test_a_tab_whose_form_was_not_saved_says_so(site: SiteServer, profile: BrowserContext) -> None:
    first = opened(profile, site.address)
    page = opened(profile, site.address)
    storage = profile.new_cdp_session(page)
    origin = "/".join(site.address.split("/")[:3])
    storage.send("Storage.overrideQuotaForOrigin", {"origin": origin, "quotaSize": QUOTA})
    go(page, "settings").locator('button[name="language"][value="pl"]').click()
    says(page, "no room left")
    says(first, "no room left")
    storage.send("Storage.overrideQuotaForOrigin", {"origin": origin})
    first.locator("#again").click()
    first.frame_locator("iframe").locator("main").wait_for()  # the other tab runs the app by now
    says(page, "no room left")
    page.locator("#again").click()
    expect(page.frame_locator("iframe").locator("html")).to_have_attribute("lang", "en")
    assert page.url.endswith("#settings")


def test_an_app_that_fails_makes_way_for_another_tab(site: SiteServer, profile: BrowserContext) -> None:
    page = opened(profile, site.address)
    match = begin(page)
    other = opened(profile, f"{site.address}#{match}")
    page.evaluate(NONSENSE, NAME)
    says(page, "The app has stopped. What was saved is safe.")
    save_round(other, match)
    assert other.evaluate(OWNED) == 1
    page.locator("#again").click()
    assert coins(page) == coins(other)


def waiting(profile: BrowserContext, site: SiteServer) -> tuple[Page, Page]:
    """A tab that runs the app as if it slept, and a page that waits for it, whose clock can be put on."""
    asleep = beside(profile, site)
    asleep.evaluate(HOLD, NAME)
    page = profile.new_page()
    page.clock.install()
    page.goto(site.address)
    page.locator("iframe").wait_for(state="attached")
    return asleep, page


def test_a_tab_that_sleeps_is_named_as_the_reason(site: SiteServer, profile: BrowserContext) -> None:
    asleep, page = waiting(profile, site)
    expect(page.locator("#state")).not_to_contain_text("another tab")
    page.clock.fast_forward(10_000)
    expect(page.locator("#state")).to_contain_text("open in another tab")
    asleep.close()
    page.frame_locator("iframe").locator("main").wait_for()
    expect(page.locator("#start")).to_be_hidden()


def test_a_tab_that_was_closed_meanwhile_is_not(site: SiteServer, profile: BrowserContext) -> None:
    asleep, page = waiting(profile, site)
    asleep.close()
    page.frame_locator("iframe").locator("main").wait_for()
    page.clock.fast_forward(10_000)
    expect(page.locator("#state")).not_to_contain_text("another tab")


def test_a_tab_that_begins_to_sleep_is_named_once_a_page_does_not_come(
    site: SiteServer, profile: BrowserContext
) -> None:
    awake = opened(profile, site.address)
    asleep = beside(profile, site)
    asleep.evaluate(HOLD, NAME)  # it is next
    page = opened(profile, site.address)
    awake.close()
    frame(page).evaluate("setTimeout(() => location.assign('rules'))")
    expect(page.locator("#notice")).to_contain_text("open in another tab")
    asleep.close()
    expect(page.frame_locator("iframe").locator("main")).to_contain_text("Which booklet")
    expect(page.locator("#notice")).to_be_hidden()


def test_a_page_that_was_put_aside_begins_anew(site: SiteServer, profile: BrowserContext) -> None:
    page = opened(profile, site.address)
    match = begin(page)
    page.evaluate(TURN, ["pagehide", False])
    page.evaluate(TURN, ["pageshow", False])
    assert page.evaluate(OWNED) == 1
    page.evaluate(TURN, ["pagehide", True])
    until(lambda: page.evaluate(OWNED) == 0)  # another tab may go on
    with page.expect_navigation():
        page.evaluate(TURN, ["pageshow", True])
    coins(page)
    save_round(page, match)


def test_where_no_tab_runs_the_app_that_is_said_in_the_language_of_the_app(
    site: SiteServer, profile: BrowserContext
) -> None:
    page = opened(profile, site.address)
    speak(page, "pl")
    page.evaluate(TURN, ["pagehide", True])
    until(lambda: page.evaluate(OWNED) == 0)
    (worker,) = profile.service_workers
    worker.evaluate("() => { self.now = Date.now; let later = 0; Date.now = () => (later += 60_000); }")
    frame(page).evaluate("location.pathname.endsWith('/settings') && location.assign('guide')")
    says(page, "Aplikacja się zatrzymała.")
    worker.evaluate("() => { Date.now = self.now; }")
    page.locator("#again").click()
    expect(page.frame_locator("iframe").locator("html")).to_have_attribute("lang", "pl")
    assert "#settings" in page.url


def test_damaged_matches_are_neither_shown_nor_overwritten(site: SiteServer, profile: BrowserContext) -> None:
    page = opened(profile, site.address)
    save_round(page, begin(page))
    here = beside(profile, site)
    page.close()
    until(lambda: here.evaluate(OWNED) == 0)
    damaged = here.evaluate(SLOTS, [NAME, True])
    page = profile.new_page()
    page.goto(site.address)
    says(page, "are damaged and cannot be read")
    page.locator("#again").click()
    says(page, "are damaged and cannot be read")
    until(lambda: here.evaluate(OWNED) == 0)
    assert here.evaluate(SLOTS, [NAME, False]) == damaged
