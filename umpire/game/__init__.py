"""Floor 2: the state of a game and its record. This floor has no rules of any game."""
