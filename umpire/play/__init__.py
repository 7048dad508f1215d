"""Floor 4: a game opened and played: sessions, the steps of an act, scenarios and documents."""
