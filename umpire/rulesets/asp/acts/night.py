"""The act `night`, which sets or shows the hour, the season, the light and the weather (TIME, WX)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from umpire.core.frozen import frozen, replace
from umpire.core.mistakes import BadValue, Misplaced
from umpire.core.outcome import Outcome
from umpire.core.procedure import Procedure, settled
from umpire.game.act import Act
from umpire.game.clock.staying import MayStay
from umpire.game.distances import decimal
from umpire.game.facts import Facts, TypedLine, choices, key_of
from umpire.rulesets.asp.effects import Setting
from umpire.rulesets.asp.field.light import lit_at, lit_words, weather_words
from umpire.rulesets.asp.fire.detection import LIGHT, WEATHER, Seen, distances
from umpire.rulesets.asp.state import Position, State, clock_words, read_time
from umpire.rulesets.asp.table import Table


@frozen
class NightSituation(Position):
    """The season, the hour, the light and the weather from now on.

    `effects` has the changes to record.
    """

    season: str
    minute: int | None
    light: str
    weather: str
    effects: tuple[Setting, ...]


def situate(state: State, table: Table, typed: TypedLine) -> NightSituation:
    """Return the situation of `night` or `night hour=18:40`. The word `night` alone shows the conditions.

    If the light typed contradicts the hour typed, a note says so.
    """
    if typed.named(""):
        raise BadValue(
            f"night: {typed.named('')[0]!r} is not a condition such as hour=18:40",
            "night, or night hour=18:40",
            word=typed.named("")[0],
        )
    known, scene = Facts(typed), state.scene
    season = (
        known.settle(
            "season", key_of("season", table.sections["weather"]), worked_out=scene.season or None, noted=False
        )
        or ""
    )
    minute = known.settle("hour", read_time, worked_out=scene.minute, noted=False)
    fresh = any(known.sources.get(name) == "told" for name in ("season", "hour"))
    follows = lit_at(table, season, minute) if fresh else ""
    light = known.settle(
        "light",
        LIGHT,
        worked_out=follows or state.light or lit_at(table, season, minute) or None,
        assume="day",
        words="daylight",
        noted=bool(follows),
    )
    weather = known.settle(
        "weather",
        WEATHER,
        worked_out=state.weather or None,
        assume="fair",
        words="fair weather",
        noted=False,
    )
    known.finish()
    before = {"season": scene.season, "minute": scene.minute, "light": state.light, "weather": state.weather}
    told_light = light if known.sources["light"] == "told" else "" if follows else state.light
    after = {"season": season, "minute": minute, "light": told_light, "weather": weather}
    assumed = {name for name, source in known.sources.items() if source == "assumed"}
    effects = tuple(
        Setting(name, value)
        for name, value in after.items()
        if value is not None and value != before[name] and name not in assumed
    )
    title = "hour, season, weather, detection"
    return NightSituation(title, "", known, state, table, season, minute, light, weather, effects)


def in_force(sit: NightSituation) -> Procedure[Outcome]:
    """Return the outcome: the changes, and the conditions in words. No die is rolled."""
    return settled(Outcome(sit.effects, tuple(words_of(sit)), (), (), (("light", sit.light), ("weather", sit.weather))))


def words_of(sit: NightSituation) -> list[str]:
    """Return the lines that show hour, season, zone, weather, light and the present detection distances."""
    scene, table = sit.state.scene, sit.table
    lines = [
        "" if sit.minute is None else clock_words(sit.minute),
        sit.season,
        scene.zone,
        f"{sit.weather} weather",
    ]
    words = [", ".join(each for each in lines if each)]
    words.append(lit_words(table, replace(scene, season=sit.season, minute=sit.minute), sit.light))
    if sit.weather == "adverse":
        words.append(weather_words(table, sit.weather))
    words += [f"{who}: {', '.join(map(' '.join, said))}" for who, said in detection_rows(table, sit.light, sit.weather)]
    if sit.light == "night":
        sides = " and ".join(sit.state.radar) or "nobody"
        row = next((row for row in table.modifiers.rows["effect"] if "radar" in row.when), None)
        without = (
            f"; stands without radar support have {row.amount:+d} on the effect roll against aircraft" if row else ""
        )
        words.append(f"radar support: {sides}{without} (TIME-09)")
    return words


def detection_rows(table: Table, light: str, weather: str) -> list[tuple[str, list[tuple[str, str]]]]:
    """Return the distances at which stands are detected in this light and weather (DET-02)."""
    rows = []
    for detected_as in ("infantry", "vehicle"):
        for cover, where in (("cover", "in cover"), ("none", "in the open")):
            lines = []
            for moving, how in ((True, "moving"), (False, "stationary")):
                near, far = distances(table, Seen(detected_as, cover, moving), light, weather)
                lines.append((how, f"{'contact' if near == 0 else decimal(near)}/{decimal(far)}"))
            rows.append((f"{detected_as} {where}", lines))
    return rows


def staying(table: Table) -> Mapping[str, MayStay]:
    """Return the fact that the referee can set in advance for all later lines: the cover of a stand."""
    return {"cover": MayStay(key_of("cover", table.sections["cover"]), of=True, usual="none")}


def at_home(state: State, table: Table, fact: str, value: str) -> tuple[Any, ...]:
    """Return the effect that sets the light or the weather. Raises Mistake for another fact or a wrong value."""
    readers = {"light": LIGHT, "weather": WEATHER}
    if fact not in readers:
        raise Misplaced(
            f"{fact} cannot be set here; a scenario sets it with another key", f"leave out {fact}", fact=fact
        )
    return (Setting(fact, readers[fact](value)),)


ACT = Act(
    verb="night",
    words="Show the hour, season, weather and detection; or set a new hour or weather",
    usage="night | night hour=18:40 | night weather=adverse",
    facts={
        "hour": "the time of day, such as 18 or 18:40; if the season is known, the hour sets the light",
        "season": "Spring, Summer, Autumn or Winter",
        "light": "day, twilight or night",
        "weather": "fair or adverse",
    },
    choices=choices(season="Spring Summer Autumn Winter", light="day twilight night", weather="fair adverse"),
    situate=situate,
    procedure=in_force,
    asks=False,
)
