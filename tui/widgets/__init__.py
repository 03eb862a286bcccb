"""Widgets: each paints one picture and turns keys into messages."""
