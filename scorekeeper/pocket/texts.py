"""What the page around the app says, in every language."""

from __future__ import annotations

from typing import Final

from ..languages import LANGUAGES, translator
from ..sentences import N_

_TEXTS: Final = {
    "what": N_("Keeps the score of Koi-Koi played with real cards."),
    "fetching": N_("Fetching the app, once …"),
    "progress": N_("Fetching the app, once: {done} of {total} MB"),
    "python": N_("Starting …"),
    "app": N_("Opening your matches …"),
    "again": N_("Try again"),
    "later": N_("Close"),
    "elsewhere": N_("The app is open in another tab. Close that one, then reload this page."),
    "no_file": N_("The file could not be saved. Try again."),
    "insecure": N_("The app needs an address that begins with https://. Ask for that one."),
    "unable": N_(
        "This browser cannot keep your matches. These can, outside private windows: "
        "Chrome and Edge from 109, Firefox from 114, Safari and iOS from 17."
    ),
    "unreached": N_("The app could not be fetched. Check the connection."),
    "failed": N_("The app has stopped. What was saved is safe."),
    "damaged": N_(
        "The matches stored in this browser are damaged and cannot be read. To begin again, delete what the "
        "browser stores for this site, then import your last copy."
    ),
    "full": N_(
        "There is no room left on this phone: what you entered last was not saved. "
        "What was saved before is safe."
    ),
}


def texts() -> dict[str, dict[str, str]]:
    """The texts by language and name."""
    said = {language: translator(language) for language in LANGUAGES}
    return {language: {name: say(text) for name, text in _TEXTS.items()} for language, say in said.items()}
