"""The places of things in the checkout."""

from pathlib import Path

ROOT = Path(__file__).parent.parent
TABLES = ROOT / "tables"
EXAMPLES = ROOT / "examples"
TESTS = ROOT / "tests"
RELIEF = ROOT / "tests" / "game" / "relief.toml"
"""A battle with reserves, and without events, points and an end of its own."""
