"""The forms, links and words of a page.

A form sends what a browser would send: named controls that are filled, ticked or chosen and not disabled. A
value that no control offers has to be forced.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from html import unescape
from typing import Any, Final, NamedTuple

from werkzeug.datastructures import MultiDict

_VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "use", "wbr"}
_UNSEEN = {"script", "style", "title", "option", "datalist"}
_READ = {"form", "input", "select", "textarea", "button", "option", "a"}
_VALUE: Final = r"""=(?:"[^"]*"|'[^']*'|[^\s"'<>]+)"""
_ATTRIBUTE: Final = re.compile(rf"""([^\s=<>"'/]+)({_VALUE})?""")
_TAG: Final = re.compile(
    rf"""<(?:!--.*?-->|!doctype[^>]*>|(/?)([a-z][\w:-]*)((?:\s+[^\s=<>"'/]+(?:{_VALUE})?)*)\s*(/?)>)""",
    re.DOTALL,
)


@dataclass
class Control:
    """An input, a select or a text area; ``options`` are the values of a select."""

    name: str
    kind: str
    value: str
    checked: bool = False
    options: list[str] = field(default_factory=list)
    attributes: dict[str, str] = field(default_factory=dict)


@dataclass
class Button:
    name: str
    value: str
    text: str = ""


class Form:
    """A form of a page."""

    def __init__(self, attributes: dict[str, str], url: str) -> None:
        self.id = attributes.get("id", "")
        self.method = attributes.get("method", "get").lower()
        self.action = attributes.get("action") or url
        self.enctype = attributes.get("enctype", "")
        self.controls: list[Control] = []
        self.buttons: list[Button] = []
        self.forced: list[tuple[str, Any]] = []

    def __contains__(self, name: str) -> bool:
        return any(control.name == name for control in self.controls)

    def __getitem__(self, name: str) -> str | None:
        """What would be sent under this name; None for nothing."""
        return self.values().get(name)

    def __setitem__(self, name: str, value: str | int) -> None:
        """Type, or choose from what is offered."""
        value = str(value)
        controls = self._named(name)
        if controls[0].kind == "radio":
            assert value in [control.value for control in controls], f"{name} does not offer {value!r}"
            for control in controls:
                control.checked = control.value == value
        elif controls[0].kind == "select":
            assert value in controls[0].options, f"{name} does not offer {value!r}: {controls[0].options}"
            controls[0].value = value
        else:
            assert controls[0].kind != "checkbox", "tick it"
            controls[0].value = value

    def fill(self, **values: str | int) -> Form:
        """Several values; an underscore in a name stands for its hyphen."""
        for name, value in values.items():
            self[name.replace("_", "-")] = value
        return self

    def tick(self, name: str, *values: str) -> Form:
        for value in values:
            self._box(name, value).checked = True
        return self

    def untick(self, name: str, *values: str) -> Form:
        for value in values:
            self._box(name, value).checked = False
        return self

    def ticked(self, name: str) -> list[str]:
        return [control.value for control in self._named(name) if control.checked]

    def offers(self, name: str) -> list[str]:
        """The values that the radio buttons, check boxes or the select of this name offer."""
        controls = self._named(name)
        first = controls[0]
        return first.options if first.kind == "select" else [control.value for control in controls]

    def presses(self, name: str) -> list[str]:
        """The values of the buttons of this name."""
        return [button.value for button in self.buttons if button.name == name]

    def force(self, name: str, *values: Any) -> Form:
        """Send these values under a name, offered or not."""
        self.controls = [control for control in self.controls if control.name != name]
        others = [field for field in self.forced if field[0] != name]
        self.forced = others + [(name, value) for value in values]
        return self

    def values(self, button: str = "") -> MultiDict[str, Any]:
        """All that is sent, with the button called ``name=value`` where the form is sent by one."""
        sending = [control for control in self.controls if control.name and self._counts(control)]
        sent = [(control.name, control.value) for control in sending]
        if button:
            name, _, value = button.partition("=")
            offered = [(control.name, control.value) for control in self.buttons]
            assert (name, value) in offered, f"no button {button}: {offered}"
            sent.append((name, value))
        return MultiDict([*sent, *self.forced])

    def _counts(self, control: Control) -> bool:
        if "disabled" in control.attributes or control.kind in ("file", "submit", "button"):
            return False
        return control.checked or control.kind not in ("radio", "checkbox")

    def _named(self, name: str) -> list[Control]:
        controls = [control for control in self.controls if control.name == name]
        assert controls, f"no control {name}: {sorted({other.name for other in self.controls})}"
        return controls

    def _box(self, name: str, value: str) -> Control:
        boxes = [box for box in self._named(name) if box.value == value]
        assert boxes, f"no box {name} {value}"
        return boxes[0]


