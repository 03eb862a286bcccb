"""A module for each command of `tilehall` that belongs to no feature."""
