"""The rule sets: read, compared, changed into house rules, passed on."""

from . import exchange, views

BLUEPRINTS = (views.pages, exchange.pages)
