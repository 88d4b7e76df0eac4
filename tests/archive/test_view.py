"""Whatever is saved, corrected, deleted or renamed: the archive in memory is what the store holds."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from datetime import date, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from extent import examples
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.archive.archive import View
from scorekeeper.archive.filter import Filter
from scorekeeper.archive.players import KIND, id_of
from scorekeeper.archive.results import figures
from scorekeeper.koikoi.figures.match_figures import figures_of, totals
from scorekeeper.store import Store, StoreError
from scorekeeper.store.sqlite import SqliteStore

from .matches import Table, begin, win

NAMES: Final = ("Anna", "anna ", "Piet", "Иван", "髙橋", "高橋 ", "Guest")
PILES: Final = ("01B 03B 08B", "01B 03B 08B 12B", "03B 09A", "06A 07A 10A")
RULES: Final = ("dutch", "russian")
FIRST: Final = date(2026, 2, 10)
number = st.integers(0, 10**6)


class Shaken:
    """A table at which anything may happen; ``number`` says to which match, and how."""

    def __init__(self, store: Store) -> None:
        self.table = Table(store)
        self.store = store
        self.begun = 0

    def begin(self, number: int) -> None:
        """A match of one or two rounds on one of four evenings, or it is not known when."""
        names = dict.fromkeys((NAMES[number % 7], NAMES[number // 7 % 7], NAMES[number // 49 % 7]))
        seats = [*names, "Zoë"][: max(2, len(names))]
        day = FIRST + timedelta(days=number // 343 % 4)
        at = f"{day}T{18 + number % 5}:00:00Z" if number % 11 else ""
        rules = {"rounds": 1 + number % 2, "ruleset": RULES[number // 3 % 2], "purse": 30}
        begin(self.store, f"match{self.begun}", *seats, at=at, **rules)
        self.begun += 1

    def win(self, number: int) -> None:
        match_id, seats = self._match(number)
        win(self.store, match_id, number // 7 % seats, PILES[number % 4], others=seats - 1)

    def correct(self, number: int) -> None:
        """Give the first round to another player, or to nobody."""
        match_id, seats = self._match(number)
        piles: list[str | None] = [None] * seats
        piles[number % seats] = PILES[number // 3 % 4]
        won = {"type": "round-won", "player": number % seats, "piles": piles}
        other = won if number % 5 else {"type": "round-exhausted"}
        self._append(match_id, {"type": "round-corrected", "round": 1, "events": [other]})

    def undo(self, number: int) -> None:
        self._append(self._match(number)[0], {"type": "taken-back"})

    def end(self, number: int) -> None:
        self._append(self._match(number)[0], {"type": "match-ended", "reason": "late"})

    def discard(self, number: int) -> None:
        match_id, _ = self._match(number)
        self.store.discard(match_id, self.store.last(match_id))

    def put_back(self, number: int) -> None:
        """Or delete it for good."""
        deleted = [row.id for row in self.store.bin()]
        if deleted and number % 4:
            self.store.put_back(deleted[number % len(deleted)])
        elif deleted:
            self.store.delete(deleted[number % len(deleted)])

    def rename(self, number: int) -> None:
        self._say(KIND, id_of(NAMES[number % 7]), {"name": f"Called {number % 3}"} if number % 4 else None)

    def merge(self, number: int) -> None:
        self._say(KIND, id_of(NAMES[number % 7]), {"merged_into": id_of(NAMES[number // 7 % 7])})

    def remark(self, number: int) -> None:
        """A place, and that somebody else sat on the first seat."""
        match_id, seats = self._match(number)
        other = [id_of(NAMES[number % 7]), *[""] * (seats - 1)] if number % 2 else []
        self._say("match", match_id, {"place": f"hall {number % 3}", "seats": other})

    def _match(self, number: int) -> tuple[str, int]:
        """One of the matches, and how many play it."""
        if not (rows := self.store.matches()):
            self.begin(number)
            rows = self.store.matches()
        match_id = rows[number % len(rows)].id
        return match_id, len(self.store.events(match_id)[0]["players"])

    def _append(self, match_id: str, event: dict[str, Any]) -> None:
        last = self.store.last(match_id)
        self.store.append(match_id, last, [{**event, "id": f"{match_id}.{last}"}])

    def _say(self, kind: str, id_: str, value: Any) -> None:
        there = self.store.documents.get(kind, id_)
        self.store.documents.put(kind, id_, there.version if there else 0, value)

    def fresh(self) -> View:
        """What an archive sees that replays every log."""
        for row in self.store.matches():
            self.store.drop_digest(row.id)
        return Table(self.store).view()


HAPPENINGS: Final[tuple[Callable[[Shaken, int], None], ...]] = (
    *(Shaken.begin,) * 4,
    *(Shaken.win,) * 6,
    Shaken.correct,
    Shaken.undo,
    Shaken.end,
    Shaken.discard,
    Shaken.put_back,
    Shaken.rename,
    Shaken.merge,
    Shaken.remark,
)


@settings(max_examples=examples(40))
@given(st.lists(st.tuples(st.sampled_from(HAPPENINGS), number, st.booleans()), min_size=10, max_size=40))
def test_what_is_kept_up_to_date_equals_a_fresh_archive(
    happened: list[tuple[Callable[[Shaken, int], None], int, bool]],
) -> None:
    """``seen``: whether somebody looks after it; otherwise several changes come at once."""
    with TemporaryDirectory() as folder, closing(SqliteStore(Path(folder) / "store.sqlite")) as store:
        shaken = Shaken(store)
        for happen, number, seen in [*happened, (Shaken.begin, 0, True)]:
            with suppress(StoreError):  # such as the same undo twice
                happen(shaken, number)
            if seen:
                view, fresh = shaken.table.view(), shaken.fresh()
                assert view.matches == fresh.matches
                assert view.players.everybody() == fresh.players.everybody()


def test_the_figures_of_a_view_are_those_of_its_logs(store: Store) -> None:
    shaken = Shaken(store)
    for step in range(12):
        shaken.begin(97 * step)
        shaken.win(31 * step)
    view = shaken.table.view()
    matches = [match for played in view.matches[::-1] if (match := shaken.table.load(played.id))]
    assert len(matches) == 12
    assert figures(view, Filter()).totals == totals(map(figures_of, matches))


def test_several_threads_may_look_at_once(tmp_path: Path) -> None:
    path = tmp_path / "store.sqlite"
    with closing(SqliteStore(path)) as store:
        shaken = Shaken(store)
        for step in range(12):
            shaken.begin(97 * step)
            shaken.win(31 * step)

    def look(_: int) -> tuple[View, list[str]]:
        with closing(SqliteStore(path)) as store:
            table = Table(store)
            table.archive = shaken.table.archive
            return table.view(), table.loaded

    with ThreadPoolExecutor(4) as threads:
        views, loaded = zip(*threads.map(look, range(8)), strict=True)
    assert sum(map(len, loaded)) == len(views[0].matches) == 12
    assert all(view is views[0] for view in views)
