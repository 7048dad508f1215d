"""Squads that fire at each other: fire against cover, criticals that criticals cancel, saves, a test, the answer."""


def _shot(a, b, p, when):
    w = f"when = {{ {when} }}" if when else ""
    return f'''
[[act.engage.step]]
id = "fp{p}"
count = "{a}"
dice = "{a}.men"
need = 4
look = {{ crits = [6] }}
rule = "1"
{w}
[[act.engage.step]]
id = "cv{p}"
count = "{b}"
dice = "{b}.men"
need = 5
look = {{ crits = [6] }}
rule = "1"
{w}
[[act.engage.step]]
id = "deep{p}"
let = "max(0, fp{p}.crits - cv{p}.crits)"
{w}
[[act.engage.step]]
id = "flat{p}"
let = "max(0, fp{p} - fp{p}.crits - (cv{p} - cv{p}.crits))"
{w}
[[act.engage.step]]
id = "kept{p}"
count = "{b}"
dice = "flat{p}"
need = "{b}.save"
rule = "1"
{w}
[[act.engage.step]]
id = "lost{p}"
let = "deep{p} + flat{p} - kept{p}"
{w}
result = [
  {{ id = "men fall", when = {{ lost{p} = ">= 1" }}, do = [
    {{ lose = "{b}.men", by = "lost{p}" }},
    {{ mark = "{b}.pins", by = "lost{p} + 1" }} ] }},
  {{ id = "pinned", when = {{ flat{p} = ">= 1" }}, do = [{{ mark = "{b}.pins" }}] }},
  {{ id = "nothing" }},
]
'''


def engagement(men):
    """The text of a rule file in which so many men on each side fight."""
    return (
        f"""format = 1
id = "engagement"
name = "Engagement"
clauses = {{ "1" = "a" }}
turn = {{ phases = ["a"] }}
stand.save = {{ words = "save", is = "number" }}
stand.grit = {{ words = "grit", is = "number" }}
track.men = {{ words = "men" }}
mark.pins = {{ words = "pins", counts = true }}
type.red = {{ men = {men}, save = 4, grit = 5 }}
type.blue = {{ men = {men}, save = 4, grit = 8 }}
[act.engage]
words = "w"
rule = "1"
role.red = {{ of = "own" }}
role.blue = {{ of = "enemy", after = "at" }}
"""
        + _shot("red", "blue", "", "")
        + """
[[act.engage.step]]
id = "grit"
check = "blue"
sides = 10
need = "blue.grit - blue.pins"
want = "most"
rule = "1"
when = { "blue.men" = ">= 1" }
otherwise = false
"""
        + _shot("blue", "red", "2", "grit = true")
    )
