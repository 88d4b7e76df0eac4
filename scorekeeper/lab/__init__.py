"""Playing many rounds to see what rules do to a game: in processes of their own, and what is kept of it."""
