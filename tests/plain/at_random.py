"""Rule files made at random from kinds of steps and their keys, right and wrong, with effects of every kind.

`python -m tests.plain.at_random 10000` tries so many, and prints every file that was neither right nor refused as a
mistake.
"""

import sys
import tempfile
from collections import Counter
from pathlib import Path
from random import Random

from tests.plain.test_cells import HEAD, KIND, OTHERWISE, PAIR
from umpire.before.checked import check_file
from umpire.core.mistakes import Mistake
from umpire.rulesets.plain.file.keys import BESIDE, KINDS, TAKEN_BY

VALUES = {
    "words": ['"a try"', '"{who} tries {before}"', '"{x}"', '""'],
    "rule": ['"1"', '"2"', '"1"', '"1"', '"2"', '"3"'],
    "when": [
        '{ before = ">= 0" }',
        "{ who.tired = true }",
        "{ s0 = 1 }",
        '{ s0.is = "falls back" }',
        '{ who = "foe_of" }',
    ],
    "otherwise": ["2", "true", '"a"', "-1"],
    "dice": ["2", "0", "3", '"who.life"', '"s0"', '"foe_of.life - 9"', '"count(others)"', "999", "40"],
    "dice_words": ['"because"', '"{s0}"'],
    "sides": ["10", "100", "2", "1"],
    "roll": ["1", '"self.skill"', '"s0"', '"foe.skill"', '"up(6 / before)"', '"sum(others.life)"'],
    "roll_words": ['"because {before}"'],
    "need": ["4", "9", '"who.skill"', '"s0"', "0", "99"],
    "need_words": ['"because"'],
    "want": ['"most"', '"least"', '"any"'],
    "keep": ['"best 1"', '"worst 2"', '"best 9"'],
    "look": [
        "{ sixes = [6] }",
        "{ sixes = [6], ones = [1] }",
        "{ life = [2] }",
        "{ sevens = [7] }",
        "{ column = [1] }",
        '{ pair = "double" }',
    ],
    "explode": ["{ on = [6] }", "{ on = [5, 6], most = 3 }", "{ on = [1, 2, 3, 4, 5, 6], most = 9 }"],
    "reroll": [
        "{ on = [1] }",
        '{ on = "misses", most = 1 }',
        '{ on = "hits" }',
        '{ on = "failure", when = { who.tired = false } }',
        "{ on = [1, 6], most = 2 }",
    ],
    "columns": ['["u", "v"]', '["1:1", "2:1"]', '["u"]', "[]"],
    "odds": ["[2, 1]", '["who.life", "before"]', '["s0", "foe_of.life"]'],
    "below": ['"-"', '"a"'],
    "column": ['"who.skill"', "2", '"before"', '"s0"', '"who.type"'],
    "rows": [
        '[{ least = 1, cells = ["a", "b"] }, { least = 10, cells = ["b", "a"] }]',
        '[{ least = 9, cells = ["a", "falls back"] }]',
        '[{ least = 1, cells = ["a"] }]',
        "[]",
    ],
    "of": ['"foe_of"', '"others"', '"nobody"'],
    "policy": ['"it never yields"'],
    "limit": [
        "{ dice = { most = 4 } }",
        "{ roll = { least = 2, most = 1 } }",
        '{ need = { most = "s0" } }',
        "{ column = { least = 2 } }",
    ],
    "with": ['{ one = "foe_of" }', '{ one = "who" }', '{ one = "others" }', '{ one = "who", two = 1 }'],
    "each": ['"others"', '"who"'],
    "modifier": [
        '[{ amount = 1, words = "m" }]',
        '[{ amount = "s0", words = "m {s0}", on = "dice" }]',
        '[{ amount = -1, words = "m", on = "need", when = { self.tired = true } }]',
        '[{ amount = 2, words = "m", on = "column", when = { s0 = ">= 2" } }]',
    ],
}
ASKED = [
    '{ %s = ">= 2" }',
    "{ %s = true }",
    '{ %s = "a" }',
    '{ %s = "falls back" }',
    "{ %s = [1, 2] }",
    '{ before = "> 1" }',
    "{ tie = true }",
    '{ winner = "who" }',
    '{ margin = ">= 2 and <= 4" }',
    '{ %s.sixes = ">= 1" }',
]
DOES = [
    'lose = "foe_of.life"',
    'lose = "foe_of.life", by = "%s"',
    'lose = "loser.life", by = "margin"',
    'mark = "who.tired"',
    'unmark = "who.tired"',
    'remove = "foe_of"',
    'remove = "loser"',
    "end = true",
    'end = "side"',
    'end = "woken"',
    'again = "s0", most = 2',
    'hand = "{who} back {%s}"',
    'gain = "who.life", by = 2',
    'lose = "others.life", by = 2, share = true',
    'lose = "others.life"',
]


