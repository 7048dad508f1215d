"""A battle group in its turn: points, options, moves, the sequence of play."""
