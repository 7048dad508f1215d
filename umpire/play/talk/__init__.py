"""A line said as a sentence, looked at again where it is not understood: its names, its act, and what it asks."""
