"""The same cards by two or more rule sets: what differs, and why."""
