"""The record as it is in force, and played again: what was amended, and what follows from it."""
