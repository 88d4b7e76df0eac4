"""Filling and sending the forms of the rule sets, for the tests of their pages."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable
from contextlib import closing
from typing import Any, TypeVar

from extent import EVERY_LOOK
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from scorekeeper.house_rules.shelf import KIND
from scorekeeper.installation import Installation
from scorekeeper.koikoi.rules.diff import differences
from scorekeeper.koikoi.rules.loader import rules
from scorekeeper.koikoi.rules.ruleset import RuleSet

from .forms import Form
from .player import Page, Player
from .stored_matches import events_of

FormCase = TypeVar("FormCase", bound=tuple[Any, ...])
NEW_YAKU: dict[str, Any] = {"yaku.-.name": "Three sevens", "yaku.-.cards": ["07A", "07R", "07C1"]}


def seen(page: TestResponse) -> str:
    """The markup without soft hyphens, which are invisible in an unbroken word."""
    return page.text.replace("\u00ad", "")


EVERY_PAGE = ("Skip to content", "Guide", "Settings", "Which browsers?", "Enter the key", "Reload")


def ways(page: Page) -> list[tuple[str, str]]:
    """The links of a page that are not on all pages, but for those to an option or to a yaku."""
    links = [(to, words) for to, words in page.links if words not in EVERY_PAGE]
    return [(to, words) for to, words in links if "#yaku-" not in to and not to.startswith("/options/")]


def main_form(page: TestResponse, action: str = "") -> Form:
    """The form with the most fields, apart from the choice of the language."""
    forms = [form for form in Page(page, "").forms if form.method == "post" and action in form.action]
    return max((form for form in forms if form.action != "/language"), key=lambda form: len(form.controls))


def submit(
    client: FlaskClient, address: str, changes: dict[str, Any] | None = None, action: str = "", **more: Any
) -> TestResponse:
    """Fetch a page, change these fields in its main form and send it."""
    page = client.get(address)
    assert page.status_code == 200, f"{address}: {page.status_code}"
    return send(client, page, {**(changes or {}), **more}, action)


def send(
    client: FlaskClient, page: TestResponse, changes: dict[str, Any] | None = None, action: str = ""
) -> TestResponse:
    """Send the main form of a page; ``press`` is the button, a list gives a field several values."""
    changes = changes or {}
    form = main_form(page, action)
    for control in form.controls:
        if control.name.startswith("answer.") and control.name not in changes and set(changes) - {"title"}:
            control.checked = control.value == "else"  # so that the fields count
    button = changes.get("press", "")
    for name, value in changes.items():
        if name != "press":
            assert name in form, f"the form has no field {name}"
            form.force(name, *(value if isinstance(value, list) else [value]))
    return client.post(form.action, data=form.values(button))


def kept(installation: Installation, name: str) -> dict[str, Any]:
    return tomllib.loads(installation.house_rules.all()[name].toml)


def spoil_rules(installation: Installation, name: str, toml: str) -> None:
    """Keep house rules as another version of the app might, which this one cannot play."""
    with closing(installation.open_store()) as store:
        store.documents.put(KIND, name, 0, {"toml": toml})


def own(client: FlaskClient, title: str, parent: str = "default", **changes: object) -> None:
    """Make a rule set of one's own."""
    sent = submit(client, f"/rules/new?from={parent}", {"title": title, **changes})
    assert sent.status_code == 303, sent.text


def token(client: FlaskClient) -> str:
    (written,) = re.findall(r'name="csrf_token" value="([^"]+)"', client.get("/rules/new").text)[:1]
    return str(written)


def apart(cases: Iterable[FormCase]) -> list[tuple[FormCase, ...]]:
    """Cases of which the first is changes of a form, in as few parts as name no option twice.

    Each is alone with every look.
    """
    parts: list[list[FormCase]] = []
    for case in cases:
        named = {option_of(field) for field in case[0]}
        free = (part for part in parts if not any(named & {*map(option_of, other[0])} for other in part))
        part = next(free, None)
        if part is None or EVERY_LOOK:
            parts.append([case])
        else:
            part.append(case)
    return [tuple(part) for part in parts]


def option_of(field: str) -> str:
    """What a field belongs to: two parts of its name, of a pair all pairs."""
    return "pair" if field.startswith("pair") else ".".join(field.split(".")[:2])


def pick(form: Form, **answers: str) -> Form:
    """Tick answers by the id of their choice."""
    for choice, answer in answers.items():
        form[f"answer.{choice}"] = answer
    return form


def switches(player: Player, name: str) -> Form:
    return player.open(f"/rules/{name}").form("/answers")


def agreed_rules(installation: Installation, notepad: Page) -> RuleSet:
    """The rules that a match carries."""
    return rules(events_of(installation, notepad)[0]["ruleset"])


def search_results(client: FlaskClient, sought: str, step: str = "find") -> TestResponse:
    """What the rule editor answers to some words that are searched for."""
    form = main_form(client.get("/rules/new"))
    form["find"] = sought
    return client.post(form.action, data=form.values(f"step={step}"))


def titles_of(page: TestResponse) -> list[str]:
    """The titles of what was found."""
    (listed,) = re.findall(r'<ul class="hits">(.*?)</ul>', seen(page), re.S) or [""]
    return re.findall(r"<b>(.*?)</b>", listed)


def form_from(player: Player, name: str) -> Form:
    """The form for rules made from a rule set, with a name."""
    form = player.open(f"/rules/new?from={name}").form("/rules")
    form["title"] = "House"
    return form


def differing(installation: Installation, page: Page, name: str) -> dict[str, object]:
    """What rules that were kept set otherwise than a rule set that comes with the app."""
    assert page.status == 200, page.all("p", "error")
    now = rules(page.path.rpartition("/")[2], installation.house_rules.find)
    return {key: value for key, _before, value in differences(rules(name), now)}


def asked_else(form: Form, *questions: str) -> Form:
    """Something else is the answer, so that the fields count."""
    for question in questions:
        form[f"answer.{question}"] = "else"
    return form
