"""Floor 2: the state of a game and its record. It has no rules."""
