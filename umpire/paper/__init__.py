"""Floor 4: quick-reference sheets from the tables and the game, as Markdown, HTML and pages printed by typst."""
