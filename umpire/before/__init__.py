"""The work before a game: a draft of a scenario, the names it can use, and the oddities of a valid scenario.

This package is on floor 4 of the code (see docs/architecture.md).
"""
