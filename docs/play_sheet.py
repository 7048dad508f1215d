"""The picture of the play sheet in README, from the program: `python docs/play_sheet.py` writes docs/play-sheet.png."""

from __future__ import annotations

import struct
import zlib
from pathlib import Path

from umpire.paper.documents import Subject, data
from umpire.paper.press import printed
from umpire.rulesets import find

PICTURE = Path(__file__).parent / "play-sheet.png"
SIDE, PPI = 2, 91
SIGNATURE = b"\x89PNG\r\n\x1a\n"


def small(png: bytes) -> bytes:
    """A PNG of 8 bits in RGBA as one of 4 bits in grey, a third as large."""
    chunks, at = {}, len(SIGNATURE)
    while at < len(png):
        length, kind = struct.unpack(">I4s", png[at : at + 8])
        chunks[kind] = chunks.get(kind, b"") + png[at + 8 : at + 8 + length]
        at += length + 12
    width, height, *form = struct.unpack(">IIBBBBB", chunks[b"IHDR"])
    assert form == [8, 6, 0, 0, 0]
    raw, wide, above, packed = zlib.decompress(chunks[b"IDAT"]), width * 4, bytes(width * 4), bytearray()
    for row in range(height):
        kind, line = raw[row * (wide + 1)], bytearray(raw[row * (wide + 1) + 1 : (row + 1) * (wide + 1)])
        for x in range(wide):
            left, corner = (line[x - 4], above[x - 4]) if x > 3 else (0, 0)
            near = (0, left, above[x], (left + above[x]) // 2, nearest(left, above[x], corner))
            line[x] = (line[x] + near[kind]) & 255
        above = bytes(line)
        greys = [round(green / 17) for green in line[1::4]] + [15] * (width % 2)
        packed += b"\0" + bytes(16 * one + other for one, other in zip(greys[::2], greys[1::2], strict=True))
    head = struct.pack(">IIBBBBB", width, height, 4, 0, 0, 0, 0)
    parts = ((b"IHDR", head), (b"IDAT", zlib.compress(bytes(packed), 9)), (b"IEND", b""))
    return SIGNATURE + b"".join(
        struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body)) for kind, body in parts
    )


def nearest(left: int, above: int, corner: int) -> int:
    """Which of three neighbours is nearest to what goes on from them (the Paeth filter of PNG)."""
    goes_on = left + above - corner
    return min((left, above, corner), key=lambda each: abs(goes_on - each))


def main() -> None:
    """Print the sheet of Two Star General and keep the side that has the fight."""
    ruleset = find("two-star-general")
    family, table = ruleset.family(), ruleset.table()
    sheet = data(["sheet"], Subject("", table.name, family, family.read_table(table.rows)))
    PICTURE.write_bytes(small(printed(sheet, "png", ppi=PPI)[SIDE - 1]))


if __name__ == "__main__":
    main()
