"""Learners with aliasing, scoping, mutation, odd types and order of evaluation: each is right, or refused.

Every entry is (what __init__ does, what predict does, what update does); `d` is the number of features. Module globals
that some of them use are in `PRELUDE`.
"""

from __future__ import annotations

PRELUDE = """
import enum
import numpy as np
from collections import namedtuple
import turingrad as tg

TABLE = [1, 2, 3]
NESTED = [[0, 1], [1, 0]]
LIMIT = 3
PAIR = namedtuple("PAIR", "a b")


class Level(enum.IntEnum):
    LOW = 0
    HIGH = 1


class Wrapping(int):
    def __add__(self, other):
        return Wrapping((int(self) + int(other)) % 3)


class Counting(list):
    def __getitem__(self, index):
        return 7


class Truth:
    def __bool__(self):
        return False


def clip(v, most=3):
    return max(-most, min(most, v))


def remember(v, seen=[]):
    seen.append(v)
    return len(seen)


def bump(values):
    values[0] = clip(values[0] + 1)
    return values[0]
"""
SUM = "return 1 if sum(w * v for w, v in zip(self.w, x)) > 0 else -1"
FIRST = "return 1 if self.w[0] > 0 else -1"
STEP = "self.w = [clip(w + y * v) for w, v in zip(self.w, x)]"

