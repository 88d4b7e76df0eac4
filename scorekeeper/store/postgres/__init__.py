"""A PostgreSQL database that several servers may share: its tables, connections, errors; the store in it."""
