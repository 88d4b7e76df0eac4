"""Every form of every page is sent, by each of its buttons: no page answers one that did something.

A page that answers a form stays in the browser's history; going back to it asks whether to send it again.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterator
from typing import Final

import pytest
from browser.pages import PAGES, furnished
from flask import Flask
from web.forms import Form
from web.player import Page, Player
from werkzeug.exceptions import HTTPException
from werkzeug.routing import RequestRedirect, Rule

from scorekeeper.installation import Installation

_EACH: Final = 3  # pages of one address that are read for forms
# What is a page all the same, without scripts; with them it takes the place of the page with the form.
PAGES_THAT_ANSWER: Final = {
    "records.show_preview": "what is in a file that was sent fits into no address",
    "records.import_ticked": "the matches that the preview carries do not, either",
    "exchange.take": "rules that somebody sent, in an address of their own, are sent to no server",
    "hand.show_received": "the same",
    "hand.dealt_by_received": "the same",
    "matches.create": "the questions of rules that somebody sent",
    "rule_editor.create": "a form of some hundred fields, searched or unfolded",
    "rule_editor.change": "the same",
    "rules.try_out": "the same",
    "rules.answer": "the answers to the questions of some rules, which raise others",
    "lab.more": "the figures of the rounds that were played so far, some kilobytes",
}
SENT_FOR_SURE: Final = {
    "/matches",
    "/matches/<match_id>/adjustments",
    "/matches/<match_id>/rounds",
    "/matches/<match_id>/rounds/<int:number>/correction",
}
LEAVES: Final = {"phones.leave", "phones.forget"}  # then this phone could do no more


@pytest.mark.slow
def test_no_page_answers_a_form_that_did_something(
    app: Flask, installation: Installation, player: Player
) -> None:
    ids = furnished(installation)
    installation.house_rules.keep("a-house", {"extends": "tengudo", "title": "House"})
    sent: set[str] = set()
    answered: dict[str, str] = {}
    addresses = [address.format(**ids) for address in PAGES.values()]
    for target, button, status, kind in _answers(app, player, addresses):
        sent.add(target.rule)
        if status == 200 and kind == "text/html":
            answered[str(target.endpoint)] = button
    assert {name: button for name, button in answered.items() if name not in PAGES_THAT_ANSWER} == {}
    assert sent >= SENT_FOR_SURE


def _answers(app: Flask, player: Player, addresses: list[str]) -> Iterator[tuple[Rule, str, int, str | None]]:
    """Where each form was sent, by which button, and the status and the type of the answer."""
    ahead, read = deque(addresses), dict[str, int]()
    tried = set[tuple[str, str]]()
    while ahead:
        address = ahead.popleft()
        page = player.open(address)
        rule = _rule(app, page.path, "GET")
        if rule is None or read.get(rule.rule, 0) >= _EACH:
            continue
        read[rule.rule] = read.get(rule.rule, 0) + 1
        for form, button in _ways(page):
            target = _rule(app, form.action, "POST")
            key = f"{rule} {target}", re.sub(r"\d+|\b[0-9a-f]{32}\b", "#", button)
            if target is None or target.endpoint in LEAVES or key in tried:
                continue
            tried.add(key)
            with player.client.post(form.action, data=form.values(button)) as answer:
                yield target, f"{button} on {address}", answer.status_code, answer.mimetype
                if answer.status_code == 303:
                    assert "csrf" not in answer.headers["Location"], target.rule
                    ahead.append(answer.headers["Location"])


def _ways(page: Page) -> Iterator[tuple[Form, str]]:
    for form in page.forms:
        if form.method == "post":
            buttons = {f"{button.name}={button.value}" if button.name else "" for button in form.buttons}
            for button in sorted(buttons or {""}):
                yield form, button


def _rule(app: Flask, address: str, method: str) -> Rule | None:
    try:
        rule, _values = app.url_map.bind("localhost").match(
            re.split("[?#]", address)[0], method, return_rule=True
        )
    except (RequestRedirect, HTTPException):
        return None
    return rule
