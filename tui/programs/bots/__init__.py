"""Other people's programs at a table: told what their seat may know, they say what they do. See docs/bots.md."""
