"""Lessons: learning a game level by level."""
