"""The renderer and wording for any game, made from what the engine alone provides."""
