"""The board: a round entered, explained, saved, corrected."""
