"""Formulas, conditions and words with braces in rule files, tables and house files: read and worked out."""
