"""A match: begun, shown as the notepad, set right, taken back, deleted."""

from . import about, offline_start, rulings, screen, seats, views

BLUEPRINTS = (views.pages, offline_start.pages, rulings.pages, about.pages, seats.pages, screen.pages)
