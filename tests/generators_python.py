"""Random Python programs of the compiler's subset, as source text. Loops are short and numbers stay small."""

from __future__ import annotations

import linecache
from collections.abc import Callable
from itertools import count
from random import Random
from typing import Any

import turingrad as tg

NAMES = ("a", "b", "c")
LISTS = ("xs", "ys")
SERIAL = count()
MOST = 9  # what is stored stays between -MOST and MOST
RANGES = ((-8, 7), (-4, 3), (-1, 1), (0, 5), (-2, 9), (3, 4), (-9, -3))  # of p and q
PRELUDE = f"""
import enum
from collections import Counter, defaultdict, deque

TABLE, PAIR, TEXT = [3, 1, -2], (5, (-2, 7)), "ab"


class Level(enum.IntEnum):
    LOW = 0
    HIGH = 6


def clamp(value, lo=-{MOST}, hi={MOST}):
    return max(lo, min(value, hi))


def helper(n):
    if n < 0:
        return 2 - n
    return n - 1


def bump(values):
    values[0] = clamp(values[0] + 1)
    return values[0]


def scaled(n, by=2, *, plus=0):
    return n * by + plus


def total(first, *rest):
    for v in rest:
        first -= v
    return first


def factorial(n):
    return 1 if n < 2 else n * factorial(n - 1)


def both(n, m):
    return m, n
"""


def function_of(text: str, name: str = "program", names: dict[str, Any] | None = None) -> Callable[..., Any]:
    """A function from source text that `inspect` can read back."""
    file = f"<program {next(SERIAL)}>"
    linecache.cache[file] = (len(text), None, text.splitlines(keepends=True), file)
    names = {} if names is None else dict(names)
    exec(compile(text, file, "exec"), names)
    return names[name]


