"""Leagues: their tables, next dates, and the forms that make them."""
