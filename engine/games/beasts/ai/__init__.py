"""How computer players judge and plan Merlin's Beast Hunt."""
