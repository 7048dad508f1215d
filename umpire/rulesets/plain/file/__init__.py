"""The rule file: the possible contents, the reader with its checks, and the rows in the form that acts use."""
