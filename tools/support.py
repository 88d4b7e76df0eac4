"""What browsers know, out of MDN's data: an extract for tests/looks/test_support.py.

npm pack @mdn/browser-compat-data && tar xzf mdn-browser-compat-data-*.tgz
python -m tools.support package/data.json

writes tests/looks/support.json: the names that the oldest versions below do not all know, and for most
of what styles are made of also the names that they do.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

EXTRACT: Final = Path(__file__).parent.parent / "tests" / "looks" / "support.json"
OLDEST: Final = {
    "safari": "16.4",
    "safari_ios": "16.4",
    "chrome": "109",
    "chrome_android": "109",
    "firefox": "115",
}
COMPLETE: Final = (
    "at-rule",
    "function",
    "media",
    "property",
    "selector",
)  # all their names are in the extract
# Interfaces whose members the scripts of a page may use.
_INTERFACES = re.compile(
    "Abort.*|Array|Blob|Cache|CacheStorage|Clipboard.*|CSS|CSSStyleSheet|CustomEvent|Crypto|Date|Document"
    "|ExtendableEvent|FetchEvent|DocumentFragment|DOM(?!Matrix|Point|Quad|Rect).*|Element|Event|EventTarget|File|FormData|Function|Headers"
    "|History|HTML(?!Audio|Canvas|Embed|Frame|Media|Object|Video).*|Intl|Iterator|JSON|KeyboardEvent|Location|Map|Math"
    "|MouseEvent|MutationObserver|Navigator|Node|NodeList|Number|Object|Performance|PointerEvent|Promise|Range"
    "|RegExp|Request|Response|ServiceWorker.*|Set|Storage|String|SubmitEvent|ToggleEvent|URL|URLSearchParams"
    "|WakeLock.*|WeakMap|Window"
)


def main() -> None:
    data = json.loads(Path(sys.argv[1]).read_text("utf-8"))
    known: dict[str, set[str]] = {}
    newer: dict[str, set[str]] = {}
    for kind, name, feature in _features(data):
        if not name.startswith(("-", "@", "_")) and not name.endswith("_event"):
            (known if _is_known(feature) else newer).setdefault(kind, set()).add(name)
    extract = {
        "made of": f"@mdn/browser-compat-data {data['__meta']['version']}",
        "oldest": OLDEST,
        # a name that two things have is known if one of them is
        "newer": {kind: " ".join(sorted(names - known[kind])) for kind, names in newer.items()},
        "known": {kind: " ".join(sorted(known[kind])) for kind in COMPLETE},
    }
    EXTRACT.write_text(json.dumps(extract, indent=1) + "\n", "utf-8")


def _is_known(feature: Mapping[str, Any]) -> bool:
    """Whether the oldest version of every browser knows a feature."""
    support = feature["__compat"]["support"]
    firsts = ((oldest, _first(support.get(browser, []))) for browser, oldest in OLDEST.items())
    return all(first is not None and _number(first) <= _number(oldest) for oldest, first in firsts)


def _first(statements: Any) -> str | None:
    """The first version that knows a feature by its own name and without a switch."""
    plain = [
        statement["version_added"].lstrip("≤")
        for statement in (statements if isinstance(statements, list) else [statements])
        if statement["version_added"] not in (False, None, "preview")
        and not {"flags", "prefix", "alternative_name", "version_removed"} & statement.keys()
    ]
    return min(plain, key=_number, default=None)


def _number(version: str) -> tuple[int, ...]:
    return tuple(map(int, version.split(".")))


def _features(data: Mapping[str, Any]) -> Iterator[tuple[str, str, Any]]:
    """Kind, name and data of everything that the extract tells of."""
    css = data["css"]
    for kind, folder in (("property", "properties"), ("selector", "selectors"), ("at-rule", "at-rules")):
        yield from ((kind, name, feature) for name, feature in _named(css[folder]))
    for property_, feature in _named(css["properties"]):
        for value, its in _named(feature) if _is_known(feature) else ():
            yield "value", f"{property_}:{value.replace('_', '-')}", its
    for rule in ("font-face", "page"):
        yield from (("property", name, feature) for name, feature in _named(css["at-rules"][rule]))
    yield from (("media", name, feature) for name, feature in _named(css["at-rules"]["media"]))
    tracks = css["properties"]["grid-template-columns"]
    yield from (("function", name, tracks[name]) for name in ("minmax", "repeat"))
    for name, feature in css["types"].items():
        known = [(name, feature), *_named(feature)]
        yield from (("function", inner, its) for inner, its in known if "__compat" in its)
    interfaces = [*_named(data["api"]), *_named(data["javascript"]["builtins"])]
    for name, feature in interfaces:
        if _INTERFACES.fullmatch(name):
            yield "interface", name, feature
            for member, its in _named(feature):
                plain = member.removesuffix("_static")
                yield ("static", f"{name}.{plain}", its) if plain != member else ("member", member, its)


def _named(features: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    return ((name, its) for name, its in features.items() if name != "__compat" and "__compat" in its)


if __name__ == "__main__":
    main()
