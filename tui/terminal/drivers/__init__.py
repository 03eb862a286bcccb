"""Drivers of Textual for the terminal of this process and for terminals at the end of a connection."""
