"""Figures over matches: what rounds brought, which yaku won them, what calling koi-koi was worth."""
