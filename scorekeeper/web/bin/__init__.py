"""The bin: what was deleted, put back or deleted for good."""
