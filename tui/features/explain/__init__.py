"""What the things on a board are and do."""
