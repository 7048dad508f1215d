"""The check of a rule file before play. It finds the possible values of names, and the parts that can never apply."""
