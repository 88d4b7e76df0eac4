"""The key page: which phones may use the app."""
