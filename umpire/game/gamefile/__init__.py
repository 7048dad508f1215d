"""The game file: every write is whole, and an undo restores every byte of the position."""
