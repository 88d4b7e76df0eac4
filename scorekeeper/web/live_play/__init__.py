"""Live play: a round entered turn by turn, with the referee at the end of each."""

from . import views

BLUEPRINTS = (views.pages,)
