"""How the tests are written, see README.md beside this file."""

from __future__ import annotations

import re
from pathlib import Path

TESTS = Path(__file__).parent
_OF_A_TEST = re.compile(r"^\s*(?:from [\w.]*\btest_\w+ import|import test_|from \.+ import test_).*", re.M)


def test_no_file_of_tests_is_imported_by_another() -> None:
    """What two of them need is in a module beside them, whose name does not begin with test."""
    imports = {path: _OF_A_TEST.findall(path.read_text("utf-8")) for path in TESTS.rglob("*.py")}
    assert not {str(path): found for path, found in imports.items() if found}
