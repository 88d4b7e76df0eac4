"""Random requests over every route of the app: half like a player's, half hostile. The same seed gives the
same requests."""

from __future__ import annotations

import json
import re
from io import BytesIO
from random import Random
from typing import Any, NamedTuple

from flask import Flask
from werkzeug.datastructures import MultiDict
from werkzeug.routing import Rule

_FIELD = re.compile(r'<(?:input|select|textarea|button)[^>]*? name="([^"]+)"(?:[^>]*? value="([^"]*)")?')
_ID = re.compile(r"/(matches|players|rules|leagues|bin/(?:matches|rules|leagues))/([^/\"?#]+)")
_VARIABLES = {
    "matches": "match_id",
    "players": "player_id",
    "rules": "name",
    "leagues": "league_id",
    "bin/matches": "binned",
    "bin/rules": "binned",
    "bin/leagues": "binned",
}
_ROUTES_KEPT = {"GET", "POST"}

TEXTS = (
    "", " ", "0", "-1", "1", "2", "99", "100000", "99999999999999999999", "1e9", "NaN",
    "null", "true", "½", "٣",
    "Anna", "Łukasz", "花子", "👩‍👩‍👧‍👦", "\u200b", "\u202e", "\x00", "\ufeff", "\ud7ff",
    "e\u0301", "\u2028", "\r\n",
    "<script>alert(1)</script>", "'; DROP TABLE events; --", "../../etc/passwd", "%2e%2e%2f",
    "{{ 7 * 7 }}",
    "=1+1", "a.b.c", "yaku.-.name", "//evil.example", "\\\\evil", "javascript:alert(1)",
    "x" * 5_000, "🃏" * 300,
    "01B", "01B 03B 08B", "13X", "11C", "9C", "save", "add", "other", "void", "hand.0.teshi",
    "nobody", "yes", "2026-02-14", "0001-01-01", "9999-12-31",
    "dutch", "russian", "again", "default", "nope", "new", "import", "toml", "2026-02-14T19:03:07Z",
)  # fmt: skip


class Sent(NamedTuple):
    """A request, and what it was answered with."""

    method: str
    address: str
    fields: list[tuple[str, str]]
    status: int


class Generator:
    """Makes requests, with the names, values and ids of the pages that it has seen."""

    def __init__(self, app: Flask, seed: int) -> None:
        self.random = Random(seed)
        self.rules = [rule for rule in app.url_map.iter_rules() if (rule.methods or set()) & _ROUTES_KEPT]
        self.fields: dict[str, set[str]] = {}
        self.ids: dict[str, list[str]] = {
            "match_id": ["nope"],
            "player_id": ["nope"],
            "name": ["dutch"],
            "league_id": ["nope"],
            "kind": ["matches", "rules", "leagues"],
            "binned": ["nope~1"],
            "card_id": ["11B", "nope"],
            "key": ["match.rounds", "nope"],
        }

    def learn(self, page: str) -> None:
        """Fields and ids of a page."""
        for name, value in _FIELD.findall(page):
            if name != "csrf_token" and len(self.fields.setdefault(name, set())) < 40:
                self.fields[name].add(value[:200])
        for kind, match_id in _ID.findall(page):
            if match_id in ("new", "received", "difference"):
                continue
            known = self.ids[_VARIABLES[kind]]
            if match_id not in known:
                known.append(match_id)
                del known[1:-60]

    def address(self, rule: Rule) -> str:
        """An address of the route, with a query now and then."""
        filled = re.sub(r"<(?:\w+:)?(\w+)>", lambda part: self._part(part[1]), rule.rule)
        if self.random.random() < 0.3:
            filled += "?" + "&".join(f"{name}={self._quoted(value)}" for name, value in self._some_fields(3))
        return filled

    def method(self, rule: Rule) -> str:
        usual = "POST" if "POST" in (rule.methods or ()) else "GET"
        return usual if self.random.random() < 0.95 else self.random.choice(["GET", "POST", "PUT", "HEAD"])

    def form(self, token: str) -> MultiDict[str, Any]:
        """Fields as forms send them, some hostile, sometimes with a file."""
        form: MultiDict[str, Any] = MultiDict(self._some_fields(self.random.choice([0, 2, 8, 25])))
        if self.random.random() < 0.5:
            form["step"] = "save"
        if self.random.random() < 0.9:
            form["csrf_token"] = token
        if self.random.random() < 0.15:
            form[self.random.choice(["record", "file"])] = (BytesIO(self._file()), "x.json")
        return form

    def _some_fields(self, most: int) -> list[tuple[str, str]]:
        names = sorted(self.fields) or ["a"]
        problems = []
        for _ in range(self.random.randint(0, most)):
            name = self.random.choice(names) if self.random.random() < 0.95 else self._text()
            known = sorted(self.fields.get(name, ()))
            hostile = not known or self.random.random() < 0.35
            problems.append((name, self._text() if hostile else self.random.choice(known)))
        return problems

    def _part(self, name: str) -> str:
        if name == "number":
            return self.random.choice(["0", "1", "2", "99", "99999999999999999999"])
        known = self.ids.get(name, ["x"])
        return self.random.choice(known) if self.random.random() < 0.8 else self._quoted(self._text())[:400]

    def _text(self) -> str:
        return self.random.choice(TEXTS)

    def _quoted(self, text: str) -> str:
        return "".join(f"%{byte:02X}" for byte in text.encode("utf-8", "surrogatepass"))

    def _file(self) -> bytes:
        """Roughly a match record or a rule set."""
        start = {"type": "match-started", "players": [self._text()[:40] or "A", "B"], "ruleset": "dutch"}
        events: list[Any] = [start, *(self._event() for _ in range(self.random.randint(0, 6)))]
        return self.random.choice(
            [
                json.dumps({"format": "koikoi-match/1", "events": events}).encode("utf-8", "surrogatepass"),
                f'extends = "dutch"\ntitle = "{self.random.randint(0, 9)}"'.encode(),
                self.random.randbytes(200),
                b"[" * 5_000,
                self._text().encode("utf-8", "surrogatepass"),
            ]
        )

    def _event(self) -> dict[str, Any]:
        """An event with fields of any kind."""
        kinds = ("round-won", "round-exhausted", "deal-voided", "taken-back", "round-corrected", "nope")
        values = (0, 1, 2, -1, "x", None, ["01B 03B 08B"], [None, "9C"], [{"type": "round-exhausted"}])
        names = ("player", "piles", "round", "events", "reason", "id", "at", "seq")
        fields = {name: self.random.choice(values) for name in names if self.random.random() < 0.3}
        return {"type": self.random.choice(kinds), **fields}