class _Open(NamedTuple):
    """An element that is not closed yet; ``begin``: how many texts were read before it."""

    tag: str
    attributes: dict[str, str]
    begin: int


class Reader:
    """Collects the forms, links, visible words and the texts of elements with an id.

    The parser of the standard library took a third of the time of all tests of pages.
    """

    def __init__(self, url: str) -> None:
        self.url = url
        self.forms: list[Form] = []
        self.links: list[tuple[str, str]] = []
        self.texts: dict[str, str] = {}
        self.words: list[str] = []
        self._open: list[_Open] = []
        self._form: Form | None = None
        self._heard: list[str] = []
        self._unseen = 0  # open elements that show no words

    def feed(self, html: str) -> None:
        """Read a page."""
        at = 0
        for found in _TAG.finditer(html):
            if found.start() > at:
                self._data(unescape(html[at : found.start()]))
            at = found.end()
            closes, tag, attributes, closed = found.groups()
            if tag and closes:
                self._close(tag)
            elif tag:
                pairs = _ATTRIBUTE.findall(attributes) if tag in _READ or "id=" in attributes else ()
                self._begin(tag, {name: unescape(value[1:].strip("\"'")) for name, value in pairs})
                if closed and tag not in _VOID:
                    self._close(tag)
        self._data(unescape(html[at:]))

    def _begin(self, tag: str, attributes: dict[str, str]) -> None:
        if tag == "form":
            self._form = Form(attributes, self.url)
            self.forms.append(self._form)
        elif tag in ("input", "select", "textarea"):
            self._control(tag, attributes)
        elif tag == "button":
            target = self._target(attributes)
            if target is not None and attributes.get("type", "submit") == "submit":
                target.buttons.append(Button(attributes.get("name", ""), attributes.get("value", "")))
        elif tag == "option" and self._form is not None:
            value = attributes.get("value", "")
            select = [control for control in self._form.controls if control.kind == "select"]
            if select:
                if not select[-1].options or "selected" in attributes:
                    select[-1].value = value
                select[-1].options.append(value)
        if tag not in _VOID:
            self._open.append(_Open(tag, attributes, len(self._heard)))
            self._unseen += tag in _UNSEEN

    def _close(self, tag: str) -> None:
        if not any(element.tag == tag for element in reversed(self._open)):
            return
        while self._open:
            element = self._open.pop()
            self._unseen -= element.tag in _UNSEEN
            self._end(element)
            if element.tag == tag:
                break

    def _end(self, element: _Open) -> None:
        tag, attributes, begin = element
        if "id" in attributes:
            self.texts[attributes["id"]] = self._words(begin)
        if tag == "a":
            self.links.append(
                (attributes.get("href", ""), self._words(begin) or attributes.get("aria-label", ""))
            )
        if tag == "form":
            self._form = None

    def _words(self, begin: int) -> str:
        return " ".join("".join(self._heard[begin:]).split())

    def _data(self, data: str) -> None:
        if self._open and self._open[-1].tag == "textarea" and self._form and self._form.controls:
            self._form.controls[-1].value += data.removeprefix("\n")
        self._heard.append(data)
        if not self._unseen:
            self.words.append(data.replace("\u00ad", ""))  # soft hyphens are not seen

    def _target(self, attributes: dict[str, str]) -> Form | None:
        named = attributes.get("form")
        if named is None:
            return self._form
        # None for a button before its form: no test uses one that is not also in the form
        return next((form for form in self.forms if form.id == named), None)

    def _control(self, tag: str, attributes: dict[str, str]) -> None:
        target = self._target(attributes)
        if target is None or not attributes.get("name"):
            return
        kind = attributes.get("type", "text") if tag == "input" else tag
        value = attributes.get("value", "on" if kind == "checkbox" else "")
        target.controls.append(
            Control(attributes["name"], kind, value, "checked" in attributes, [], attributes)
        )
