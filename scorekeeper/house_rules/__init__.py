"""The house rules of a table: rule sets of its own, kept, changed, sent, imported and deleted."""
