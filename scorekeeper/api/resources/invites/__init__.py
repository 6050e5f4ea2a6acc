"""What people join a table by."""
