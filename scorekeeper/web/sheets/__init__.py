"""The scoresheet: shown, printed, exported, and what is written beside a match."""

from . import remarks, views

BLUEPRINTS = (
    views.pages,
    remarks.pages,
)
