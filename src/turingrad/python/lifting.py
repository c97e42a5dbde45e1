"""Live Python objects as values of a program that is followed: each list once, and exact types only.

One identity map serves every list that is reached, through the object, its class, globals, defaults and closures: two
names for one list are one list here, too. Lists from outside of the memory may be read; who writes to them is
refused, because a network keeps no such state (`Lifting.require_outside_unchanged`).
"""

from __future__ import annotations

from types import BuiltinFunctionType, FunctionType, ModuleType
from typing import Any

from turingrad.errors import LimitError
from turingrad.python.arithmetic import SubsetError
from turingrad.python.declare import Int
from turingrad.python.store import LENGTH, Cell, Store
from turingrad.python.values import Clash, Item, Ref, same

MAX_ITEMS = 100_000
EXACT = (str, type(None), range, FunctionType, BuiltinFunctionType, ModuleType, type)
CURES = {
    "float": "only ints are computed with, so scale it to an int",
    "dict": "use lists, with ints as indices",
    "set": "use lists, with ints as indices",
    "frozenset": "use lists, with ints as indices",
    "ndarray": "its arithmetic is not a list's: use .tolist()",
    "method": "call it by its name",
}
FREE = (  # what a subclass may have of its own: none of it computes or compares
    *("__new__", "__init__", "__repr__", "__str__", "__format__", "__doc__", "__hash__", "__reduce__", "__reduce_ex__"),
    *("__getattribute__", "__dir__", "__init_subclass__", "__subclasshook__", "__sizeof__", "__class__"),
    *("__getnewargs__", "__class_getitem__"),
)


def has_operators_of(kind: type, base: type) -> bool:
    """True if a subclass computes and compares as its base does: no operator of its own."""
    names = (name for name in dir(base) if name.startswith("__") and name not in FREE)
    return all(getattr(kind, name, None) is getattr(base, name) for name in names if callable(getattr(base, name)))


def is_plain_int(value: Any) -> bool:
    """An int or bool, or of a subclass (such as `Int` or an IntEnum) whose operators are int's own."""
    kind = type(value)
    return kind in (int, bool, Int) or (isinstance(value, int) and has_operators_of(kind, int))


def is_plain_tuple(value: Any) -> bool:
    """A tuple, or of a subclass (such as a named tuple) whose operators are tuple's own."""
    return type(value) is tuple or (isinstance(value, tuple) and has_operators_of(type(value), tuple))


def refusal(value: Any) -> str:
    """Why an object cannot be followed, as what follows "this" or the name of its place."""
    kind = type(value)
    if kind.__module__ == "numpy" and kind.__name__ != "ndarray":
        return f"is a numpy {kind.__name__}, which wraps around: use int(...)"
    if isinstance(value, int | list | tuple):
        base = next(base.__name__ for base in (int, list, tuple) if isinstance(value, base))
        return f"is a {kind.__name__}, a subclass of {base} that may behave in its own way: use {base}(...)"
    cure = CURES.get(kind.__name__, "numbers, lists, tuples and functions are followed")
    return f"is a {kind.__name__}; {cure}"


class Lifting:
    """The identity map of one program that is followed."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.lists: dict[int, Ref] = {}  # by id() of the list
        self.kept: list[Any] = []  # the lists whose id() is a key: none may be freed meanwhile
        self.outside: dict[int, str] = {}  # numbers of lists that are no memory, and where they are
        self.first: dict[Cell, Item] = {}  # what their cells held

    def adopt(self, value: list[Any], items: list[Item] | None = None) -> Ref:
        """A list of Python's as a list of the store, on all paths alike, whichever path is followed now."""
        if len(value) > MAX_ITEMS:
            raise LimitError(f"a list of {len(value):,} items; at most {MAX_ITEMS:,}")
        ref = Ref(self.store.fresh())
        self.kept.append(value)
        self.lists[id(value)] = ref
        if items is not None:
            self.fill(ref, items)
        return ref

    def fill(self, ref: Ref, items: list[Item]) -> None:
        self.store.cells[ref.number, LENGTH] = len(items)
        for index, item in enumerate(items):
            self.store.cells[ref.number, index] = item

    def lift(self, value: Any, where: str) -> Item:
        """A Python object from outside of the memory as a value; `where` names it, as in "the global TABLE"."""
        if is_plain_int(value):
            return value if type(value) is bool else int(value)
        if is_plain_tuple(value):
            return tuple(self.lift(item, where) for item in value)
        if type(value) is list:
            ref = self.lists.get(id(value))
            if ref is None:
                ref = self.adopt(value)
                self.fill(ref, [self.lift(item, where) for item in value])
            if ref.number not in self.outside:
                self.outside[ref.number] = where
                self.first |= {(ref.number, LENGTH): len(value)}
                self.first |= {(ref.number, i): self.store.cells[ref.number, i] for i in range(len(value))}
            return ref
        if type(value) in EXACT or isinstance(value, type):
            return value
        return Clash(refusal(value))

    def require_outside_unchanged(self) -> None:
        """Refuse a program that has written to a list which is no memory: the next call would find it as it was."""
        for cell, before in self.first.items():
            if not same(self.store.cells.get(cell), before):
                where = self.outside[cell[0]]
                raise SubsetError(
                    f"{where} is written to, but it is not memory; keep a list of its own in self, or copy it"
                )


def module_attribute(module: ModuleType, name: str) -> Any:
    found = getattr(module, name, None)
    if found is None:
        raise SubsetError(f"the module {module.__name__} has no {name!r}")
    return found
