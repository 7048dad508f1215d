"""A combat from its facts to its last loss."""
