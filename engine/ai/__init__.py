"""Computer players: levels, plans, search, playouts, hints, and judgements of turns that were played."""
