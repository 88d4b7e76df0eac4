"""The house rules of a table: rule sets in files of its own, kept, changed, sent, imported and deleted."""
