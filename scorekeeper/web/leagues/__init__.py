"""Leagues: their tables, next dates, and the forms that make them."""

from . import editor, removal, views

BLUEPRINTS = (views.pages, editor.pages, removal.pages)
