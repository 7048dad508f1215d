"""The commands, a module for those of one subject."""
