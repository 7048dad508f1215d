"""An act of a rule file played: its situation, its steps, what they throw, what comes of them."""
