"""Watching a game that another program plays."""
