"""Floor 1: values of the gaming table. Knows no ruleset and no disk; imports only the standard library."""
