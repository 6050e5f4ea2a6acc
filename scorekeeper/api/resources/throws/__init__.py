"""Dice that the server throws."""
