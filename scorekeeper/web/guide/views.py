"""The pages of the guide: all cards, one card, how the game is played."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from flask import Blueprint, abort, render_template
from flask.typing import ResponseReturnValue
from msgspec.structs import replace

from ...koikoi.cards import BY_ID, CARDS
from ...koikoi.match.start import start_warnings
from ...koikoi.rules.deal import player_numbers, possible_hands
from ...koikoi.rules.options.row import COUNTED, KOIKOI, GameId
from ...koikoi.texts import GLOSSARY, stories
from ...sentences import N_
from ..rules.rule_sets import titles
from .card_pictures import dealt, made_with, meetings, turned, uses
from .rule_texts import said, said_of
from .whose_rules import in_force

pages = Blueprint("guide", __name__)

_STEPS: Final = {  # of a turn: what to do, and the picture of it
    "hand_then_stock": (
        (N_("Play a card from your hand to the field."), "meetings"),
        (N_("Turn over the top card of the stock and play it in the same way."), "turned"),
    ),
    "draw_then_two": (
        (N_("Draw the top card of the stock into your hand."), "turned"),
        (N_("Play two cards from your hand to the field, one after the other."), "meetings"),
    ),
}


class GamePage(NamedTuple):
    """What the page says of a game. ``parts``: its lessons, with the sections of the rules that they tell."""

    opening: tuple[str, str]
    end: str
    parts: Mapping[str, tuple[str, ...]]


_PAGES: Final[Mapping[GameId, GamePage]] = {
    KOIKOI: GamePage(
        (
            N_("Capture cards of the same month and make yaku of them."),
            N_(
                "Whoever has a yaku may stop and score, or say koi-koi and play on for more. Then somebody "
                "else may stop first."
            ),
        ),
        N_("A round ends when somebody stops, or when there are no more cards to play."),
        {
            "deal": ("match", "deal"),
            "turn": ("play",),
            "calls": ("calls", "multipliers"),
            "end": ("sake_cup", "exhausted", "settlement"),
        },
    ),
    COUNTED: GamePage(
        (
            N_("Capture cards of the same month until all of them are captured."),
            N_("Nobody stops: everybody’s cards count, and what they make."),
        ),
        N_("A round ends when there are no more cards to play."),
        {"deal": ("match", "deal"), "turn": ("play",), "end": ("sake_cup", "multipliers", "counting")},
    ),
}


@pages.get("/cards")
def cards() -> ResponseReturnValue:
    """The 48 cards by month, with their names and the yaku that they make."""
    force = in_force()
    return render_template(
        "guide/cards.html",
        in_force=force,
        made_with={card.id: made_with(card, force.rules) for card in CARDS},
        choices=titles(force.rules.game),
    )


@pages.get("/cards/<card_id>")
def card(card_id: str) -> ResponseReturnValue:
    """One card: its names, what it is good for, its story, and its neighbours."""
    shown = BY_ID.get(card_id) or abort(404)
    force, place = in_force(), CARDS.index(shown)
    return render_template(
        "guide/card.html",
        in_force=force,
        card=shown,
        uses=uses(shown, force.rules),
        stories=stories(shown),
        options=said_of(shown, force.rules),
        left_out=card_id in force.rules.deal.without,
        before=CARDS[place - 1] if place else None,
        after=CARDS[place + 1] if place + 1 < len(CARDS) else None,
        choices=titles(force.rules.game),
    )


@pages.get("/guide")
def play() -> ResponseReturnValue:
    """How the game is played, from the deal to the end of a round, and its words."""
    force = in_force()
    rules, players = force.rules, force.players
    # Three may play by rules for two.
    number = rules.match.players if players in player_numbers(rules) else players
    played = replace(rules, match=replace(rules.match, players=number))
    page = _PAGES[rules.game]
    return render_template(
        "guide/play.html",
        in_force=force,
        deal=dealt(rules, players),
        short_stock=[warning for warning in start_warnings(rules, players) if warning.option == "deal.field"],
        steps=_STEPS[rules.play.turn],
        meetings=meetings(rules),
        turned=turned(rules),
        lucky_hands=possible_hands(rules, players),
        page=page,
        options={part: said(played, *sections) for part, sections in page.parts.items()},
        glossary={id_: word for id_, word in GLOSSARY.items() if word.game in ("", rules.game)},
        choices=titles(force.rules.game),
    )
