"""The board and the wording of Merlin's Beast Hunt."""
