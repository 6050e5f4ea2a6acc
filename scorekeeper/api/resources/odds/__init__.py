"""Exact chances, and advice."""
