"""Floor 1: values of the gaming table. They know no ruleset and no disk, and import only the standard library."""
