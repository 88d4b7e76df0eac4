"""All matches: searched, filtered, listed from the latest on, by evening, as a table."""

from . import evenings, views

BLUEPRINTS = (views.pages, evenings.pages)
