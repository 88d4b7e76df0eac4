"""A match: begun, shown as the notepad, ruled on, taken back, deleted."""

from . import offline_start, rulings, screen, seats, views

BLUEPRINTS = (
    views.pages,
    offline_start.pages,
    rulings.pages,
    seats.pages,
    screen.pages,
)
