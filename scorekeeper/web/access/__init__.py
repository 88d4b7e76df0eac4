"""What a phone may do here, and how it is let in: by the key, by a link, by another phone."""

from . import links, phones, views

BLUEPRINTS = (views.pages, phones.pages, links.pages)
