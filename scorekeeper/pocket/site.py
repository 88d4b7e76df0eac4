"""A folder of static files that is the whole app: any web server can serve it, under any path.

Python for the browser comes from its npm package, what the app needs from requirements.txt; both are checked
by their sums. A site is made from the files of this version alone, so it is the same wherever it is made.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tarfile
from base64 import b64encode
from collections.abc import Container, Iterator
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, NamedTuple
from zipfile import ZipFile

from ..folders import beside
from ..web.bundles import script

_PACKAGE: Final = Path(__file__).parent.parent
_SHELL: Final = Path(__file__).with_name("shell")
_PYODIDE: Final = "pyodide@314.0.7"
_PYODIDE_SUM: Final = "66b7949e5a0cba2250b586d7e368bf12fb482800748d182c4618254b685ffaa0"
_PYTHON: Final = "3.14"
_LINUX: Final = ("manylinux_2_28_x86_64", "manylinux2014_x86_64", "manylinux1_x86_64")
_PLATFORMS: Final = ("pyemscripten_2026_0_wasm32", *_LINUX)
_OF_PYODIDE: Final = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "pyodide-lock.json")
_OF_SHELL: Final = ("shell.css", "shell.js", "names.js", "slots.js", "worker.js")
_ICONS: Final = ("icon.svg", "icon-192.png", "icon-512.png", "icon-maskable-512.png")
# What a browser does not run: commands, servers, what draws with typst, what makes the site.
_LEFT_OUT: Final = (
    *("__main__.py", "cli", "server", "wsgi.py", "store/postgres", "exports/sheets/drawn"),
    *("exports/sheets/fonts", "pocket/requirements.txt", "pocket/shell", "pocket/site.py"),
    *("docs", "static", "templates"),
)
_LEFT_OUT_OF_PACKAGES: Final = (
    *("*.so", "*.c", "*.pyi", "*.js", "*.md", "*.txt", "*.data", "*.sh", "py.typed"),
    *("babel/messages", "dateutil/zoneinfo/*.gz", "pytz/zoneinfo", "segno/cli.py", "sqlite_utils/cli.py"),
    *("tests", "tzdata/zones", "tzdata/zoneinfo/*.tab", "tzdata/zoneinfo/*.zi"),
    *("werkzeug/debug", "wtforms/locale"),
)
_LOCALES: Final = ("root", "en", "en_US", "pl", "ru", "nl", "ja")
_DICTIONARIES: Final = ("en_US", "pl_PL", "ru_RU", "nl_NL")
# Strict as the app's own; what runs Python is compiled from WebAssembly.
_POLICY: Final = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self' 'wasm-unsafe-eval'",
        "style-src 'self'",
        "img-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "worker-src 'self'",
        "frame-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
    )
)
_HEADERS: Final = {
    "Content-Security-Policy": f"{_POLICY}; frame-ancestors 'none'",
    "Cache-Control": "no-cache",  # the service worker keeps them; what a browser keeps besides may be older
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
}
_KINDS: Final = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".mjs": "text/javascript; charset=utf-8",
    ".png": "image/png",
    ".svg": "image/svg+xml; charset=utf-8",
    ".txt": "text/plain; charset=utf-8",
    ".wasm": "application/wasm",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
    ".zip": "application/zip",
    ".zst": "application/zstd",
}


class CannotMake(Exception):
    """A site that cannot be made; the message says what is missing."""


class Site(NamedTuple):
    """``size``: bytes that a first visit fetches, compressed."""

    version: str
    size: int


def write_site(folder: Path) -> Site:
    """Make the site in ``folder``, in place of an older one. Raises CannotMake, OSError."""
    if folder.exists() and any(folder.iterdir()) and not (folder / "service_worker.js").exists():
        raise CannotMake(f"{folder} is not empty and holds no site. Choose a new folder.")
    with TemporaryDirectory(prefix="koi-koi-site-") as name:
        made = Path(name, "made")
        site = write_parts(gathered(Path(name)), made)
        shutil.rmtree(folder, ignore_errors=True)
        folder.parent.mkdir(parents=True, exist_ok=True)
        shutil.copytree(made, folder)
    return site


def gathered(work: Path) -> Path:
    """The folder in ``work``, which is empty, with all files of the site under their addresses, also packed.

    Raises CannotMake, OSError.
    """
    _fetch_python(work)
    _fetch_packages(work)
    _copy_app(work / "app" / "scorekeeper")
    out = work / "out"
    _copy_shell(work / "pyodide", out)
    _run(["node", str(_SHELL / "pack.mjs"), str(work)], "Node.js")
    return out


def _fetch_python(work: Path) -> None:
    _run(["npm", "pack", _PYODIDE, "--silent", "--pack-destination", str(work)], "npm")
    archive = work / f"{_PYODIDE.replace('@', '-')}.tgz"
    if (found := sha256(archive.read_bytes()).hexdigest()) != _PYODIDE_SUM:
        raise CannotMake(f"{_PYODIDE} has the sum {found}, not {_PYODIDE_SUM}.")
    with tarfile.open(archive) as packed:
        packed.extractall(work, filter="data")
    (work / "package").rename(work / "pyodide")
    lock = work / "pyodide" / "pyodide-lock.json"
    info = json.loads(lock.read_text("utf-8"))["info"]
    lock.write_text(json.dumps({"info": info, "packages": {}}, sort_keys=True))


def _fetch_packages(work: Path) -> None:
    wheels = work / "wheels"
    chosen = [option for platform in _PLATFORMS for option in ("--platform", platform)]
    python = ["--python-version", _PYTHON, "--implementation", "cp", "--abi", f"cp{_PYTHON.replace('.', '')}"]
    pip = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check"]
    only = ["--no-deps", "--only-binary", ":all:", "--require-hashes"]
    needed = ["--requirement", str(Path(__file__).with_name("requirements.txt"))]
    _run([*pip, *only, *chosen, *python, *needed, "--dest", str(wheels)], "pip")
    app = work / "app"
    for wheel in sorted(wheels.iterdir()):
        with ZipFile(wheel) as archive:
            archive.extractall(app, [name for name in archive.namelist() if ".dist-info/" not in name])
    for pattern in _LEFT_OUT_OF_PACKAGES:
        for path in sorted(app.glob(pattern if "/" in pattern else f"**/{pattern}")):
            if path.is_dir():
                shutil.rmtree(path)
            elif "wasm32" not in path.name:
                path.unlink()
    _keep_only(app / "babel" / "locale-data", ".dat", _LOCALES)
    _keep_only(app / "pyphen" / "dictionaries", ".dic", [f"hyph_{name}" for name in _DICTIONARIES])


def _keep_only(folder: Path, ending: str, names: Container[str]) -> None:
    for path in folder.glob(f"*{ending}"):
        if path.stem not in names:
            path.unlink()


def _copy_app(target: Path) -> None:
    left_out = {_PACKAGE / name for name in _LEFT_OUT}

    def ignored(folder: str, names: list[str]) -> list[str]:
        return [
            name for name in names if Path(folder, name) in left_out or name in ("__pycache__", "messages.po")
        ]

    shutil.copytree(_PACKAGE, target, ignore=ignored)
    for name in ("static", "templates"):
        shutil.copytree(beside(name), target / name, ignore=shutil.ignore_patterns("__pycache__"))
    (target / "docs").mkdir()
    shutil.copyfile(beside("docs") / "rule-sets.md", target / "docs" / "rule-sets.md")


def _copy_shell(pyodide: Path, out: Path) -> None:
    """The files of the page around the app; ``pack`` adds its texts and the app itself."""
    (out / "pyodide").mkdir(parents=True)
    for name in _OF_PYODIDE:
        shutil.copyfile(pyodide / name, out / "pyodide" / name)
    for name in _OF_SHELL:
        shutil.copyfile(_SHELL / name, out / name)
    page = (_SHELL / "index.html").read_text("utf-8")
    (out / "index.html").write_text(page.replace("{{policy}}", _POLICY), "utf-8")
    static = beside("static")
    for name in _ICONS:
        shutil.copyfile(static / name, out / name)
    manifest = json.loads((static / "manifest.webmanifest").read_text("utf-8"))
    manifest |= {"start_url": "./", "scope": "./"}
    (out / "manifest.webmanifest").write_text(json.dumps(manifest, indent=2), "utf-8")


def write_parts(out: Path, made: Path) -> Site:
    """Write what a web server gets: the page, its scripts, the service worker, and each file packed."""
    (made / "parts").mkdir(parents=True)
    files = list(_packed(out, made))
    listed = json.dumps(files, sort_keys=True)
    worker = script(_SHELL / "service_worker.js")
    version = sha256(f"{listed}{worker}{_HEADERS}".encode()).hexdigest()[:12]
    site = json.dumps({"version": version, "headers": _HEADERS, "files": files}, sort_keys=True)
    (made / "service_worker.js").write_text(f"const SITE = {site};\n{worker}\n", "utf-8")
    (made / "404.html").write_text(_not_found(), "utf-8")
    for path in sorted(out.glob("*.*")):
        if path.suffix not in (".zst", ".gz"):
            shutil.copyfile(path, made / path.name)
    return Site(version, sum(int(file["size"]) for file in files))


def _not_found() -> str:
    """The page by which web servers answer for what is not there; its script is allowed by its sum."""
    code = (_SHELL / "not_found.js").read_text("utf-8")
    sum_ = b64encode(sha256(code.encode()).digest()).decode()
    policy = f"default-src 'none'; script-src 'sha256-{sum_}'; base-uri 'none'; form-action 'none'"
    page = (_SHELL / "404.html").read_text("utf-8")
    return page.replace("{{policy}}", policy).replace("{{script}}", code)


def _packed(out: Path, made: Path) -> Iterator[dict[str, str | int]]:
    for packed in sorted(out.rglob("*.gz")):
        path = packed.with_suffix("")
        sum_ = sha256(path.read_bytes()).hexdigest()
        part = f"parts/{sum_[:20]}.bin"  # an ending of which no web server says that it is compressed
        shutil.copyfile(packed, made / part)
        yield {
            "path": path.relative_to(out).as_posix(),
            "part": part,
            "size": packed.stat().st_size,
            "sum": sum_,
            "kind": _KINDS[path.suffix],
        }


def _run(command: list[str], needed: str) -> None:
    """Run a program from the path, or from beside Python, where packages put it."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ.get('PATH', '')}"
    try:
        done = subprocess.run(command, capture_output=True, text=True, env={**os.environ, "PATH": path})
    except FileNotFoundError as error:
        raise CannotMake(f"Making the site needs {needed}. Install it, then try again.") from error
    if done.returncode:
        raise CannotMake(f"{needed} failed: {(done.stderr or done.stdout).strip()[-2000:]}")
