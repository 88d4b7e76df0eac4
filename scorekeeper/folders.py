"""Where the files of the app, of an installation and of the system are."""

from __future__ import annotations

import os
from pathlib import Path

_PACKAGE = Path(__file__).parent
_VARIABLE = "SCOREKEEPER_INSTANCE"


def beside(name: str) -> Path:
    """A folder of the installed package, or of the checkout around it."""
    inside = _PACKAGE / name
    return inside if inside.is_dir() else _PACKAGE.parent / name


def use_folder(folder: Path) -> None:
    """Make a folder the ``default_folder`` of this process and of those that it starts."""
    os.environ[_VARIABLE] = str(folder)


def default_folder() -> Path:
    """``instance/`` of a checkout; for an installed package a folder of the user."""
    if folder := os.environ.get(_VARIABLE):
        return Path(folder)
    checkout = _PACKAGE.parent
    if (checkout / "pyproject.toml").exists():
        return checkout / "instance"
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "scorekeeper"


def font_folders() -> list[Path]:
    """Where systems keep their fonts and those of the user, whether they are there or not."""
    home = Path.home()
    folders = [home / ".local/share/fonts", home / ".fonts", Path("/usr/local/share/fonts")]
    folders += [Path("/usr/share/fonts"), home / "Library/Fonts", Path("/Library/Fonts")]
    folders.append(Path("/System/Library/Fonts"))
    windows = os.environ.get("WINDIR")
    return [*folders, Path(windows, "Fonts")] if windows else folders
