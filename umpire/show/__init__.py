"""Values of the game turned into lines of text (floor 4 in docs/architecture.md). Nothing is printed here."""