class Writer:
    """Writes one program `program(p, q, t, zs)`: p and q ints, t a bool, zs a tuple of two ints."""

    def __init__(self, rng: Random, assumes: bool = True) -> None:
        self.rng, self.assumes = rng, assumes
        self.lines: list[str] = []
        self.loops = 0
        self.size = 3 if rng.random() < 0.08 else 2

    def pick(self, *options: Any) -> Any:
        return self.rng.choice(options)

    def some(self, *options: Callable[[], str]) -> str:
        return self.rng.choice(options)()

    # Expressions

    def leaf(self) -> str:
        known = f"({self.rng.randint(-9, 9)})"
        return str(self.pick(*NAMES, *NAMES, "p", "q", "xs[0]", "ys[-1]", "zs[1]", "len(xs)", known))

    def number(self, depth: int | None = None) -> str:
        depth = self.size if depth is None else depth
        if depth == 0 or self.rng.random() < 0.2:
            return self.leaf()
        kind = self.rng.random()
        if kind < 0.55:
            return self.arithmetic(depth - 1)
        return self.of_lists(depth - 1) if kind < 0.8 else self.of_calls(depth - 1)

    def arithmetic(self, d: int) -> str:
        n, pick = self.number, self.pick
        return self.some(
            lambda: f"({n(d)} {pick('+', '-')} {n(d)})",
            lambda: f"({n(d)} {pick('+', '-', '*')} {n(d)})",
            lambda: f"({n(d)} {pick('//', '%')} {pick(2, 3, 4, 5, 7, -3, -2, -8)})",
            lambda: f"({n(d)} {pick('//', '%')} {pick('', '-')}(abs({n(0)}) % 6 + 1))",
            lambda: f"divmod({n(d)}, {pick(2, 3, -3, 5)})[{pick(0, 1)}]",
            lambda: "({0} {1} {2} if {2} else {3})".format(n(d), pick("//", "%"), pick("p", "q", "zs[0]"), n(0)),
            lambda: f"({n(d)} {pick('&', '|', '^')} {n(d)})",
            lambda: f"({n(d)} {pick('>>', '<<')} {pick(0, 1, 2, f'({n(0)} % 3)')})",
            lambda: f"({n(0)} ** {pick(0, 1, 2, 3)})",
            lambda: f"({pick('(-3)', '(-1)', 0, 2)} ** ({n(0)} % 4))",
            lambda: f"pow({n(0)}, {pick(1, 2)})",
            lambda: f"{pick('-', '~', '+')}{n(d)}",
            lambda: f"{pick('abs', 'int')}({n(d)})",
            lambda: f"({n(d)} if {self.truth(d)} else {n(d)})",
            lambda: f"({n(0)} {pick('or', 'and')} {n(d)})",
            lambda: f"({self.truth(d)} {pick('+', '-', '*')} {n(0)})",
            lambda: f"{pick('min', 'max')}({n(d)}, {n(0)}{pick('', ', 1')})",
            lambda: f"({n(d)} {pick('+', '-', '*')} {pick(2**17, -(10**5), 1003, 2**33)}) % {pick(17, 2**9, -100)}",
            lambda: f"({n(d)}).{pick('bit_length', 'bit_count')}()",
        )  # fmt: skip

    def of_lists(self, d: int) -> str:
        n, pick, xs, ys = self.number, self.pick, self.pick(*LISTS), self.pick(*LISTS)
        return self.some(
            lambda: f"{xs}[{n(d)} % 3{pick('', ' - 3')}]",
            lambda: f"{xs}[{pick(-3, 0, 2, 'True')}]",
            lambda: f"rows[{n(0)} % 2][{n(0)} % 3]",
            lambda: f"[{n(d)}, {n(0)}][{self.truth(0)}]",
            lambda: f"(({n(0)}, {n(d)}), {n(0)})[0][{pick(0, 1, -1)}]",
            lambda: f"TABLE[{n(0)} % 3]",
            lambda: f"PAIR[{pick('0', '1][1', f'1][{n(0)} % 2')}]",
            lambda: f"sum({n(0)} * v for v in {xs}{pick('', ' if v > 0', f' if v > {n(0)} if v != {n(0)}')})",
            lambda: f"sum({xs}, {n(d)})",
            lambda: f"sum((v for v in {xs}), {pick('', 'start=')}{pick(n(0), f'bump({xs})')})",
            lambda: f"sum(u * v for u, v in zip({xs}, {pick(ys, 'TABLE', 'reversed(' + ys + ')')}))",
            lambda: f"sum(i * v for i, v in enumerate({xs}{pick('', ', 1', ', start=-1')}))",
            lambda: "sum(sum(r) for r in rows)",
            lambda: f"sum(map({pick('abs', 'helper', f'lambda v: v - {n(0)}')}, {xs}))",
            lambda: f"{pick('sum', 'min', 'max')}({pick(xs, f'{xs}[1:]', f'{xs} + {ys}')})",
            lambda: f"{pick('min', 'max')}({xs}, key=lambda v: {pick('(v % 3, -v)', 'v * v', '-v')})",
            lambda: f"{pick('min', 'max')}((v, i) for i, v in enumerate({xs}))[{pick(0, 1)}]",
            lambda: f"sorted({xs}{pick('', ', reverse=True', ', key=abs')})[{pick(0, 1, 2, -1)}]",
            lambda: f"{xs}.count({n(0)})",
            lambda: f"len({pick(f'{xs}[1:] + {ys}', f'[v for v in {xs}]', f'{xs}[::-2]', 'TEXT', 'zs * 2')})",
            lambda: f"{pick('list', 'tuple')}({pick(f'reversed({xs})', f'v + 1 for v in {xs}', 'range(6, 0, -2)')})"
            f"[{n(0)} % 3]",
        )  # fmt: skip

    def of_calls(self, d: int) -> str:
        n, pick, xs = self.number, self.pick, self.pick(*LISTS)
        return self.some(
            lambda: f"helper({n(d)})",
            lambda: f"scaled({n(d)}, {pick('', 'by=')}{n(0)})",
            lambda: f"scaled(plus={n(0)}, n={n(d)})",
            lambda: f"total({pick(f'*{xs}', f'{n(0)}, *zs, {n(0)}', n(d))})",
            lambda: f"factorial({n(0)} % 4)",
            lambda: f"both({n(0)}, {n(d)})[{pick(0, 1)}]",
            lambda: f"(lambda n, m={n(0)}: n - m)({n(d)})",
            lambda: f"(lambda *given: given[-1] - len(given))({n(0)}, {n(d)})",
            lambda: f"bump({xs})",
            lambda: f"(w := {n(d)}) - w",
            lambda: f"Level.{pick('LOW', 'HIGH')} - {n(0)}",
            lambda: f"{pick('', 'tg.')}clamp({n(d)}, {pick(-2, 0)}, hi={pick(1, n(0))})",
        )  # fmt: skip

    def truth(self, depth: int | None = None) -> str:
        depth = self.size if depth is None else depth
        if depth == 0 or self.rng.random() < 0.2:
            return str(self.pick("t", "(a > b)", "(p == c)", "(not t)", "(xs[1] < 0)", "(a is None)", "(t is True)"))
        d, n, pick, xs, ys = depth - 1, self.number, self.pick, self.pick(*LISTS), self.pick(*LISTS)
        many = f"map(abs, {xs})"
        order = pick("<", "<=", "==", "!=", ">", ">=")
        return self.some(
            lambda: f"({n(d)} {order} {n(d)})",
            lambda: f"({n(d)} {order} {n(0)})",
            lambda: f"({n(d)} < {n(0)} {pick('<', '<=', '!=', '>')} {n(0)})",
            lambda: f"(({n(d)}, {n(0)}) {order} ({n(0)}, {n(0)}))",
            lambda: f"({xs} {order} {pick(ys, f'[{n(0)}, {n(0)}]', f'{ys} + [1]')})",
            lambda: f"({self.truth(d)} {pick('and', 'or', '&', '|', '^', '==', '!=')} {self.truth(d)})",
            lambda: f"(not {pick(self.truth(d), n(d), xs)})",
            lambda: f"({n(d)} {pick('in', 'not in')} {pick(xs, 'zs', f'({n(0)}, 3)', 'range(-2, 6, 3)', many)})",
            lambda: f"{pick('any', 'all')}(v > {n(0)} for v in {xs}{pick('', f' if v != {n(0)}')})",
            lambda: f"{pick('any', 'all')}({pick(xs, f'map(helper, {xs})', f'[{self.truth(0)}, {self.truth(0)}]')})",
            lambda: f"bool({pick(n(d), xs, 'TEXT')})",
            lambda: pick("(t is not True)", "(rows[0] == rows[1])", "bool(range(a))", "(TEXT == 'ab')"),
            lambda: f"{pick('min', 'max')}({self.truth(d)}, {self.truth(0)})",
        )  # fmt: skip

    def small(self) -> str:
        """Numbers that are stored are kept small, so that no program grows without end."""
        return f"clamp({self.number()})"

    # Statements

    def statement(self, indent: int, depth: int, in_loop: bool) -> None:
        pad = "    " * indent
        kind = self.rng.randrange(11 if depth else 7)
        if self.rng.random() < 0.15:
            self.lines += [pad + line for line in self.about_growing()]
        elif kind < 4:
            self.lines += [pad + line for line in self.plain()]
        elif kind < 7:
            self.lines += [pad + line for line in self.about_lists()]
        elif kind < 9:
            self.lines.append(f"{pad}if {self.truth()}:")
            self.block(indent + 1, depth - 1, in_loop)
            if self.rng.random() < 0.3:
                self.lines.append(f"{pad}elif {self.truth(1)}:")
                self.block(indent + 1, 0, in_loop)
            if self.rng.random() < 0.5:
                self.lines.append(f"{pad}else:")
                self.block(indent + 1, depth - 1, in_loop)
        else:
            self.loop(indent, depth)
        if in_loop and self.rng.random() < 0.2:
            leave = self.pick("break", "continue", "return a, b, 0, t, xs, 7, ys, rows")
            self.lines += [f"{pad}if {self.truth(1)}:", f"{pad}    {leave}"]
        elif self.rng.random() < 0.07:
            self.lines += [f"{pad}if {self.truth(1)}:", f"{pad}    return b, 1, c, not t, ys, -3, xs, rows"]

    def plain(self) -> list[str]:
        """An assignment to numbers."""
        name, other = self.rng.sample(NAMES, 2)
        sign = self.pick("+", "-", "*", "//", "%", "&", "|", "^", "<<", ">>", "**")
        by = self.pick(1, 2) if sign in ("<<", ">>", "**") else self.pick(3, -2) if sign in ("//", "%") else None
        one: tuple[str, ...] = self.pick(
            (f"{name} = {self.small()}",),
            (f"{name} = {self.small()}",),
            (f"{name} {sign}= {self.number(1) if by is None else by}", f"{name} = clamp({name})"),
            (f"{name}, {other} = {other}, clamp({self.number(1)})",),
            (f"{name} = {other} = {self.small()}",),
            (f"({name}, w), *u = both({self.number(0)}, {other}), {self.number(0)}", f"{other} = clamp(w + u[0])"),
            (f"t = {self.truth()}",),
            (f"t {self.pick('&', '|', '^')}= {self.truth(1)}",),
            (f"assert {self.truth(1)}",) if self.assumes else (f"{name} = {self.small()}",),
            (f"{name}: int = {self.small()}",),
            (f"if {self.truth(1)}:", "    raise ValueError" if self.assumes else f"    {name} = {other}"),
            (f"if {self.truth(1)}: {name} = 1", "else: pass"),
        )
        return list(one)

    def about_lists(self) -> list[str]:
        """Statements about lists: which list is which, and what is written when."""
        xs, ys, pick, n = self.pick(*LISTS), self.pick(*LISTS), self.pick, self.number
        index, value, low = f"{n(1)} % 3", self.small(), self.pick(0, 1, -1)
        sign = pick("+", "-", "//", "%", "*", "^")
        by = pick(2, -3) if sign in ("//", "%") else n(0)
        kept = f"{xs}[:] = [clamp(v) for v in {xs}]"
        return list(pick(
            (f"{xs}[{index}] = {value}",),
            (f"{xs}[{index}] {sign}= {by}", kept),
            (f"us = {xs}", f"us[{index}] = {value}"),
            (f"us = {xs}{pick('[:]', '.copy()')}", f"us[{index}] = {value}", f"{ys}[0] = us[1]"),
            (f"us = {xs} if {self.truth(1)} else {ys}", f"us[{index}] = {value}"),
            (f"rows[{pick(0, 1, n(0) + ' % 2')}][{index}] = {value}",),
            (f"rows = [{xs}, {ys}]",),
            (f"rows = [[{pick(*NAMES)}] * 3] * 2", f"rows[0][1] = {value}"),
            (f"rows = [[clamp(u * v) for u in {xs}] for v in (1, {n(0)})]",),
            ("rows[0], rows[1] = rows[1], rows[0]",),
            ("xs, ys = ys, xs",),
            (f"{xs} = [clamp(v + {n(0)}) for v in {xs}]",),
            (f"{xs} = list({pick(ys, f'map(clamp, {xs})', 'TABLE', f'clamp(v) for v in {ys}')})",),
            (f"{xs}.sort({pick('', 'reverse=True', 'key=lambda v: v % 3', 'key=abs, reverse=True')})",),
            (f"us = {xs}", f"us += {pick(f'[{n(0)}]', f'({n(0)},)', '(v for v in zs[:1])')}", f"c = clamp({xs}.pop())"),
            (f"{xs}.insert({low}, {value})", f"b = {xs}.pop({low})"),
            (f"{xs}.extend({pick('zs', f'v for v in {ys}[:2]', f'{ys}[:2]')})", f"{xs}[3:] = []", kept),
            ("us = []", f"for v in {xs}:", f"    us.append(clamp(v - {n(0)}))", f"{xs} = us"),
            (f"{xs}[1:] = {ys}[:2]",),
            (f"{xs}[{pick('::2', '0:3:2', '::-2')}] = {ys}[1:]",),
            (f"us = {xs}[:]", "us.clear()", f"{xs}.reverse()", "c = len(us)"),
            (f"c = clamp(sum((b := v) for v in {xs} if v > 0))",),
            (f"a = clamp(sum(bump({xs}) for v in {ys} if v > {n(0)}))",),
            (f"{xs} = [u + v for u, v in zip((bump({ys}) for _ in zs), (clamp({ys}[0]) for _ in xs))] + [1]", kept),
            (f"t = t and bump({xs}) > 1",),
            (f"first, *rest = {xs}", f"{ys}[0] = clamp(first - rest[-1])"),
            (f"n = {n(0)}", "def g(m=n):", "    return m + n", "n = 3", f"{xs}[2] = clamp(g())"),
            ("def g(m):", f"    {xs}[{low}] = clamp(m)", "    return m", f"c = clamp(g({n(0)}) - g({n(0)}))"),
            (f"{xs} = sorted({xs}, key=lambda v: v % 2, reverse={pick(True, False)})",),
            (f"{xs} = [v for v in {xs} + {ys}][{pick(0, 1, 2)}::{pick(1, 2)}][:3]",
             f"while len({xs}) < 3:", f"    {xs}.append(p)", kept),
        ))  # fmt: skip

    def about_growing(self) -> list[str]:
        """Lists whose lengths depend on the inputs, deques, dicts, sets, and loops without a known end."""
        xs, ys, pick, n = self.pick(*LISTS), self.pick(*LISTS), self.pick, self.number
        test = pick("v > 0", "v % 2", f"v != {n(0)}", self.truth(0))
        filtered = (f"us = [clamp(v + {n(0)}) for v in {xs} if {test}]",)
        if self.rng.random() < 0.5:
            filtered = ("us = []", f"for v in {xs}:", f"    if {test}:", f"        us.append(clamp(v - {n(0)}))")
        after = pick(
            ("a = clamp(sum(us) - len(us))",), (f"b = clamp({pick('min', 'max')}(us, default={n(0)}))",),
            (f"if us{pick('', f' and us[-1] > {n(0)}', ' and len(us) > 1')}:", f"    c = us.pop({pick('', 0, -1)})"),
            (f"for v in us{pick('', '[1:]', '[:2]', f'[:abs({n(0)}) % 4]')}:", "    c = clamp(c + v)"),
            (f"us.append({n(0)})", "b = clamp(us[-1] + us[0])"),
            (f"us += [{n(0)}] + us", f"t = {n(0)} in us", "b = us.count(1)"),
            ("for i in range(len(us)):", f"    us[i] = clamp(us[i] - {n(0)})", "c = clamp(sum(us))"),
            (f"us.extend({ys})", "us.clear()" if self.rng.random() < 0.2 else "a = clamp(us[len(us) - 1])"),
            ("vs = us.copy()", f"vs.append({n(0)})", "a = len(us) + clamp(sum(v for v in vs if v > 0))"),
            ("vs = list(us)[1:]", f"t = any(v > {n(0)} for v in vs) or all(us)"),
        )  # fmt: skip
        other = pick(
            (f"dq = deque(maxlen={pick(1, 2, 3)})", f"for v in {xs}:", f"    if {test}:", "        dq.append(clamp(v))",
             "a = clamp(sum(dq))", "if dq:", f"    b = clamp(dq.{pick('popleft', 'pop')}() + len(dq))"),
            (f"dq = deque({xs})", f"dq.append({self.small()})", "b = clamp(dq.popleft() + dq[0])", "dq.extend(zs)",
             "c = clamp(dq.pop()) + dq.count(1)", "dq.clear()"),
            ("d = {}", f"for v in {xs}:", f"    d[v % {pick(3, 4)}] = d.get(v % 3, {n(0)}) - 1",
             "a = clamp(sum(d.values()) + len(d))", f"t = {n(0)} in d"),
            (f"d = {{1: {n(0)}, {pick('a', 'b % 4', 0)}: {n(0)}}}", f"if {n(0)} % 5 in d:", "    t = False",
             f"b = clamp({pick('min', 'max')}(d.values()))", "d.clear()"),
            ("d = dict()", f"for v in {xs}:", "    k = v % 3", "    if k in d:", f"        d[k] {pick('+', '-')}= 1",
             "    else:", f"        d[k] = {self.small()}", f"c = clamp(max(d.values(), default={n(0)}))"),
            (f"d = {pick('defaultdict(int)', 'Counter()')}", f"for v in {xs} + {ys}:",
             f"    d[v % 4] += {pick(1, n(0))}", f"a = clamp(d[{n(0)} % 4] - len(d))"),
            (f"d = Counter({xs})", "b = max(d.values()) + len(d)"),
            (f"d = {{{n(0)}, {pick(1, 2)}}}", f"for v in {xs}:", f"    if {test}:", "        d.add(v)",
             "c = len(d)", f"t = {n(0)} {pick('in', 'not in')} d"),
            (f"t = len(set({xs})) == {pick(2, 3)}",),
            (f"u, v = abs({n(0)}) % 8, abs({n(0)}) % 8", "while v:", "    u, v = v, u % v", "a = u"),
            ("lo, hi = 0, 3", "for _ in range(3):", "    if lo < hi:",
             f"        m = {pick('(lo + hi) // 2', 'lo + (hi - lo) // 2')}",
             f"        if {xs}[m] < {n(0)}: lo = m + 1", "        else: hi = m", "a = lo"),
        )  # fmt: skip
        return list(pick((*filtered, *after), other))

    def loop(self, indent: int, depth: int) -> None:
        pad = "    " * indent
        self.loops += 1
        name = f"i{self.loops}"
        if self.rng.random() < 0.25:
            self.lines += [f"{pad}{name} = abs({self.number(1)}) % 4", f"{pad}while {name} > 0:"]
            self.lines.append(f"{pad}    {name} -= 1")
        else:
            over = self.pick(
                "range(3)", "range(2, -1, -1)", "xs", "zs", "enumerate(ys)", "zip(xs, ys)", "reversed(xs)", "TABLE",
                "range(abs(a) % 4)", f"map(lambda v: v - {self.number(0)}, ys)", "(v for v in xs if v is not None)",
                "sorted(ys)", "enumerate(reversed(ys), 2)",
            )  # fmt: skip
            target = f"{name}, j{self.loops}" if over.startswith(("enumerate", "zip")) else name
            self.lines += [f"{pad}for {target} in {over}:", f"{pad}    c = clamp(c + {name})"]
        self.block(indent + 1, depth - 1, True)
        if self.rng.random() < 0.3:
            self.lines.append(f"{pad}else:")
            self.block(indent + 1, 0, False)

    def block(self, indent: int, depth: int, in_loop: bool) -> None:
        for _ in range(self.pick(1, 1, 2)):
            self.statement(indent, depth, in_loop)

    def program(self, name: str = "program", statements: int = 3) -> str:
        self.lines = [
            f"def {name}(p, q, t, zs):",
            "    a, b, c = p, q, p - q",
            "    xs, ys = [a, b, 1], [b, 2, c]",
            "    rows = [[1, a, 0], ys]",
        ]
        for _ in range(self.rng.randint(1, statements)):
            self.statement(1, self.size - 1, False)
        self.lines.append(f"    return a, b, c, {self.truth(1)}, xs, {self.number()}, ys, rows")
        return "\n".join(self.lines) + "\n"


