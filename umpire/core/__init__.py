"""Dice, hexes, questions and answers. The modules of this package belong to no ruleset, read no files, and import only
the standard library.

This package is floor 1 of the code, the lowest (see docs/architecture.md).
"""
