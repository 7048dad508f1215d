"""The verbs of the turn, each in a module of its own."""
