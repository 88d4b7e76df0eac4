"""What explains the game: the cards, how it is played, the chart of the yaku, every option."""

from . import chart, options, views

BLUEPRINTS = (views.pages, chart.pages, options.pages)
