"""Turns that somebody doubts."""
