"""Floor 5: the command line, the only place that asks, prints or exits."""
