"""Games taken apart."""
