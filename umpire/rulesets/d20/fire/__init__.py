"""The fire of one element at another element."""
