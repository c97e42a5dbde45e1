"""Calls: Python's own functions that the subset knows, and a program's functions, which are followed where called."""

from __future__ import annotations

import ast
from collections.abc import Callable, Hashable, Iterator, Sequence
from types import CellType, FunctionType
from typing import Any

from turingrad.python import arithmetic
from turingrad.python.arithmetic import SubsetError
from turingrad.python.comprehensions import Comprehensions
from turingrad.python.declare import clamp
from turingrad.python.lifting import MAX_ITEMS
from turingrad.python.numbers import Num, add, bounds, of_literal
from turingrad.python.source import Node, Source, assigned_names, function_tree
from turingrad.python.store import LENGTH, bit
from turingrad.python.values import (
    BoundedRange,
    Choice,
    Clash,
    Closure,
    Item,
    Lazy,
    ListMethod,
    Method,
    NumberMethod,
    Ref,
    is_number,
)

KNOWN = "abs all any bool divmod enumerate int len list map max min pow range reversed sorted sum tuple zip, and clamp"


class Calls(Comprehensions):
    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.trees: dict[Any, tuple[Node, Source]] = {}
        self.builtins: dict[Any, Callable[..., Item]] = {
            abs: lambda a: arithmetic.absolute(self.words, self.number(a)),
            all: lambda a: self.fold_items(all, [(1, item) for item in self.items(a)]),
            any: lambda a: self.fold_items(any, [(1, item) for item in self.items(a)]),
            bool: lambda a=False: bit(self.truth(a)),
            clamp: self.clamp_value,
            divmod: lambda a, b: self.divide(self.number(a), self.number(b)),
            enumerate: lambda a, start=0: Lazy(
                (self.arithmetic("+", self.number(start), i), item) for i, item in enumerate(self.stream(a))
            ),
            int: lambda a=0: self.number(a),
            len: self.length,
            list: lambda a=(): self.store.new_list(self.items(a)),
            map: lambda f, *a: Lazy(self.call(f, given, {}, self.place) for given in self.zip_items(*a).steps),
            max: lambda *a, key=None: self.extreme(a, key, False),
            min: lambda *a, key=None: self.extreme(a, key, True),
            pow: lambda a, b: arithmetic.raise_to(self.words, self.number(a), self.number(b)),
            range: self.make_range,
            reversed: lambda a: (
                Lazy(self.element(a, i) for i in reversed(range(self.length(a))))
                if not isinstance(a, range)
                else a[::-1]
            ),
            sorted: self.in_order,
            sum: lambda a, start=0: arithmetic.require_width(add(self.number(v) for v in [start, *self.items(a)])),
            tuple: lambda a=(): tuple(self.items(a)),
            zip: self.zip_items,
        }
        self.place = ast.Call(ast.Name("f"), [], [])

    def call(self, function: Item, given: Sequence[Item], named: dict[str, Item], node: ast.Call) -> Item:
        self.place = node
        if isinstance(function, FunctionType) and function is not clamp:
            return self.follow_call(
                *self.tree(function), function.__globals__, self.bind_python(function, given, named)
            )
        if isinstance(function, Method):
            return self.call(function.function, (function.owner, *given), named, node)
        if isinstance(function, Closure):
            if function.frame not in self.frames:
                raise SubsetError("this function outlived the one that it was defined in; define it outside")
            bound = self.bind(function.node, function.defaults, given, named)
            return self.follow_call(function.node, function.source, function.globals, bound, function.frame)
        if isinstance(function, ListMethod):
            return self.list_method(function.owner, function.name, given)
        if isinstance(function, NumberMethod):
            return self.number_method(function, given)
        known = self.builtins.get(function) if isinstance(function, Hashable) else None
        if known is None:
            name = ast.unparse(node.func) if isinstance(node, ast.Call) else "this"
            raise SubsetError(f"{name} cannot be called here; known are {KNOWN}, and functions written in Python")
        if any(isinstance(item, Clash) for item in given):
            raise SubsetError("an argument has no value, or values of several kinds, on some path")
        try:
            return known(*given, **named)
        except TypeError:
            raise SubsetError(f"{getattr(function, '__name__', 'this')} does not take these arguments here") from None

    # A program's own functions

    def tree(self, function: FunctionType) -> tuple[Node, Source]:
        if function not in self.trees:
            self.trees[function] = function_tree(function)
        return self.trees[function]

    def bind_python(self, function: FunctionType, given: Sequence[Item], named: dict[str, Item]) -> dict[str, Item]:
        node, _ = self.tree(function)
        by_name = function.__kwdefaults__ or {}
        wanted = [by_name[a.arg] for a in node.args.kwonlyargs if a.arg in by_name]
        where = f"a default of {function.__name__}"
        defaults = tuple(self.lifting.lift(d, where) for d in (*(function.__defaults__ or ()), *wanted))
        bound = self.bind(node, defaults, given, named)
        for name, cell in zip(function.__code__.co_freevars, function.__closure__ or (), strict=True):
            bound.setdefault(name, self.lifting.lift(contents(cell, name), f"the outer variable {name}"))
        return bound

    def bind(
        self, node: Node, defaults: Sequence[Item], given: Sequence[Item], named: dict[str, Item]
    ) -> dict[str, Item]:
        """Arguments by name."""
        arguments = node.args
        names = [a.arg for a in (*arguments.posonlyargs, *arguments.args)]
        only = [a.arg for a in arguments.kwonlyargs]
        if arguments.kwarg is not None:
            raise SubsetError("**arguments are outside of the subset; name them")
        if len(given) > len(names) and arguments.vararg is None:
            raise SubsetError(f"{len(given)} arguments for the {len(names)} of {getattr(node, 'name', 'a lambda')}")
        bound = dict(zip(names, given, strict=False))
        if arguments.vararg is not None:
            bound[arguments.vararg.arg] = tuple(given[len(names) :])
        for name, value in named.items():
            if name in bound or name not in names + only:
                raise SubsetError(f"{getattr(node, 'name', 'a lambda')} has no free argument {name!r}")
            bound[name] = value
        late = [name for name, d in zip(only, arguments.kw_defaults, strict=True) if d is not None]
        first = len(names) - len(arguments.defaults)
        for name, value in zip(names[first:] + late, defaults, strict=True):
            bound.setdefault(name, value)
        missing = [name for name in names + only if name not in bound]
        if missing:
            raise SubsetError(f"{getattr(node, 'name', 'a lambda')} is called without its argument {missing[0]!r}")
        return bound

    def follow_call(
        self, node: Node, source: Source, names: dict[str, Any], bound: dict[str, Item], frame: int | None = None
    ) -> Item:
        """The value of a call: the body in a frame of its own."""
        before = (self.frame, self.frames, self.globals, self.source)
        self.frame = self.store.fresh()
        self.locals[self.frame] = assigned_names(node)
        outer = [] if frame is None else self.frames[: self.frames.index(frame) + 1]
        self.frames, self.globals, self.source = [*outer, self.frame], names, source
        try:
            return self.body(node, bound)
        finally:
            self.frame, self.frames, self.globals, self.source = before

    def body(self, node: Node, bound: dict[str, Item]) -> Item:
        raise NotImplementedError  # statements.py

    # Python's own functions

    def clamp_value(self, value: Item, lo: Item, hi: Item) -> Item:
        least, most = self.number(lo), self.number(hi)
        upper = arithmetic.smaller(self.words, self.number(value), most, True)
        return arithmetic.smaller(self.words, upper, least, False)

    def make_range(self, *given: Item) -> Item:
        numbers = [self.store.narrow(self.number(a)) for a in given]
        if all(isinstance(n, int) for n in numbers):
            if len(numbers) == 3 and numbers[2] == 0:
                raise SubsetError("a range with step 0")
            found = range(*numbers)
            try:
                too_many = len(found) > MAX_ITEMS
            except OverflowError:
                too_many = True
            if too_many:
                raise SubsetError(f"a range of more than {MAX_ITEMS:,} numbers; loops are unrolled")
            return found
        start, stop = (0, numbers[0]) if len(numbers) == 1 else numbers[:2]
        if len(numbers) < 3 and isinstance(start, int) and isinstance(stop, Num):
            return BoundedRange(start, stop)
        raise SubsetError("only the stop of a range may depend on the inputs; count on from a known start")

    def zip_items(self, *given: Item, strict: Item = False) -> Lazy:
        return Lazy(self.rows([self.stream(a) for a in given], self.truth(strict) == 1))

    def rows(self, streams: list[Iterator[Item]], strict: bool) -> Iterator[Item]:
        try:
            yield from zip(*streams, strict=strict)
        except ValueError:
            raise SubsetError("zip(strict=True) of different lengths") from None

    def extreme(self, given: Sequence[Item], key: Item, smallest: bool) -> Item:
        items = self.items(given[0]) if len(given) == 1 else list(given)
        if not items:
            raise SubsetError("the smallest or largest of no items")
        found = items[0]
        if key is None and all(map(is_number, items)):
            for item in items[1:]:
                found = arithmetic.smaller(self.words, self.number(found), self.number(item), smallest)
            return found
        keys = items if key is None else [self.call(key, (item,), {}, self.place) for item in items]
        best = keys[0]
        for item, one in zip(items[1:], keys[1:], strict=True):
            better = self.less(one, best) if smallest else self.less(best, one)
            found, best = self.store.either(better, item, found), self.store.either(better, one, best)
        return found

    def in_order(self, given: Item, *, key: Item = None, reverse: Item = False) -> Item:
        """Sorted by a network of exchanges between neighbours, odd and even in turn: stable, so `key` may be given."""
        items = self.items(given)
        keys = items if key is None else [self.call(key, (item,), {}, self.place) for item in items]
        rows = list(zip(keys, items, strict=True))
        down = self.truth(reverse)
        if down > 1:
            raise SubsetError("the order depends on the inputs; sort both ways and choose")
        for turn in range(len(rows)):
            for i in range(turn % 2, len(rows) - 1, 2):
                a, b = rows[i], rows[i + 1]
                swap = self.less(a[0], b[0]) if down else self.less(b[0], a[0])
                rows[i], rows[i + 1] = self.store.either(swap, b, a), self.store.either(swap, a, b)
        return self.store.new_list([item for _, item in rows])

    # Methods

    def list_method(self, owner: Ref | Choice, name: str, given: Sequence[Item]) -> Item:
        if name == "append" and len(given) == 1 and isinstance(owner, Ref):
            length = self.length(owner)
            self.store.set((owner.number, length), given[0])
            self.store.set((owner.number, LENGTH), length + 1)
            return None
        items = self.items(owner)
        if name == "copy" and not given:
            return self.store.new_list(items)
        if name == "count" and len(given) == 1:
            return add(of_literal(self.equal(item, given[0])) for item in items)
        if isinstance(owner, Choice):
            raise SubsetError(f".{name}() of a list that depends on the inputs; write its elements")
        known = all(isinstance(a, int) and not isinstance(a, bool) for a in given[:1])
        if name == "extend" and len(given) == 1:
            items = items + self.items(given[0])
        elif name == "insert" and len(given) == 2 and known:
            items.insert(given[0], given[1])
        elif name == "pop" and len(given) <= 1 and known and -len(items) <= (given[0] if given else -1) < len(items):
            taken = items.pop(*given)
            self.rewrite(owner, items)
            return taken
        elif name == "reverse" and not given:
            items.reverse()
        elif name == "sort" and not given:
            items = self.items(self.in_order(owner))
        elif name == "clear" and not given:
            items = []
        else:
            raise SubsetError(f".{name}() is outside of the subset; known are append extend insert pop copy sort")
        self.rewrite(owner, items)
        return None

    def rewrite(self, owner: Ref, items: list[Item]) -> None:
        self.limit_items(items)
        self.store.set((owner.number, LENGTH), len(items))
        for index, item in enumerate(items):
            self.store.set((owner.number, index), item)

    def number_method(self, function: NumberMethod, given: Sequence[Item]) -> Item:
        value = self.number(function.owner)
        size = arithmetic.absolute(self.words, value)
        bits = self.words.low_bits(size, bounds(size)[1].bit_length())
        if function.name == "bit_count" and not given:
            return add(of_literal(literal) for literal in bits)
        if function.name == "bit_length" and not given:
            return add(of_literal(self.graph.any_of(bits[place:])) for place in range(len(bits)))
        raise SubsetError(f"an int's .{function.name} is outside of the subset")


def contents(cell: CellType, name: str) -> Any:
    try:
        return cell.cell_contents
    except ValueError:
        raise SubsetError(f"the outer variable {name} has no value") from None
