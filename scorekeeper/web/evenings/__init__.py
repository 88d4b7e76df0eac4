"""An evening: its matches, and what everybody won over it."""
