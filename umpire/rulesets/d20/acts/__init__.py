"""The other verbs, a module each."""
