"""A restored backup lets nobody in that was locked out since it was made."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

from scorekeeper.access import Link, Links, Phone, Phones, Role
from scorekeeper.installation import Installation
from scorekeeper.store.backup import restore
from scorekeeper.times import utc_now

from .installations import back_up, contents


def let_in(home: Path) -> tuple[str, str]:
    """The code of a new link and the secret of a phone that it let in."""
    installation = Installation(home)
    with closing(installation.open_store()) as store:
        links = Links(store.live, installation.secret)
        link = links.make(Link(Role.HOST, utc_now()))
        secret = Phones(store.live).let_in(Phone("Guest", utc_now(), utc_now(), link))
        code = links.code(link)
    installation.release()
    return code, secret


def what_is_live(home: Path, code: str) -> tuple[str, int, int]:
    """The link that has the code, and how many links and phones there are."""
    installation = Installation(home)
    with closing(installation.open_store()) as store:
        links = Links(store.live, installation.secret)
        found = links.opened(code), len(links.all()), len(Phones(store.live).all())
    installation.release()
    return found


def test_a_link_and_a_phone_that_a_backup_holds_are_not_restored(home: Path, tmp_path: Path) -> None:
    code, _ = let_in(home)
    target = back_up(home, tmp_path / "koi.zip")
    before = contents(home)
    assert what_is_live(home, code)[1:] == (1, 1)
    restore(home, target)
    assert what_is_live(home, code) == ("", 0, 0)
    assert contents(home) == before  # what was played is all there
