"""Building the package makes the compiled catalogues of the languages, also for an editable install.

A release names besides where the project is, and the app without a server.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any, Final

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

# What the package calls them, and the variables in which `make release` hands them on.
_ADDRESSES: Final = {"Source": "SOURCE", "Play without a server": "SITE"}


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


class AddressHook(MetadataHookInterface):
    """Names the addresses that are known when the package is built; a checkout knows none."""

    def update(self, metadata: dict[str, Any]) -> None:
        found = {name: os.environ.get(variable, "") for name, variable in _ADDRESSES.items()}
        metadata["urls"] = {name: address for name, address in found.items() if address}
