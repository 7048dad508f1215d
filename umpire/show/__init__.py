"""Floor 4: values of the game to text and rich renderables. Never prints."""
