# ruff: noqa
"""One construct each, written as briefly as it goes."""

import math, itertools, collections, functools, random, heapq, string, operator, typing, abc, sys
from dataclasses import dataclass, field
from typing import List, Dict, Optional, NamedTuple
from enum import Enum, IntEnum, auto
from collections import deque, ChainMap


class P(NamedTuple):
    x: int
    y: int = 3


class Lv(IntEnum):
    A = 1
    B = 2


class St(Enum):
    ON = auto()
    OFF = auto()


class Base(abc.ABC):
    @abc.abstractmethod
    def f(self): ...
    def g(self):
        return self.f() * 2


class D1(Base):
    def f(self):
        return 21


class Stack(list):
    def push(self, x):
        self.append(x)

    def peek(self):
        return self[-1]


class MyErr(ValueError):
    pass


class Matrix:
    def __init__(self, rows):
        self.rows = [list(r) for r in rows]

    def __matmul__(self, o):
        return Matrix([[sum(a * b for a, b in zip(r, c)) for c in zip(*o.rows)] for r in self.rows])

    def __getitem__(self, ij):
        i, j = ij
        return self.rows[i][j]

    def __setitem__(self, ij, v):
        i, j = ij
        self.rows[i][j] = v

    def __iter__(self):
        for r in self.rows:
            yield tuple(r)

    def __eq__(self, o):
        return self.rows == o.rows


class A:
    def who(self):
        return "A"


class B(A):
    def who(self):
        return "B" + super().who()


class C(A):
    def who(self):
        return "C" + super().who()


class Dd(B, C):
    def who(self):
        return "D" + super().who()


class LinkedList:
    class Node:
        def __init__(self, v, nxt=None):
            self.v, self.next = v, nxt

    def __init__(self):
        self.head = None

    def push(self, v):
        self.head = LinkedList.Node(v, self.head)

    def __iter__(self):
        n = self.head
        while n:
            yield n.v
            n = n.next


class Temp:
    def __init__(self):
        self._c = 0

    @property
    def f(self):
        return self._c * 9 / 5 + 32

    @f.setter
    def f(self, v):
        self._c = (v - 32) * 5 / 9


class Cfg:
    pass


def named():
    p = P(1)
    return p.x + p.y, p._replace(x=5) if False else p, p == (1, 3)


def intenum():
    return Lv.A + 1, Lv.B > Lv.A, Lv.A == 1, [l.name for l in Lv]


def auto_enum():
    return St.ON.value, St.OFF, St.ON is St.ON, St(2)


def abstract():
    return D1().g()


def stack():
    s = Stack()
    s.push(1)
    s.push(2)
    return s.peek(), len(s), s, isinstance(s, list)


def matmul():
    m = Matrix([[1, 2], [3, 4]])
    r = m @ m
    r[0, 0] = 9
    return r[0, 0], list(r), m == Matrix([[1, 2], [3, 4]])


def diamond():
    return Dd().who()


def linked():
    l = LinkedList()
    [l.push(i) for i in range(4)]
    return list(l)


def temp():
    t = Temp()
    t.f = 212
    return t._c, t.f


def cfg():
    c = Cfg()
    c.a = 1
    c.b = [2]
    c.a += 4
    return c.a, c.b, hasattr(c, "a"), hasattr(c, "zz"), getattr(c, "zz", 7)


def custom_err():
    try:
        raise MyErr("bad", 3)
    except ValueError as e:
        return type(e).__name__, e.args, str(e), isinstance(e, MyErr)


def chained():
    a = b = c = 3
    a, b = b + 1, a
    return a, b, c, 1 < a <= 4 != 5


def walrus(xs):
    return [y for x in xs if (y := x * 2) > 4], (n := len(xs)) + n


def while_else(n):
    i = 2
    while i * i <= n:
        if n % i == 0:
            break
        i += 1
    else:
        return "prime"
    return i


def nested_comp():
    return (
        [[i * j for j in range(3)] for i in range(3)],
        {i: [j for j in range(i)] for i in range(3)},
        [x for r in [[1, 2], [3]] for x in r],
    )


def lambdas():
    fs = {"+": lambda a, b: a + b, "max": max, "neg": operator.neg}
    return fs["+"](2, 3), fs["max"](4, 9), fs["neg"](3)


def sort_stuff():
    d = [{"n": "b", "v": 2}, {"n": "a", "v": 2}]
    d.sort(key=lambda r: (r["v"], r["n"]))
    return d, sorted([(2, "b"), (1, "z")], key=operator.itemgetter(1)) if False else 0


def strings2():
    return (
        "abc"[::-1],
        string.ascii_lowercase[:5],
        "a b".title(),
        "%.3f|%5d" % (math.pi, 42),
        "x".join(map(str, range(3))),
        "{:>5}|{:<5}|{:^5}".format("a", "b", "c"),
        "hello".index("l"),
        "Mississippi".replace("ss", "SS", 1),
        ord("a") + 1,
        "a\tb".split("\t"),
        "abc".find("z"),
        "é" > "z",
        "ab" in "cab",
        "line1\nline2".split("\n"),
    )


def ints2():
    return (
        int("ff", 16),
        int("  42 "),
        float(" 2.5e3 "),
        round(3.14159, 3),
        10**-2,
        7 // 2 * 2.0,
        -7 // 2,
        divmod(-7, 3),
        (5).bit_length(),
        abs(-3.5),
        sum([0.1] * 10),
        max(3, 7, 5),
        min([4, 2, 8]),
        pow(2, 10),
        1_000_000,
        0b101 | 0x0F,
    )


