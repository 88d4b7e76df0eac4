"""Players: everybody who played, a page each, who is who."""

from . import identity, views

BLUEPRINTS = (views.pages, identity.pages)
