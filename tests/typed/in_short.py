"""Random lines, in full and as short as people type them at the table; evenings of them in two games."""

from tests.offered import typed as offered
from umpire.core.answers import Answers
from umpire.core.mistakes import Mistake
from umpire.game.clock.arrivals import LEAVE
from umpire.play.correct import correct, record_correction
from umpire.play.grammar import line_meant
from umpire.play.scenarios import new_game
from umpire.play.session import open_session
from umpire.play.turn import Refused, play, prepare, record, referee_for
from umpire.play.understood import LEAST, Ambiguous

TRIES = 20
"""How many lines are tried for one that the rules let through."""
STAY = 0.9
"""How often somebody who would leave the table stays: when everybody has left, no line is there to shorten."""
FAR = ("2", "3", "6", "200", "450")
"""Distances."""


def told(path, scenario):
    """Return a game in which the sequence is told."""
    new_game(path, scenario, "7")
    session = open_session(path)
    if session.head["sequence"] == "kept":
        record_correction(correct(session, ["game", "sequence=told"]), "set game sequence=told")
    return open_session(path)


def in_full(session, draw):
    """Return a random line that the rules allow, with optional facts, and its prepared act."""
    for _ in range(TRIES):
        full = offered(session, draw, looked_at=0).split()
        if full[0] == LEAVE and draw.random() < STAY:
            continue
        act = session.family.act(full[0])
        full += [draw.choice(FAR)] if act.bare(FAR[0]) and draw.random() < 0.5 else []
        try:
            facts = prepare(session, full[0], full[1:], ruling="to see").situation.known.may_tell
            said = [f"{name}={value}" for name, values in facts.items() if "." not in name for value in values]
            full += draw.sample(said, min(draw.randint(0, 2), len(said)))
            if not {*act.connectors, "="} & {*full, *"".join(full)} and draw.random() < 0.7:
                continue  # nothing could be left out
            return full, prepare(session, full[0], full[1:], ruling="to see")
        except (Mistake, Refused):
            continue
    return None


def shortened(session, draw, words):
    """Return a line with connecting words, its verb and names of facts randomly left out or cut; it may then mean
    nothing.
    """
    verb, *rest = words
    act = session.act(verb)
    short = [each for word in rest if (each := _short(session, act, draw, word))]
    own = line_meant(session, short) if short else ()
    return short if own[:1] == (verb,) and draw.random() < 0.5 else [verb, *short]


def _short(session, act, draw, word):
    name, fact, value = word.partition("=")
    if act.roles and word in act.connectors and draw.random() < 0.5:
        return ""
    if not fact or "." in name or draw.random() < 0.2:
        return word
    if value == "no" and draw.random() < 0.5:
        return f"no{name}"
    if value == "yes" and act.bare(name) is None and draw.random() < 0.5:
        return name
    alone = (
        len(value) > 1
        and not value[:1].isdigit()
        and value not in ("yes", "no", "none", *session.family.names(session.state))
    )
    if alone and draw.random() < 0.7:
        return value
    cut = name[: draw.randint(LEAST, max(LEAST, len(name)))]
    return f"{cut}={value}" if sum(each.startswith(cut) for each in act.facts) == 1 else word


def read(session, words):
    """Return the prepared act of a typed line, with or without its verb."""
    verb, *rest = words if words[0] in session.family.ACTS else line_meant(session, words)
    return prepare(session, verb, rest, ruling="to see", with_dice=True)


def evening(folder, scenario, draw, lines):
    """Play so many lines in two games, in full and in short, compare both, and return how many lines were short."""
    folder.mkdir()
    full, short = told(folder / "full.umpire", scenario), told(folder / "short.umpire", scenario)
    shorter = 0
    for _ in range(lines):
        if (found := in_full(full, draw)) is None:
            continue
        words, prepared = found
        line = shortened(full, draw, words)
        try:
            meant = read(short, line)
        except Ambiguous:  # it may be two facts: both full forms are said
            meant = read(short, words)
        else:
            shorter += line != words
        for one in (prepared, meant):
            stream, drawn = referee_for(one.session)
            record(play(one, Answers(stream, drawn, roll_rest=True, defaults=True)), " ".join(words))
        full, short = open_session(folder / "full.umpire"), open_session(folder / "short.umpire")
        assert short.snapshot.position == full.snapshot.position, (line, words)
    return shorter
