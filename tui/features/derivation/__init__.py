"""Where the points of a receipt come from."""
