"""An act of a rule file in play: its situation, its steps, their throws, their results."""
