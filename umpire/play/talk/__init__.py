"""A line typed as a sentence, read again if it is not understood as typed: its names, its act, its questions."""
