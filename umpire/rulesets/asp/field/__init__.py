"""The conditions of a battle: terrain, light, setting up, and the armies with their points."""
