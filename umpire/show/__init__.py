"""Floor 4: values of the game turned into lines of text. Nothing is printed here."""
