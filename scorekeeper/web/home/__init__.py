"""The first page, the language and the settings."""
