"""Leagues: their tables, next dates, and the forms that make them."""

from . import editing, removal, views

BLUEPRINTS = (
    views.pages,
    editing.pages,
    removal.pages,
)
