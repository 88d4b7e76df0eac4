"""The game of Koi-Koi: its cards, its rules and how a match is scored.

Pure: no Flask, no SQL, no clock, no randomness, no files but its own data.
"""
