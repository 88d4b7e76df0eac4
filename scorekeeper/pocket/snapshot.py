"""An installation as one piece of bytes, and back: a ZIP archive that is not compressed."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path
from zipfile import ZipFile, ZipInfo


def taken(folder: Path) -> bytes:
    """All files of a folder while nobody writes there; without times, so the same files, the same bytes."""
    content = BytesIO()
    with ZipFile(content, "w") as archive:
        for path in sorted(folder.rglob("*")):
            if path.is_file():
                archive.writestr(ZipInfo(path.relative_to(folder).as_posix()), path.read_bytes())
    return content.getvalue()


def put_back(content: bytes, folder: Path) -> None:
    """Fill an empty folder with what ``taken`` returned. Raises zipfile.BadZipFile."""
    with ZipFile(BytesIO(content)) as archive:
        archive.extractall(folder)
