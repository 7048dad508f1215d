"""The check of a rule file before play: the possible values of its names, and the parts that can never apply."""
