"""Entries made offline."""
