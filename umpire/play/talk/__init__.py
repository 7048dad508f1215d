"""A line that is not understood as typed is read again as a sentence."""
