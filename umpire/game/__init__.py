"""The state of a game and its record, without the rules of any game.

This package is floor 2 of the code (see docs/architecture.md).
"""
