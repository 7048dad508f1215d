"""Rule files made at random from everything that a rule file may have: most can be played, some are wrong."""

from hypothesis import strategies as st

HEAD = """format = 1
id = "any"
name = "Any"

[clauses]
"1" = "Everything."

[stand]
arm = { words = "arm", is = ["foot", "horse"] }
skill = { words = "skill", is = "number", least = 1, most = 6 }
combat = { words = "combat", is = "number", by = "arm", least = 0, most = 6 }
deep = { words = "deep", is = "yes/no", usual = false }
power = { words = "power", formula = "men * skill + tired" }

[track]
men = { words = "men", empty = "remove" }
heart = { words = "heart", full = 3 }

[mark]
shaken = { words = "shaken" }
owes = { words = "owes a test", until = "side" }
tired = { words = "tired", counts = true, most = 3 }
acted = { words = "has acted", until = "turn" }

[side]
will = { words = "will", full = 4 }

[type]
one = { arm = "foot", skill = 2, combat = { foot = 3, horse = 1 }, men = 5, deep = true }
two = { arm = "horse", skill = 4, combat = { foot = 2, horse = 2 }, men = 3 }

[turn]
phases = ["first", "second"]
comes = [
  { id = "rest", at = "side", each = "stand", do = [{ unmark = "stand.tired", by = 1 }] },
  { id = "will", at = "turn", each = "side", do = [{ set = "own.will", to = "own.stands" }] },
  { id = "owes", at = "phase", each = "stand", when = { stand.men = "<= 1" }, do = [{ mark = "stand.owes" }] },
]

[[victory]]
id = "over"
when = { "side.lost" = ">= side.stands" }
words = "{side} is beaten"
rule = "1"

[steps.blow]
roles = ["us", "them"]
numbers = ["n"]
facts = ["ground"]

[[steps.blow.step]]
id = "hits"
count = "us"
dice = "min(3, n)"
need = "5 - us.skill"
rule = "1"
reroll = { on = "misses", most = 1, when = { ground = "wood" } }
look = { deep = ">= need + 1" }

[[steps.blow.step]]
id = "left"
let = "hits - hits.deep"
result = [
  { id = "hurt", when = { left = ">= 1" }, words = "{them} by {us}", do = [{ lose = "them.men", by = "left" }] },
  { id = "owing", when = { hits.deep = ">= 1" }, do = [{ mark = "them.owes" }] },
  { id = "unhurt", do = [{ hand = "{us} back" }] },
]

[act.test]
words = "who owes it tests"
owed = "owes"
rule = "1"
role.unit = { of = "any" }
step = [{ id = "test", check = "unit", need = 4, rule = "1", reroll = { on = "failure" }, result = [
  { id = "holds", when = { test = true } },
  { id = "close", when = { test.by = "<= 1" } },
  { id = "runs", do = [{ remove = "unit" }] } ] }]

[act.fight]
words = "they fight"
phase = "first"
once = "acted"
rule = "1"
role.mine = { of = "own" }
role.foes = { of = "enemy", after = "at" }
role.friends = { of = "own", after = "with", many = true }
fact.range = { words = "how far", is = "number", least = 0, most = 9, assume = 4 }
fact.dug = { words = "dug in", is = "yes/no", assume = false, of = ["foes"] }
fact.ground = { words = "ground", is = ["open", "wood"], assume = "open" }
"""
LINE = "fight a at b with c d"
NUMBERS = [
    "mine.skill",
    "foes.men",
    "mine.tired",
    "range",
    "mine.combat[foes.arm]",
    "sum(friends.men)",
    "count(friends)",
    "mine.power",
    "own.will",
    "foes.men_full",
    "turn",
    "own.stands",
]
WORDS = {"ground": ["open", "wood"], "mine.arm": ["foot", "horse"], "foes.type": ["one", "two"]}
ENDS = ["true", '"woken"', '"phase"', '"side"', '"turn"']
WAKE = """
[act.wake]
words = "a stand is woken"
begins = true
role.unit = { of = "own" }
step = [{ id = "up", let = 0, result = [{ id = "is up", do = [{ mark = "unit.tired" }] }] }]
"""
YES_NO = ["foes.dug", "mine.shaken", "foes.deep", "foes.shaken"]
TRACKS = ["mine.men", "foes.men", "foes.heart", "friends.men", "own.will", "enemy.will"]
MARKS = ["mine.shaken", "foes.tired", "friends.shaken", "mine.tired"]


