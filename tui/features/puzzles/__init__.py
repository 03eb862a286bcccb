"""Positions with one best turn: solved, kept, looked for."""
