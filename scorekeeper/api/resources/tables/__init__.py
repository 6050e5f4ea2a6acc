"""The people who play together."""
