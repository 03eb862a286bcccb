"""One player at a table: cursor, picks, intentions and what the status line says. Reads a Seat, never a Match."""
