"""Tests of frozen values: a class made by `frozen` behaves like a frozen dataclass."""

from dataclasses import FrozenInstanceError, asdict, dataclass, field, fields
from dataclasses import replace as of_dataclass
from functools import cached_property

import pytest

from umpire.core.frozen import frozen, replace


def shape(decorate):
    @decorate
    class Shape:
        name: str
        sides: int = 6
        marks: list = field(default_factory=list)

    return Shape


OURS, THEIRS = shape(frozen), shape(dataclass(frozen=True))


@pytest.mark.parametrize(
    ("args", "named"), [(("a",), {}), (("a", 4), {}), (("a",), {"sides": 4}), ((), {"name": "a", "marks": [1]})]
)
def test_made_as_a_dataclass_is(args, named):
    ours, theirs = OURS(*args, **named), THEIRS(*args, **named)
    assert asdict(ours) == asdict(theirs)
    assert repr(ours) == repr(theirs).replace("shape.<locals>.", "")
    assert [one.name for one in fields(ours)] == [one.name for one in fields(theirs)]
    assert vars(replace(ours, sides=9)) == vars(of_dataclass(theirs, sides=9)) == vars(replace(theirs, sides=9))


@pytest.mark.parametrize(
    ("args", "named"), [((), {}), (("a", 1, [], 2), {}), (("a",), {"name": "b"}), (("a",), {"size": 1})]
)
def test_refused_as_a_dataclass_refuses(args, named):
    for made in (OURS, THEIRS):
        with pytest.raises(TypeError):
            made(*args, **named)


def test_nothing_changes_it():
    one = OURS("a")
    for change in (lambda: setattr(one, "name", "b"), lambda: delattr(one, "name"), lambda: setattr(one, "new", 1)):
        with pytest.raises(FrozenInstanceError):
            change()
    assert one == OURS("a")


def test_defaults_are_made_anew():
    assert OURS("a").marks is not OURS("a").marks


def test_equal_values_are_equal_and_hash_alike_and_other_classes_differ():
    other = shape(frozen)
    assert OURS("a", 1, ()) == OURS("a", 1, ())
    assert hash(OURS("a", 1, ())) == hash(OURS("a", 1, ()))
    assert OURS("a", 1, ()) != OURS("a", 2, ())
    assert OURS("a") != other("a")
    assert OURS("a") != ("a", 6, [])


def test_it_matches_by_place():
    match OURS("a", 4):
        case OURS(name, sides):
            assert (name, sides) == ("a", 4)


def test_a_check_after_making_is_heard():
    @frozen
    class Even:
        number: int

        def __post_init__(self):
            if self.number % 2:
                raise ValueError("odd")

    assert Even(2).number == 2
    with pytest.raises(ValueError, match="odd"):
        Even(1)


def test_replaced_values_keep_nothing_worked_out_and_refuse_what_is_no_field():
    @frozen
    class Square:
        side: int

        @cached_property
        def area(self) -> int:
            return self.side**2

        def __post_init__(self) -> None:
            if self.side < 0:
                raise ValueError("less than nothing")

    one = Square(3)
    assert one.area == 9
    assert replace(one, side=4).area == 16
    with pytest.raises(TypeError):
        replace(one, area=4)
    with pytest.raises(ValueError, match="less than nothing"):
        replace(one, side=-1)


def test_a_class_may_compare_and_hash_in_a_way_of_its_own():
    @frozen
    class Itself:
        name: str
        __eq__ = object.__eq__
        __hash__ = object.__hash__

    @frozen
    class Coarse:
        name: str
        also: tuple = ()

        def __hash__(self) -> int:
            return hash(self.name)

    assert Itself("a") != Itself("a")
    one = Itself("a")
    assert one == one
    assert len({one, one, Itself("a")}) == 2
    assert hash(Coarse("a", (1,))) == hash(Coarse("a", (2,)))
    assert Coarse("a", (1,)) != Coarse("a", (2,))
    assert Coarse("a", (1,)) == Coarse("a", (1,))
