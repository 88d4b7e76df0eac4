"""The rule sets: read, compared, changed into house rules, passed on."""

from . import editor_views, exchange, views

BLUEPRINTS = (views.pages, editor_views.pages, exchange.pages)
