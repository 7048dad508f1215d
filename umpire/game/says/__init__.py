"""What rule files, tables and house files say in formulas, conditions and words with braces, read and worked out."""
