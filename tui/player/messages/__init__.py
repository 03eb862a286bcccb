"""What a player is told: hints, refusals, news, and what a choice would bring."""
