"""Floor 4: quick-reference sheets from the tables and the game, as Markdown and as one printable HTML file."""
