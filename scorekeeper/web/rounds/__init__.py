"""A round: entered on the board or as piles from several phones, explained, saved, corrected."""

from . import news, piles, round_list, views

BLUEPRINTS = (views.pages, piles.pages, round_list.pages, news.pages)
