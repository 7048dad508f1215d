"""Aircraft: flights, fire at them, what they leave behind."""
