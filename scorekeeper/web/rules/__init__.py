"""The rule sets: read, compared, changed into house rules."""
