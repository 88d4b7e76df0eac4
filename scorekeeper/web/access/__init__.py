"""The key page: who may come in."""
