"""Random Python programs of the compiler's subset, as source text. Loops are short and numbers stay small."""

from __future__ import annotations

import linecache
from collections.abc import Callable
from itertools import count
from random import Random
from typing import Any

NAMES = ("a", "b", "c")
LISTS = ("xs", "ys")
SERIAL = count()


def function_of(text: str, name: str = "program") -> Callable[..., Any]:
    """A function from source text that `inspect` can read back."""
    file = f"<program {next(SERIAL)}>"
    linecache.cache[file] = (len(text), None, text.splitlines(keepends=True), file)
    names: dict[str, Any] = {}
    exec(compile(text, file, "exec"), names)
    return names[name]


class Writer:
    """Writes one program `program(p, q, t)`: p and q ints from -8 to 7, t a bool."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng
        self.lines: list[str] = []
        self.loops = 0

    def pick(self, *options: Any) -> Any:
        return self.rng.choice(options)

    def number(self, depth: int = 3) -> str:
        if depth == 0 or self.rng.random() < 0.2:
            return str(self.pick(*NAMES, *NAMES, "p", "q", "xs[0]", "ys[-1]", "len(xs)", self.rng.randint(-9, 9)))
        inner = depth - 1
        kind = self.rng.randrange(24)
        if kind >= 16:
            return self.further_number(kind, inner)
        if kind < 5:
            return f"({self.number(inner)} {self.pick('+', '-', '+', '-', '*')} {self.number(inner)})"
        if kind == 5:
            return f"({self.number(inner)} {self.pick('//', '%')} {self.pick(2, 3, 4, 5, 7, -3, -2)})"
        if kind == 6:
            divisor = f"(abs({self.number(inner)}) % 6 + 1)"
            return f"({self.number(inner)} {self.pick('//', '%')} {divisor})"
        if kind == 7:
            return f"({self.number(inner)} {self.pick('&', '|', '^')} {self.number(inner)})"
        if kind == 8:
            return f"({self.number(inner)} {self.pick('>>', '<<')} {self.pick(0, 1, 2)})"
        if kind == 9:
            return f"{self.pick('min', 'max')}({self.number(inner)}, {self.number(inner)})"
        if kind == 10:
            return f"({self.number(inner)} if {self.truth(inner)} else {self.number(inner)})"
        if kind == 11:
            return f"{self.pick(*LISTS)}[{self.number(inner)} % 3]"
        if kind == 12:
            return f"sum({self.number(0)} * v for v in {self.pick(*LISTS)}{self.pick('', ' if v > 0')})"
        if kind == 13:
            return f"{self.pick('sum', 'min', 'max')}({self.pick(*LISTS)})"
        if kind == 14:
            return f"sorted({self.pick(*LISTS)})[{self.pick(0, 1, 2, -1)}]"
        return f"{self.pick('-', '~', 'abs', 'int', 'helper')}({self.number(inner)})"

    def further_number(self, kind: int, inner: int) -> str:
        xs, ys = self.pick(*LISTS), self.pick(*LISTS)
        if kind == 16:
            return f"{xs}[{self.number(inner)} % 3 - 3]"
        if kind == 17:
            return f"sum(v for v in {xs} if v > {self.number(0)} and v != {self.number(0)})"
        if kind == 18:
            return f"(lambda n, m={self.number(0)}: n - m)({self.number(inner)})"
        if kind == 19:
            return f"{self.pick('min', 'max')}({xs}, key=lambda v: (v % 3, -v))"
        if kind == 20:
            return f"({self.truth(inner)} {self.pick('+', '-', '*')} {self.number(0)})"
        if kind == 21:
            return f"divmod({self.number(inner)}, {self.pick(2, 3, -3, 5)})[{self.pick(0, 1)}]"
        if kind == 22:
            return (
                f"{self.pick(f'{xs}.count({self.number(0)})', f'len({xs}[1:] + {ys})', f'{xs}[{self.pick(-3, 0, 2)}]')}"
            )
        return f"bump({xs})" if self.rng.random() < 0.5 else f"({self.number(0)} or {self.number(0)})"

    def truth(self, depth: int = 2) -> str:
        if depth == 0 or self.rng.random() < 0.2:
            return str(self.pick("t", "a > b", "p == c", "not t", "xs[1] < 0"))
        inner = depth - 1
        kind = self.rng.randrange(11)
        if kind == 7:
            return f"({self.number(inner)} < {self.number(0)} {self.pick('<', '<=', '!=')} {self.number(0)})"
        if kind == 8:
            pair = f"({self.number(inner)}, {self.number(0)}) {self.pick('<', '<=', '==', '!=', '>')} "
            return f"({pair}({self.number(0)}, {self.number(0)}))"
        if kind == 9:
            return f"({self.pick(*LISTS)} {self.pick('<', '==', '!=', '>=')} {self.pick(*LISTS)})"
        if kind == 10:
            return self.pick("(t is True)", "(rows[0] == rows[1])", "bool(xs[1])", "(range(a) and True or False)")
        if kind < 3:
            return f"({self.number(inner)} {self.pick('<', '<=', '==', '!=', '>', '>=')} {self.number(inner)})"
        if kind == 3:
            return f"({self.truth(inner)} {self.pick('and', 'or')} {self.truth(inner)})"
        if kind == 4:
            return f"(not {self.truth(inner)})"
        if kind == 5:
            return f"({self.number(inner)} {self.pick('in', 'not in')} {self.pick(*LISTS)})"
        return f"{self.pick('any', 'all')}(v > {self.number(0)} for v in {self.pick(*LISTS)})"

    def small(self) -> str:
        """Numbers that are stored are kept small, so that no program grows without end."""
        return f"clamp({self.number()}, -20, 20)"

    def statement(self, indent: int, depth: int, in_loop: bool) -> None:
        pad = "    " * indent
        kind = self.rng.randrange(13 if depth else 7)
        if self.rng.random() < 0.3:
            self.lines += [pad + line for line in self.aliasing()]
        if kind < 3:
            self.lines.append(f"{pad}{self.pick(*NAMES)} = {self.small()}")
        elif kind == 3:
            name = self.pick(*NAMES)
            self.lines.append(f"{pad}{name} {self.pick('+', '-', '^')}= {self.number(1)}")
            self.lines.append(f"{pad}{name} = clamp({name}, -20, 20)")
        elif kind == 4:
            self.lines.append(f"{pad}{self.pick(*LISTS)}[{self.number(1)} % 3] = {self.small()}")
        elif kind == 5:
            a, b = self.rng.sample(NAMES, 2)
            self.lines.append(f"{pad}{a}, {b} = {b}, clamp({self.number(1)}, -20, 20)")
        elif kind == 6:
            name = self.pick(*LISTS)
            shifted = f"{name} = [clamp(v + {self.number(0)}, -20, 20) for v in {name}]"
            self.lines.append(pad + self.pick(shifted, "xs, ys = ys, xs", f"{name} = list({name})", f"{name}.sort()"))
        elif kind < 10:
            self.lines.append(f"{pad}if {self.truth()}:")
            self.block(indent + 1, depth - 1, in_loop)
            if self.rng.random() < 0.6:
                self.lines.append(f"{pad}else:")
                self.block(indent + 1, depth - 1, in_loop)
        else:
            self.loop(indent, depth, kind)
        if in_loop and self.rng.random() < 0.15:
            self.lines += [
                f"{pad}if {self.truth(1)}:",
                f"{pad}    {self.pick('break', 'continue', 'return a, b, 0, t, xs, 7, ys, rows')}",
            ]
        elif self.rng.random() < 0.05:
            self.lines += [f"{pad}if {self.truth(1)}:", f"{pad}    return b, 1, c, not t, ys, -3, xs, rows"]

    def aliasing(self) -> list[str]:
        """Statements about which list is which, and about what is written when."""
        xs, ys = self.pick(*LISTS), self.pick(*LISTS)
        index, value = f"{self.number(1)} % 3", self.small()
        return list(self.pick(
            (f"zs = {xs}", f"zs[{index}] = {value}"),
            (f"zs = {xs}[:]", f"zs[{index}] = {value}", f"{ys}[0] = zs[1]"),
            (f"zs = {xs} if {self.truth(1)} else {ys}", f"zs[{index}] = {value}"),
            (f"rows[{self.pick(0, 1)}][{index}] = {value}",),
            (f"rows = [{xs}, {ys}]",),
            (f"rows = [[{self.pick(*NAMES)}] * 3] * 2", f"rows[0][1] = {value}"),
            ("rows[0], rows[1] = rows[1], rows[0]",),
            (f"{xs}[{index}] += {self.number(0)}", f"{xs}[:] = [clamp(v, -20, 20) for v in {xs}]"),
            (f"zs = {xs}", f"zs += [{self.number(0)}]", f"c = clamp({xs}.pop(), -20, 20)"),
            (f"{xs}.insert({self.pick(0, 1, -1)}, {value})", f"b = {xs}.pop({self.pick(0, 1, -1)})"),
            (f"{xs}[1:] = {ys}[:2]",),
            (f"{xs}.reverse()",),
            (f"c = clamp(sum((b := v) for v in {xs} if v > 0), -20, 20)",),
            (f"a = clamp(sum(bump({xs}) for v in {ys} if v > {self.number(0)}), -20, 20)",),
            (f"t = t and bump({xs}) > 1",),
            (f"first, *rest = {xs}", f"{ys}[0] = clamp(first - rest[-1], -20, 20)"),
            (f"n = {self.number(0)}", "def g(m=n):", "    return m + n", "n = 3", f"{xs}[2] = clamp(g(), -20, 20)"),
            (f"{xs} = sorted({xs}, key=lambda v: v % 2, reverse={self.pick(True, False)})",),
            (f"{xs} = [v for v in {xs} + {ys}][{self.pick(0, 1, 2)}::{self.pick(1, 2)}][:3]",
             f"while len({xs}) < 3:", f"    {xs}.append(p)"),
        ))  # fmt: skip

    def loop(self, indent: int, depth: int, kind: int) -> None:
        pad = "    " * indent
        self.loops += 1
        name = f"i{self.loops}"
        if kind == 12:
            self.lines += [f"{pad}{name} = abs({self.number(1)}) % 4", f"{pad}while {name} > 0:"]
            self.lines.append(f"{pad}    {name} -= 1")
        else:
            over = self.pick("range(3)", "xs", "enumerate(ys)", "zip(xs, ys)", "reversed(xs)", "range(abs(a) % 4)")
            target = f"{name}, j{self.loops}" if over.startswith(("enumerate", "zip")) else name
            self.lines += [f"{pad}for {target} in {over}:", f"{pad}    c = clamp(c + {name}, -20, 20)"]
        self.block(indent + 1, depth - 1, True)
        if self.rng.random() < 0.3:
            self.lines.append(f"{pad}else:")
            self.block(indent + 1, 0, False)

    def block(self, indent: int, depth: int, in_loop: bool) -> None:
        for _ in range(self.rng.randint(1, 2)):
            self.statement(indent, depth, in_loop)

    def program(self) -> str:
        self.lines = [
            "def clamp(value, lo, hi):",
            "    return max(lo, min(value, hi))",
            "def helper(n):",
            "    if n < 0:",
            "        return 2 - n",
            "    return n - 1",
            "def bump(values):",
            "    values[0] = clamp(values[0] + 1, -20, 20)",
            "    return values[0]",
            "def program(p, q, t):",
            "    a, b, c = p, q, p - q",
            "    xs, ys = [p, q, 1], [q, 2, p]",
            "    rows = [[1, p, 0], ys]",
        ]
        for _ in range(self.rng.randint(2, 4)):
            self.statement(1, 2, False)
        self.lines.append(f"    return a, b, c, {self.truth()}, xs, {self.number()}, ys, rows")
        return "\n".join(self.lines) + "\n"


def random_program(seed: int) -> str:
    return Writer(Random(seed)).program()


class LearnerWriter(Writer):
    """Writes one class `Fuzzed` with memory self.xs, self.ys (perhaps one list), self.rows, self.a, b, c and self.t."""

    def learner(self) -> str:
        self.lines = []
        for _ in range(self.rng.randint(1, 3)):
            self.statement(1, 1, False)
        leaving = ("return a", "return b")  # of a program's results; an update returns nothing
        body = [line.replace(line.strip(), "pass") if line.strip().startswith(leaving) else line for line in self.lines]
        predict = self.truth(1)
        while "bump" in predict or ":=" in predict:
            predict = self.truth(1)
        starts = self.pick("[0, 1, 2], [1, 0, 2]", "[[0, 1, 2]] * 2", "[0] * 3, [1] * 3")
        shape = self.pick("[[0, 0, 1], [1, 0, 0]]", "[[0, 0, 1]] * 2", "[self.xs, self.ys]")
        load = [
            "        a, b, c, t = self.a, self.b, self.c, self.t",
            "        xs, ys, rows = self.xs, self.ys, self.rows",
        ]
        load += ["        p, q = x[0], x[1]"]
        save = [f"        self.{name} = clamp({name}, -20, 20)" for name in NAMES] + ["        self.t = bool(t)"]
        lines = self.prelude() + ["class Fuzzed:", "    def __init__(self, d):", f"        self.xs, self.ys = {starts}"]
        lines += [f"        self.rows = {shape}", "        self.a = self.b = self.c = 0", "        self.t = False"]
        lines += ["    def predict(self, x):", *load, f"        return 1 if {predict} else -1"]
        lines += ["    def update(self, x, y):", *load, "        c = clamp(c + y, -20, 20)"]
        lines += ["    " + line for line in body]
        return "\n".join(lines + save) + "\n"

    def prelude(self) -> list[str]:
        text = Writer(Random(0)).program().splitlines()
        return text[: next(i for i, line in enumerate(text) if line.startswith("def program"))]


def random_learner(seed: int) -> str:
    return LearnerWriter(Random(seed)).learner()
