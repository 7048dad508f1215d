"""Lines typed only from completion; each of its offers must be allowed."""

from umpire.cli.prompt.completion import offers
from umpire.core.mistakes import Mistake
from umpire.play.turn import Refused, prepare

WORDS, LOOKED_AT = 5, 5
"""How many words a line has at most, how many offers are tried of each list."""
_KNOWN = [None, "", {}]
"""The last session, its sequence, and its answers by question and line: many lines of one position begin alike."""


def _once(ask):
    """Return a function that asks this about a line once in each position."""

    def answer(session, line):
        if _KNOWN[0] is not session or _KNOWN[1] != session.head["sequence"]:
            _KNOWN[:] = session, session.head["sequence"], {}
        if (ask, line) not in _KNOWN[2]:
            _KNOWN[2][ask, line] = ask(session, line)
        return _KNOWN[2][ask, line]

    return answer


offers = _once(offers)


@_once
def unfit(session, line):
    """Return why an offered line makes no sense or is refused; "" if it is allowed, or names what is missing."""
    verb, *words = line.split()
    try:
        prepare(session, verb, words)
    except Refused as refused:
        return str(refused)
    except Mistake as mistake:
        return "" if mistake.wants else mistake.what
    return ""


def goes_on(session, line, word):
    """True if an offered word means nothing alone, such as `with` or `cover=`, and others may follow it."""
    if word.endswith("="):
        return all(not unfit(session, f"{line} {each.word}") for each in offers(session, f"{line} {word}"))
    act = session.family.act(line.split()[0])
    return word in act.connectors and (word in act.places or bool(offers(session, f"{line} {word} ")))


def typed(session, draw, looked_at=LOOKED_AT):
    """Return a line typed only from offers. Each offer is held to be allowed, as far as it goes."""
    line = draw.choice([verb for verb in session.family.ACTS if not session.family.act(verb).prose])
    for _ in range(WORDS):
        offered = offers(session, f"{line} ")
        for one in offered:
            assert not (one.line and (wrong := unfit(session, one.line))), f"{one.line}: {wrong}"
        found = [one.word for one in offered if not one.line]
        for word in draw.sample(found, min(looked_at, len(found))):
            wrong = "" if goes_on(session, line, word) else unfit(session, f"{line} {word}")
            assert not wrong, f"{line} {word}: {wrong}"
        choices = [word for word in found if not word.endswith("=")]
        if not choices or (not unfit(session, line) and draw.random() < 0.3):
            break
        line = f"{line} {draw.choice(choices)}"
    return line
