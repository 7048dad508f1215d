"""The command line, the only place that asks, prints or exits (floor 5 in docs/architecture.md)."""
