"""Rulesets that a table saves."""
