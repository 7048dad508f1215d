"""The rule file: what may stand in it, read and checked, its rows as the rest takes them."""
