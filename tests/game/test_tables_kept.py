"""Tests of the cache of parsed tables: cached rows are those of the files, after any change of the files or the
folder.
"""

import json
import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from tests.places import ROOT, TABLES
from umpire.game.rulebook import clauses, tables, toml
from umpire.game.rulebook.tables import clauses_path, read_table_file, read_toml
from umpire.rulesets import FAMILIES

KNOWN = list(FAMILIES)
TABLE = b'name = "Our own"\nformat = 1\n[limits]\ncap = 2\n'
CLAUSES = b'id = "own"\n[[clause]]\nid = "OWN-1-01"\nkeys = ["cap", "floor"]\n'


@pytest.fixture
def shelf(tmp_path, monkeypatch):
    """Return a folder with a table of our own and its clauses, where files may be cached."""
    monkeypatch.setattr(tables, "data_folder", lambda kind: tmp_path)
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    monkeypatch.setattr(sys, "pycache_prefix", None)
    (tmp_path / "own.toml").write_bytes(TABLE)
    (tmp_path / "own.clauses.toml").write_bytes(CLAUSES)
    return tmp_path


@pytest.fixture
def parsed(monkeypatch):
    """Return how often TOML was parsed."""
    texts, parse = [], toml.parse_toml
    monkeypatch.setattr(toml, "parse_toml", lambda text: texts.append(text) or parse(text))
    return texts


def own():
    return read_table_file("own", ["own"])


def kept(shelf):
    return shelf / "__pycache__" / "own.json"


@pytest.mark.parametrize("ruleset", KNOWN)
def test_the_rows_are_those_of_the_file_with_the_keys_of_its_clauses(ruleset):
    path = TABLES / f"{ruleset}.toml"
    keys = {key: each["id"] for each in read_toml(clauses_path(path))["clause"] for key in each.get("keys", ())}
    for _ in range(2):  # as parsed, and from the cache
        rows = dict(read_table_file(ruleset, KNOWN).rows)
        assert rows.pop("rules", {}) == {key: id.partition("-")[2] for key, id in keys.items()}
        assert rows == read_toml(path)


def test_no_two_clauses_have_the_same_key():
    for ruleset in KNOWN:
        keys = [key for each in read_toml(TABLES / f"{ruleset}.clauses.toml")["clause"] for key in each.get("keys", ())]
        assert len(keys) == len(set(keys))


def test_toml_is_parsed_once(shelf, parsed):
    first = own()
    assert len(parsed) == 2
    assert own() == first
    assert len(parsed) == 2
    assert first.rows["rules"] == {"cap": "1-01", "floor": "1-01"}


@pytest.mark.parametrize(
    ("file", "old", "new", "section", "after"),
    [
        ("own.toml", b"cap = 2", b"cap = 3", "limits", {"cap": 3}),
        ("own.clauses.toml", b', "floor"', b', "least"', "rules", {"cap": "1-01", "least": "1-01"}),
    ],
)
def test_what_is_kept_of_other_files_is_made_anew(shelf, parsed, file, old, new, section, after):
    own()
    path = shelf / file
    before = path.stat()
    path.write_bytes(path.read_bytes().replace(old, new))
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))  # the same length and time as before
    assert own().rows[section] == after
    del parsed[:]
    assert own().rows[section] == after
    assert parsed == []


def test_clauses_may_come_and_go(shelf):
    own()
    (shelf / "own.clauses.toml").unlink()
    assert "rules" not in own().rows
    (shelf / "own.clauses.toml").write_bytes(CLAUSES)
    assert own().rows["rules"]["cap"] == "1-01"


@pytest.mark.parametrize(
    "damage",
    [
        lambda whole: b"",
        lambda whole: whole[:-5],
        lambda whole: whole.replace(b'"cap": 2', b'"cap": 9'),
        lambda whole: b"\xff" + whole,
        lambda whole: b"[" * 100_000,
        lambda whole: f"{tables.KEPT + 1}".encode() + whole[1:],
    ],
    ids=["empty", "cut", "changed", "no text", "deep", "another version"],
)
def test_what_is_damaged_is_parsed_again_without_a_word(shelf, parsed, damage):
    right = own()
    whole = kept(shelf).read_bytes()
    kept(shelf).write_bytes(damage(whole))
    del parsed[:]
    assert own() == right
    assert len(parsed) == 2
    assert kept(shelf).read_bytes() == whole


def test_a_folder_that_may_not_be_written(shelf, parsed, monkeypatch):
    def refuse(*args, **kwargs):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(type(shelf), "write_bytes", refuse)
    assert own() == own()
    assert len(parsed) == 4
    monkeypatch.undo()
    assert list((shelf / "__pycache__").iterdir()) == [] if (shelf / "__pycache__").exists() else True


