"""Who has a key of a table."""
