"""A referee that answers with the recorded dice and choices. Only missing answers are asked for."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from typing import Literal

from umpire.core.answers import Answers, LeftOver
from umpire.core.dice import SeededDice, is_roll, read_told
from umpire.core.frozen import frozen, replace
from umpire.core.mistakes import Mistake
from umpire.core.outcome import number_of
from umpire.core.pools import DiceLine, Pool
from umpire.core.procedure import Choice, Chosen, Thrown
from umpire.game.act import Plain
from umpire.play.past.plain import jsonable


@frozen
class Want:
    """An answer that the record lacks: dice, or one of the `tokens` of a choice. `words` describe the answer.

    `given` is true if the answer was given. If no answer is given, dice are rolled, and a choice takes the recorded
    option or the first option. `pool` is the pool of the dice.
    """

    words: str
    dice: int = 0
    tokens: tuple[tuple[str, str], ...] = ()
    given: bool = False
    pool: Pool | None = None


@frozen
class DroppedDice:
    """Dice of the record that no longer count: their throw, their faces (`x`: unknown, `h`: a hit), and the reason."""

    throw: str
    dice: tuple[str, ...]
    why: Literal["lot", "not needed", "not thrown"]

    @property
    def words(self) -> str:
        """The dropped dice and the reason."""
        why = {"lot": "removed by lot", "not thrown": "no longer thrown"}.get(self.why, self.why)
        return f"{self.throw}: {' '.join(self.dice)} {why}"


class Recorded(Answers):
    """A referee with the answers recorded in an entry.

    `parts` has the new dice for each throw of the act, in order; "" keeps the recorded dice. `picks` has the new option
    for each choice of the act, in order; "" keeps the recorded option. `told` and `chosen` answer the questions that
    the record cannot answer. `listed` has the parts of the record that now count differently; `dice_dropped` has the
    dropped dice; `wants` has the questions asked. If `as_recorded` is true, sentences are not compared, because the
    entry may come from a version with other words.
    """

    def __init__(
        self,
        stream: SeededDice,
        drawn: int,
        entry: Plain,
        spare: Sequence[str] = (),
        *,
        lot: str = "",
        told: Sequence[str] = (),
        chosen: Sequence[str] = (),
        parts: Sequence[str] = (),
        picks: Sequence[str] = (),
        as_recorded: bool = False,
    ) -> None:
        super().__init__(stream, drawn)
        self.past = [throw for throw in entry.get("throws", ()) if throw["source"] != "none"]
        self.past_choices = list(entry.get("choices", ()))
        self.spare_dice, self.lot = list(spare), lot
        self.told, self.chosen = deque(told), deque(chosen)
        self.parts, self.picks = deque(parts), deque(picks)
        self.listed: list[str] = []
        self.dice_dropped: list[DroppedDice] = []
        self.wants: list[Want] = []
        self.otherwise = False
        self.thrown = 0
        self.as_recorded = as_recorded

    def throw(self, pools: tuple[Pool, ...]) -> tuple[Thrown, ...]:
        return tuple(self._one(pool) for pool in pools)

    def _one(self, pool: Pool) -> Thrown:
        past = next((each for each in self.past if (each["key"], each["side"]) == (pool.key, pool.side)), None)
        if past is not None:
            self.past.remove(past)
        part = self.parts.popleft() if self.parts else ""
        self.thrown += bool(pool.dice)
        if part.strip():
            thrown = self._fall(pool, part)
        elif past is None:
            return self._new(pool)
        else:
            thrown = self._as_it_fell(pool, past)
        if past is None or jsonable(thrown.value) != past["value"]:
            self.otherwise = True
        return thrown

    def _new(self, pool: Pool) -> Thrown:
        """Return a throw that the record does not have. The throw takes recorded dice that were not needed; without
        such dice, new dice are asked for.
        """
        self.otherwise = True
        for text in self.spare_dice:
            try:
                thrown = read_told(text, pool)
            except Mistake:
                continue
            self.spare_dice.remove(text)
            self.listed.append(f"{_named(pool)}: uses {text}, which was thrown earlier but not needed")
            return thrown
        return self._asked(pool, f"{_named(pool)}, {_dice(pool.dice)}")

    def _as_it_fell(self, pool: Pool, past: Plain) -> Thrown:
        faces, count = tuple(past["faces"]), int(past["dice"])
        whole = len(faces) == count
        if past["sides"] != pool.sides:
            return self._asked(pool, f"{_named(pool)}, {_dice(pool.dice)} of {pool.sides} sides")
        if count == pool.dice:
            return self._same_size(pool, past, faces, whole=whole)
        return self._more(pool, past, faces, whole=whole) if count < pool.dice else self._fewer(pool, past, faces)

    def _same_size(self, pool: Pool, past: Plain, faces: tuple[int, ...], *, whole: bool) -> Thrown:
        reading = {"kind": type(pool.reading).__name__, **jsonable(pool.reading)}
        if whole:
            thrown = Thrown(pool, faces, pool.reading.read(faces), past["source"], past["typed"])
            if jsonable(thrown.value) != past["value"]:
                self.listed.append(
                    f"{_named(pool)}: {_fell(past)} now counts as {thrown.value}, not as {past['value']}"
                )
            return thrown
        if reading == past["reading"] or (self.as_recorded and reading["kind"] == past["reading"]["kind"]):
            return Thrown(pool, faces, past["value"], past["source"], past["typed"])
        words = f"{_named(pool)}, {_dice(pool.dice)}: {past['typed']} was typed for {past['reads']}"
        return self._asked(pool, words)

    def _more(self, pool: Pool, past: Plain, faces: tuple[int, ...], *, whole: bool) -> Thrown:
        """Return a throw that now has more dice. The old dice stay, and the new dice are asked for.

        If some old dice are unknown and might score in a pair, all dice are asked for.
        """
        more = pool.dice - int(past["dice"])
        if not whole and (not pool.reading.counts_hits or _pairs(pool)):
            return self._asked(
                pool, f"{_named(pool)}, {_dice(pool.dice)}: {_fell(past)} was typed for {_dice(int(past['dice']))}"
            )
        number = "one die" if more == 1 else f"{more} dice"
        text = self._wanted(Want(f"{_named(pool)}, {number} more; already thrown: {_fell(past)}", more, pool=pool))
        line = DiceLine(pool.side, more, "more dice than before", "")
        new = self._fall(replace(pool, lines=(line,), dice=more), text)
        source = _mixed(str(past["source"]), text)
        if new.faces or "x" in new.typed:
            faces += new.faces
            typed = " ".join([*map(str, faces), *(["x"] if pool.dice > len(faces) else [])])
            return Thrown(pool, faces, pool.reading.read(faces), source, typed)
        told = past["value"] + new.value  # hits typed, and no pairs among them
        return Thrown(pool, (), told, source, f"h{told}")

    def _fewer(self, pool: Pool, past: Plain, faces: tuple[int, ...]) -> Thrown:
        """Return a throw that now has fewer dice. If the dice were rolled, the first dice stay. Typed dice may be
        sorted, so the dice to drop are drawn by lot.
        """
        count, reading = int(past["dice"]), pool.reading
        shown: list[str] = [*map(str, faces), *["x"] * (count - len(faces))]
        if not faces:
            if _pairs(pool) or type(past["value"]) is not int or not reading.counts_hits:
                return self._asked(
                    pool, f"{_named(pool)}, {_dice(pool.dice)}: {_fell(past)} was typed for {_dice(count)}"
                )
            shown = ["h"] * past["value"] + ["x"] * (count - past["value"])
        if past["source"] == "rolled":
            left, away = shown[: pool.dice], shown[pool.dice :]
        else:
            away = []
            lots = SeededDice(f"lot {self.lot} {pool.key}")
            left = list(shown)
            for number in range(count - pool.dice):
                away.append(left.pop(lots.face(number, len(left)) - 1))
        named = f"{_named(pool)}, {_dice(pool.dice)}, not {count}"
        self.dice_dropped.append(DroppedDice(named, tuple(away), "not needed" if past["source"] == "rolled" else "lot"))
        known = [each for each in left if each != "x"]
        typed = f"h{left.count('h')}" if not faces else " ".join([*known, *(["x"] if len(known) < len(left) else [])])
        thrown = read_told(typed, pool)
        return Thrown(pool, thrown.faces, thrown.value, str(past["source"]), typed if past["typed"] else "")

    def _asked(self, pool: Pool, words: str) -> Thrown:
        return self._fall(pool, self._wanted(Want(words, pool.dice, pool=pool)))

    def _wanted(self, want: Want) -> str:
        """Return the dice given for a question, or `r` (roll) if no dice are given."""
        self.otherwise = True
        text = self.told.popleft() if self.told else ""
        self.wants.append(replace(want, given=bool(text.strip())))
        return text.strip() or "r"

    def choose(self, choice: Choice) -> Chosen:
        of_key = [each for each in self.past_choices if each["key"] == choice.key]
        past = next((each for each in of_key if self.as_recorded or each["side"] == choice.side), None)
        if past is not None:
            self.past_choices.remove(past)
        pick = self.picks.popleft().strip() if self.picks else ""
        if pick:
            return self._token(choice, pick)
        if past is None:
            return self._choice_wanted(choice, choice.options[0].token)
        same = next((option for option in choice.options if option.token == past["chosen"]), None)
        named = f"{choice.side}, {choice.words}"
        if same is None:
            first = choice.options[0]
            if past["source"] != "default":
                self.listed.append(f"{named}: {past['chosen']} is no longer an option")
                return self._choice_wanted(choice, first.token)
            self.listed.append(f"{named}: {first.token} by default, not {past['chosen']}")
            return Chosen(choice, first, "default")
        if same.words != past["meaning"] and not self.as_recorded:
            if not self.otherwise:
                return self._choice_wanted(choice, same.token)
            self.listed.append(f"{named}: {same.token}, {same.words}")
        return Chosen(choice, same, past["source"])

    def _choice_wanted(self, choice: Choice, taken: str) -> Chosen:
        self.otherwise = True
        token = self.chosen.popleft().strip() if self.chosen else ""
        tokens = tuple((option.token, option.words) for option in choice.options)
        self.wants.append(Want(f"{choice.side}, {choice.words}", 0, tokens, bool(token)))
        return self._token(choice, token or taken)

    def _token(self, choice: Choice, token: str) -> Chosen:
        for option in choice.options:
            if option.token.lower() == token.lower():
                return Chosen(choice, option, "told")
        offered = ", ".join(option.token for option in choice.options)
        raise Mistake(f"{choice.side}, {choice.words}: {token!r} is not one of the options", f"one of: {offered}")

    def tied(self) -> None:
        """Do nothing, because the throw after a tie takes the next dice of the record."""

    def take_surplus(self, *, asks: bool) -> list[str]:
        taken, self.spare_dice = self.spare_dice, []
        return taken

    def spare(self) -> list[str]:
        return self.spare_dice

    def finish(self, unthrown: Sequence[str] = ()) -> None:
        """List the parts of the record that were not needed.

        Raises LeftOver for answers that were given but not needed.
        """
        alone = (
            f"; if these are the dice of the only throw, type {self.parts[0]}/"
            if self.parts and self.thrown == 1
            else ""
        )
        for what, given in (("throws", self.parts), ("choices", self.picks)):
            if left := [each for each in given if each.strip()]:
                raise LeftOver(f"{left[0]!r} is left over: the act has no more {what}", f"leave it out{alone}")
        self.dice_dropped += [DroppedDice(each["label"], _dice_of(each), "not thrown") for each in self.past]
        self.listed += [f"{each['words']} (was {each['chosen']}): no longer asked" for each in self.past_choices]


def _named(pool: Pool) -> str:
    named = not pool.side or pool.label.lower().startswith(pool.side.lower())
    return pool.label if named else f"{pool.side}, {pool.label}"


def _pairs(pool: Pool) -> bool:
    """Return whether two dice that do not score separately may score as a pair. If so, the faces of all dice must be
    known.
    """
    return bool(getattr(pool.reading, "pairs", ()))


def _dice(count: int) -> str:
    return number_of(count, "die", "dice")


def _fell(past: Plain) -> str:
    return str(past["typed"] or " ".join(map(str, past["faces"])))


def _dice_of(past: Plain) -> tuple[str, ...]:
    whole = len(past["faces"]) == past["dice"]
    return tuple(map(str, past["faces"])) if whole else tuple(str(past["typed"]).split())


def _mixed(source: str, text: str) -> str:
    rolled = is_roll(text)
    return source if (source == "rolled") == rolled else "mixed"
