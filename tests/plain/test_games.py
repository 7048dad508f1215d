"""Tests of the exact odds of the three games against their prose, in hundreds of situations drawn once for all."""

from random import Random

import pytest

from tests.plain import enumerators
from tests.plain.games import Position, game, looked


def drawn(seed, number, **choices):
    """Return so many situations: each key has one of its values."""
    random = Random(seed)
    return [{key: random.choice(values) for key, values in choices.items()} for _ in range(number)]


def facts(**told):
    said = {True: "yes", False: "no"}
    return " ".join(
        f"{name}={said.get(value, value) if isinstance(value, bool) else value}" for name, value in told.items()
    )


BODIES = ("spears", "blades", "riders", "archers")
TIRED = range(4)
BOOL = (False, True)


def same(position, line, asks, expected, choose=""):
    assert position.comes_to(line, asks, choose) == expected, line
    assert sum(expected.values()) == 1


def test_shields_shoot():
    for it in drawn(1, 100, target=BODIES, own=TIRED, tired=TIRED, range=range(1, 21), cover=BOOL):
        archers, target = {"type": "archers", "tired": it["own"]}, {"type": it["target"], "tired": it["tired"]}
        same(
            Position("shields", {"a": archers}, {"b": target}),
            f"shoot a at b {it['range']} {facts(cover=it['cover'])}",
            looked({"a": "archers", "b": "target"}, ["tired"]),
            enumerators.shields_shoot(archers, target, it["range"], it["cover"]),
        )


def test_shields_fight():
    told = dict.fromkeys(("flanked", "rough", "backed"), BOOL)
    one = drawn(2, 250, type=BODIES, tired=TIRED, **told)
    other = drawn(3, 250, type=BODIES, tired=TIRED, **told)
    for a, d in zip(one, other, strict=True):
        stands = {id: {"type": it["type"], "tired": it["tired"]} for id, it in (("a", a), ("d", d))}
        words = " ".join(facts(**{f"{id}.{name}": it[name] for name in told}) for id, it in (("a", a), ("d", d)))
        same(
            Position("shields", {"a": stands["a"]}, {"d": stands["d"]}),
            f"fight a at d {words}",
            looked({"a": "attacker", "d": "defender"}, ["tired"]),
            enumerators.shields_fight(a, d),
        )


def test_shields_rally():
    for tired in (1, 2, 3):
        for general in BOOL:
            body = {"type": "blades", "tired": tired}
            position = Position("shields", {"a": body}, {"b": {"type": "spears"}})
            expected = enumerators.shields_rally(body, general)
            same(position, f"rally a {facts(general=general)}", looked({"a": "body"}, ["tired"]), expected)


UNITS = ("line", "guard", "jaegers")


