"""What is published with a version."""

from __future__ import annotations

import pytest

from scorekeeper import __version__
from tools.release import CHANGELOG, changes

CHANGED = """# Changelog

## Unreleased

### Added
- Third.

## [0.2.0] – 2026-12-01

### Fixed
- Second.

## 0.1.0
- First.
"""


@pytest.mark.parametrize(
    ("version", "written"),
    [
        ("0.1.0", "# 0.1.0\n\n- First.\n"),
        ("0.2.0", "# 0.2.0\n\n### Fixed\n- Second.\n"),
        ("0.3.0", "# 0.3.0\n\n### Added\n- Third.\n"),
    ],
)
def test_the_changes_of_a_version_are_its_section_or_what_is_unreleased(version: str, written: str) -> None:
    assert changes(CHANGED, version) == written


def test_a_version_in_which_nothing_changed_is_refused() -> None:
    with pytest.raises(LookupError, match=r"no section 0\.3\.0"):
        changes(CHANGED.replace("- Third.", "").replace("### Added", ""), "0.3.0")


def test_the_changelog_has_something_about_this_version() -> None:
    assert "### Added" in changes(CHANGELOG.read_text("utf-8"), __version__)
