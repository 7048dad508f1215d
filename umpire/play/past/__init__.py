"""The entries that still count, and their replay: amendments and their consequences."""
