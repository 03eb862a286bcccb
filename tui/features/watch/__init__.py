"""A game that another program plays, followed from its file."""
