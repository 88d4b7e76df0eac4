"""Building the package makes the compiled catalogues of the languages, also for an editable install.

A release names besides where the project is, and the app without a server. Its README is for somebody who has
no checkout.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

# What the package calls them, and the variables in which `make release` hands them on.
_ADDRESSES: Final = {"Source": "SOURCE", "Play without a server": "SITE"}
_OF_A_CHECKOUT: Final = re.compile(r"^<!-- checkout -->\n.*?^<!-- /checkout -->\n", re.DOTALL | re.MULTILINE)
_OF_A_RELEASE: Final = re.compile(
    r"^<!-- (?P<block>\w+)\n(?P<lines>.*?)^-->\n|<!-- (?P<word>\w+)(?P<words> [^\n]*?)-->",
    re.DOTALL | re.MULTILINE,
)
_LINK_TO_A_FILE: Final = re.compile(r"\[([^\]]+)\]\((?!https?:|#)([^)#]+)[^)]*\)")


def known_addresses() -> dict[str, str]:
    """The addresses that `make release` was given, by their variables."""
    return {name: address for name in _ADDRESSES.values() if (address := os.environ.get(name))}


def readme_of_a_release(text: str, package: str, addresses: Mapping[str, str]) -> str:
    """README.md for somebody who has the package and no checkout; ``addresses`` as ``SOURCE`` and ``SITE``.

    What stands between ``<!-- checkout -->`` and ``<!-- /checkout -->`` goes. A comment that begins with
    ``release``, or with the name of an address that is known, becomes text. Where a command says "." for the
    checkout it says the name of the package, and in place of a link to a file stands its path.
    """

    def shown(comment: re.Match[str]) -> str:
        name = comment["block"] or comment["word"]
        words = comment["lines"] or comment["words"]
        if name == "release":
            return words
        return words.replace(name, addresses[name]) if name in addresses else ""

    text = _OF_A_RELEASE.sub(shown, _OF_A_CHECKOUT.sub("", text))
    text = re.sub(r"(?<=\buvx )--from \. |(?<=\bpipx run )--spec \. ", "", text).replace(
        '".[', f'"{package}['
    )
    return _LINK_TO_A_FILE.sub(lambda link: link[2] if link[1] == link[2] else f"{link[1]} ({link[2]})", text)


class CatalogueHook(BuildHookInterface[Any]):
    """Compiles every messages.po into the messages.mo beside it and packs it."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        for source in Path(self.root, "scorekeeper", "translations").glob("*/LC_MESSAGES/messages.po"):
            target = source.with_suffix(".mo")
            with source.open("rb") as file:
                catalog = read_po(file, locale=source.parts[-3])
            with target.open("wb") as file:
                write_mo(file, catalog)
            build_data["artifacts"].append(target.relative_to(self.root).as_posix())


class ReleaseHook(MetadataHookInterface):
    """The addresses that are known when the package is built, and its README."""

    def update(self, metadata: dict[str, Any]) -> None:
        known = known_addresses()
        metadata["urls"] = {
            name: known[variable] for name, variable in _ADDRESSES.items() if variable in known
        }
        text = readme_of_a_release(Path(self.root, "README.md").read_text("utf-8"), metadata["name"], known)
        metadata["readme"] = {"content-type": "text/markdown", "text": text}
