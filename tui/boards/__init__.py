"""How games look and read: a renderer and a wording for each game, and the parts that they share."""
