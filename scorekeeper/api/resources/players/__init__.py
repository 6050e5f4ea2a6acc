"""The people of a table."""
