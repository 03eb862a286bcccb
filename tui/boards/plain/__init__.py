"""A board and a wording for any game, made from what the engine alone says of it."""
