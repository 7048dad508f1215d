"""Quick-reference sheets and documents of a game, as Markdown, HTML and pages printed by typst (floor 4 in
docs/architecture.md).
"""
