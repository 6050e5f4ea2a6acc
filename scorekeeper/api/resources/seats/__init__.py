"""Who sits at a game."""
