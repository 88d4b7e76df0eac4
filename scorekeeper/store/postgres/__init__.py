"""The store of installations in a PostgreSQL database, which several servers may share."""
