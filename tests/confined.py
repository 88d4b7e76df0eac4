"""Python code in a process of its own, which the system stops where it takes too much."""

from __future__ import annotations

import subprocess
import sys
from textwrap import dedent


def run_within(seconds: int, code: str, *arguments: str) -> str:
    """What the code prints; AssertionError where it fails, or takes more processor time than this.

    Processor time, unlike time, does not grow because other programs run.
    """
    limited = f"import resource, sys\nresource.setrlimit(resource.RLIMIT_CPU, ({seconds}, {seconds}))\n"
    child = subprocess.run(
        [sys.executable, "-c", limited + dedent(code), *arguments], capture_output=True, text=True
    )
    assert child.returncode == 0, f"ended with {child.returncode}: {child.stderr[-2000:]}"
    return child.stdout
