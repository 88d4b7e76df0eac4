"""The wheel: installed alone it has everything that its pages and its command need."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tarfile
import urllib.request
import zipfile
from http.cookiejar import CookieJar
from pathlib import Path

import pytest
from patience import PATIENCE

from scorekeeper import __version__

pytestmark = pytest.mark.slow

CHECKOUT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the sdist and of the wheel that is built of it, as for a release.

    They are built of a copy: the build compiles the catalogues, which other tests read meanwhile.
    """
    folder, source = tmp_path_factory.mktemp("built"), tmp_path_factory.mktemp("source") / "copy"
    left_out = shutil.ignore_patterns(".[!d]*", "*.mo", "__pycache__", "instance")
    shutil.copytree(CHECKOUT, source, ignore=left_out)
    subprocess.run(
        [sys.executable, "-m", "build", "--no-isolation", "--outdir", folder, source],
        check=True,
        capture_output=True,
        env={**os.environ, "SOURCE": "https://example.org/source", "SITE": "https://example.org/play"},
    )
    return folder


@pytest.fixture(scope="module")
def wheel(built: Path) -> Path:
    (wheel,) = built.glob("*.whl")
    return wheel


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("installed")
    subprocess.run(
        [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--target", folder, wheel],
        check=True,
    )
    return folder


def environment(installed: Path, home: Path) -> dict[str, str]:
    """The environment in which the installed package is found before the checkout."""
    kept = {name: value for name, value in os.environ.items() if name != "SCOREKEEPER_INSTANCE"}
    return {**kept, "PYTHONPATH": str(installed), "XDG_DATA_HOME": str(home)}


def test_the_wheel_holds_everything_that_the_app_needs(wheel: Path) -> None:
    held = set(zipfile.ZipFile(wheel).namelist())
    for folder in ("templates", "static"):
        for path in (CHECKOUT / folder).rglob("*.*"):
            if path.parent.name != "__pycache__":
                assert f"scorekeeper/{path.relative_to(CHECKOUT).as_posix()}" in held
    for path in (CHECKOUT / "scorekeeper").rglob("*"):
        if path.suffix in (".py", ".toml", ".txt", ".typ", ".ttf", ".otf"):
            assert path.relative_to(CHECKOUT).as_posix() in held
    assert not any(name.startswith(("tests/", "instance/")) for name in held)


def test_the_sdist_has_what_the_tests_and_a_container_need(built: Path) -> None:
    (sdist,) = built.glob("*.tar.gz")
    with tarfile.open(sdist) as archive:
        held = {name.partition("/")[2] for name in archive.getnames()}
    assert {"Makefile", "Dockerfile", ".dockerignore", "compose.yaml", "tests/conftest.py"} <= held
    assert {"tools/release.py", "docs/scorekeeper.service", "CHANGELOG.md"} <= held
    assert not any(name.startswith(".venv") for name in held)


def test_it_has_a_name_and_a_command_that_no_other_package_has(wheel: Path) -> None:
    assert wheel.name.startswith(f"koikoi_scorekeeper-{__version__}-")
    commands = zipfile.Path(wheel) / f"koikoi_scorekeeper-{__version__}.dist-info" / "entry_points.txt"
    assert commands.read_text("utf-8").split() == [
        "[console_scripts]",
        *("koikoi-scorekeeper", "=", "scorekeeper.cli:main"),
        *("scorekeeper", "=", "scorekeeper.cli:main"),
    ]


def test_a_release_says_where_the_project_is(built: Path, wheel: Path) -> None:
    named = zipfile.Path(wheel) / f"koikoi_scorekeeper-{__version__}.dist-info" / "METADATA"
    assert re.findall("^Project-URL: (.*)$", named.read_text("utf-8"), re.MULTILINE) == [
        "Source, https://example.org/source",
        "Play without a server, https://example.org/play",
    ]


def test_the_installed_package_serves_its_pages_and_files(installed: Path, tmp_path: Path) -> None:
    server = subprocess.Popen(
        [sys.executable, "-m", "scorekeeper", "serve", "--host", "127.0.0.1", "--port", "0"],
        cwd=tmp_path,
        env=environment(installed, tmp_path),
        stdout=subprocess.PIPE,
    )
    assert server.stdout
    server.stdout.readline()
    address = server.stdout.readline().decode().strip()
    phone = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(CookieJar()))
    try:
        key = (tmp_path / "scorekeeper" / "key").read_text().strip()
        with phone.open(f"{address}/key/{key}") as answer:
            assert answer.url == f"{address}/"
            home = answer.read().decode()
        assert "No matches yet" in home
        for page in ("/matches/new", "/hand", "/rules", "/rules/russian", "/phones"):
            with phone.open(address + page) as answer:
                assert answer.status == 200
                html = answer.read().decode()
            assert "/assets/" in html
            for named in set(re.findall(r'(?:src|href)="(/assets/[^"#]+)', html)):
                with phone.open(address + named) as answer:
                    assert answer.read()
    finally:
        server.terminate()
        server.communicate(timeout=PATIENCE)


def test_the_installed_command_scores_by_every_rule_set(installed: Path, tmp_path: Path) -> None:
    scored = subprocess.run(
        [sys.executable, "-c", "import scorekeeper; print(scorekeeper.__file__)"],
        cwd=tmp_path, env=environment(installed, tmp_path), capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert Path(scored.stdout.strip()).is_relative_to(installed)
    listed = subprocess.run(
        [sys.executable, "-m", "scorekeeper", "rules", "list"],
        cwd=tmp_path, env=environment(installed, tmp_path), capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert "russian" in listed.stdout
