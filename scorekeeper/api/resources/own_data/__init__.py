"""What a table takes along, and what it has deleted or forgotten."""
