"""The game file: kept whole, undone to the byte."""
