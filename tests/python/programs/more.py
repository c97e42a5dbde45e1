# ruff: noqa
"""More programs: texts, generators, numbers at their edges, shared objects, unusual calls."""

from __future__ import annotations

import bisect
import copy
import itertools
import math
import random
from collections import Counter, defaultdict
from functools import cache, partial

MEMO = {}
TABLE = [[1, 2], [3, 4]]
COUNT = 0
SHARED = [1]
ALIAS = SHARED


def memo_fib(n):
    if n in MEMO:
        return MEMO[n]
    MEMO[n] = n if n < 2 else memo_fib(n - 1) + memo_fib(n - 2)
    return MEMO[n]


def bump(n):
    global COUNT
    for _ in range(n):
        COUNT += 1
    SHARED.append(COUNT)
    return COUNT, ALIAS, ALIAS is SHARED, TABLE


def mutable_default(x, acc=[]):
    acc.append(x)
    return acc


def use_defaults():
    mutable_default(1)
    return mutable_default(2), mutable_default(3, [])


def edges():
    a = -(2**30)
    big = 2**31
    return [a // -1, a * -1, -a, a - 1, (2**30 - 1) + 1, big - big, big * big, -big // 3, -big % 7, big & 0xFFFF, big | 1, 7 // -2, -7 // 2, -7 % 3, 7 % -3, -7 % -3,
            10**20 // 10**10, 10**30 % 997, -(10**20) // 7, divmod(-(10**15), 10**7), 2**100 >> 90, (-5) >> 1, 1 << 31, 1 << 30, 1 << 29, True + True, ~0, abs(-(2**40)), (2**64 - 1) * (2**64 + 1),
            int("-123456789012345678901234567890"), str(-(10**25)), 3**40 == 3**39 * 3, 2**53 == 2.0**53, 2**53 + 1 == 2.0**53, 10**400 > 1e308, 1 < 1.5 < 2**70, int(1e20), hash(2**61 - 1), hash(2**61), hash(-1), hash(1.5), hash((1, 2.5, -3)), pow(7, 1000, 13)]  # fmt: skip


