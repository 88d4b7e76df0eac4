"""How each system is told to trust a certificate, and to forget it again."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from ...sentences import N_


class System(NamedTuple):
    """A system, the words of a browser by which it is known, and its steps."""

    title: str
    words: Sequence[str]
    steps: Sequence[str]
    removal: str


SYSTEMS: Final = (
    System(
        "Android",
        ("Android",),
        (
            N_(
                "Open the settings of the phone and search for “CA certificate”. On most phones it is under "
                "Security & privacy → More security settings → Encryption & credentials → "
                "Install a certificate."
            ),
            N_(
                "Tap “CA certificate”, then “Install anyway”. Unlock the phone and choose the file "
                "koi-koi.crt."
            ),
            N_(
                "Android may say later that the network can be monitored. It says so of every certificate "
                "that was added by hand."
            ),
        ),
        N_(
            "Search the settings for “Trusted credentials”. Choose “User”, tap the certificate, then "
            "“Remove”."
        ),
    ),
    System(
        N_("iPhone and iPad"),
        ("iPhone", "iPad"),
        (
            N_("Open this page in Safari, download the certificate, and tap “Allow”."),
            N_("Open the settings, tap “Profile Downloaded”, then “Install”."),
            N_(
                "One more step, without which nothing changes: Settings → General → About → "
                "Certificate Trust Settings. Switch the certificate on."
            ),
        ),
        N_("Settings → General → VPN & Device Management: tap the profile, then “Remove Profile”."),
    ),
    System(
        "Windows",
        ("Windows",),
        (
            N_("Open the downloaded file. Choose “Install Certificate”, then “Current User”."),
            N_(
                "Choose “Place all certificates in the following store”, then “Browse” and "
                "“Trusted Root Certification Authorities”."
            ),
            N_("Confirm the warning, and start the browser again."),
        ),
        N_(
            "Press the Windows key and R, and type certmgr.msc. Delete the certificate under "
            "Trusted Root Certification Authorities → Certificates."
        ),
    ),
    System(
        "Mac",
        ("Macintosh",),
        (
            N_("Open the downloaded file. It is added to the app “Keychain Access”."),
            N_("Double-click the certificate there. Under “Trust”, choose “Always Trust”."),
        ),
        N_("Delete the certificate in “Keychain Access”."),
    ),
    System(
        N_("Linux, and Firefox on a computer"),
        ("X11", "Wayland", "Linux"),
        (
            N_(
                "Firefox: Settings → Privacy & Security → View Certificates → Authorities → Import. "
                "Tick “Trust this CA to identify websites”."
            ),
            N_(
                "Chrome and Chromium: Settings → Privacy and security → Security → Manage certificates. "
                "Import the file as an authority for websites."
            ),
        ),
        N_("Delete the certificate in the same list."),
    ),
)


def system_of(browser: str) -> System | None:
    """The system of a browser, by how the browser calls itself."""
    return next((system for system in SYSTEMS if any(word in browser for word in system.words)), None)
