"""Rule tables, house rules and clauses: found, read, checked, compared."""
