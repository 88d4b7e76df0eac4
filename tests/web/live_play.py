"""What tests of live play do on its pages: take a turn, call, undo."""

from __future__ import annotations

import re

from .forms import Form
from .player import Page, Player


def take(player: Player, page: Page, cards: str = "") -> Page:
    """Tap what a turn captured; returns the page after it."""
    form = page.form("/turns")
    if cards in form.presses("captured"):  # which the lightning left over
        return player.send(form, f"captured={cards}")
    if cards:
        form.tick("captured", *cards.split())
    return player.send(form)


def undo(player: Player, page: Page) -> Page:
    """Take back the last step."""
    form = page.form("/turns/calls") if is_due(page) else page.form("/turns")
    form.action = form.action.removesuffix("/calls") + "/takebacks"
    return player.send(form)


def call(page: Page) -> Form:
    """The form of a decision that is due."""
    return [form for form in page.forms if form.action.endswith("/turns/calls")][-1]


def is_due(page: Page) -> bool:
    """Whether a decision is asked for, rather than the next turn."""
    return "koi-koi or stop?" in page.text


def captured(page: Page) -> set[str]:
    """The cards that can no longer be tapped."""
    return {found[1] for found in re.finditer(r'name="captured" value="(\w+)"[^>]*\bdisabled', page.html)}
