"""One element fires at another."""
