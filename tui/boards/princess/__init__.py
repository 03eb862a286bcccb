"""The board and the wording of The Princess and Magic Tile."""
