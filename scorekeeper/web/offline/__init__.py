"""The app without a connection."""
