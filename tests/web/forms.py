"""The forms of a page.

A form sends what a browser would send: named controls that are filled, ticked or chosen and not disabled. A
value that no control offers has to be forced.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from html import unescape
from typing import Any, Final

from werkzeug.datastructures import MultiDict

_VALUE: Final = r"""=(?:"[^"]*"|'[^']*'|[^\s"'<>]+)"""
ATTRIBUTES: Final = rf"""(?:\s+[^\s=<>"'/]+(?:{_VALUE})?)*"""
_ATTRIBUTE: Final = re.compile(rf"""([^\s=<>"'/]+)({_VALUE})?""")
# Only these: a page has thousands of other elements, and reading them all took as long as drawing them.
_TAG: Final = re.compile(
    rf"<!--.*?-->|<(/?)(form|input|select|option|textarea|button)\b({ATTRIBUTES})\s*/?>", re.DOTALL
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


def attributes_of(tag: str) -> dict[str, str]:
    """The attributes of a tag as they are meant; browsers read only the first of those with one name."""
    written = _ATTRIBUTE.findall(tag)
    attributes = {name: unescape(value[1:].strip("\"'")) for name, value in written}
    assert len(attributes) == len(written), f"an attribute is there twice: {tag}"
    return attributes


def forms_of(html: str, url: str) -> list[Form]:
    """The forms of a page at an address, with what is in them and what names them with ``form``."""
    forms: list[Form] = []
    form: Form | None = None
    select: Control | None = None
    for found in _TAG.finditer(html):
        closes, tag, written = found.groups()
        if closes:
            form, select = (None if tag == "form" else form), (None if tag == "select" else select)
        elif tag == "form":
            form = Form(attributes_of(written), url)
            forms.append(form)
        elif tag == "option":
            if select is not None:
                _offer(select, attributes_of(written))
        elif tag:
            attributes, text = attributes_of(written), ""
            if tag == "textarea":
                text = unescape(html[found.end() : html.index("</textarea", found.end())]).removeprefix("\n")
            target = _target(forms, form, attributes)
            select = _add(target, tag, attributes, text) if target else None
    return forms


def _target(forms: list[Form], around: Form | None, attributes: dict[str, str]) -> Form | None:
    """The form of a control; None where it names one that comes later: no test uses such a control."""
    named = attributes.get("form")
    return around if named is None else next((form for form in forms if form.id == named), None)


def _add(form: Form, tag: str, attributes: dict[str, str], text: str) -> Control | None:
    """Add a button or a control, with the text inside it; returns it if it is a select."""
    name, kind = attributes.get("name", ""), attributes.get("type", "text") if tag == "input" else tag
    value = attributes.get("value", "on" if kind == "checkbox" else text)
    if tag == "button":
        if attributes.get("type", "submit") == "submit":
            form.buttons.append(Button(name, value))
    elif name:
        form.controls.append(Control(name, kind, value, "checked" in attributes, [], attributes))
        return form.controls[-1] if tag == "select" else None
    return None


def _offer(select: Control, attributes: dict[str, str]) -> None:
    """Add an option to a select; the first is chosen, or the last that says so."""
    value = attributes.get("value", "")
    if not select.options or "selected" in attributes:
        select.value = value
    select.options.append(value)
