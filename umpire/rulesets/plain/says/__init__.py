"""What a rule file says in formulas, conditions and words with braces: read, worked out, held against each other."""
