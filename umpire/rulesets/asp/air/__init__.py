"""Aircraft: their flights, the fire at them, and the position afterwards."""
