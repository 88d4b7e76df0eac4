"""A scorekeeper for Koi-Koi that is played with a real deck, by the rules of your table."""

__version__ = "0.1.0"
