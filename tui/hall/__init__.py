"""The hall: people who come by ssh meet in a lobby and play at the same tables."""
