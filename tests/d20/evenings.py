"""Random evenings of d20: lines that may or may not make sense, and the answers of the program."""

import random
import re
from typing import NamedTuple, get_args

from tests.d20.elements import ROOT, TABLE
from umpire.core.answers import Answers
from umpire.core.dice import SeededDice
from umpire.core.frozen import replace
from umpire.core.mistakes import Mistake
from umpire.core.procedure import resolve
from umpire.game.check import check_header
from umpire.game.facts import parse_told
from umpire.game.rulebook.tables import read_toml
from umpire.play.documents import state_of
from umpire.rulesets.d20 import FAMILY as d20
from umpire.rulesets.d20.effects import Remove, Touch
from umpire.rulesets.d20.state import Clock, Doing

EVENING = read_toml(ROOT / "examples" / "d20-evening.toml")
SIDES = ("German", "Allied")
START = d20.read_state(state_of(EVENING, check_header(EVENING), d20, TABLE), None)


def some_line(draw, state):
    """Return a verb and words that may or may not make sense now, mostly of the current phase."""
    ids = list(state.elements)
    anyone = draw.choice(ids)
    friends = [one.id for one in state.in_play(state.clock.side)] or ids
    enemies = [one.id for one in state.in_play() if one.side != state.clock.side] or ids
    one, enemy = draw.choice(friends), draw.choice(enemies)
    owing = [each.id for each in state.in_play() if each.fall_back_owed]
    if owing:
        return "move", f"{owing[0]} fallback=yes"
    ground = draw.choice(["open", "road", "rough", "wheat", "wood"])
    rest = {
        "command": [("activate", one), ("activate", f"{one} {draw.choice(friends)}"), ("order", f"word {anyone}=S")],
        "fire": [
            ("fire", f"{one} at {enemy} {draw.choice([2, 4, 8, 12])} side={draw.choice(['yes', 'no'])}"),
            ("fire", f"{enemy} at {one} {draw.choice([2, 8])} source=mortar"),
            ("artillery", f"barrage {enemy}={draw.choice('FSK')}"),
        ],
        "combat": [("assault", f"{one} at {enemy}"), ("assault", f"{enemy} {draw.choice(enemies)} at {one}")],
        "movement": [
            ("move", f"{one} {ground}={draw.choice([1, 2, 4, 8])}"),
            ("move", f"{one} {ground}=1 contact={enemy}"),
            ("move", f"{one} open=1 mount={draw.choice(friends)}"),
            ("move", f"{one} limber={draw.choice(friends)}"),
            ("move", f"{one} dismount=yes"),
            ("move", f"{one} dismount=yes 1"),
            ("move", f"{one} breakdown=yes"),
            ("move", f"{one} assemble=yes"),
            ("move", f"{one} fallback=yes"),
            ("move", f"{one} takes=mill"),
            ("overrun", f"{enemy} by {one}"),
        ],
        "over": [],
    }[state.clock.phase]
    return draw.choice([*rest * 3, ("next", "")]) if draw.random() < 0.95 else ("move", f"{anyone} 1")


class Heard(NamedTuple):
    """The answer to a line: why it makes no sense (with the hint), or the rules against it (with their words)."""

    senseless: str = ""
    hint: str = ""
    rules: tuple[tuple[str, str, str], ...] = ()

    @property
    def fine(self):
        return not self.senseless and not self.rules


def hear(state, line, table=TABLE, *, kept=True):
    """Return the answer of the rules to a line, as in a game that keeps the sequence of play."""
    verb, *words = line.split()
    act = d20.act(verb)
    try:
        sit = act.situate(state, table, parse_told(words, act.connectors, act.bare))
    except Mistake as wrong:
        return Heard(wrong.what, wrong.hint)
    late = act.out_of_turn(state, table, sit) if kept else ()
    return Heard(rules=tuple((one.rule, one.words, one.retype) for one in (*late, *act.objections(sit))))


