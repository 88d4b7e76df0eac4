"""A match: begun, shown as the notepad, taken back, deleted."""
