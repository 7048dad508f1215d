"""The entries that still count, and their replay after an amendment."""
