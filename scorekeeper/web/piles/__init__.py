"""Only one player's cards, handed in from a phone of their own; the round is saved once, on the board."""
