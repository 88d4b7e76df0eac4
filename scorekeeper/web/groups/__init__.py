"""The groups of an installation: their pages for its host, and the way to each of them."""

from . import views

BLUEPRINTS = (views.pages,)
