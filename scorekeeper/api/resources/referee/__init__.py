"""Verdicts on rolls and turns."""
