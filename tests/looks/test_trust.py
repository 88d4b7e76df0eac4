"""``scorekeeper serve`` on a real network address, with and without HTTPS, in a real browser."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Literal, cast

import pytest
from browser.axe import violations
from browser.phones import Phone, until
from browser.playing import begin_by_form, save, stopped
from browser.trusting import PHONE, key_of, trusting, without_key
from extent import EVERY_LOOK
from patience import PATIENCE
from playwright.sync_api import Browser, BrowserContext, Page, expect
from serving import Served, served

pytestmark = pytest.mark.browser

SEEN = list(product((320, 360, 768), ("light", "dark"))) if EVERY_LOOK else [(320, "dark")]


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory, here: str) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("plain"), "--host", here) as server:
        yield server


@pytest.fixture(scope="module")
def secure(tmp_path_factory: pytest.TempPathFactory, here: str) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("secure"), "--host", here, "--https") as server:
        yield server


def is_able(page: Page) -> bool:
    return bool(page.evaluate("isSecureContext && 'wakeLock' in navigator && 'serviceWorker' in navigator"))


@pytest.fixture
def phone(browser: Browser) -> Iterator[BrowserContext]:
    """A phone that trusts nothing of its own."""
    context = browser.new_context(viewport=PHONE, locale="en")
    context.set_default_timeout(PATIENCE * 1000)
    yield context
    context.close()


@pytest.mark.slow
def test_a_phone_without_the_certificate_is_told_how_to_trust_it(
    phone: BrowserContext, secure: Served, here: str
) -> None:
    page = phone.new_page()
    start = f"http://{here}:{secure.port}"
    with page.expect_event("requestfailed") as failed:
        page.goto(f"{start}/trust#/key/{key_of(secure)}")
    assert failed.value.url.endswith("/trust/probe")
    assert not is_able(page)
    onward = f"https://{here}:{secure.port}/key/{key_of(secure)}"
    for link in page.locator("[data-onward]").all():
        assert link.get_attribute("href") == onward
    page.goto(f"{start}/rules/russian")
    assert page.locator("[data-onward]").first.get_attribute("href") == (
        f"https://{here}:{secure.port}/rules/russian"
    )
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]


@pytest.mark.parametrize(("width", "scheme"), SEEN)
def test_the_page_is_accessible_and_fits(
    browser: Browser, secure: Served, here: str, width: int, scheme: Literal["light", "dark"]
) -> None:
    context = browser.new_context(
        viewport={"width": width, "height": 640}, color_scheme=scheme, locale="ru", bypass_csp=True
    )
    page = context.new_page()
    page.goto(f"http://{here}:{secure.port}/trust")
    for system in page.locator("main summary").all():
        if system.evaluate("summary => !summary.parentElement.open"):
            system.click()
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") == width
    context.close()


def test_a_code_cannot_lead_elsewhere(phone: BrowserContext, secure: Served, here: str) -> None:
    origin = f"https://{here}:{secure.port}"
    for code in ("#//example.com/", "#https://example.com/", "#javascript:alert(1)", "#"):
        page = phone.new_page()
        with page.expect_event("requestfailed") as failed:
            page.goto(f"http://{here}:{secure.port}/trust{code}")
        assert failed.value.url == f"{origin}/trust/probe"
        assert str(page.locator("[data-onward]").first.get_attribute("href")).startswith(f"{origin}/")
        page.close()


@pytest.mark.slow
def test_a_phone_with_the_certificate_is_led_on_let_in_and_able(
    browser: Browser, phone: BrowserContext, secure: Served, here: str, tmp_path: Path
) -> None:
    start = f"http://{here}:{secure.port}"
    downloaded = phone.request.get(f"{start}/trust/koi-koi.crt").body()
    with trusting(browser, tmp_path, downloaded) as own:
        page = own.new_page()
        page.goto(f"{start}/trust#/key/{key_of(secure)}")
        page.wait_for_url(f"https://{here}:{secure.port}/")
        assert is_able(page)
        page.goto(f"https://{here}:{secure.port}/settings")
        expect(page.get_by_label("Keep the screen on")).to_be_visible()
        expect(page.locator("[data-unable]").first).to_be_hidden()
        assert page.evaluate("navigator.wakeLock.request('screen').then((lock) => !lock.released)")
        page.goto(f"https://{here}:{secure.port}/phones")
        page.get_by_role("link", name="Trust this computer").click()
        expect(page.get_by_role("heading", name="1. Download the certificate")).to_be_visible()
        expect(page.get_by_role("heading", name="The app is at a secure address")).to_have_count(0)


@pytest.mark.slow  # it is the browser that refuses
def test_a_phone_that_trusts_another_authority_is_not_let_through(
    browser: Browser, secure: Served, here: str, tmp_path: Path
) -> None:
    with served(tmp_path / "other", "--host", here, "--https") as other:
        certificate = other.folder / "https" / "authority.pem"
        with trusting(browser, tmp_path, without_key(certificate.read_bytes())) as own:
            page = own.new_page()
            with page.expect_event("requestfailed") as failed:
                page.goto(f"http://{here}:{secure.port}/trust")
            assert "ERR_CERT_AUTHORITY_INVALID" in str(failed.value.failure)


@pytest.mark.slow
def test_over_plain_http_nothing_is_offered_that_does_not_work(
    phone: BrowserContext, plain: Served, here: str
) -> None:
    page = phone.new_page()
    page.goto(f"http://{here}:{plain.port}/key/{key_of(plain)}")
    assert not is_able(page)
    page.goto(f"http://{here}:{plain.port}/settings")
    expect(page.get_by_label("Month and kind on the cards")).to_be_visible()
    expect(page.get_by_label("Keep the screen on")).to_be_hidden()
    expect(page.get_by_text("browsers do it only over HTTPS")).to_be_visible()
    page.goto(f"http://{here}:{plain.port}/phones")
    expect(page.get_by_text("scorekeeper serve --https")).to_be_visible()


@pytest.mark.slow
def test_over_plain_http_a_scoresheet_is_copied_and_says_why_it_is_not_shared(
    browser: Browser, plain: Served, here: str
) -> None:
    context = browser.new_context(viewport=PHONE, locale="en", base_url=f"http://{here}:{plain.port}")
    page = cast(Phone, context.new_page())
    page.scripted = True
    page.goto(f"/key/{key_of(plain)}")
    match = begin_by_form(page)
    stopped(page, 0)
    save(page)
    page.goto(f"{match}/sheet")
    expect(page.locator("[data-share-file]:visible")).to_have_count(0)
    page.get_by_role("link", name="Share or print").click()  # opens the fold
    expect(page.get_by_text("Sharing straight to a chat works only over HTTPS.")).to_be_visible()
    page.get_by_role("button", name="Copy", exact=True).click()
    until(page, "document.querySelector('.ways [role=status]').textContent === 'Copied'")
    page.evaluate("document.execCommand = () => false")  # as browsers that allow it only at once
    page.get_by_role("button", name="Copied").click()
    until(page, "document.querySelector('.ways [role=status]').textContent.startsWith('Not copied.')")
    context.close()
