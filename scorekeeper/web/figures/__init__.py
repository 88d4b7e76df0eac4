"""Figures over all matches, or over those that a filter leaves."""

from . import views

BLUEPRINTS = (views.pages,)
