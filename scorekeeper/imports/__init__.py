"""Matches from files: read out of whatever holds them, compared with what is here, stored once."""
