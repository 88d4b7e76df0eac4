"""The reference of every option."""
