"""Experiments with many games between computer players, reported as tables, data and pictures."""
