"""Rules of one's own: a game in one TOML file."""
