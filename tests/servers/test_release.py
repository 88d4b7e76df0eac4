"""What is published with a version."""

from __future__ import annotations

import re

import pytest
from documents import PROJECT, commands

from hatch_build import readme_of_a_release
from scorekeeper import __version__
from tools.release import CHANGELOG, CHECKOUT, PACKAGE, changes

README = (CHECKOUT / "README.md").read_text("utf-8")
KNOWN = {"SOURCE": "https://example.org/source", "SITE": "https://example.org/play"}
MARKED = """Koi-Koi

<!-- release
```console
$ uvx scores serve
```

-->
In a checkout<!-- SOURCE (`git clone SOURCE`)-->, or with pipx:

```console
$ uvx --from . scores serve
$ pipx run --spec . scores serve
$ pip install ".[sheets]"
```
<!-- checkout -->
<img src="docs/board.png">
<!-- /checkout -->
<!-- SITE
Or open SITE
-->
See [docs/hosting.md](docs/hosting.md#https) and the
[licence
text](LICENSE), [here](#below), [uv](https://example.org).
"""
CHANGED = """# Changelog

## Unreleased

### Added
- Third.

## [0.2.0] – 2026-12-01

### Fixed
- Second.

## 0.1.0
- First.
"""


@pytest.mark.parametrize(
    ("version", "written"),
    [
        ("0.1.0", "# 0.1.0\n\n- First.\n"),
        ("0.2.0", "# 0.2.0\n\n### Fixed\n- Second.\n"),
        ("0.3.0", "# 0.3.0\n\n### Added\n- Third.\n"),
    ],
)
def test_the_changes_of_a_version_are_its_section_or_what_is_unreleased(version: str, written: str) -> None:
    assert changes(CHANGED, version) == written


def test_a_version_in_which_nothing_changed_is_refused() -> None:
    with pytest.raises(LookupError, match=r"no section 0\.3\.0"):
        changes(CHANGED.replace("- Third.", "").replace("### Added", ""), "0.3.0")


def test_the_changelog_has_something_about_this_version() -> None:
    assert "### Added" in changes(CHANGELOG.read_text("utf-8"), __version__)


def test_the_readme_of_a_release_is_for_somebody_without_a_checkout() -> None:
    assert (
        readme_of_a_release(MARKED, "scores", KNOWN)
        == """Koi-Koi

```console
$ uvx scores serve
```

In a checkout (`git clone https://example.org/source`), or with pipx:

```console
$ uvx scores serve
$ pipx run scores serve
$ pip install "scores[sheets]"
```
Or open https://example.org/play
See docs/hosting.md and the
licence
text (LICENSE), [here](#below), [uv](https://example.org).
"""
    )


def test_an_address_that_is_not_known_is_not_named() -> None:
    unknown = readme_of_a_release(MARKED, "scores", {})
    assert "In a checkout, or with pipx" in unknown
    assert "SITE" not in unknown
    assert "uvx scores serve" in unknown


@pytest.mark.parametrize("known", [KNOWN, {}], ids=["addresses", "none"])
def test_the_published_readme_says_where_a_checkout_is_needed(known: dict[str, str]) -> None:
    readme = readme_of_a_release(README, PACKAGE, known)
    assert re.findall(r"<!--|--from [.]|--spec [.]|\]\((?!https?:|#)\S*|src=", readme) == []
    assert all(address in readme for address in known.values())
    for section in re.split("^## ", readme, flags=re.MULTILINE):
        called = [one.command for one in commands("README.md", section)]
        assert "checkout" in section or not any(re.match(r"make |docker |\.venv/", one) for one in called)


def test_the_package_has_the_name_in_the_readme() -> None:
    assert PROJECT["project"]["name"] == PACKAGE