def unit(it, prefix):
    """Return a random unit: its men are so many tenths of the full number, at least one."""
    full = enumerators.UNITS[it[f"{prefix}_type"]]["men"]
    return {
        "type": it[f"{prefix}_type"],
        "men": max(1, full * it[f"{prefix}_part"] // 10),
        "shaken": it[f"{prefix}_shaken"],
        "moved": it[f"{prefix}_moved"],
    }


def units(prefix):
    parts = {"type": UNITS, "part": range(1, 11), "shaken": BOOL, "moved": BOOL}
    return {f"{prefix}_{key}": values for key, values in parts.items()}


def test_muskets_fire():
    told = {"range": range(1, 31), "cover": ("none", "soft", "hard"), "leader": BOOL, "resolve": range(6)}
    for it in drawn(4, 120, **units("f"), **units("t"), **told):
        firer, target = unit(it, "f"), unit(it, "t")
        same(
            Position("muskets", {"f": firer}, {"t": target}, {"Blue": {"resolve": it["resolve"]}}),
            f"fire f at t {it['range']} {facts(cover=it['cover'], leader=it['leader'])}",
            looked({"t": "target"}, ["men", "shaken"], [("Blue", "resolve", "resolve")]),
            enumerators.muskets_fire(firer, target, it["resolve"], it["range"], it["cover"], it["leader"]),
        )


def test_muskets_charge():
    told = {"wall": BOOL, "own": range(6), "enemy": range(6), "answer": ("stand", "yield")}
    sides = [("Red", "resolve", "own"), ("Blue", "resolve", "enemy")]
    asks = looked({"c": "charger", "t": "target"}, ["men", "shaken"], sides)
    for it in drawn(5, 120, **units("c"), **units("t"), **told):
        charger, target = {**unit(it, "c"), "shaken": False}, unit(it, "t")
        forces = {"Red": {"resolve": it["own"]}, "Blue": {"resolve": it["enemy"]}}
        stands = it["answer"] == "stand"
        same(
            Position("muskets", {"c": charger}, {"t": target}, forces),
            f"charge c at t 10 {facts(wall=it['wall'])}",
            asks,
            enumerators.muskets_charge(charger, target, it["own"], it["enemy"], it["wall"], stands),
            it["answer"],
        )


def test_muskets_rally():
    for type in UNITS:
        for leader in BOOL:
            position = Position("muskets", {"u": {"type": type, "shaken": True}}, {"t": {"type": "line"}})
            expected = enumerators.muskets_rally({"type": type}, leader)
            same(position, f"rally u {facts(leader=leader)}", looked({"u": "unit"}, ["shaken"]), expected)


DIVISIONS = ("infantry", "militia", "armour", "artillery")


def division(type, lost, disrupted):
    return {"type": type, "steps": max(1, enumerators.DIVISIONS[type]["steps"] - lost), "disrupted": disrupted}


def test_rivers_bombard():
    told = {"ground": ("open", "woods", "town"), "seen": BOOL, "will": range(4)}
    for it in drawn(6, 80, lost=range(3), type=DIVISIONS, steps=range(4), disrupted=BOOL, **told):
        guns, target = division("artillery", it["lost"], False), division(it["type"], it["steps"], it["disrupted"])
        same(
            Position("rivers", {"g": guns}, {"t": target}, {"Blue": {"will": it["will"]}}),
            f"bombard g at t 2 {facts(ground=it['ground'], seen=it['seen'])}",
            looked({"t": "target"}, ["steps", "disrupted"], [("Blue", "will", "will")]),
            enumerators.rivers_bombard(guns, target, it["will"], it["ground"], it["seen"]),
        )


@pytest.mark.parametrize("number", [1, 2, 3])
def test_rivers_attack(number):
    told = {"ground": ("open", "woods", "town"), "river": BOOL, "trapped": BOOL, "own": range(4), "enemy": range(4)}
    kinds = {f"type{at}": DIVISIONS for at in range(number + 1)} | {f"lost{at}": range(4) for at in range(number + 1)}
    for it in drawn(7 + number, 100, **kinds, disrupted=BOOL, **told):
        attackers = [division(it[f"type{at}"], it[f"lost{at}"], False) for at in range(number)]
        defender = division(it[f"type{number}"], it[f"lost{number}"], it["disrupted"])
        ids = [f"a{at + 1}" for at in range(number)]
        forces = {"Red": {"will": it["own"]}, "Blue": {"will": it["enemy"]}}
        names = {id: f"attacker {at + 1}" for at, id in enumerate(ids)} | {"d": "defender"}
        same(
            Position("rivers", dict(zip(ids, attackers, strict=True)), {"d": defender}, forces),
            f"attack {' '.join(ids)} at d {facts(ground=it['ground'], river=it['river'], trapped=it['trapped'])}",
            looked(names, ["steps", "disrupted"], [("Red", "will", "own"), ("Blue", "will", "enemy")]),
            enumerators.rivers_attack(
                attackers, defender, it["own"], it["enemy"], it["ground"], it["river"], it["trapped"]
            ),
        )


def test_rivers_refit():
    for it in drawn(11, 30, type=DIVISIONS, disrupted=BOOL, supply=range(1, 4)):
        own = {"type": it["type"], "steps": 1, "disrupted": it["disrupted"]}
        same(
            Position("rivers", {"a": own}, {"b": {"type": "militia"}}, {"Red": {"supply": it["supply"]}}),
            "refit a",
            looked({"a": "division"}, ["steps", "disrupted"], [("Red", "supply", "supply")]),
            enumerators.rivers_refit(own, it["supply"]),
        )


@pytest.mark.wording
def test_the_sheet_says_the_number_that_is_needed_beside_its_words():
    family, rows = game("shields")
    rally = rows["act"]["rally"]
    worded = {**rally, "step": [{**rally["step"][0], "need_words": "to take breath"}]}
    table = family.read_table({**rows, "act": {**rows["act"], "rally": worded}})
    cells = [cell for listing in family.sheet(table, None) for row in listing.rows for cell in row]
    assert any("needs 4 or more (to take breath)" in cell for cell in cells)


def test_the_symbol_of_a_stand_is_of_its_type():
    """Two stands of a type have the same symbol on the screen and on paper, whatever they are called."""
    position = Position("shields", {"a": {"type": "archers", "name": "1st bows"}}, {"d": {"type": "archers"}})
    blocks = position.family.paper().roster(position.state, position.table)
    words = [stand.sign.words for block in blocks for stand in block.stands]
    assert words == [position.table.type["archers"]["words"]] * 2


def test_the_marks_of_a_rule_file_are_chits_and_its_phases_a_track():
    position = Position("shields", {"a": {"type": "archers"}, "s": {"type": "spears"}}, {"d": {"type": "riders"}})
    paper = position.family.paper()
    most = position.table.mark["tired"].most
    assert [(chit.words, chit.count) for chit in paper.chits(position.state, position.table)] == [("tired", 3 * most)]
    lanes = paper.track(position.state, position.table)
    turns = position.table.turn.turns
    assert lanes[0].title == "turn"
    assert (len(lanes[0].boxes) == turns) is bool(turns)
    phases = tuple(phase.replace("_", " ") for phase in position.table.turn.phases)
    assert {lane.boxes for lane in lanes[1:]} == {phases}
    named = [lane.title for lane in lanes[1:]]
    assert named == (["Red", "Blue"] if position.table.turn.order == "sides" else ["phase"])