def generators2():
    def chunks(xs, n):
        for i in range(0, len(xs), n):
            yield xs[i : i + n]

    def fib():
        a, b = 0, 1
        while True:
            yield a
            a, b = b, a + b

    return (
        list(chunks(list(range(7)), 3)),
        list(itertools.takewhile(lambda v: v < 30, fib())),
        list(itertools.islice(fib(), 5)),
    )


def star_args(*args, **kw):
    return sum(args), sorted(kw.items())


def call_star():
    return star_args(*range(4), **{"a": 1}, b=2), star_args()


def local_import():
    import math as m
    from collections import Counter as Cn

    return m.floor(2.7), Cn("aab").most_common(1)


def global_state():
    global GS
    GS = 5
    GS += 1
    return GS


GS = 0


def try_finally_return():
    try:
        return "try"
    finally:
        pass


def dict_order():
    d = {}
    d["z"] = 1
    d["a"] = 2
    d["z"] = 3
    return list(d.items()), dict(sorted(d.items())), {v: k for k, v in d.items()}


def typed(xs: List[int], m: Optional[Dict[str, int]] = None) -> int:
    total: int = 0
    for x in xs:
        total += x
    return total


def defaultdict_count(words):
    c = collections.defaultdict(int)
    for w in words:
        c[w] += 1
    return dict(c), max(c, key=c.get), sorted(c, key=c.get, reverse=True)


def set_ops():
    a = {1, 2, 3}
    a.add(9)
    a.discard(1)
    a |= {4}
    return a, 2 in a, a & {2, 9}, len(a), {x for x in a if x > 2}, a == {2, 3, 9, 4}, sorted(a), frozenset([1, 2]) | {3}


def tuple_keys():
    g = {(0, 0): "a", (0, 1): "b"}
    return [(r, c, v) for (r, c), v in g.items()], g.get((5, 5), "none")


def fstr(x):
    return f"{x:>10}|{x!r:<8}|{x + 1 = }|{'n': ^5}|{[1, 2]}|{x:.2%}"


def is_checks():
    a = None
    return (
        a is None,
        a is not None,
        True is True,
        type(3) is int,
        type("s") == str,
        type([]).__name__,
        isinstance(True, int),
        isinstance(2.0, (int, float)),
    )


def early(xs):
    for i, x in enumerate(xs):
        if x < 0:
            return i
    return None


def del_stuff():
    l = [1, 2, 3, 4]
    del l[1], l[0]
    d = {1: 2, 3: 4}
    del d[1]
    x = 5
    del x
    return l, d


def sum_lists():
    return sum([[1], [2, 3]], []), [1, 2] + [3], [0] * 3, (1,) * 2, "ab" * 2, [1, 2] == [1, 2], [1, 2] < [1, 3]


def zipstar(m):
    return list(zip(*m)), [list(r) for r in zip(*m)], list(map(sum, zip(*m)))


def reversed_stuff():
    return (
        list(reversed([1, 2, 3])),
        [x for x in reversed(range(4))],
        sorted("hello", reverse=True),
        list(enumerate("ab", start=1)),
    )


def matrix_inv(m):
    n = len(m)
    a = [row[:] + [1.0 if i == j else 0.0 for j in range(n)] for i, row in enumerate(m)]
    for i in range(n):
        p = max(range(i, n), key=lambda r: abs(a[r][i]))
        a[i], a[p] = a[p], a[i]
        d = a[i][i]
        a[i] = [v / d for v in a[i]]
        for r in range(n):
            if r != i:
                k = a[r][i]
                a[r] = [v - k * w for v, w in zip(a[r], a[i])]
    return [row[n:] for row in a]


def assign_attr_dynamic():
    c = Cfg()
    setattr(c, "q", 4)
    return c.q


def sysmax():
    return sys.maxsize, float("inf") > sys.maxsize, math.tau


def memo():
    @functools.lru_cache(maxsize=None)
    def f(n):
        return 1 if n < 2 else f(n - 1) + f(n - 2)

    return f(30)


def repeat_print(n):
    for i in range(n):
        print(i, end=" ")
    print()
    print("a", 1, 2.5, None, [1], sep="-")


CASES = [
    (named, ()),
    (intenum, ()),
    (auto_enum, ()),
    (abstract, ()),
    (stack, ()),
    (matmul, ()),
    (diamond, ()),
    (linked, ()),
    (temp, ()),
    (cfg, ()),
    (custom_err, ()),
    (chained, ()),
    (walrus, ([1, 2, 3],)),
    (while_else, (17,)),
    (while_else, (15,)),
    (nested_comp, ()),
    (lambdas, ()),
    (sort_stuff, ()),
    (strings2, ()),
    (ints2, ()),
    (generators2, ()),
    (call_star, ()),
    (local_import, ()),
    (global_state, ()),
    (try_finally_return, ()),
    (dict_order, ()),
    (typed, ([1, 2],)),
    (defaultdict_count, ("a b a".split(),)),
    (set_ops, ()),
    (tuple_keys, ()),
    (fstr, (2.5,)),
    (is_checks, ()),
    (early, ([1, -1],)),
    (del_stuff, ()),
    (sum_lists, ()),
    (zipstar, ([[1, 2], [3, 4]],)),
    (reversed_stuff, ()),
    (matrix_inv, ([[2.0, 1.0], [1.0, 3.0]],)),
    (assign_attr_dynamic, ()),
    (sysmax, ()),
    (memo, ()),
    (repeat_print, (3,)),
]
