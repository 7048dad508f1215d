"""Close combat and overrun."""
