"""The commands, with one module for each subject."""
