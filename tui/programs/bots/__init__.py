"""Programs of other people that play at a table, as docs/bots.md specifies."""