def play(state, line, table=TABLE, seed="1"):
    """Return the state after a line, with its dice rolled and the default choices."""
    verb, *words = line.split()
    act = d20.act(verb)
    sit = act.situate(state, table, parse_told(words, act.connectors, act.bare))
    outcome, _ = resolve(act.procedure(sit), Answers(SeededDice(seed), 0, roll_rest=True, defaults=True))
    return d20.apply(state, outcome.effects, table)


def hinted(text):
    """Return the commands in an answer: in backticks, or after the last colon."""
    found = [*re.findall("`(?:umpire )?([^`]+)`", text), re.split("[:;] ", text)[-1]]
    return [words for words in found if re.match(rf"({'|'.join(d20.ACTS)})\\b(?! (phase|is|to|belongs)\\b)", words)]


def anywhere(seed):
    """Return a position in the middle of a game: any element may be suppressed, removed, aboard, in contact, owing, or
    done.
    """
    draw, state = random.Random(seed), START
    clock = Clock(draw.randint(1, 6), draw.choice(list(TABLE.phases)), draw.choice(SIDES))
    changed = {}
    for one in state.elements.values():
        carriers = [
            each.id
            for each in state.elements.values()
            if each.side == one.side and each.type in ("Mech", "Wh") and one.type in ("Inf", "CSW")
        ]
        aboard = draw.choice(carriers) if carriers and draw.random() < 0.3 else ""
        pending = draw.choice([1, 2, 4]) if draw.random() < 0.05 and one.type != "CSW" else 0
        enemies = [foe.id for foe in state.elements.values() if foe.side != one.side]
        changed[one.id] = replace(
            one,
            aboard=aboard,
            limbered=bool(aboard) and one.type == "CSW" and draw.random() < 0.7,
            broken_down="man-portable" in one.flags and draw.random() < 0.2,
            suppressed=draw.random() < 0.3,
            fall_back_owed=pending,
            fall_back_from=tuple(draw.choice(["", *enemies]) for _ in range(pending)),
            done=tuple(what for what in get_args(Doing) if draw.random() < 0.12),
            moved=draw.choice(["", "", "1/2", "3/4", "1"]),
        )
    state = replace(state, elements=changed, clock=clock)
    effects, gone = [], []
    for one in changed.values():
        foes = [foe.id for foe in changed.values() if foe.side != one.side and not foe.aboard]
        if not one.aboard and draw.random() < 0.3:
            effects.append(Touch(one.id, tuple(draw.sample(foes, draw.randint(1, 2)))))
        if draw.random() < 0.12:
            gone.append(Remove(one.id, "knocked-out"))
    return d20.apply(state, (*effects, *gone), TABLE)


LINES = """
move {a} 1|move {a} mount={b}|move {a} limber={b}|move {a} embark={b} 1|move {a} dismount=yes|move {a} disembark=yes
move {a} unlimber=yes fallback=yes|move {a} dismount=yes fallback=yes|move {a} fallback=yes|move {a} breakdown=yes
move {a} assemble=yes 1|move {a} contact={b}|move {a} rough=99|move {a}|move|move {a} mount=yes|move {a} 1 halt=edge
fire {a} at {b}|fire {a} at {b} 3|fire {a} at {b} 3 mode=ap|fire {a} at {b} 3 mode=he|fire {a} at {b} 9 mode=hunt
fire {a}|fire {a} at {b} 2 arc=no visible=no|assault {a} at {b}|assault {a} {b} at {c}|assault|activate
assault {a} at {b} {a}.target={c}|activate {a}|activate {a} {b}|overrun {a} by {b}|overrun|artillery|air|order|night
artillery x {a}=S|artillery x {a}.cover=S|next|next combat|next zzz
"""


def any_line(draw):
    """Return a line of any element at any other, mostly against some rule."""
    ids = list(START.elements)
    line = draw.choice(LINES.strip().replace("\n", "|").split("|"))
    return line.format(**{name: draw.choice(ids) for name in "abc"})
