"""Games, opened and read."""
