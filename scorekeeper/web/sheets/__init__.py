"""The scoresheet: shown, printed, exported, imported."""
