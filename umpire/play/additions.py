"""Lines of the referee's own: `--add "+1 wreck on the road"`."""

from __future__ import annotations

from umpire.core.mistakes import Mistake
from umpire.core.procedure import Addition


def read_addition(text: str, adds_to: str) -> Addition:
    """A line of the referee's own: `+1 wreck on the road`, or `reply -1 dust` for another pool than `adds_to`.

    Raises Mistake if there is no amount or no reason.
    """
    first, _, rest = text.strip().partition(" ")
    pool = adds_to
    if first and first[0] not in "+-0123456789":
        pool, (first, _, rest) = first, rest.strip().partition(" ")
    sign, digits = (first[0], first[1:]) if first[:1] in ("+", "-") else ("+", first)
    if not (digits.isascii() and digits.isdigit()) or len(digits) > 2 or int(digits) == 0 or not rest.strip():
        raise Mistake(f"--add {text!r} is no number with a reason", "for instance --add '+1 wreck on the road'")
    return Addition(pool, int(sign + digits), rest.strip())
