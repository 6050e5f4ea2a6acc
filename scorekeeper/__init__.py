"""Scorekeeper: a REST API that keeps score of the dice game Ship, Captain and Crew."""

__version__ = "1.0.0"
