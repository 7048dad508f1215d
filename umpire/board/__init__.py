"""The board drawn as SVG from values: one drawing for browser, print and report. Nothing here reads a game or prints.

`drawing.board_svg` is the door. `plan` places hexes on the sheet, `ground`, `lines` and `counters` draw what lies
there, stands with the symbols of their types, `palette` the colours, `svg` is the only place that writes a tag.
"""
