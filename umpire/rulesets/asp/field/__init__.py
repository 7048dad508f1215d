"""Where and when it is fought: terrain, light, setting up, armies and their points."""
