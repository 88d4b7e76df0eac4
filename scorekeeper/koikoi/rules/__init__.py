"""The rules of a table: every option, the named rule sets, the known yaku, and their words."""
