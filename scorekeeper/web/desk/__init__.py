"""The desk, where disputes are settled: the same cards, and the same match, by other rules."""