def int_float_edges():
    return [0.1 + 0.2, 1e308 * 10, -1e308 * 10, 5e-324 / 2, 5e-324 * 3, 2.5e-308 / 3, 1 / 3, 2 / 3, 10**23 / 7, 10**400 / 10**390, 1e16 + 1, 9007199254740993 / 1, 3 / 10**25, float(2**63 + 1), float("1e-320"), float("123.456e5"),
            round(2.5), round(3.5), round(-2.5), round(2.675, 2), round(1234.5678, -2), round(15, -1), 7.0 // 2, -7.5 // 2, -7.5 % 2, 1e17 % 3, 0.0 == -0.0, str(-0.0), 1e100, 1.5e-10, 123456789.123, 1e15, 1e16, 1e17, 0.0001, 0.00001, math.sqrt(2), math.sqrt(1e-300), math.floor(-2.5), math.ceil(-2.5), math.isqrt(10**20), math.gcd(48, 180), float("inf") > 10**400, float("nan") != float("nan"), int(-3.9), 2.0**0.5 if False else 0, 1.1**2, 3.0**-2, 2**-3, 0.5**10, math.pi, math.inf, 1e22, 1.7976931348623157e308]  # fmt: skip


def formats(x, n, s):
    return [f"{x:.0f}", f"{x:10.3f}|", f"{x:<10.1f}|", f"{x:+.2e}", f"{x:%}", f"{x:.3g}", f"{n:5d}", f"{n:<5}|", f"{n:^7}|", f"{n:+,}", f"{n:_}", f"{n:x}", f"{n:#b}", f"{s:>8}", f"{s:*^9}", f"{s!r}", "{} {1} {0}".format(1, 2) if False else f"{s}-{n}-{s}",
            f"{s:>6}|{x:.2f}", "%d %s %.2f %5s|%-5s|%03d %x" % (n, s, x, s, s, n, n), "%s" % s, str([1, 2.5, "a", None, True, (1,), {}]), str({"k": [1, "it's"], 2: 'say "hi"'}), repr("tab\t\n\\"), str({1}), str(set()), ["a", "b", "", "c"], ["x", "y"], ["a-b", "c"], "x=1=2".partition("="), "Hello World".swapcase(), "hello world".title(), "abc".center(9, "."), "42".zfill(5), "-42".zfill(5), "aXbX".replace("X", "--"), "banana".count("an"), "banana".find("n", 3), "banana".rfind("an"), "ab" * 3, "abc" < "abd", "Z" < "a", "abc".startswith(("x", "ab")), "l1\nl2\r\nl3".splitlines(), ",".join(["a", "b"]), "abc".isalpha(), "a1".isalnum(), "12".isdigit(), "".join(reversed("abc")), "a" in "cat", max("hello"), sorted("hello"), list("abc"), "x".join("abc"), "tEst".capitalize(), "aaa".strip("a"), "xxhixx".strip("x"), "é".upper() if False else "é", ord("é"), chr(233)]  # fmt: skip


def generators(n):
    def count(a, b):
        while a < b:
            got = yield a
            a += 1 if got is None else got
        return "done"

    def outer():
        r = yield from count(0, 3)
        yield r

    g = count(0, 10)
    squares = (x * x for x in range(n) if x % 2)
    first = next(squares)
    tail = itertools.islice(itertools.count(5, 3), 4)
    return (
        list(outer()),
        [next(g), g.send(4), next(g)],
        first,
        list(squares),
        list(tail),
        sum(x for x in range(n)),
        max((x % 7, x) for x in range(n)),
        list(zip(range(3), "abcd")),
        [list(v) for _, v in itertools.groupby([1, 1, 2, 3, 3])],
        dict(enumerate("ab", 1)),
        next(iter([]), "empty"),
        list(map(lambda a, b: a + b, [1, 2], [10, 20])),
        any(x > 3 for x in range(5)),
        all([]),
        list(itertools.chain([1], (2, 3), "x")),
        [a for a, *b in [(1, 2, 3), (4,)]],
    )


def exceptions_in_loops():
    out = []
    for i in range(6):
        try:
            if i == 1:
                continue
            if i == 4:
                break
            out.append(10 // (i - 2))
        except ZeroDivisionError as e:
            out.append(str(e))
        finally:
            out.append(("f", i))
    else:
        out.append("never")

    def inner(k):
        try:
            return k
        finally:
            out.append(k)

    def nested():
        try:
            try:
                raise KeyError("k")
            except KeyError as e:
                raise ValueError("v") from e
        except ValueError as e:
            return repr(e)

    def reraise():
        try:
            try:
                {}[5]
            except LookupError:
                out.append("seen")
                raise
        except KeyError as e:
            return e.args

    return out, inner(7), nested(), reraise()


def dict_games():
    d = {"b": 1, "a": 2}
    d["c"] = 3
    d.update(z=26, a=0)
    d |= {"m": 13}
    del d["b"]
    e = {k: v for k, v in sorted(d.items(), key=lambda kv: -kv[1])}
    inverse = {v: k for k, v in d.items()}
    nested = defaultdict(lambda: defaultdict(list))
    nested["x"]["y"].append(1)
    c = Counter("mississippi")
    c.update("miss")
    return (
        d,
        e,
        inverse,
        d.pop("zz", "no"),
        d.setdefault("q", []),
        list(d),
        list(d.values()),
        "a" in d,
        len(d),
        d.get("nope"),
        {**d, "a": 5},
        dict([(1, 2)]),
        dict(a=1),
        nested["x"],
        c.most_common(2),
        c["none"],
        sorted(c.elements()),
        c - Counter("s"),
        {1: "a", 1.0: "b", True: "c"},
        d == dict(reversed(list(d.items()))),
        min(d, key=d.get),
        {(1, 2): 3}[(1, 2)],
        next(iter(d)),
        d.popitem(),
        {i: i * i for i in range(20)}[17],
        list(dict.fromkeys(range(12), 0).keys())[-1],
        dict.fromkeys([1, 2], 0) if False else 0,
    )


def changed_while_iterating():
    d = {1: 1, 2: 2}
    for k in d:
        d[k + 10] = 0
    return d


def sorting():
    data = [("b", 2), ("a", 2), ("c", 1)]
    nums = [5, 3, 9, 1, 7, 2, 8, 6, 4, 0, 11, 10]
    nums.sort(reverse=True)
    return (
        sorted(data),
        sorted(data, key=lambda p: p[1]),
        sorted(data, key=lambda p: p[1], reverse=True),
        nums,
        sorted([3.5, -1, 2**40, True]),
        sorted(["bb", "a", "ccc"], key=len),
        bisect.bisect([1, 3, 5], 3),
        bisect.bisect_left([1, 3, 5], 3),
        [list(x) for x in itertools.product([0, 1], repeat=2)],
        sorted(range(10), key=lambda v: (v % 3, -v)),
    )


def unpacking():
    first, *middle, last = range(6)
    (a, b), [c, *d] = (1, 2), "xyz"
    x = y = [0]
    x += [1]
    m = [[0] * 2 for _ in range(2)]
    m[0][1] += 5
    i, m[i] = 0, "z"
    return (
        first,
        middle,
        last,
        a,
        b,
        c,
        d,
        x is y,
        y,
        m,
        [*range(3), *"ab"],
        (*[1], 2),
        {"a": 1},
        (lambda *a, **k: (a, k))(*[1, 2], z=3),
    )


def copies():
    a = [[1, 2], {"k": [3]}]
    b = copy.deepcopy(a)
    c = a[:]
    a[0].append(9)
    a[1]["k"].append(4)
    return a, b, c, [1] * 3, [[]] * 2, a[0] is c[0]


def functional():
    add = lambda x, y=2: x + y  # noqa: E731
    compose = lambda f, g: lambda v: f(g(v))  # noqa: E731
    inc = partial(add, y=10)

    @cache
    def paths(r, c):
        return 1 if r == 0 or c == 0 else paths(r - 1, c) + paths(r, c - 1)

    return (
        add(1),
        compose(str, abs)(-5),
        inc(5),
        paths(8, 8),
        list(map(int, ["1", "2"])),
        [f(2) for f in (lambda v: v + 1, abs, str)],
        (lambda: 5)(),
    )


def seeded(seed):
    random.seed(seed)
    xs = list(range(10))
    random.shuffle(xs)
    return (
        xs,
        random.random(),
        [random.randint(1, 6) for _ in range(5)],
        random.choice(["a", "b"]),
        random.uniform(-1, 1),
        random.sample(range(100), 4),
        random.choices("abc", k=3),
    )


def recursion(n):
    return 0 if n == 0 else 1 + recursion(n - 1)


def endless(n):
    return endless(n + 1)


def unbound(flag):
    if flag:
        value = 1
    return value


def assertion(x):
    assert x > 0, f"bad {x}"
    return x


def hanoi(n, a="A", b="B", c="C"):
    return [] if n == 0 else hanoi(n - 1, a, c, b) + [(a, c)] + hanoi(n - 1, b, a, c)


def roman(n):
    out = ""
    for value, letters in (
        (1000, "M"),
        (900, "CM"),
        (500, "D"),
        (400, "CD"),
        (100, "C"),
        (90, "XC"),
        (50, "L"),
        (40, "XL"),
        (10, "X"),
        (9, "IX"),
        (5, "V"),
        (4, "IV"),
        (1, "I"),
    ):
        while n >= value:
            out, n = out + letters, n - value
    return out


def brainfuck(code, data=""):
    tape, ptr, pc, out, inp = [0] * 100, 0, 0, [], list(data)
    jumps, stack = {}, []
    for i, ch in enumerate(code):
        if ch == "[":
            stack.append(i)
        elif ch == "]":
            j = stack.pop()
            jumps[i], jumps[j] = j, i
    while pc < len(code):
        ch = code[pc]
        if ch == ">":
            ptr += 1
        elif ch == "<":
            ptr -= 1
        elif ch == "+":
            tape[ptr] = (tape[ptr] + 1) % 256
        elif ch == "-":
            tape[ptr] = (tape[ptr] - 1) % 256
        elif ch == ".":
            out.append(chr(tape[ptr]))
        elif (ch == "[" and tape[ptr] == 0) or (ch == "]" and tape[ptr] != 0):
            pc = jumps[pc]
        pc += 1
    return "".join(out)


def bfs(grid):
    start, goal = (0, 0), (len(grid) - 1, len(grid[0]) - 1)
    seen, frontier, dist = {start}, [start], 0
    while frontier:
        nxt = []
        for r, c in frontier:
            if (r, c) == goal:
                return dist
            for dr, dc in ((1, 0), (0, 1), (-1, 0), (0, -1)):
                p = (r + dr, c + dc)
                if 0 <= p[0] < len(grid) and 0 <= p[1] < len(grid[0]) and grid[p[0]][p[1]] != "#" and p not in seen:
                    seen.add(p)
                    nxt.append(p)
        frontier, dist = nxt, dist + 1
    return None


CASES = [
    (memo_fib, (30,)), (bump, (3,)), (use_defaults, ()), (edges, ()), (int_float_edges, ()), (formats, (3.14159, 1234, "text")), (formats, (-0.00123, -7, "é")), (generators, (12,)),
    (exceptions_in_loops, ()), (dict_games, ()), (changed_while_iterating, ()), (sorting, ()), (unpacking, ()), (copies, ()), (functional, ()), (seeded, (42,)), (seeded, (2**70,)), (recursion, (900,)), (endless, (0,)),
    (unbound, (False,)), (unbound, (True,)), (assertion, (-1,)), (hanoi, (4,)), (roman, (1994,)), (brainfuck, ("++++++++[>++++++++<-]>+.+.",)), (bfs, (["..#.", ".#..", "...."],)),
]  # fmt: skip
