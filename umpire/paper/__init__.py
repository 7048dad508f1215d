"""Floor 4, paper: quick-reference sheets and documents of a game, as Markdown, HTML and pages printed by typst."""
