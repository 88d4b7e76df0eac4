"""Wrong keys are delayed for a short time, by the address they come from."""

from __future__ import annotations

import logging

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from scorekeeper.installation import Installation
from scorekeeper.web.access.key_throttle import BURST, FORGOTTEN, FREE, LONGEST, MOST_ADDRESSES, Guesses

from .player import Player


class Clock:
    """A clock that a test sets forward."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def guesses(clock: Clock) -> Guesses:
    return Guesses(clock)


def guess(guesses: Guesses, times: int, address: str = "192.0.2.7") -> list[int]:
    return [guesses.judge(address, right=False) for _ in range(times)]


def test_a_few_wrong_keys_cause_no_delay(guesses: Guesses) -> None:
    assert guess(guesses, FREE) == [0] * FREE
    assert guesses.judge("192.0.2.7", right=False) == 1


def test_one_wrong_key_below_the_limit_the_right_key_is_checked_at_once(guesses: Guesses) -> None:
    guess(guesses, FREE - 1)
    assert guesses.judge("192.0.2.7", right=True) == 0
    assert guess(guesses, FREE) == [0] * FREE  # and the address is counted from 0 again


def test_the_right_key_too_waits_until_the_delay_is_over(guesses: Guesses, clock: Clock) -> None:
    guess(guesses, FREE)
    clock.now += 0.9
    assert guesses.judge("192.0.2.7", right=True) == 1
    clock.now += 0.1
    assert guesses.judge("192.0.2.7", right=True) == 0


def test_the_delay_grows_and_stays_short(guesses: Guesses, clock: Clock) -> None:
    guess(guesses, FREE)
    delays = []
    for _ in range(8):
        delays.append(guesses.judge("192.0.2.7", right=False))
        clock.now += delays[-1]
        assert guesses.judge("192.0.2.7", right=False) == 0
    assert delays == [1, 2, 4, 8, 16, LONGEST, LONGEST, LONGEST]
    assert (FREE, LONGEST, FORGOTTEN, BURST) == (5, 30, 600, 100)


def test_another_address_does_not_wait(guesses: Guesses) -> None:
    guess(guesses, FREE)
    assert guesses.judge("192.0.2.8", right=False) == 0
    assert guesses.judge("192.0.2.7", right=False) == 1


@pytest.mark.parametrize(
    ("address", "other", "same"),
    [
        ("2001:db8:1:2::3", "2001:db8:1:2:ffff::4", True),
        ("2001:db8:1:2::3", "2001:db8:1:3::3", False),
        ("::ffff:192.0.2.7", "192.0.2.7", True),
        ("", "", True),
        ("not an address", "nor this", False),
    ],
)
def test_a_network_of_ipv6_counts_as_one_address(
    guesses: Guesses, address: str, other: str, same: bool
) -> None:
    guess(guesses, FREE, address)
    assert guesses.judge(other, right=False) == (1 if same else 0)


def test_wrong_keys_are_forgotten_after_a_while(guesses: Guesses, clock: Clock) -> None:
    guess(guesses, FREE + 1)
    clock.now += FORGOTTEN
    assert guess(guesses, 2) == [0, 2]
    clock.now += FORGOTTEN + 1
    assert guess(guesses, FREE + 1) == [0] * FREE + [1]


def test_many_addresses_together_are_slowed_down_too(guesses: Guesses, clock: Clock) -> None:
    everywhere = [f"10.0.{number // 200}.{number % 200}" for number in range(BURST)]
    assert [guesses.judge(address, right=False) for address in everywhere] == [0] * BURST
    assert guesses.judge("192.0.2.7", right=True) == 1
    clock.now += 1
    assert guesses.judge("192.0.2.7", right=True) == 0


def test_the_log_says_once_that_an_address_is_refused(
    guesses: Guesses, clock: Clock, caplog: pytest.LogCaptureFixture
) -> None:
    guess(guesses, FREE)
    assert caplog.messages == []
    guess(guesses, 3)
    clock.now += 1
    guess(guesses, 3)  # the first is checked, the others are refused again
    (said,) = caplog.messages
    assert said == "Too many wrong keys from '192.0.2.7': further ones are refused for a while."
    guess(guesses, FREE + 1, "192.0.2.8")
    assert len(caplog.messages) == 2
    clock.now += FORGOTTEN + 1
    guess(guesses, FREE + 2)
    assert caplog.messages[2:] == [said]


def test_the_log_says_once_that_addresses_everywhere_are_refused(
    guesses: Guesses, clock: Clock, caplog: pytest.LogCaptureFixture
) -> None:
    def flood(wait: float) -> list[str]:
        caplog.clear()
        clock.now += wait
        for number in range(BURST + 20):
            guesses.judge(f"10.0.{number // 200}.{number % 200}", right=False)
        return caplog.messages

    said = "Too many wrong keys from many addresses: one a second is checked."
    assert flood(0) == [said]
    assert flood(BURST - 1) == []
    assert flood(FORGOTTEN + 1) == [said]


def test_an_address_that_a_proxy_made_up_is_one_line_of_the_log(
    guesses: Guesses, caplog: pytest.LogCaptureFixture
) -> None:
    guess(guesses, FREE + 1, "x\n\x1b[2Jok")
    assert caplog.messages[0].isprintable()


def test_what_is_remembered_is_bounded(guesses: Guesses, clock: Clock) -> None:
    for number in range(MOST_ADDRESSES + 50):
        clock.now += 1
        assert guesses.judge(f"10.{number // 250}.{number % 250}.1", right=False) == 0
    assert len(guesses._tries) == MOST_ADDRESSES


@pytest.mark.parametrize("how", ["typed", "scanned"])
def test_a_guesser_is_told_how_long_to_wait(
    app: Flask, installation: Installation, clock: Clock, caplog: pytest.LogCaptureFixture, how: str
) -> None:
    app.extensions["guesses"] = Guesses(clock, app.logger)
    client = app.test_client()

    def tried(key: str) -> TestResponse:
        if how == "scanned":
            return client.get(f"/key/{key}")
        return client.post("/key", data={"key": key})

    assert [tried("wrong").status_code for _ in range(FREE)] == [403] * FREE
    answer = tried(installation.key)
    assert answer.status_code == 429
    assert answer.headers["Retry-After"] == "1"
    assert "Too many wrong keys. Wait 1 second, then try again." in answer.text
    assert [(line.name, line.levelno) for line in caplog.records] == [("scorekeeper", logging.WARNING)]
    clock.now += 1
    assert tried(installation.key).status_code == 303


def test_phones_that_are_let_in_are_not_touched(app: Flask, player: Player, clock: Clock) -> None:
    app.extensions["guesses"] = guesses = Guesses(clock)
    guess(guesses, 20, "127.0.0.1")
    assert player.open("/").status == 200
    stranger = Player(app.test_client())
    assert stranger.open("/key/wrong").status == 429
