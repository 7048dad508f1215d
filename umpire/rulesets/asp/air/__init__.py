"""Aircraft: flights, fire at them, and the position afterwards."""
