"""The yaku chart of a rule set: what makes each yaku in force, what it pays, and worked examples."""
