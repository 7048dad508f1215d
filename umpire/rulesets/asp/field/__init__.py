"""The place and time of a battle: terrain, light, setting up, armies and their points."""
