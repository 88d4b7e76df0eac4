"""The rule sets: read, compared, changed into house rules, passed on."""

from . import sharing, views

BLUEPRINTS = (
    views.pages,
    sharing.pages,
)
