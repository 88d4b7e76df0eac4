"""Matches from files: chosen, looked at, imported."""

from . import views

BLUEPRINTS = (views.pages,)