@st.composite
def formulas(draw, numbers, deep=2):
    """Return a formula of these numbers; some divide by a number that may be 0, which is refused in play."""
    kind = draw(st.sampled_from(["name", "number", "number", "both", "call", "divide"] if deep else ["name", "number"]))
    if kind == "name":
        return draw(st.sampled_from(numbers))
    if kind == "number":
        return str(draw(st.integers(0, 7)))
    a, b = draw(formulas(numbers, deep - 1)), draw(formulas(numbers, deep - 1))
    if kind == "both":
        return f"({a} {draw(st.sampled_from('+-*'))} {b})"
    if kind == "call":
        return f"{draw(st.sampled_from(['min', 'max']))}({a}, {b})"
    divisor = b if draw(st.integers(0, 5)) == 0 else f"max(1, {b})"
    return f"{draw(st.sampled_from(['up', 'down', 'near', 'rest']))}({a} / {divisor})"


@st.composite
def whens(draw, numbers, words, yes_no, least=0):
    """Return a `when` of up to two conditions."""
    lines = {}
    for _ in range(draw(st.integers(least, 2))):
        kind = draw(st.sampled_from(["number", "word", "yes"]))
        plain = [name for name in numbers if "(" not in name and "[" not in name]
        if kind == "number":
            sign = draw(st.sampled_from(["<=", ">=", "<", ">", "=", "!="]))
            lines[draw(st.sampled_from(plain))] = f'"{sign} {draw(formulas(numbers, 1))}"'
        elif kind == "word":
            name = draw(st.sampled_from(sorted(words)))
            lines[name] = draw(st.sampled_from([f'"{word}"' for word in words[name]] + [f'"not {words[name][0]}"']))
        else:
            lines[draw(st.sampled_from(yes_no))] = draw(st.sampled_from(["true", "false"]))
    return "{ " + ", ".join(f'"{name}" = {value}' for name, value in lines.items()) + " }"


@st.composite
def effects(draw, numbers):
    kind = draw(st.sampled_from(["lose", "gain", "mark", "unmark", "remove", "hand", "end", "set"]))
    by = f', by = "{draw(formulas(numbers, 1))}"' if draw(st.booleans()) else ""
    if kind in ("lose", "gain"):
        share = ", share = true" if kind == "lose" and draw(st.booleans()) else ""
        return f'{{ {kind} = "{draw(st.sampled_from(TRACKS))}"{by}{share} }}'
    if kind in ("mark", "unmark"):
        return f'{{ {kind} = "{draw(st.sampled_from(MARKS))}"{by} }}'
    if kind == "set":
        return f'{{ set = "{draw(st.sampled_from(TRACKS))}", to = "{draw(formulas(numbers, 1))}" }}'
    if kind == "end":
        return f"{{ end = {draw(st.sampled_from(ENDS))} }}"
    if kind == "remove":
        return f'{{ remove = "{draw(st.sampled_from(["mine", "foes", "friends"]))}" }}'
    return '{ hand = "{mine} back {range} cm" }'


@st.composite
def plays(draw, id, numbers, words, yes_no):
    """Return a step that plays the block, and the names it makes."""
    us, them = draw(st.sampled_from([("mine", "foes"), ("foes", "mine"), ("friends", "foes")]))
    lines = [f'id = "{id}"', 'play = "blow"']
    after = [*numbers, f"{id}.hits", f"{id}.left"]
    if us == "friends":  # each of them by itself: nobody counts them there
        numbers = [name for name in numbers if "friends" not in name]
    lines.append(f'with = {{ us = "{us}", them = "{them}", n = "{draw(formulas(numbers, 1))}" }}')
    lines += ['each = "friends"'] if us == "friends" else []
    if draw(st.booleans()):
        lines.append(f"when = {draw(whens(numbers, words, yes_no, 1))}")
    return lines, (after, words, yes_no)