def test_a_file_where_the_folder_should_be(shelf):
    (shelf / "__pycache__").write_text("mine")
    assert own() == own()
    assert (shelf / "__pycache__").read_text() == "mine"


def test_what_cannot_be_put_in_its_place_is_taken_away(shelf):
    (kept(shelf) / "in the way").mkdir(parents=True)
    assert own() == own()
    assert [path.name for path in kept(shelf).parent.iterdir()] == ["own.json"]


def test_a_table_with_a_date_is_not_kept(shelf):
    (shelf / "own.toml").write_bytes(TABLE + b"day = 1979-05-27\n")
    assert own() == own()
    assert not kept(shelf).exists()


def test_nothing_is_written_where_python_writes_nothing(shelf, parsed, monkeypatch):
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    own()
    assert not kept(shelf).parent.exists()
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    own()
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    del parsed[:]
    own()
    assert parsed == []  # but other files there are read


def test_it_lies_where_python_would_put_it(shelf, tmp_path, monkeypatch):
    from importlib.util import cache_from_source

    own()
    assert kept(shelf).parent == Path(cache_from_source(str(shelf / "own.py"))).parent
    elsewhere = tmp_path / "elsewhere"
    monkeypatch.setattr(sys, "pycache_prefix", str(elsewhere))
    kept(shelf).unlink()
    own()
    assert not kept(shelf).exists()
    assert (Path(cache_from_source(str(shelf / "own.py"))).parent / "own.json").is_file()


def test_writers_at_the_same_time_leave_one_whole_file(tmp_path):
    """Ten processes that find no cache give the same answer, and leave one whole file."""
    program = (
        "import sys, json; from umpire.game.rulebook import tables; from pathlib import Path\n"
        "tables.data_folder = lambda kind: Path(sys.argv[1])\n"
        "print(json.dumps(tables.read_table_file('own', ['own']).rows))"
    )
    (tmp_path / "own.toml").write_bytes(TABLE + b"".join(b"n%d = %d\n" % (n, n) for n in range(2000)))
    plain = {key: value for key, value in os.environ.items() if not key.startswith("PYTHON")}
    running = [
        subprocess.Popen([sys.executable, "-c", program, str(tmp_path)], stdout=subprocess.PIPE, env=plain, cwd=ROOT)
        for _ in range(6)
    ]
    said = {each.communicate(timeout=60)[0] for each in running}
    assert len(said) == 1
    assert json.loads(said.pop())["limits"]["n1999"] == 1999
    assert [path.name for path in (tmp_path / "__pycache__").iterdir()] == ["own.json"]


def test_an_installed_wheel_keeps_its_tables_beside_them(tmp_path):
    """The layout of a wheel: the package with its tables inside, no checkout around it."""
    with zipfile.ZipFile(tmp_path / "built.zip", "w") as built:  # where pyproject puts each file
        for path in (ROOT / "umpire").rglob("*.py"):
            built.write(path, path.relative_to(ROOT))
        for path in TABLES.glob("*.toml"):
            built.write(path, f"umpire/_data/tables/{path.name}")
    with zipfile.ZipFile(tmp_path / "built.zip") as built:
        built.extractall(tmp_path / "site")
    program = (
        "import sys; from umpire.game.rulebook.tables import data_folder, read_table_file\n"
        f"print(data_folder('tables')); read_table_file('asp-ww2', {KNOWN!r}); print('tomllib' in sys.modules)"
    )
    plain = {key: value for key, value in os.environ.items() if not key.startswith("PYTHON")}
    said = [
        subprocess.run(
            [sys.executable, "-c", program],
            env={**plain, "PYTHONPATH": str(tmp_path / "site")},
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=True,
        ).stdout.split()
        for _ in range(2)
    ]
    folder = tmp_path / "site" / "umpire" / "_data" / "tables"
    assert said == [[str(folder), "True"], [str(folder), "False"]]
    assert (folder / "__pycache__" / "asp-ww2.json").is_file()


def test_a_rule_book_may_have_no_readings(tmp_path):
    (tmp_path / "own.clauses.toml").write_text(
        'id = "own"\nname = "Our own"\n[[section]]\nid = "1"\ntitle = "Shooting"\n'
        '[[clause]]\nid = "OWN-1-01"\nsection = "1"\nsource = "printed"\nwords = "A gun hits on 6."\n'
    )
    book = clauses.load(tmp_path / "own.clauses.toml")
    assert [each.id for each in book.find("gun")] == ["OWN-1-01"]
    (tmp_path / "none.clauses.toml").write_text('id = "own"\nname = "Our own"\n')
    assert clauses.load(tmp_path / "none.clauses.toml").find("gun") == []
    assert clauses.load(tmp_path / "none.clauses.toml").close_to("gun") == []
