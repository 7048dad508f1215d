"""The clock of a battle: the times at which stands arrive, events happen and facts end."""
