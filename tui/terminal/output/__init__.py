"""Cells, pictures, and the bytes that show them on a terminal."""
