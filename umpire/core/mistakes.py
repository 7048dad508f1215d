"""The one kind of error a referee may see: what is wrong, where, and a hint."""


class Mistake(Exception):
    """Something the referee typed or a file she named is wrong; nothing was changed.

    `what` is one line that says what is wrong and where; `hint` one line that says what would be right, or "".
    """

    def __init__(self, what: str, hint: str = "") -> None:
        super().__init__(what)
        self.what = what
        self.hint = hint


class FileMistake(Mistake):
    """A scenario, table or house-rule file is wrong, not what was typed."""


def did_you_mean(word: str, known: list[str], few: int = 12) -> str:
    """A hint naming the nearest of `known`, or all of them when they are `few` or less, or ""."""
    from difflib import get_close_matches  # only needed once something is wrong

    near = [name.lower() for name in known if word.lower() in name.lower().split("_")]  # owed: fall_back_owed
    near = near or get_close_matches(word.lower(), [name.lower() for name in known], n=3, cutoff=0.5)
    if near:
        return "did you mean " + " or ".join(name for name in known if name.lower() in near) + "?"
    if known and len(known) <= few:
        return "one of: " + ", ".join(known)
    return ""
