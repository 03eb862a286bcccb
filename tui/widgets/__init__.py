"""Widgets of the screens: each paints one picture and turns keys into messages."""
