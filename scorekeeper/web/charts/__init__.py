"""The yaku chart of a rule set or of a match: on the phone beside the table, and on paper."""
