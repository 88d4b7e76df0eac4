"""The game of Koi-Koi: its cards, its rules and how a match is scored.

Five front doors explain it, each with an example to try at the prompt: ``cards``, ``pile.Pile``,
``rules.loader.rules``, ``scoring.evaluate.score`` and ``match.follow.follow``.

Pure: no Flask, no SQL, no clock, no randomness but a seed that is handed in, no files but its own data.
"""
