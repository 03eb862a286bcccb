"""Explains the things on a board."""