def prelude() -> dict[str, Any]:
    """The functions and constants that every program may use."""
    text, file = PRELUDE, "<prelude>"
    linecache.cache[file] = (len(text), None, text.splitlines(keepends=True), file)
    names: dict[str, Any] = {"__name__": "prelude"}
    exec(compile(text, file, "exec"), names)
    return names


def random_program(seed: int) -> tuple[str, dict[str, Any]]:
    """A program over the names of `prelude()`, and the ranges of its arguments."""
    rng = Random(seed)
    p, q = (tg.Int(*rng.choice(RANGES)) for _ in range(2))
    given = {"p": p, "q": q, "t": bool, "zs": (tg.Int(-2, 2), rng.choice((1, tg.Int(0, 3))))}
    return Writer(rng).program(), given


def small_program(seed: int) -> str:
    """A short function `f<seed>` over the same names, for p and q from -4 to 3 and a tuple of two ints from 0 to 3."""
    return Writer(Random(seed), assumes=False).program(f"f{seed}", statements=1)


class LearnerWriter(Writer):
    """Writes one class `Fuzzed` with memory self.xs, self.ys (perhaps one list), self.rows, self.a, b, c and self.t."""

    def body(self) -> list[str]:
        self.lines = []
        for _ in range(self.rng.randint(1, 2)):
            self.statement(1, 1, False)
        leaving = ("return a", "return b", "raise ", "assert ")  # an update returns nothing, and takes every sample
        return [line.replace(line.strip(), "pass") if line.strip().startswith(leaving) else line for line in self.lines]

    def prediction(self) -> str:
        found = self.truth(1)
        while "bump" in found or ":=" in found:
            found = self.truth(1)
        return found

    def learner(self) -> str:
        body, predict, pick = self.body(), self.prediction(), self.pick
        starts = pick("[0, 1, 2], [1, 0, 2]", "[[0, 1, 2]] * 2", "[0] * 3, [1] * 3")
        shape = pick("[[0, 0, 1], [1, 0, 0]]", "[[0, 0, 1]] * 2", "[self.xs, self.ys]", "[TABLE[:], self.ys]")
        load = [
            "        a, b, c, t = self.a, self.b, self.c, self.t",
            f"        xs, ys, rows, zs = self.xs, self.ys, self.rows, {pick('self.zs', 'x')}",
            "        p, q = x[0], x[1]",
        ]
        save = [f"        self.{name} = clamp({name})" for name in NAMES] + ["        self.t = bool(t)"]
        save += [pick("", f"        self.zs = ({pick('a', 'y')}, {pick('b', 'self.zs[0]', '1')})")]
        save += [pick("", "        self.count = clamp(self.size + 1, 0, 5)", "        self.step(y)")]
        coins, start = pick(0, 0, 0, 2), pick("0", f"tg.Int(-{MOST}, {MOST})", "3")
        lines = ["class Fuzzed:", f"    random_bits = {coins}", "    limit = 3", "    def __init__(self, d):"]
        lines += [
            f"        self.xs, self.ys = {starts}",
            f"        self.rows, self.zs, self.count = {shape}, (0, 1), 0",
        ]
        lines += [f"        self.a, self.b, self.c = {start}, 0, 0", f"        self.t = {pick(True, False)}"]
        lines += ["    @property", "    def size(self):", "        return self.count", "    @staticmethod"]
        lines += ["    def twice(n):", "        return 2 * n", "    def step(self, y):"]
        lines += ["        if self.count < self.limit:", "            self.count += max(y, 0) * self.twice(1)"]
        lines += ["    def predict(self, x):", *load, f"        return 1 if {predict} else -1"]
        if self.rng.random() < 0.2:
            lines += ["    def done(self):", f"        return self.count > {pick(2, 3)}"]
        lines += [f"    def update(self, x, y{', r' if coins else ''}):"]
        if self.rng.random() < 0.25:
            lines += ["        if self.predict(x) == y:", "            return"]
        lines += [*load, f"        c = clamp(c + {pick('y', 'r[1] - r[0]' if coins else 'y')})"]
        return "\n".join([*lines, *("    " + line for line in body), *filter(None, save)]) + "\n"


def random_learner(seed: int) -> str:
    return LearnerWriter(Random(seed)).learner()
