"""Legal rounds of Koi-Koi, played by simple policies: for statistics of rules."""
