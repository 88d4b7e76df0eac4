"""Playing the rounds of a wish: in this process, and in a second one where there is a processor for it."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from threading import Thread
from typing import IO, Any, Final

import msgspec

from ..koikoi.simulation.outcomes import Outcome
from .wish import Wish, WishPlayer, read, write

_ROUNDS_AT_ONCE: Final = 250
_WORTH_HELP: Final = 4 * _ROUNDS_AT_ONCE  # rounds; a second process takes half a second to begin
Outcomes = list[list[Outcome]]  # of each rule set, by round
Done = Callable[[int], None]


def processors() -> int:
    """How many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def play(wish: Wish, processes: int | None = None, done: Done = lambda rounds: None) -> dict[str, Any]:
    """The report of a wish; the same whatever the number of processes, of which two are used at most.

    ``done`` is told how many rounds are played, now and then, and may raise. Raises NotAllowed.
    """
    player = WishPlayer(wish)
    wanted = processors() if processes is None else processes
    parts = [
        range(first, min(first + _ROUNDS_AT_ONCE, wish.rounds))
        for first in range(0, wish.rounds, _ROUNDS_AT_ONCE)
    ]
    helper = _Helper(wish, parts) if wanted > 1 and wish.rounds >= _WORTH_HELP else None
    try:
        played = _together(player, parts, helper, done)
    finally:
        if helper:
            helper.end()
    sides = range(len(wish.sides))
    return player.report([[outcome for part in played for outcome in part[side]] for side in sides])


def _together(player: WishPlayer, parts: list[range], helper: _Helper | None, done: Done) -> list[Outcomes]:
    """All parts in their order: this process plays from the front, the other from the back."""
    front: list[Outcomes] = []
    while len(front) + (len(helper.played) if helper else 0) < len(parts):
        front.append(player.play(parts[len(front)]))
        back = len(helper.played) if helper else 0
        done(min(_ROUNDS_AT_ONCE * (len(front) + back), parts[-1].stop))
    missing = len(parts) - len(front)
    return [*front, *reversed(helper.played[:missing])] if helper and missing else front


class _Helper:
    """A second process that plays the parts from the back; it ends with this one, however this one ends."""

    def __init__(self, wish: Wish, parts: list[range]) -> None:
        self.played: list[Outcomes] = []  # the last part first
        self._process = subprocess.Popen(
            [sys.executable, "-m", __name__], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        self._listening = Thread(target=self._listen, args=(wish, parts), daemon=True)
        self._listening.start()

    def _listen(self, wish: Wish, parts: list[range]) -> None:
        process = self._process
        assert process.stdin and process.stdout
        try:
            process.stdin.write(write(wish))
            for part in reversed(parts):
                process.stdin.write(b"%d %d\n" % (part.start, part.stop))
                process.stdin.flush()
                self.played.append(_read(process.stdout))
        except (OSError, EOFError, ValueError, msgspec.DecodeError):
            return  # it has ended: what it did not play is played here

    def end(self) -> None:
        process = self._process
        process.kill()
        process.wait()
        self._listening.join()  # its pipe is broken now
        for pipe in (process.stdin, process.stdout):
            with suppress(OSError):  # what was not written yet is not wanted any more
                if pipe:
                    pipe.close()


def _write(played: Outcomes, answers: IO[bytes]) -> None:
    written = msgspec.msgpack.encode(played)
    answers.write(b"%d\n%b" % (len(written), written))
    answers.flush()


def _read(answers: IO[bytes]) -> Outcomes:
    """What a helper has written. Raises EOFError, ValueError, DecodeError where it has ended."""
    length = int(answers.readline())
    written = answers.read(length)
    return msgspec.msgpack.decode(written, type=Outcomes)


def _help(asked: IO[bytes], answers: IO[bytes]) -> None:
    """Play what is asked for, part after part, until nobody asks any more."""
    player = WishPlayer(read(asked.readline()))
    for line in asked:
        first, last = map(int, line.split())
        try:
            _write(player.play(range(first, last)), answers)
        except BrokenPipeError:  # whoever asked has ended
            os._exit(1)


if __name__ == "__main__":
    _help(sys.stdin.buffer, sys.stdout.buffer)
