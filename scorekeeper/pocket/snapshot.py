"""An installation as one piece of bytes, and back: a ZIP archive that is not compressed."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path
from zipfile import ZipFile


def taken(folder: Path) -> bytes:
    """All files of a folder, while nobody writes there."""
    content = BytesIO()
    with ZipFile(content, "w", strict_timestamps=False) as archive:
        for path in sorted(folder.rglob("*")):
            if path.is_file():
                archive.write(path, path.relative_to(folder).as_posix())
    return content.getvalue()


def put_back(content: bytes, folder: Path) -> None:
    """Fill an empty folder with what ``taken`` returned. Raises zipfile.BadZipFile."""
    with ZipFile(BytesIO(content)) as archive:
        archive.extractall(folder)
