"""What the dice have shown."""
