"""An act of a rule file played: its situation, its steps, their throws, their results."""
