"""The scoresheet: shown, printed, exported."""
