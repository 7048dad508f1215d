"""The board drawn as SVG from values: one drawing for browser, print and report. No module here reads a game or prints.

Other code calls `drawing.board_svg`. `plan` places hexes on the sheet; `ground`, `lines` and `counters` draw terrain,
roads and stands with the symbols of their types; `palette` has the colours; only `svg` writes tags.
"""
