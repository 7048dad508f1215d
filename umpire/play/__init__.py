"""Floor 4, on which a game is opened and played: sessions, the steps of an act, scenarios and documents."""
