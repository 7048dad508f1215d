"""The modules of the verbs of a turn."""