def fits(said, kind, lines):
    """True if a condition or an effect fits the parts of such a step."""
    if "sixes" in said:
        return kind in ("count", "total", "check", "table") and any("sixes" in line for line in lines)
    if any(word in said for word in ("tie", "winner", "margin", "loser")):
        return kind == "opposed"
    if '"a"' in said or "%s.life" in said:
        return kind in ("table", "choose")
    return "falls back" not in said or kind == "table"


def step(random, id):
    """Return a step: nearly always with the needed keys of its kind, then some optional ones, and seldom a
    wrong one.
    """
    kind = random.choice(KINDS)
    lines = [f'id = "{id}"', KIND[kind]]
    needed = {"count": ["need"], "check": ["need"], "table": ["columns", "rows", "column"], "play": ["with"]}.get(
        kind, []
    )
    keys = [key for key in needed if random.random() < 0.95]
    if kind not in ("choose", "let", "play") and random.random() < 0.97:
        keys.append("rule")
    for key in VALUES:
        likely = 0.1 if kind in (TAKEN_BY[key] if key != "policy" else "choose") else 0.001
        if key not in keys and key not in needed and random.random() < likely:
            keys.append(key)
    for key in keys:
        value = VALUES[key][0] if random.random() < 0.6 else random.choice(VALUES[key])
        if "s0" not in value or id != "s0" or random.random() < 0.02:
            lines.append(f"{key} = {value}")
    if "otherwise" in keys and random.random() < 0.7:
        lines = [line for line in lines if not line.startswith("otherwise")] + [f"otherwise = {OTHERWISE.get(kind, 1)}"]
    for key, other in BESIDE.items():  # mostly with the words that fit
        if any(line.startswith(f"{key} =") for line in lines) and not any(
            line.startswith(f"{other} =") for line in lines
        ):
            lines.append(f"{other} = {VALUES[other][0]}")
    asked = [each for each in ASKED if fits(each, kind, lines)]
    does_of = [each for each in DOES if fits(each, kind, lines)]
    rows = []
    many = random.randint(0, 3) if kind != "play" or random.random() < 0.05 else 0
    for at in range(many):
        when = f", when = {random.choice(asked).replace('%s', id)}" if at < many - 1 or random.random() < 0.3 else ""
        does = ", ".join(f"{{ {random.choice(does_of).replace('%s', id)} }}" for _ in range(random.randint(0, 2)))
        said = random.choice(
            [
                f'id = "z{at}"',
                'id = "falls back"' if at == 0 else f'id = "y{at}"',
                f'words = "so {{{id}}} {at}"',
            ]
        )
        rows.append(f"{{ {said}{when}, do = [{does}] }}")
    return "\n".join([*lines, *([f"result = [{', '.join(rows)}]"] if rows else [])])


def text(random):
    """Return a rule file of one to four steps, mostly a readable one."""
    head = HEAD.replace('empty = ""', "").replace("full = 6", random.choice(["full = 6", 'full = 6, empty = "remove"']))
    head = head.rpartition("[[act.try.step]]")[0]
    if random.random() < 0.3:
        sides = random.choice(["in turn", "alternate", "free"])
        head = head.replace('phases = ["play"]', f'order = "stands", sides = "{sides}"')
        head = head.replace("[act.try]\n", "[act.try]\nbegins = true\n" if random.random() < 0.95 else "[act.try]\n")
    return head + "\n".join(
        [*(f"[[act.try.step]]\n{step(random, f's{at}')}\n" for at in range(random.randint(1, 4))), PAIR]
    )


def looked_through(number, seed=0):
    """Return the numbers of right, odd and refused files among so many, and the text of every other."""
    counts, bugs = Counter(), []
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "any.toml"
        for at in range(number):
            written = text(Random(f"{seed} {at}"))
            path.write_text(written, encoding="utf-8")
            try:
                counts["odd" if check_file(path).odd else "right"] += 1
            except Mistake:
                counts["refused"] += 1
            except Exception as bug:
                bugs.append((at, f"{type(bug).__name__}: {bug}", written))
    return counts, bugs


if __name__ == "__main__":
    found, wrong = looked_through(int(sys.argv[1]), sys.argv[2] if len(sys.argv) > 2 else 0)
    print(dict(found))
    for number, words, written in wrong[:5]:
        print(f"--- {number}: {words}\n{written}")
    print(f"{len(wrong)} bugs")
