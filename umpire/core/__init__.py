"""Floor 1: dice, hexes, questions and answers. They belong to no ruleset, read no files, and import only the standard
library.
"""
