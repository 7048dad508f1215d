"""An act of a rule file in play: its situation and its steps, with the throws and results of the steps."""
