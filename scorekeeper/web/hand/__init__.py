"""A hand scored without a match, and a match told again: the same cards by other rules."""

from . import rescore, views

BLUEPRINTS = (views.pages, rescore.pages)
