"""A match as two players at one phone enter it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from .phone import Phone

THREE_BRIGHTS: Final = ("01B", "03B", "08B")


def begin(phone: Phone, rules: str = "russian") -> str:
    """A new match of Anna and Ben in which Anna deals; returns its path."""
    phone.open("/")
    phone.tap(".dock a", "New match")
    phone.tap("[name=step][value=choose]")
    phone.arrive("/rules")
    phone.tap(f"a[href$='ruleset={rules}']")
    phone.until(f"document.querySelector('[data-answers={rules}]')")
    phone.type("#name-0", "Anna")
    phone.type("#name-1", "Ben")
    phone.tap("[name=dealer][value='0']")
    phone.tap(".dock button", "Start")
    phone.until("/^\\/matches\\/\\w{32}$/.test(location.pathname)")
    return phone.path


def enter(phone: Phone, seat: int, cards: Sequence[str] = THREE_BRIGHTS) -> None:
    """Tap on the notepad to score the round, and on the board who stopped with which cards."""
    phone.tap(".dock a", "Score round")
    phone.tap(f"[name=result][value='{seat}']")
    for card in cards:
        phone.tap(f"[name=cards-{seat}][value='{card}']")


def save(phone: Phone, number: int) -> None:
    phone.tap("[data-save]")
    phone.sees(f"Round {number} is saved.")


def coins(phone: Phone) -> list[int]:
    return [int(words) for words in phone.texts(".seats .coins")]
