"""What of a site is made by the Python that the browser will run, from a folder that ``site`` has filled.

It has ``app``, with the packages as they are installed, and gets ``out``: the files of the app under their
addresses, the compiled packages, and Python's own library without what no page uses. Nothing in it has a
time, so the same files give the same bytes.
"""

from __future__ import annotations

import compileall
import gzip
import json
import pickle
import shutil
import sys
from importlib import import_module
from pathlib import Path
from py_compile import PycInvalidationMode
from tempfile import mkdtemp
from typing import TYPE_CHECKING, Final
from zipfile import ZipFile

if TYPE_CHECKING:
    from flask import Flask

# Of Python's library: what draws windows, talks to other computers or processes, builds or tests programs.
_UNUSED: Final = (
    *("_pyrepl", "concurrent/interpreters", "curses", "dbm", "ensurepip", "idlelib", "lib2to3"),
    *("multiprocessing", "pydoc_data", "test", "tkinter", "turtledemo", "unittest", "venv", "wsgiref"),
    *("xml/dom", "xml/etree", "xmlrpc", "_pydatetime.py", "_pydecimal.py", "_pyio.py", "antigravity.py"),
    *("asyncio/proactor_events.py", "asyncio/tools.py", "asyncio/windows_events.py", "bdb.py", "cmd.py"),
    *("compileall.py", "cProfile.py", "doctest.py", "filecmp.py", "fileinput.py", "ftplib.py", "imaplib.py"),
    *("logging/config.py", "logging/handlers.py", "mailbox.py", "modulefinder.py", "optparse.py", "pdb.py"),
    *("pickletools.py", "plistlib.py", "poplib.py", "profile.py", "pstats.py", "pty.py", "pyclbr.py"),
    *("pydoc.py", "smtplib.py", "symtable.py", "tabnanny.py", "this.py", "timeit.py", "trace.py"),
    *("tracemalloc.py", "tty.py", "turtle.py", "urllib/robotparser.py", "wave.py", "zipapp.py"),
)
_ENCODINGS: Final = (
    *("__init__", "aliases", "ascii", "cp1252", "cp437", "idna", "latin_1", "punycode", "unicode_escape"),
    *("utf_16", "utf_16_be", "utf_16_le", "utf_32", "utf_8", "utf_8_sig"),
    *("iso8859_1", "iso8859_2"),  # of dictionaries that say where words break
)
# Of what Babel knows of languages: the app writes days, numbers, spans of time and plurals.
_UNUSED_OF_LOCALES: Final = (
    *("all_currencies", "compact_currency_formats", "compact_decimal_formats", "compound_unit_patterns"),
    *("currency_formats", "currency_fractions", "currency_names", "currency_names_plural"),
    *("currency_symbols", "interval_formats", "languages", "likely_subtags", "meta_zones", "scripts"),
    *("territories", "territory_currencies", "territory_languages", "territory_zones", "time_zones"),
    *("unit_display_names", "variants", "windows_zone_mapping", "zone_territories"),
)


def pack(folder: Path) -> None:
    """Fill ``folder/out``."""
    out = folder / "out"
    app = Path(mkdtemp(), "app")
    shutil.copytree(folder / "app", app)  # to the memory, which is quicker than the disk of the computer
    sys.path.insert(0, str(app))
    made = import_module("scorekeeper.web").create_app(
        import_module("scorekeeper.installation").Installation(Path(mkdtemp()))
    )
    version = _write_assets(made, out)
    made.jinja_env.compile_templates(app / "templates", zip=None, ignore_errors=False)  # a phone takes long
    (app / "scorekeeper" / "pocket" / "static_version").write_text(version)
    for name in ("static", "templates"):
        shutil.rmtree(app / "scorekeeper" / name)
    _compile(app)
    for path in (app / "babel").rglob("*.dat"):
        path.write_bytes(_without_unused(path.read_bytes()))
    packed = import_module("scorekeeper.pocket.app").folder_packed
    (out / "app.zip.zst").write_bytes(_compressed(packed(app)))
    library = Path(mkdtemp())
    with ZipFile(folder / "pyodide" / "python_stdlib.zip") as archive:
        archive.extractall(library)
    _leave_out_unused(library)
    _compile(library)
    (out / "pyodide" / "python_stdlib.zip").write_bytes(packed(library))
    texts = import_module("scorekeeper.pocket.texts").texts()
    (out / "texts.js").write_text(f"export const TEXTS = {json.dumps(texts, ensure_ascii=False)};\n")
    for path in sorted(out.rglob("*.*")):
        if path.is_file():
            path.with_name(f"{path.name}.gz").write_bytes(gzip.compress(path.read_bytes(), 9, mtime=0))


def _write_assets(app: Flask, out: Path) -> str:
    """Write every file that pages name, as the app sends it; returns the version in their addresses."""
    with app.test_request_context():
        version = str(import_module("scorekeeper.web.assets").static_version())
    client = import_module("werkzeug.test").Client(app)
    for name in import_module("scorekeeper.web.bundles").entries(Path(app.static_folder or "")):
        target = out / "app" / "assets" / version / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(client.get(f"/assets/{version}/{name}").get_data())
    return version


def _leave_out_unused(library: Path) -> None:
    for name in _UNUSED:
        if (library / name).is_dir():
            shutil.rmtree(library / name)
        else:
            (library / name).unlink(missing_ok=True)
    for path in (library / "encodings").iterdir():
        if path.stem not in _ENCODINGS:
            path.unlink()


def _compile(folder: Path) -> None:
    """Put what Python compiles of each module in its place, without its docstrings."""
    compileall.compile_dir(
        folder,
        quiet=1,
        legacy=True,
        optimize=2,
        stripdir=folder,
        invalidation_mode=PycInvalidationMode.UNCHECKED_HASH,
    )
    for path in folder.rglob("*.pyc"):
        path.with_suffix(".py").unlink(missing_ok=True)
    for path in [*folder.rglob("__pycache__")]:
        shutil.rmtree(path)


def _without_unused(content: bytes) -> bytes:
    data = pickle.loads(content)
    for name in _UNUSED_OF_LOCALES:
        data.pop(name, None)
    return pickle.dumps(data)


def _compressed(content: bytes) -> bytes:
    """As small as can be: modules are much alike, and are looked at together."""
    zstd = import_module("compression.zstd")  # of this Python; the one that makes the site may be older
    options = {zstd.CompressionParameter.compression_level: 22, zstd.CompressionParameter.window_log: 24}
    return bytes(zstd.compress(content, options=options))
