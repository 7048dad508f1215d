"""Rule tables, house rules and clauses. They are found, read, checked and compared here."""
