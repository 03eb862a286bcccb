"""Intervals, effects, paired comparisons and distributions."""
