"""How computer players judge and plan The Princess and Magic Tile."""
