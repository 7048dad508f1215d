"""Rules of one's own: a family made from the rows of one TOML file.

Rooms, each importing only those before it: says; rules.
"""
