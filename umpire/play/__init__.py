"""Floor 4: a game opened and played: sessions, the turn of the crank, scenarios and documents."""
