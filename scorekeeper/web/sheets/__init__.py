"""The scoresheet: shown, printed, exported."""

from . import views

BLUEPRINTS = (views.pages,)
