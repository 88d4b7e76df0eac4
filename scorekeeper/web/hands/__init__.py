"""Score one hand: a pile, or dealt cards, without a match."""
