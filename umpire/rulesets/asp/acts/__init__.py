"""The verbs of the turn, a module each."""