LEARNERS: dict[str, tuple[str, str, str]] = {
    # aliasing
    "two names for one list": (
        "self.w = [0] * d; self.v = self.w",
        "return 1 if self.v[0] > 0 else -1",
        "self.w[0] = clip(self.w[0] + y)",
    ),
    "one list twice in a list": (
        "self.m = [[0] * 2] * 2",
        "return 1 if self.m[1][0] > 0 else -1",
        "self.m[0][0] = clip(self.m[0][0] + y)",
    ),
    "chained assignment": (
        "self.a = self.b = [0, 0]",
        "return 1 if self.b[1] > 0 else -1",
        "self.a[1] = clip(self.a[1] + y)",
    ),
    "a tuple with one list twice": (
        "row = [0, 0]; self.t = (row, row)",
        "return 1 if self.t[1][0] > 0 else -1",
        "self.t[0][0] = clip(self.t[0][0] + y)",
    ),
    "pocket without a copy": (
        "self.w = [0] * d; self.best = [0] * d; self.n = 0",
        "return 1 if self.best[0] > 0 else -1",
        "self.w[0] = clip(self.w[0] + y)\nif self.w[0] > self.n:\n    self.n = self.w[0]\n    self.best = self.w",
    ),
    "pocket with a copy": (
        "self.w = [0] * d; self.best = [0] * d; self.n = 0",
        "return 1 if self.best[0] > 0 else -1",
        "self.w[0] = clip(self.w[0] + y)\nif self.w[0] > self.n:\n    self.n = self.w[0]\n    self.best = list(self.w)",
    ),
    "the same list in two attributes after an update": (
        "self.w = [0] * d; self.v = [0] * d",
        FIRST,
        "self.v = self.w\nself.w[0] = clip(self.w[0] + y)",
    ),
    "one list that parts": (
        "self.w = [0] * d; self.v = self.w",
        "return 1 if self.v[0] > 0 else -1",
        "self.w = [clip(w + y) for w in self.w]",
    ),
    "rows swapped": (
        "self.m = [[0, 0], [1, 1]]",
        "return 1 if self.m[0][0] > 0 else -1",
        "self.m[0], self.m[1] = self.m[1], self.m[0]",
    ),
    "a row put twice": (
        "self.m = [[0, 0], [1, 1]]",
        "return 1 if self.m[0][0] > 0 else -1",
        "self.m[0] = self.m[1]\nself.m[1][0] = clip(self.m[1][0] + y)",
    ),
    "rows of a ring": (
        "self.m = [[0] * d, [0] * d]; self.at = 0",
        "return 1 if self.m[0][0] > 0 else -1",
        "self.m[self.at] = list(x)\nself.at = (self.at + 1) % 2",
    ),
    "an inner alias": (
        "self.m = [[0, 0], [1, 1]]; self.row = self.m[0]",
        "return 1 if self.row[1] > 0 else -1",
        "self.m[0][1] = clip(self.m[0][1] + y)",
    ),
    "an alias in a local": (
        "self.w = [0] * d",
        FIRST,
        "w = self.w\nw[0] = clip(w[0] + y)",
    ),
    "a slice is a copy": (
        "self.w = [0] * d",
        FIRST,
        "w = self.w[:]\nw[0] = 9\nself.w[0] = clip(self.w[0] + y)",
    ),
    "added in place, with an alias": (
        "self.w = [0] * d",
        FIRST,
        "old = self.w\nself.w += [1]\nself.w.pop()\nold[0] = clip(old[0] + y)",
    ),
    "repeated in place": (
        "self.w = [0] * d; self.n = 0",
        "return 1 if self.n > 0 else -1",
        "a = [y]\nb = a\na *= 2\nself.n = clip(self.n + sum(b))",
    ),
    # tuples, lists and their kinds
    "a list becomes a tuple": ("self.last = [1] * d", "return 1 if self.last == list(x) else -1", "self.last = x"),
    "a tuple becomes a list": ("self.last = (1,) * d", "return 1 if self.last == x else -1", "self.last = list(x)"),
    "a tuple stays a tuple": ("self.last = (1,) * d", "return 1 if self.last == x else -1", "self.last = x"),
    "a list against a tuple": ("self.last = [1] * d", "return 1 if self.last == x else -1", "self.last = list(x)"),
    "a named tuple": (
        "self.p = PAIR(0, 1)",
        "return 1 if self.p[0] > 0 else -1",
        "self.p = (clip(self.p[0] + y), self.p[1])",
    ),
    # state outside of the object
    "a list in the class": (
        "self.w = [0] * d",
        "return 1 if self.shared[0] > 0 else -1",
        "self.shared[0] = clip(self.shared[0] + y)",
    ),
    "a list in the class, only read": ("self.w = [0] * d", FIRST, "self.w[0] = clip(self.w[0] + y * self.shared[1])"),
    "a global list that is written": (
        "self.n = 0",
        "return 1 if TABLE[0] > 0 else -1",
        "TABLE[0] = clip(TABLE[0] + y)",
    ),
    "a global list that is read": (
        "self.n = 0",
        "return 1 if self.n > 0 else -1",
        "self.n = clip(self.n + y * TABLE[1])",
    ),
    "a global list as memory": (
        "self.w = TABLE",
        FIRST,
        "self.w[0] = clip(self.w[0] + y)",
    ),
    "memory and global are one list": (
        "self.w = TABLE",
        "return 1 if TABLE[0] > 0 else -1",
        "self.w[0] = clip(self.w[0] + y)",
    ),
    "a nested global written inside": (
        "self.n = 0",
        "return 1 if NESTED[0][0] > 0 else -1",
        "NESTED[0][0] = clip(NESTED[0][0] + y)",
    ),
    "a mutable default": ("self.n = 0", "return 1 if self.n > 2 else -1", "self.n = min(remember(y), 5)"),
    "a global list becomes memory": ("self.w = [0, 0, 0]", FIRST, "self.w = TABLE"),
    # numpy and subclasses
    "numpy weights": ("self.w = np.zeros(d, int)", FIRST, "self.w = self.w + y * np.array(x)"),
    "a numpy constant": (
        "self.w = [0] * d; self.c = np.array([1, 2, 3])",
        FIRST,
        "self.w[0] = clip(self.w[0] + y * self.c[0])",
    ),
    "small numpy numbers": (
        "self.n = np.int8(100)",
        "return 1 if self.n > 0 else -1",
        "self.n = self.n + np.int8(100)",
    ),
    "a numpy bool": ("self.f = np.bool_(True)", "return 1 if self.f is True else -1", "self.f = y > 0"),
    "an int with an operator of its own": (
        "self.n = Wrapping(2)",
        "return 1 if self.n > 1 else -1",
        "self.n = self.n + 1",
    ),
    "a list with an operator of its own": (
        "self.w = Counting([0, 0])",
        "return 1 if self.w[0] > 0 else -1",
        "self.w[1] = y",
    ),
    "an IntEnum": (
        "self.n = Level.LOW",
        "return 1 if self.n == Level.HIGH else -1",
        "self.n = 1 if y > 0 else 0",
    ),
    "a declared Int": (
        "self.n = tg.Int(-3, 3)",
        "return 1 if self.n > 0 else -1",
        "self.n = max(-3, min(3, self.n + y))",
    ),
    # objects that behave in their own way
    "an object that is false": (
        "self.o = Truth(); self.n = 0",
        "return 1 if self.o else -1",
        "self.n = clip(self.n + y)",
    ),
    "an own __setattr__": (
        "object.__setattr__(self, 'n', 0)",
        "return 1 if self.n > 0 else -1",
        "self.n = clip(self.n + y)\n# own setattr",
    ),
    "a property with a setter": (
        "self._n = 0",
        "return 1 if self.doubled > 0 else -1",
        "self.doubled = clip(self._n + y)",
    ),
    "predict on the object": (
        "self.n = 0; self.predict = lambda x: 1",
        "return -1",
        "self.n = clip(self.n + y)",
    ),
    "a method kept in an attribute": ("self.f = self.update; self.n = 0", "return 1 if self.f else -1", "self.n = y"),
    "a function kept in an attribute": (
        "self.f = clip; self.n = 0",
        "return 1 if self.n > 0 else -1",
        "self.n = self.f(self.n + y)",
    ),
    "a float": ("self.n = 0.5", "return 1 if self.n > 0 else -1", "self.n = self.n + y"),
    "a dict": ("self.t = {}", "return 1 if self.t.get(x, 0) > 0 else -1", "self.t[x] = y"),
    "None at the start": ("self.last = None", "return 1 if self.last is None else -1", "self.last = y"),
    "a text": ("self.name = 'a'; self.n = 0", "return 1 if self.name == 'a' else -1", "self.n = y"),
    # truth, identity, order of evaluation
    "an empty range is false": ("self.n = 0", "return 1 if range(0) else -1", "self.n = y"),
    "a range by memory is true": ("self.n = 0", "return 1 if range(self.n) else -1", "self.n = clip(self.n + y)"),
    "an empty list is false": ("self.w = []; self.n = 0", "return 1 if self.w else -1", "self.n = y"),
    "is True of a bool": ("self.f = False", "return 1 if self.f is True else -1", "self.f = y > 0"),
    "is True of what may be an int": ("self.f = True", "return 1 if self.f is True else -1", "self.f = 1"),
    "a walrus in a comprehension": (
        "self.n = 0",
        "return 1 if self.n > 0 else -1",
        "last = 0\nvalues = [(last := v) for v in x]\nself.n = clip(self.n + last * y)",
    ),
    "a walrus under a condition": (
        "self.n = 0",
        "return 1 if self.n > 0 else -1",
        "last = 0\nt = sum(1 for v in x if v > 0 and (last := v))\nself.n = clip(self.n + last * y + t)",
    ),
    "a sum whose items write": (
        "self.w = [0] * d; self.n = 0",
        "return 1 if self.n > 0 else -1",
        "self.n = clip(sum(bump(self.w) for v in x if v > 0))",
    ),
    "an any whose items write": (
        "self.w = [0] * d",
        FIRST,
        "if any(bump(self.w) > 1 for v in x):\n    self.w[0] = 0",
    ),
    "arguments in their order": (
        "self.w = [0] * d; self.n = 0",
        "return 1 if self.n > 0 else -1",
        "self.n = clip(bump(self.w) - 2 * bump(self.w) + y)",
    ),
    "an index read before it is written": (
        "self.w = [0] * d; self.i = 0",
        FIRST,
        "self.i, self.w[self.i] = (self.i + 1) % d0, clip(self.w[self.i] + y)",
    ),
    "the value before the target": (
        "self.w = [0, 0]",
        FIRST,
        "self.w[0] = clip(bump(self.w) + self.w[0] + y)",
    ),
    "a local before its assignment": ("self.n = 0", "return 1 if self.n > 0 else -1", "self.n = LIMIT\nLIMIT = y"),
    "a local without a value on a path": (
        "self.n = 0",
        "return 1 if self.n > 0 else -1",
        "if y > 0:\n    a = 1\nself.n = a",
    ),
    "a loop variable after the loop": (
        "self.n = 0",
        "return 1 if self.n > 0 else -1",
        "for v in x:\n    pass\nself.n = clip(self.n + v * y)",
    ),
    "a comprehension's variable stays inside": (
        "self.n = 0",
        "return 1 if self.n > 0 else -1",
        "v = y\nt = [v for v in x]\nself.n = clip(self.n + v)",
    ),
    "a closure sees the latest value": (
        "self.n = 0",
        "return 1 if self.n > 0 else -1",
        "a = 1\ndef f():\n    return a\na = y\nself.n = clip(self.n + f())",
    ),
    "a default is made once": (
        "self.n = 0",
        "return 1 if self.n > 0 else -1",
        "a = y\ndef f(b=a):\n    return b\na = 5\nself.n = clip(self.n + f())",
    ),
    "a short-circuit that writes": (
        "self.w = [0, 0]",
        FIRST,
        "if y > 0 and bump(self.w) > 1:\n    self.w[1] = y",
    ),
    "a chained comparison": (
        "self.w = [0, 0]",
        "return 1 if -1 < self.w[0] < 2 else -1",
        "self.w[0] = clip(self.w[0] + y)",
    ),
    "an object compared with itself": ("self.n = 0", "return 1 if self == self else -1", "self.n = y"),
    "an attribute that does not exist": ("self.n = 0", "return 1 if self.missing is None else -1", "self.n = y"),
    "break and else": (
        "self.n = 0",
        "return 1 if self.n > 0 else -1",
        "for v in x:\n    if v > 0:\n        break\nelse:\n    self.n = clip(self.n + y)",
    ),
    "minus bools": ("self.n = 0", "return 1 if self.n > 0 else -1", "self.n = clip(self.n + (y > 0) - (x[0] > 0))"),
    "floor division of negative numbers": (
        "self.n = 0",
        "return 1 if self.n // 2 * 2 == self.n else -1",
        "self.n = clip((self.n + y) // -2 + y)",
    ),
}
