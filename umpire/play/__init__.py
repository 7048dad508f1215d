"""The code that opens and plays a game (floor 4 in docs/architecture.md): sessions, the steps of an act, scenarios and
documents.
"""
