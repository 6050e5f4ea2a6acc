"""What was thrown and decided."""
