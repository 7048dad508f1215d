"""The acts of a turn: each module has one or two verbs."""
