"""What rules do to a game: many rounds played by the app, and what they say."""

from . import views

BLUEPRINTS = (views.pages,)
