"""A player of docs/own-rules.md: `python -m tests.plain.page` writes the answers of today into the page. Read the diff.

The steps build one game. Each recipe, a heading of three #, begins that game with its own rows at the end of the file.
"""

import io
import os
import re
import shlex
import tempfile
from contextlib import chdir, redirect_stderr, redirect_stdout
from pathlib import Path

from tests.places import ROOT
from umpire.__main__ import main

PAGE = ROOT / "docs" / "own-rules.md"
BLOCK = re.compile(r"^(?:`(\S+)`(, at its end)?\n\n)?```(toml|console)\n(.*?)^```$", re.DOTALL | re.MULTILINE)


def parts(page):
    """Return the steps, and each recipe."""
    return re.split(r"^(?=### )", page, flags=re.MULTILINE)


def say(line):
    """Return the answer to a line."""
    said = io.StringIO()
    with redirect_stdout(said), redirect_stderr(said):
        main(shlex.split(line))
    return said.getvalue()


def answered(part, folder, raid=""):
    """Return a part of the page with the answers of this program, and write its files to the folder; `raid` are the
    rules so far.
    """
    with chdir(folder):
        if raid and not files(part):
            more = "".join(text for _, _, kind, text in BLOCK.findall(part) if kind == "toml")
            Path("raid.toml").write_text(raid + "\n" + more, encoding="utf-8")
            say("new gate --seed 793")

        def now(block):
            name, more, kind, text = block.groups()
            if kind == "toml" and name:
                with Path(name).open("a" if more else "w", encoding="utf-8") as file:
                    file.write(text)
            lines = re.findall(r"^\$ umpire (.*)\n", text, re.MULTILINE) if kind == "console" else ()
            answers = "".join(f"$ umpire {line}\n{say(line)}" for line in lines)
            return block[0].replace(f"console\n{text}", f"console\n{answers}") if lines else block[0]

        return BLOCK.sub(now, part)


def files(part):
    """Return the files that a part of the page builds: name -> its text."""
    found = {}
    for name, more, kind, text in BLOCK.findall(part):
        if kind == "toml" and name:
            found[name] = found[name] + text if more else text
    return found


if __name__ == "__main__":
    os.environ["COLUMNS"] = "80"
    page, done = PAGE.read_text(encoding="utf-8"), ""
    built = files(parts(page)[0])
    for at, part in enumerate(parts(page)):
        with tempfile.TemporaryDirectory() as folder:
            (Path(folder) / "gate.toml").write_text(built["gate.toml"], encoding="utf-8")
            done += answered(part, folder, built["raid.toml"] if at else "")
    PAGE.write_text(done, encoding="utf-8")
