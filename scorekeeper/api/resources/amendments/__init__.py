"""Plays that are put right."""
