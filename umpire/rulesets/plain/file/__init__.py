"""The rule file: its possible contents, read and checked, and its rows in the form that acts use."""
