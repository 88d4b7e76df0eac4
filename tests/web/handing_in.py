"""Players who each enter their own cards on a phone of their own."""

from __future__ import annotations

from scorekeeper.koikoi.cards import BY_ID

from .fixtures import Table
from .forms import Form
from .player import Page, Player


def pile_form(player: Player, notepad: Page, seat: int) -> Form:
    """The board of one player's cards, also where they are handed in already."""
    return player.open(f"{notepad.path}/piles/{seat}?change=1").form(f"/piles/{seat}")


def tapped(player: Player, notepad: Page, seat: int, cards: str) -> Form:
    """That board with these cards and no others, such as "01B 03B 4C"."""
    form = pile_form(player, notepad, seat)
    form.untick("cards-0", *form.ticked("cards-0"))
    form["chaff-0"] = 0
    form.tick("cards-0", *(card for card in cards.split() if card in BY_ID))
    for counted in set(cards.split()) - set(BY_ID):
        form["chaff-0"] = int(counted.removesuffix("C"))
    return form


def hand_in(player: Player, notepad: Page, seat: int, cards: str) -> Page:
    """Hand in the cards of a seat; returns what was handed in, or the board if refused."""
    return player.send(tapped(player, notepad, seat, cards), "step=hand-in")


def board(player: Player, notepad: Page) -> Form:
    """The board of the round that is being played."""
    return player.open(f"{notepad.path}/rounds/new").form("/rounds")


def on_board(form: Form) -> list[str]:
    """What the board has of each seat: its cards and its number of chaff cards."""
    seats = [seat for seat in range(3) if f"chaff-{seat}" in form]
    return [" ".join([*sorted(form.ticked(f"cards-{seat}")), f"{form[f'chaff-{seat}']}C"]) for seat in seats]


def won(table: Table, notepad: Page, winner: int) -> Page:
    """Say who stopped, and save what is on the board."""
    return table.player.send(table.board(notepad).fill(result=winner), "step=save")
