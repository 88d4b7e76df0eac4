"""The view for a screen beside the table."""
