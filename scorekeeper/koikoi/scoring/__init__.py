"""What a pile is worth under a rule set, and why."""
