"""A match: begun, shown as the notepad, set right, taken back, deleted."""

from . import about, correct_or_end, offline_start, screen, seats, views

BLUEPRINTS = (views.pages, offline_start.pages, correct_or_end.pages, about.pages, seats.pages, screen.pages)
