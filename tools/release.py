"""What changed in this version, for whoever publishes it: its section of CHANGELOG.md.

python -m tools.release dist      writes dist/changes-0.1.0.md

While the changelog has no section of this version, that is what it calls unreleased.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Final

from scorekeeper import __version__

CHANGELOG: Final = Path(__file__).parent.parent / "CHANGELOG.md"


def changes(changelog: str, version: str) -> str:
    """The section of a version under its own title. Raises LookupError where there is none."""
    sections = {
        heading.split()[0].strip("[]"): body
        for heading, body in re.findall(r"^## (.+?)\n(.*?)(?=^## |\Z)", changelog, re.DOTALL | re.MULTILINE)
    }
    for heading in (version, "Unreleased"):
        if body := sections.get(heading, "").strip():
            return f"# {version}\n\n{body}\n"
    raise LookupError(f"CHANGELOG.md has no section {version}, and nothing unreleased.")


if __name__ == "__main__":
    target = Path(sys.argv[1], f"changes-{__version__}.md")
    target.write_text(changes(CHANGELOG.read_text("utf-8"), __version__), "utf-8")
