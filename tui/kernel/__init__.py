"""Our own way to put cells on a terminal through Textual. Everything private of Textual is in this room."""
