"""Floor 2: what is true and what happened. Knows no rule."""
