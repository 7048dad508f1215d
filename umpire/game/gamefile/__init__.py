"""The game file. A write is done completely or not at all, and an undo restores every byte of the position."""
