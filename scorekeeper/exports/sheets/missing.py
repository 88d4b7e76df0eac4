"""What is said where a form of the scoresheet needs a library that is not installed."""

from __future__ import annotations

from typing import Final

from ...sentences import Refusal, say

INSTALL: Final = 'pip install "scorekeeper[sheets]"'


class MissingLibrary(Refusal):
    """The file cannot be written, for its library is an extra of this app and is not installed.

    ``form`` is what the player asked for, such as "XLSX"; ``library`` is its name in a package index.
    """

    def __init__(self, form: str, library: str) -> None:
        self.form = form
        self.library = library
        super().__init__(
            say(
                "%(form)s needs %(library)s, which is not installed here. Install it with: %(command)s",
                form=form,
                library=library,
                command=INSTALL,
            )
        )
