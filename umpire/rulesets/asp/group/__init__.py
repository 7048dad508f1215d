"""A battle group in its turn: its points, options and moves, and the sequence of play."""
