"""Published ways of playing, and house rules checked."""
