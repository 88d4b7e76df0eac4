"""The guide: the 48 cards, and how the game is played, by the rules in force."""
