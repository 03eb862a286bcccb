"""Games in files: the store, the journal of a running game, locks, storage errors."""
