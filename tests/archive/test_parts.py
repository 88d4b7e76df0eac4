"""Whatever is saved, corrected, deleted or renamed: what the archive kept up to date equals a new count."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from datetime import date, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from looks import examples

from bench.counting import counted
from scorekeeper.archive import parts
from scorekeeper.archive.evenings import evening
from scorekeeper.archive.figures import figures
from scorekeeper.archive.filtering import Filter
from scorekeeper.archive.leagues import League
from scorekeeper.archive.listing import listing
from scorekeeper.archive.parts import Part, per_part, renewed
from scorekeeper.archive.people import KIND, id_of
from scorekeeper.archive.played import Played
from scorekeeper.archive.players import career_of, regulars
from scorekeeper.archive.standings import table
from scorekeeper.archive.view import View
from scorekeeper.koikoi.figures.match_figures import figures_of, totals
from scorekeeper.store import Store, StoreError
from scorekeeper.store.sqlite import SqliteStore

from . import leagues
from .matches import Table, begin, win

NAMES: Final = ("Anna", "anna ", "Piet", "Иван", "髙橋", "高橋 ", "Guest")
PILES: Final = ("01B 03B 08B", "01B 03B 08B 12B", "03B 09A", "06A 07A 10A")
RULES: Final = ("dutch", "russian")
FIRST: Final = date(2026, 2, 10)
LEAGUES: Final = (
    League("everybody"),
    League("some", players=tuple(map(id_of, ("Anna", "Piet", "Иван"))), minimum=1, scheme="bonus"),
    League("coins", since=FIRST, until=FIRST + timedelta(days=2), scheme="coins"),
)
FILTERS: Final = (
    Filter(),
    Filter(player=id_of("Anna"), state="finished"),
    Filter(words="ann", since=FIRST + timedelta(days=1)),
    Filter(player=id_of("Piet"), against=id_of("Anna"), words="hall"),
)
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
        there = self.store.documents.find(kind, id_)
        self.store.documents.keep(kind, id_, there.version if there else 0, value)

    def fresh(self) -> View:
        """What an archive sees that replays every log, with all matches in one part."""
        for row in self.store.matches():
            self.store.drop_digest(row.id)
        view = Table(self.store).view()
        return view._replace(parts=(Part(view.matches),) if view.matches else ())


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


def shown(view: View) -> Iterator[tuple[str, object]]:
    """Everything that pages are made of."""
    yield "matches", view.matches
    yield "people", view.people.everybody()
    yield "regulars", regulars(view.parts, view.people)
    yield "listing", listing(view)
    for name in NAMES:
        yield f"career of {name}", career_of(id_of(name), view)
    for wanted in FILTERS:
        yield f"history of {wanted}", list(wanted.matches(view))
        yield f"figures of {wanted}", figures(view, wanted)
        yield f"players of {wanted}", regulars(wanted.parts(view), view.people)
    for days in range(6):
        yield f"evening {days}", evening(view, FIRST + timedelta(days=days - 1))
    for league in LEAGUES:
        yield f"league {league.id}", table(league, view)


@pytest.fixture
def _short_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parts, "LENGTH", 2)


@pytest.mark.usefixtures("_short_parts")
@settings(max_examples=examples(40))
@given(st.lists(st.tuples(st.sampled_from(HAPPENINGS), number, st.booleans()), min_size=10, max_size=40))
def test_what_is_kept_up_to_date_equals_a_fresh_count(
    happened: list[tuple[Callable[[Shaken, int], None], int, bool]],
) -> None:
    """``seen``: whether somebody looks after it; otherwise several changes come at once."""
    with TemporaryDirectory() as folder, closing(SqliteStore(Path(folder) / "store.sqlite")) as store:
        shaken = Shaken(store)
        for happen, number, seen in [*happened, (Shaken.begin, 0, True)]:
            with suppress(StoreError):  # such as the same undo twice
                happen(shaken, number)
            if seen:
                view = shaken.table.view()
                for (what, kept), (_, counted_anew) in zip(shown(view), shown(shaken.fresh()), strict=True):
                    assert kept == counted_anew, what


def test_the_figures_of_a_view_are_those_of_its_logs(store: Store) -> None:
    shaken = Shaken(store)
    for step in range(12):
        shaken.begin(97 * step)
        shaken.win(31 * step)
    view = shaken.table.view()
    matches = [match for played in view.matches[::-1] if (match := shaken.table.load(played.id))]
    assert len(matches) == 12
    assert figures(view, Filter()).totals == totals(map(figures_of, matches))


@pytest.mark.usefixtures("_short_parts")
def test_several_threads_may_look_at_once(store: Store) -> None:
    shaken = Shaken(store)
    for step in range(12):
        shaken.begin(97 * step)
        shaken.win(31 * step)
    view = shaken.table.view()
    with ThreadPoolExecutor(4) as threads:
        looks = list(threads.map(lambda _: list(shown(view)), range(8)))
    assert looks == [list(shown(shaken.fresh()))] * 8


# --- parts -------------------------------------------------------------------------------------------------


def played(*numbers: int) -> list[Played]:
    """A match a day, a number each."""
    return [
        leagues.played(number, {"Anna": 1, "Piet": -1}, evening=FIRST + timedelta(days=number))
        for number in numbers
    ]


def days(made: tuple[Part, ...]) -> list[list[int]]:
    return [[int(each.id.removeprefix("match")) for each in part.matches] for part in made]


@pytest.mark.usefixtures("_short_parts")
@pytest.mark.parametrize(
    ("matches", "wanted"),
    [
        ((), []),
        ((1,), [[1]]),
        ((1, 2, 4, 3), [[4, 3, 2, 1]]),
        ((1, 2, 4, 3, 5), [[5, 4], [3, 2], [1]]),
    ],
)
def test_more_than_two_lengths_are_several_parts(matches: tuple[int, ...], wanted: list[list[int]]) -> None:
    assert days(renewed((), (), played(*matches))) == wanted


@pytest.mark.usefixtures("_short_parts")
@pytest.mark.parametrize(
    ("gone", "new", "wanted", "stay"),
    [
        ((), (10,), [[10, 8, 6], [4, 2], [0]], (1, 2)),
        ((), (5,), [[8, 6], [5, 4, 2], [0]], (0, 2)),
        ((), (3,), [[8, 6], [4, 3, 2], [0]], (0, 2)),
        ((), (-1,), [[8, 6], [4, 2], [0, -1]], (0, 1)),
        ((4,), (4,), [[8, 6], [4, 2], [0]], (0, 2)),
        ((4,), (), [[8, 6], [2], [0]], (0, 2)),
        ((4, 2), (), [[8, 6], [0]], (0, 1)),
        ((2,), (1,), [[8, 6], [4], [1, 0]], (0,)),
        ((8,), (9,), [[9, 6], [4, 2], [0]], (1, 2)),
        ((), (10, 11, 9), [[11, 10], [9, 8], [6], [4, 2], [0]], (3, 4)),
    ],
)
def test_only_the_parts_in_which_something_changed_are_others(
    gone: tuple[int, ...], new: tuple[int, ...], wanted: list[list[int]], stay: tuple[int, ...]
) -> None:
    """``stay``: the numbers of the parts that are the same as before."""
    before = renewed((), (), played(0, 2, 4, 6, 8))
    after = renewed(before, played(*gone), played(*new))
    assert days(after) == wanted
    assert tuple(number for number, part in enumerate(after) if part in before) == stay


def test_without_its_last_match_an_archive_has_no_parts() -> None:
    assert renewed(renewed((), (), played(1)), played(1), ()) == ()


def test_a_part_is_worked_out_once() -> None:
    def length(part: Part) -> int:
        return len(part.matches)

    known = per_part(length)
    one, other = Part(played(1, 2)), Part(played(1, 2))
    with counted(length) as done:
        assert [known(one), known(one), known(other)] == [2, 2, 2]
    assert done == [2]


@pytest.mark.usefixtures("_short_parts")
def test_after_a_saved_round_only_the_figures_of_its_part_are_added_up(store: Store) -> None:
    shaken = Shaken(store)
    for _ in range(20):
        shaken.begin(343)
    figures(shaken.table.view(), Filter())
    shaken.win(0)
    with counted(totals) as done:
        figures(shaken.table.view(), Filter())
    assert done == [1]
