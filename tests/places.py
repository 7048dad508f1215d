"""Where things of the checkout are."""

from pathlib import Path

ROOT = Path(__file__).parent.parent
TABLES = ROOT / "tables"
EXAMPLES = ROOT / "examples"
TESTS = ROOT / "tests"
