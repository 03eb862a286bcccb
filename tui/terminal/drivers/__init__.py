"""The terminal of this process, and terminals at the other end of a connection."""
