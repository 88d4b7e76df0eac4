"""Building the package makes the compiled catalogues of the languages, also for an editable install."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface


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
