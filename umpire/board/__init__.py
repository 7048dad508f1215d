"""The board drawn as SVG from values: one drawing for browser, print and report. No module here reads a game or prints
anything.

Other code calls `drawing.board_svg`. `plan` places hexes on the sheet. `ground` draws terrain and roads. `counters`
draws stands, each with the symbol of its type. `palette` has the colours. Only `svg` writes tags.
"""
