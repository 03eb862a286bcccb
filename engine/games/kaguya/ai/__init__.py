"""How computer players judge and plan Kaguyahime."""
