"""The commands that the documents show."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

CHECKOUT: Final = Path(__file__).parents[1]
DOCUMENTS: Final = [
    *("README.md", "instance/README.md", "tests/README.md"),
    *(f"docs/{name}.md" for name in ("command", "hosting", "many-tables", "rule-sets")),
]
PROJECT: Final = tomllib.loads((CHECKOUT / "pyproject.toml").read_text("utf-8"))


class Shown(NamedTuple):
    """A command of a document: what is run, and what it prints where that is shown.

    ``between_words``: it may be no command at all.
    """

    document: str
    command: str
    output: str
    between_words: bool = False

    @property
    def bare(self) -> str:
        """Without sudo, settings before it, and a remark behind it; as Linux writes it."""
        called = self.command.partition("   # ")[0].replace("\\Scripts\\", "/bin/")
        return re.sub(r"^(?:sudo )?(?:[A-Z_]+=\S+ )*", "", called)

    @property
    def settings(self) -> dict[str, str]:
        return dict(re.findall(r"(?:^|(?<= ))([A-Z_]{4,})=(\S+)", self.command))


def text_of(document: str) -> str:
    """What a reader sees of a document of this checkout; in comments stands what is for a release."""
    return re.sub(r"<!--.*?-->", "", (CHECKOUT / document).read_text("utf-8"), flags=re.DOTALL)


def shown(document: str) -> list[Shown]:
    """What stands after the prompts of a document of this checkout."""
    return [one for one in commands(document, text_of(document)) if not one.between_words]


def commands(document: str, text: str) -> Iterator[Shown]:
    """What stands after a prompt or as code between words, in its order."""
    for block, words in re.findall(r"^```console\n(.*?)^```$|`([^`\n]+)`", text, re.DOTALL | re.MULTILINE):
        if words:
            yield Shown(document, words, "", between_words=True)
        for part in re.split(r"^[$>] ", block.replace("\\\n", ""), flags=re.MULTILINE)[1:]:
            command, _, output = part.partition("\n")
            yield Shown(document, re.sub(r"  +(?!#)", " ", command), output)
