"""Stepping through a record."""
