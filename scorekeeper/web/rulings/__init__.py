"""Rulings of the table: points adjusted, a match ended early."""
