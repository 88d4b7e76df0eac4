"""The commands that a newcomer types, run as they are written: they install the app, start it and call it.

They run in a fresh clone, in a network of their own, with a folder in place of a registry: it has the
libraries that the app needs, and this package only where it has been published.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest
from chromium import missing
from documents import CHECKOUT, DOCUMENTS, PROJECT, Shown, commands, text_of
from patience import until

from hatch_build import readme_of_a_release

from .namespaces import Network, network

PACKAGE: Final = PROJECT["project"]["name"]
# What fetches this package or starts it, without root, a container or another system.
FETCHES: Final = re.compile(
    r"uvx |pipx run |python3 -m venv |(?!/)\S*/bin/pip install |make run\b"
    r"|(?:\.venv|koi-koi)/bin/(?:koikoi-)?scorekeeper(?: serve\b.*| key| backup \S+\.zip| restore \S+\.zip|)$"
)
STARTS: Final = re.compile(r"make run\b|.*scorekeeper(?: serve\b.*)?$")
STARTED: Final = "Your matches, rules and key are in"
TOOLS: Final = Path(sys.executable).parent  # where the tests have uv and pipx


def fetched_by(document: str, text: str) -> list[Shown]:
    return [one for one in commands(document, text) if FETCHES.match(one.command)]


@pytest.fixture(scope="module")
def libraries(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with what the app and its build need, and without the app."""
    folder = tmp_path_factory.mktemp("libraries")
    project = PROJECT["project"]
    extras = [needed for extra in project["optional-dependencies"].values() for needed in extra]
    building = [*PROJECT["build-system"]["requires"], "editables", "pip"]
    wanted = [*project["dependencies"], *extras, *building, "gunicorn"]
    pip = [sys.executable, "-m", "pip", "download", "--quiet", "--prefer-binary"]
    subprocess.run([*pip, "--dest", folder, *wanted], check=True)
    return folder


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    if not (CHECKOUT / ".git").exists():
        missing("These are the sources of a release, which cannot be cloned.")
    subprocess.run(["git", "clone", "--quiet", CHECKOUT, tmp_path / "clone"], check=True)
    return tmp_path / "clone"


@pytest.fixture
def here() -> Iterator[Network]:
    with network() as made:
        yield made


class Newcomer:
    """Somebody at a computer with Python, make, uv and pipx, and nothing of this app."""

    def __init__(self, home: Path, here: Network, *registries: Path) -> None:
        self.here = here
        self.opened = home / "opened"
        home.mkdir()
        tools = home / "tools"
        tools.mkdir()
        for tool in ("uv", "uvx", "pipx"):
            if not (TOOLS / tool).exists():
                missing(f"{tool} is not installed; it is one of the development dependencies.")
            (tools / tool).symlink_to(TOOLS / tool)
        browser = tools / "browser"
        browser.write_text(f'#!/bin/sh\necho "$1" > {self.opened}\n')
        browser.chmod(0o755)
        python = Path(getattr(sys, "_base_executable", sys.executable))
        self.environment = {
            "PATH": f"{tools}:{python.parent}:/usr/bin:/bin",
            "HOME": str(home),
            "LANG": "C.UTF-8",
            "PYTHONUNBUFFERED": "1",
            "BROWSER": f"{browser} %s",
            "PIP_CONFIG_FILE": os.devnull,
            "PIP_NO_INDEX": "1",
            "PIP_FIND_LINKS": " ".join(map(str, registries)),
            "UV_NO_CONFIG": "1",
            "UV_NO_INDEX": "1",
            "UV_OFFLINE": "1",
            "UV_FIND_LINKS": ",".join(map(str, registries)),
            "UV_PYTHON": str(python),
            "PIPX_DEFAULT_PYTHON": str(python),
        }

    def types(self, one: Shown, folder: Path) -> None:
        """A command as it stands there; what it starts answers, and ends with Ctrl-C."""
        with self.here.started(["sh", "-c", one.command], folder, self.environment) as process:
            assert process.stdout
            said = ""
            while line := process.stdout.readline():
                said += line
                if STARTED in line:
                    break
            if not STARTS.match(one.bare):
                if process.wait():
                    pytest.fail(f"{one.command}\n{said}")
                return
            if STARTED not in said:
                pytest.fail(f"{one.command}\n{said}")
            port = re.search(r"(?:--port |PORT=)(\d+)", one.command)
            origin = f"http://127.0.0.1:{port[1] if port else 8000}"
            own = re.search(r"On this computer: (\S+)", said)
            address = own[1] if own else f"{origin}/health/live"  # behind a proxy there is no link
            assert address.startswith(f"{origin}/"), (one, said)
            assert self.here.page(address), one
            if "--open" in one.command:
                until(lambda: self.opened.exists() and self.opened.read_text("utf-8").strip() == address)
                self.opened.unlink()


def test_what_the_documents_show_starts_the_app_in_a_fresh_clone(
    clone: Path, here: Network, libraries: Path, tmp_path: Path
) -> None:
    """The README's commands come first, in its order; later documents need what they have installed."""
    first = fetched_by("README.md", text_of("README.md"))
    assert first[0].command == "make run"
    assert {"uvx", "pipx", "python3", "koi-koi/bin/pip"} <= {one.command.split()[0] for one in first}
    others = [one for document in DOCUMENTS[1:] for one in fetched_by(document, text_of(document))]
    shown = {one.command: one for one in (*first, *others)}
    assert len(shown) > 20
    newcomer = Newcomer(tmp_path / "home", here, libraries)
    with here.started(["uvx", PACKAGE], clone, newcomer.environment) as published:
        assert published.wait(), "the package is on no registry"
    for one in shown.values():
        newcomer.types(one, clone)


def test_what_the_readme_of_a_release_shows_starts_the_app_from_a_registry(
    clone: Path, here: Network, libraries: Path, tmp_path: Path
) -> None:
    known = {"SOURCE": "https://example.org/source", "SITE": "https://example.org/play"}
    registry, folder = tmp_path / "registry", tmp_path / "elsewhere"
    build = [
        sys.executable,
        "-m",
        "build",
        "--no-isolation",
        "--wheel",
        "--outdir",
        str(registry),
        str(clone),
    ]
    subprocess.run(build, check=True, capture_output=True, env={**os.environ, **known})
    (wheel,) = registry.iterdir()
    metadata = zipfile.Path(wheel, f"{wheel.name.removesuffix('-py3-none-any.whl')}.dist-info/METADATA")
    readme = readme_of_a_release((CHECKOUT / "README.md").read_text("utf-8"), PACKAGE, known)
    assert metadata.read_text("utf-8").partition("\n\n")[2].strip() == readme.strip()
    in_a_checkout = re.compile(r"make |\.venv/")
    shown = [one for one in fetched_by("README.md", readme) if not in_a_checkout.match(one.command)]
    assert shown[0].command == f"uvx {PACKAGE} serve --open"
    assert len(shown) > 8
    folder.mkdir()
    newcomer = Newcomer(tmp_path / "home", here, libraries, registry)
    for one in shown:
        newcomer.types(one, folder)