@st.composite
def steps(draw, id, numbers, words, yes_no):
    """Return a step, and the names it makes: numbers, words with their values, yes or no."""
    kind = draw(st.sampled_from(["opposed", "count", "check", "total", "table", "choose", "let"]))
    number = formulas(numbers)
    lines = [f'id = "{id}"', f'words = "step {id}"', 'rule = "1"']
    made = ([], {}, [])
    otherwise = ""
    if kind == "opposed":
        lines += ['opposed = ["mine", "foes"]', f'roll = "{draw(number)}"']
    elif kind == "choose":
        if draw(st.booleans()):
            lines += ['choose = ["stay", "go"]', 'of = "foes"']
            made, otherwise = ([], {id: ["stay", "go"]}, []), '"go"'
        else:
            lines.append('choose = "friends"')
    elif kind == "let":
        lines.append(f'let = "{draw(number)}"')
        made, otherwise = ([id], {}, []), "0"
    else:
        who = draw(st.sampled_from(["mine", "foes"]))
        dice = draw(st.sampled_from(["1", "2", f'"min(4, {draw(formulas(numbers, 1))})"']))
        lines += [f'{kind} = "{who}"', f"dice = {dice}", f"sides = {draw(st.sampled_from([4, 6, 10]))}"]
        if kind in ("count", "check"):
            lines.append(f'need = "{draw(number)}"')
        if kind != "count" and draw(st.booleans()):
            lines.append(f'roll = "{draw(number)}"')
        if kind == "table":
            lines += ['columns = ["open", "wood"]', 'column = "ground"']
            lines.append('rows = [{ least = 1, cells = ["x", "y"] }, { least = 4, cells = ["y", "z"] }]')
            made, otherwise = ([], {id: ["x", "y", "z"]}, []), '"x"'
        else:
            made = ([f"{id}.by"], {}, [id]) if kind == "check" else ([id], {}, [])
            otherwise = draw(st.sampled_from(["true", "false"])) if kind == "check" else "0"
        if kind == "total" and draw(st.booleans()):
            lines.append('keep = "best 1"')
    if otherwise and draw(st.integers(0, 3)) == 0:
        lines += [f"when = {draw(whens(numbers, words, yes_no, 1))}", f"otherwise = {otherwise}"]
    if kind not in ("choose", "let"):
        for at in range(draw(st.integers(0, 2))):
            when = draw(whens(numbers, words, yes_no))
            if at == 0:
                lines.append("modifier = [")
            lines.append(
                f'  {{ id = "m{at}", amount = "{draw(formulas(numbers, 1))}", words = "because", when = {when} }},'
            )
        if lines[-1].startswith("  "):
            lines.append("]")
    after = (numbers + made[0], {**words, **made[1]}, yes_no + made[2])
    if kind == "opposed":
        after = ([*after[0], "winner.total", "margin", "loser.men"], after[1], [*after[2], "tie"])
    rows = []
    many = draw(st.integers(0, 3))
    for at in range(many):
        when = f", when = {draw(whens(*after, 1))}" if at < many - 1 else ""
        does = ", ".join(draw(st.lists(effects(after[0]), max_size=2)))
        rows.append(f'  {{ id = "r{at}"{when}, do = [{does}] }},')
    if rows:
        lines += ["result = [", *rows, "]"]
    return lines, after


@st.composite
def rule_files(draw):
    """Return the text of a rule file with an act of one to four steps."""
    text, names = HEAD, (NUMBERS, WORDS, YES_NO)
    sides = draw(st.sampled_from(["", "in turn", "alternate", "free"]))
    if sides:
        text = text.replace("[turn]\n", f'[turn]\norder = "stands"\nsides = "{sides}"\n')
        wakes = draw(st.booleans())
        text = text.replace("[act.fight]\n", "[act.fight]\n" + "begins = true\n" * wakes) + ("" if wakes else WAKE)
        names = (NUMBERS, WORDS, [*YES_NO, "mine.awake", "foes.woken"])
    for at in range(draw(st.integers(1, 4))):
        kind = plays if draw(st.integers(0, 3)) == 0 else steps
        lines, names = draw(kind(f"s{at}", *names))
        text += "\n[[act.fight.step]]\n" + "\n".join(lines) + "\n"
    return text if sides else text.replace('end = "woken"', 'end = "phase"')  # nobody is awake
