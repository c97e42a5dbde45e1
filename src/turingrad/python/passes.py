"""One look at a learner written in Python: predict, done and update followed once, with given ranges of the memory."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from types import FunctionType
from typing import Any

from turingrad.errors import FormatError, InputError
from turingrad.python.arithmetic import SubsetError
from turingrad.python.functions import variable
from turingrad.python.journal import Journal
from turingrad.python.lifting import Lifting, is_plain_tuple, refusal
from turingrad.python.logic import Graph
from turingrad.python.memory import (
    Field,
    Place,
    attributes_of,
    find_writes,
    format_place,
    is_number,
    places,
    start_field,
)
from turingrad.python.shapes import Range
from turingrad.python.source import Node, Source, function_tree
from turingrad.python.statements import Statements
from turingrad.python.store import options_of
from turingrad.python.values import Choice, Clash, Instance, Item, Method, Ref, same

SIGN = Range(-1, 1, 2)


@dataclass(frozen=True)
class Followed:
    """One pass: the variables, the prediction, what update makes of every place, and whether it is done."""

    follower: Statements
    memory: list[tuple[str, int]]
    x: list[tuple[str, int]]
    y: list[tuple[str, int]]
    r: list[tuple[str, int]]
    prediction: Item
    made: dict[Place, Item]
    done: Item
    old: dict[Place, Item]


def length_of(follower: Statements, value: tuple[Item, ...] | Ref | Choice) -> int:
    """A list's length; -1 where it depends on the data."""
    try:
        return follower.length(value)
    except SubsetError:
        return -1


class Lists:
    """Which lists an object holds after an update: what was one list at the start is one list, and others are not."""

    def __init__(self, graph: Graph, place_error: Callable[[str, str, str | None], FormatError]) -> None:
        self.graph, self.place_error = graph, place_error
        self.by_start: dict[int, tuple[Ref | Choice, str]] = {}  # by id() of the list at the start
        self.taken: dict[int, list[tuple[int, str]]] = {}  # by number: the condition, and the place

    def take(self, value: Ref | Choice, start: list[Any], name: str, lifting: Lifting) -> bool:
        """Note the list at a place; False if it is known already by another place."""
        if id(start) in self.by_start:
            before, other = self.by_start[id(start)]
            if not same(before, value):
                why = f"{other} and {name} are one list at the start, and may be two later"
                raise self.place_error(name, why, "list(...), a copy, in __init__")
            return False
        self.by_start[id(start)] = (value, name)
        for literal, number in options_of(value):
            for condition, other in self.taken.setdefault(number, []):
                if not self.graph.exclusive(literal, condition):
                    raise self.place_error(name, f"{other} and {name} become one list", "list(...), a copy")
            if number in lifting.outside and lifting.lists.get(id(start)) != Ref(number):
                raise self.place_error(name, f"{name} becomes {lifting.outside[number]}", "list(...), a copy")
            self.taken[number].append((literal, name))
        return True


