"""Matches from files: chosen, looked at, imported."""
