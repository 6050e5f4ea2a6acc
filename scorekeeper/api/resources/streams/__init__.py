"""What happens, told while it happens."""
