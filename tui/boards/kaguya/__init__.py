"""The board and the wording of Kaguyahime."""
