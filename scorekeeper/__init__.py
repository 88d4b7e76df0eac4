"""The best Koi-Koi scorekeeper for a real deck and your table's rules."""

__version__ = "0.1.0"
