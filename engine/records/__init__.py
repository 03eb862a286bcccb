"""A match as text: header, reader, writer, and the seals on what a spectator must not know."""
