"""What is published beside the package: its README, and what changed in this version.

python -m tools.release dist      writes dist/README.md and dist/changes-0.1.0.md

What changed is the section of this version in CHANGELOG.md; while there is none, what is unreleased there.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Final

from hatch_build import known_addresses, readme_of_a_release
from scorekeeper import __version__

CHECKOUT: Final = Path(__file__).parent.parent
CHANGELOG: Final = CHECKOUT / "CHANGELOG.md"
PACKAGE: Final = "koikoi-scorekeeper"


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
    target = Path(sys.argv[1])
    changed = changes(CHANGELOG.read_text("utf-8"), __version__)
    (target / f"changes-{__version__}.md").write_text(changed, "utf-8")
    readme = readme_of_a_release((CHECKOUT / "README.md").read_text("utf-8"), PACKAGE, known_addresses())
    (target / "README.md").write_text(readme, "utf-8")
