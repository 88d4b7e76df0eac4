"""Phones with the app's service worker, and what it has kept."""

from __future__ import annotations

from typing import Any, Final, cast

from playwright.sync_api import Browser

from .phones import Phone, Served, phone, until

CONTROLLED: Final = "Boolean(navigator.serviceWorker.controller)"
PAGES: Final = "caches.open(`pages ${document.documentElement.dataset.installation}`)"
PATHS: Final = f"""async () => {{
  const pages = await {PAGES};
  return (await pages.keys()).map(({{ url }}) => new URL(url).pathname);
}}"""
KEPT: Final = """async (address) => (await (await caches.match(address))?.text()) ?? "" """
IS_KEPT: Final = "'kept' in document.body.dataset"


def controlled(browser: Browser, served: Served, **more: Any) -> Phone:
    """The home page on a phone whose service worker has begun."""
    page = phone(browser, served, service_workers="allow", **more)
    page.goto("/")
    until(page, CONTROLLED)
    return page


def kept(page: Phone, *addresses: str) -> None:
    """Wait until pages at these addresses are kept."""
    for address in addresses:
        path = address.removeprefix(page.url.split("/matches")[0])
        until(page, f"({PATHS})().then((paths) => paths.includes({path!r}))")


def begins_with(page: Phone, address: str, number: int) -> None:
    """Wait until the board that is kept is that of a round."""
    until(page, f"({KEPT})({address!r}).then((html) => html.includes('Round {number}'))")


def new_tab(page: Phone) -> Phone:
    """The app is killed and opened from the home screen."""
    context = page.context
    page.close()
    tab = cast(Phone, context.new_page())
    tab.complaints, tab.scripted, tab.served = page.complaints, page.scripted, page.served
    tab.goto("/")
    return tab
