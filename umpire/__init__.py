"""Umpire: the referee's assistant for miniature wargames."""

__version__ = "1.0.0"
