"""A match: its events, what each of them does, what the rules forbid, who pays whom."""
