"""The code that reads and works out the formulas, conditions and texts with braces in rule files, tables and house
files.
"""
