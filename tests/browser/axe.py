"""What axe finds on a page: WCAG 2.2 AA and best practice, with the size of targets switched on."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import resources
from typing import Final

from playwright.sync_api import Page

AXE: Final = resources.files("axe_playwright_python").joinpath("axe.min.js")
OPTIONS: Final = {
    "runOnly": {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa", "best-practice"]},
    "rules": {"target-size": {"enabled": True}},
    "resultTypes": ["violations"],
    "preload": False,  # of style sheets of other hosts, which there are none of
}


def violations(page: Page, part: str = "html", only: Sequence[str] = ()) -> list[str]:
    """What axe finds in a part of the page, by all rules or by some: the rule, the element, what to do."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.read_text("utf-8"))
    page.evaluate(
        "Promise.all(document.getAnimations().map((animation) => animation.finished)).then(() => 0)"
    )
    page.evaluate("scrollTo(0, document.body.scrollHeight)")  # so that nothing is behind the buttons there
    options = {**OPTIONS, "runOnly": {"type": "rule", "values": [*only]}} if only else OPTIONS
    broken = page.evaluate(
        "([part, options]) => axe.run(part, options).then(({ violations }) => violations)", [part, options]
    )
    return [
        f"{rule['id']}: {node['target']} {node['failureSummary']}"
        for rule in broken
        for node in rule["nodes"][:2]
    ]
