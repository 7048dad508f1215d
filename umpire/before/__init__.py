"""Floor 4, before the game: a draft of a scenario, the names it can use, and the oddities of a valid scenario."""