class Passes:
    """Follows one object's methods, with ranges for its memory, as often as asked."""

    def __init__(
        self,
        program: Any,
        features: int,
        samples: int | None = None,
        trusting: bool = False,
        journal: Journal | None = None,
    ) -> None:
        self.program, self.features, self.samples, self.trusting = program, features, samples, trusting
        self.journal = journal  # about what is followed last
        self.kind = type(program)
        self.random_bits = getattr(program, "random_bits", 0)
        if not isinstance(self.random_bits, int) or not 0 <= self.random_bits <= 4096:
            raise InputError(
                f"{self.kind.__name__}.random_bits is {self.random_bits!r}; it must be an int from 0 to 4096"
            )
        self.trees: dict[Any, tuple[Node, Source]] = {}  # by function: parsed once for all passes
        self.attributes = attributes_of(program)
        self.require_plain_object()
        self.starts = [start_field(place, value) for place, value in places(self.attributes)]
        self.tree, self.source = self.method("update")
        self.shape = {f.place: f for f in self.starts}

    def method(self, name: str) -> tuple[Node, Source]:
        function = getattr(self.kind, name)
        if not isinstance(function, FunctionType):
            raise FormatError(f"{self.kind.__name__}.{name} is not a function written in Python")
        if function not in self.trees:
            self.trees[function] = function_tree(function)
        return self.trees[function]

    def require_plain_object(self) -> None:
        """Refuse an object whose attributes or methods are not what its class says."""
        for name in ("predict", "update", "done"):
            if name in self.attributes:
                raise InputError(f"{self.kind.__name__}: {name} is set on the object; define it in the class")
        for name in ("__setattr__", "__getattribute__", "__delattr__", "__getattr__"):
            if getattr(self.kind, name, None) is not getattr(object, name, None):
                raise InputError(f"{self.kind.__name__} has a {name} of its own; use plain attributes")

    # One pass

    def place_error(self, name: str, message: str, expected: str | None = None) -> FormatError:
        """An error about an attribute of self (or a place in one), where update, or what it calls, writes it."""
        attribute = name.removeprefix("self.").split("[")[0]
        trees = ((self.tree, self.source), *self.trees.values())
        writes = [(find_writes(tree, attribute), source) for tree, source in trees]
        for kind in (0, 1):
            for found, source in writes:
                if found[kind]:
                    return source.error(found[kind][0], message, expected)
        return self.source.error(self.tree, message, expected)

    def follow(self, fields: dict[Place, Field], lenient: bool) -> Followed:
        follower = Statements(Graph() if self.journal is None else self.journal.begin(), lenient=lenient)
        follower.trees = self.trees
        memory: list[tuple[str, int]] = []
        x_bits: list[tuple[str, int]] = []
        y_bits: list[tuple[str, int]] = []
        r_bits: list[tuple[str, int]] = []
        owner = Instance(follower.store.fresh(), self.program)
        symbols = {
            place: variable(follower, f"b.{number}", f.range, memory)
            for number, (place, f) in enumerate(fields.items())
        }
        for name, value in self.attributes.items():
            follower.store.set((owner.number, name), self.lift(follower, value, (name,), symbols))
        x = tuple(variable(follower, f"x[{i}]", SIGN, x_bits) for i in range(self.features))
        y = variable(follower, "y", SIGN, y_bits)
        r = tuple(variable(follower, f"r[{i}]", Range(0, 1), r_bits) for i in range(self.random_bits))
        prediction = self.call_read_only(follower, owner, "predict", (x,))
        done = self.call_read_only(follower, owner, "done", ()) if hasattr(self.kind, "done") else None
        given = (x, y, r) if self.random_bits else (x, y)
        self.call_method(follower, owner, "update", given)
        self.require_outside_unchanged(follower, "update")
        made = {f.place: self.value_at(follower, owner, f.place) for f in self.starts}
        self.check_shape(follower, owner)
        return Followed(follower, memory, x_bits, y_bits, r_bits, prediction, made, done, symbols)

    def lift(self, follower: Statements, value: Any, place: Place, symbols: dict[Place, Item]) -> Item:
        """An attribute, or an item of one, as a value; a list that has two places is one list."""
        if place in symbols:
            return symbols[place]
        if is_plain_tuple(value):
            return tuple(self.lift(follower, item, (*place, i), symbols) for i, item in enumerate(value))
        if type(value) is not list:
            return follower.lifting.lift(value, format_place(place))
        lists = follower.lifting.lists
        if id(value) not in lists:
            ref = follower.lifting.adopt(value)
            follower.lifting.fill(
                ref, [self.lift(follower, item, (*place, i), symbols) for i, item in enumerate(value)]
            )
        return lists[id(value)]

    def call_method(self, follower: Statements, owner: Instance, name: str, given: Sequence[Item]) -> Item:
        function = getattr(self.kind, name)
        node, follower.source = self.method(name)
        place = ast.Call(ast.Name(name), [], [])
        follower.enter_line(node)  # and the line of `update` stays, for the memory's encoding
        return follower.at(node, lambda _: follower.call(Method(function, owner), given, {}, place))

    def call_read_only(self, follower: Statements, owner: Instance, name: str, given: Sequence[Item]) -> Item:
        """The value of a method that must leave the memory as it is."""
        before = dict(follower.store.cells)
        value = self.call_method(follower, owner, name, given)
        changed = next((cell for cell, old in before.items() if follower.store.cells[cell] is not old), None)
        if changed is not None:
            node, source = self.method(name)
            raise source.error(node, f"{name} writes to the memory", expected="writing in update only")
        self.require_outside_unchanged(follower, name)
        return value

    def require_outside_unchanged(self, follower: Statements, name: str) -> None:
        try:
            follower.lifting.require_outside_unchanged()
        except SubsetError as error:
            node, source = self.method(name)
            raise source.error(node, str(error)) from None

    def value_at(self, follower: Statements, owner: Instance, place: Place) -> Item:
        """What stands at a place after the update."""
        value = follower.store.cells.get((owner.number, place[0]))
        for index in place[1:]:
            if isinstance(value, tuple | Ref | Choice) and int(index) < length_of(follower, value):
                value = follower.element(value, int(index))
            else:
                return Clash("is no longer there: its list became shorter, or something else")
        return value

    def check_shape(self, follower: Statements, owner: Instance) -> None:
        """Lists keep their lengths, no attribute appears, and what was one list at the start, or two, stays so."""
        found = Lists(follower.graph, self.place_error)
        for (number, name), value in list(follower.store.cells.items()):
            if number != owner.number or not isinstance(name, str):
                continue
            if name not in self.attributes:
                raise self.place_error(
                    name,
                    f"self.{name} is first set in update",
                    expected=f"a start value of self.{name} in __init__",
                )
            self.check_lists(follower, value, self.attributes[name], f"self.{name}", found)

    def check_lists(self, follower: Statements, value: Item, start: Any, name: str, found: Lists) -> None:
        if not (type(start) is list or is_plain_tuple(start)):
            self.check_constant(value, start, name)
            return
        if isinstance(value, Clash):
            raise self.place_error(name, f"{name} {value.why}")
        if not isinstance(value, tuple | Ref | Choice) or length_of(follower, value) != len(start):
            always = f"{len(start)} items always" if start else "a list of full length from the start, and a counter"
            raise self.place_error(name, f"{name} changes its length or kind", expected=always)
        if isinstance(value, tuple) != isinstance(start, tuple):
            kind, cure = ("tuple", "list(...)") if isinstance(value, tuple) else ("list", "tuple(...)")
            raise self.place_error(name, f"{name} is a {type(start).__name__} and becomes a {kind}", expected=cure)
        if isinstance(value, Ref | Choice) and not found.take(value, start, name, follower.lifting):
            return
        for index, item in enumerate(start):
            if not is_number(item):
                self.check_lists(follower, follower.element(value, index), item, f"{name}[{index}]", found)

    def check_constant(self, value: Item, start: Any, name: str) -> None:
        """What starts as no number and no list is no memory: an update leaves it as it is."""
        if is_number(start) or value is start or (isinstance(value, str) and value == start):
            return
        if isinstance(value, Clash) and value.why == refusal(start):
            return  # what cannot be followed, and is not: whoever computes with it is refused
        if start is None:
            raise self.place_error(
                name, f"{name} is None at the start and something else later", expected="a start of its final shape"
            )
        kind = type(start).__name__
        raise self.place_error(
            name, f"{name} is a {kind} that update changes", expected="numbers, such as 0, 1, 2 for cases"
        )
