"""What a phone may do here, and how it is let in: by the key, by a link, by another phone."""

from . import link_matches, links, phones, views

BLUEPRINTS = (views.pages, link_matches.pages, phones.pages, links.pages)
