"""The laboratory: many games between computer players, watched, counted, and told as tables, data and pictures."""
