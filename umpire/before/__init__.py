"""Floor 4: before the game: a draft of a scenario, what can be named in it, and what is odd in one that is right."""
