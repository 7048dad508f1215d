"""Formulas, conditions and words with braces, which rule files, tables and house files have. They are read and worked
out here.
"""
