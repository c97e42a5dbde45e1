# ruff: noqa: E501
"""Random Python programs, compiled and compared with CPython: `python -m tests.python.programs.fuzz --programs 1000`."""

from __future__ import annotations

import argparse
import gc
import linecache
import random
import sys
import time
import warnings
from typing import Any

from turingrad.python.programs import OutOfMemoryError, RefusedError, compile_function

PER_IMAGE = 60  # the run time is compiled once for all of them
INTS = (
    0,
    1,
    -1,
    2,
    3,
    7,
    10,
    -5,
    100,
    255,
    2**30 - 1,
    -(2**30),
    2**30,
    2**31,
    2**32 - 1,
    -(2**31),
    2**62,
    2**64,
    -(2**63),
    10**15,
    3**45,
)
FLOATS = (0.0, -0.0, 0.5, 1.0, -1.5, 0.1, 2.5, 1e10, 1e-5, 3.0, 1e300, 1e-300, 123.456, -7.25, 5e-324)
TEXTS = ("", "a", "abc", "hello world", "a,b,c", "X", "12", "it's", "zz top")


class Writer:
    """Writes one function; every expression has a type in mind, and is now and then wrong about it."""

    def __init__(self, rng: random.Random, name: str) -> None:
        self.rng, self.name = rng, name
        self.names: dict[str, list[str]] = {
            "int": ["a", "b"],
            "float": ["x"],
            "str": ["s"],
            "list": ["l"],
            "dict": [],
            "set": [],
            "bool": [],
            "tuple": [],
        }
        self.lines: list[str] = []
        self.count = 0
        self.loops = 0

    def pick(self, *options: Any) -> Any:
        return self.rng.choice(options)

    def expr(self, kind: str, depth: int = 0) -> str:
        if self.rng.random() < 0.02:
            kind = self.pick("int", "float", "str", "list", "bool", "tuple")
        if depth > 3 or self.rng.random() < 0.25:
            return self.leaf(kind)
        made: str = getattr(self, f"make_{kind}")(depth + 1)
        return made

    def leaf(self, kind: str) -> str:
        if self.names[kind] and self.rng.random() < 0.6:
            return str(self.rng.choice(self.names[kind]))
        if kind == "int":
            return f"({self.rng.choice(INTS) if self.rng.random() < 0.5 else self.rng.randint(-20, 20)})"
        if kind == "float":
            return f"({self.rng.choice(FLOATS)!r})"
        if kind == "str":
            return repr(self.rng.choice(TEXTS))
        return {"list": "[3, 1, 2]", "dict": "{1: 2, 'k': 3}", "set": "{5, 1, 3}", "bool": "True", "tuple": "(1, 2)"}[
            kind
        ]

    def make_int(self, d: int) -> str:
        e = self.expr
        return str(
            self.pick(
                lambda: f"({e('int', d)} {self.pick('+', '-', '*', '//', '%', '&', '|', '^')} {e('int', d)})",
                lambda: f"({e('int', d)} {self.pick('+', '-', '*')} {e('int', d)})",
                lambda: f"({e('int', d)} {self.pick('<<', '>>')} {self.rng.randint(0, 40)})",
                lambda: f"(-{e('int', d)})",
                lambda: f"(~{e('int', d)})",
                lambda: f"abs({e('int', d)})",
                lambda: f"len({e(self.pick('list', 'str', 'dict', 'set', 'tuple'), d)})",
                lambda: f"({e('int', d)} if {e('bool', d)} else {e('int', d)})",
                lambda: (
                    f"sum(v * {self.rng.randint(-3, 9)} for v in {self.ints(d)} if v {self.pick('<', '>', '!=')} {self.rng.randint(-5, 9)})"
                ),
                lambda: f"{self.pick('min', 'max')}({e('int', d)}, {e('int', d)})",
                lambda: f"int({e('float', d)})",
                lambda: f"({e('int', d)} ** {self.rng.randint(0, 5)})",
                lambda: f"{self.ints(d)}[{self.rng.randint(-4, 4)}]",
                lambda: f"{e('str', d)}.find({e('str', d)})",
                lambda: f"round({e('float', d)})",
                lambda: f"int({e('bool', d)})",
            )()
        )

    def ints(self, d: int) -> str:
        return str(
            self.pick(
                lambda: f"[{', '.join(self.expr('int', d + 1) for _ in range(self.rng.randint(0, 4)))}]",
                lambda: f"list(range({self.rng.randint(-3, 6)}, {self.rng.randint(0, 9)}))",
                lambda: f"[v + {self.rng.randint(0, 9)} for v in range({self.rng.randint(0, 6)})]",
                lambda: (
                    f"sorted([{', '.join(self.leaf('int') for _ in range(4))}], reverse={self.pick('True', 'False')})"
                ),
            )()
        )

    def make_float(self, d: int) -> str:
        e = self.expr
        return str(
            self.pick(
                lambda: f"({e('float', d)} {self.pick('+', '-', '*', '/')} {e('float', d)})",
                lambda: (
                    f"({e('float', d)} {self.pick('+', '-', '*', '/', '//', '%')} {e(self.pick('float', 'int'), d)})"
                ),
                lambda: f"({e('int', d)} {self.pick('+', '-', '*', '/')} {e('float', d)})",
                lambda: f"({e('int', d)} / {e('int', d)})",
                lambda: f"(-{e('float', d)})",
                lambda: f"abs({e('float', d)})",
                lambda: f"float({e('int', d)})",
                lambda: f"round({e('float', d)}, {self.rng.randint(0, 3)})",
                lambda: f"sum([{', '.join(e('float', d) for _ in range(3))}])",
            )()
        )

    def make_str(self, d: int) -> str:
        e = self.expr
        return str(
            self.pick(
                lambda: f"({e('str', d)} + {e('str', d)})",
                lambda: f"({e('str', d)} * {self.rng.randint(0, 3)})",
                lambda: f"str({e(self.pick('int', 'float', 'bool', 'tuple', 'list'), d)})",
                lambda: f"{e('str', d)}[{self.rng.randint(-3, 3)}:{self.rng.randint(-3, 9)}]",
                lambda: f"{e('str', d)}[::{self.pick(1, 2, -1, -2)}]",
                lambda: f"{e('str', d)}.{self.pick('upper', 'lower', 'strip', 'title')}()",
                lambda: f"{e('str', d)}.replace({e('str', d)}, {e('str', d)})",
                lambda: f"'-'.join({e('str', d)}.split({self.pick('', repr(','), repr('l'))}))",
                lambda: f"f'{{{self.leaf('int')}:{self.pick('5d', 'x', ',', '+', '<6', '08')}}}|'",
                lambda: f"f'{{{self.leaf('float')}:{self.pick('.2f', '.3e', 'g', '10.1f', '.4g')}}}'",
                lambda: f"repr({e(self.pick('str', 'float', 'list'), d)})",
                lambda: f"''.join(sorted({e('str', d)}))",
            )()
        )

    def make_bool(self, d: int) -> str:
        e = self.expr
        kind = self.pick("int", "int", "float", "str", "list", "tuple")
        return str(
            self.pick(
                lambda: f"({e(kind, d)} {self.pick('<', '<=', '>', '>=', '==', '!=')} {e(kind, d)})",
                lambda: f"({e('int', d)} {self.pick('<', '<=', '==', '>')} {e('float', d)})",
                lambda: f"({e('bool', d)} {self.pick('and', 'or')} {e('bool', d)})",
                lambda: f"(not {e(self.pick('bool', 'int', 'str', 'list'), d)})",
                lambda: (
                    f"({e('int', d)} {self.pick('in', 'not in')} {e(self.pick('list', 'set', 'dict', 'tuple'), d)})"
                ),
                lambda: f"({e('str', d)} in {e('str', d)})",
                lambda: f"({self.leaf('int')} < {e('int', d)} <= {self.leaf('int')})",
                lambda: f"{self.pick('any', 'all')}(v % 2 for v in {self.ints(d)})",
                lambda: f"isinstance({e(kind, d)}, {self.pick('int', 'str', '(float, list)')})",
                lambda: f"({e(kind, d)} is None)",
            )()
        )

    def make_list(self, d: int) -> str:
        e = self.expr
        return str(
            self.pick(
                lambda: self.ints(d),
                lambda: f"({e('list', d)} + {e('list', d)})",
                lambda: f"({e('list', d)} * {self.rng.randint(0, 3)})",
                lambda: f"{e('list', d)}[{self.rng.randint(-3, 3)}:{self.rng.randint(-3, 9)}:{self.pick(1, 2, -1)}]",
                lambda: f"list({e(self.pick('str', 'tuple', 'set', 'dict'), d)})",
                lambda: f"[(i, v) for i, v in enumerate({e('list', d)})]",
                lambda: f"[p + q for p, q in zip({self.ints(d)}, {self.ints(d)})]",
                lambda: f"list(map(lambda v: v * {self.rng.randint(1, 4)}, {self.ints(d)}))",
                lambda: f"[{e('int', d)}, {e('str', d)}, {e('float', d)}]",
                lambda: f"list(reversed({e('list', d)}))",
                lambda: f"sorted({self.ints(d)}, key=lambda v: (v % 3, -v))",
                lambda: f"{e('str', d)}.split()",
                lambda: f"list({e('dict', d)}.items())",
            )()
        )

    def make_tuple(self, d: int) -> str:
        e = self.expr
        return str(
            self.pick(
                lambda: f"({e('int', d)}, {e('str', d)})",
                lambda: f"({e('int', d)}, {e('int', d)}, {e('float', d)})",
                lambda: f"tuple({e('list', d)})",
                lambda: f"divmod({e('int', d)}, {e('int', d)})",
                lambda: f"({e('tuple', d)} + {e('tuple', d)})",
            )()
        )

    def make_dict(self, d: int) -> str:
        e = self.expr
        return str(
            self.pick(
                lambda: f"{{{e('int', d)}: {e('str', d)}, {e('str', d)}: {e('int', d)}}}",
                lambda: f"{{v: v * v for v in {self.ints(d)}}}",
                lambda: f"dict(zip({e('str', d)}, {self.ints(d)}))",
                lambda: f"{{**{e('dict', d)}, {e('int', d)}: {e('float', d)}}}",
                lambda: f"{{({e('int', d)}, {self.leaf('int')}): 1}}",
            )()
        )

    def make_set(self, d: int) -> str:
        e = self.expr
        return str(
            self.pick(
                lambda: f"set({self.ints(d)})",
                lambda: f"({e('set', d)} {self.pick('|', '&', '-', '^')} {e('set', d)})",
                lambda: f"{{v % 5 for v in {self.ints(d)}}}",
                lambda: f"{{{e('int', d)}, {e('float', d)}, {e('int', d)}}}",
                lambda: f"set((v, v + 1) for v in range({self.rng.randint(0, 5)}))",
            )()
        )

    # Statements

    def fresh(self, kind: str) -> str:
        self.count += 1
        name = f"v{self.count}"
        self.names[kind].append(name)
        return name

    def block(self, indent: int, size: int) -> None:
        known = {kind: list(names) for kind, names in self.names.items()}
        for _ in range(size):
            self.statement(indent)
        if indent > 1:
            self.names = known

    def write(self, indent: int, text: str) -> None:
        self.lines.append("    " * indent + text)

    def statement(self, indent: int) -> None:
        e = self.expr
        choice = self.rng.random()
        kind = self.pick("int", "int", "float", "str", "list", "dict", "set", "bool", "tuple")
        if choice < 0.4 or indent > 3:
            value = e(kind)
            self.write(indent, f"{self.fresh(kind)} = {value}")
        elif choice < 0.5:
            name = self.pick("a", "b")
            self.write(indent, f"{name} {self.pick('+=', '-=', '*=', '|=', '//=')} {e('int', 2)}")
        elif choice < 0.57:
            self.write(
                indent,
                self.pick(
                    f"l.append({e('int', 2)})",
                    f"l.insert({self.rng.randint(-2, 4)}, {e('int', 2)})",
                    "l.pop()",
                    "l.sort()",
                    "l.reverse()",
                    f"l.extend({self.ints(2)})",
                    f"l[{self.rng.randint(-2, 2)}] = {e('int', 2)}",
                    f"l[1:{self.rng.randint(0, 4)}] = {self.ints(2)}",
                    f"del l[{self.rng.randint(0, 3)}]",
                    f"l.remove({self.rng.randint(0, 4)})",
                    f"l += {self.ints(2)}",
                    f"out.append({e(kind, 2)})",
                    f"print({e(kind, 2)}, {e('int', 2)})",
                ),
            )
        elif choice < 0.7:
            self.write(indent, f"if {e('bool')}:")
            self.block(indent + 1, self.rng.randint(1, 3))
            if self.rng.random() < 0.6:
                self.write(indent, "else:")
                self.block(indent + 1, self.rng.randint(1, 2))
        elif choice < 0.8:
            self.count += 1
            var = f"i{self.count}"
            self.write(
                indent,
                f"for {var} in {self.pick(f'range({self.rng.randint(0, 6)})', self.ints(2), f'list({self.leaf(chr(115) + chr(101) + chr(116))})')}:",
            )
            self.names["int"].append(var)
            self.block(indent + 1, self.rng.randint(1, 3))
            if self.rng.random() < 0.3:
                self.write(indent + 1, f"if {e('bool', 2)}:")
                self.write(indent + 2, self.pick("break", "continue"))
            self.names["int"].remove(var)
        elif choice < 0.87:
            self.count += 1
            self.write(indent, f"n{self.count} = {self.rng.randint(0, 5)}")
            self.write(indent, f"while n{self.count} > 0:")
            self.write(indent + 1, f"n{self.count} -= 1")
            self.block(indent + 1, self.rng.randint(1, 2))
        elif choice < 0.94:
            self.write(indent, "try:")
            self.block(indent + 1, self.rng.randint(1, 3))
            self.write(
                indent,
                f"except {self.pick('ZeroDivisionError', '(IndexError, ValueError)', 'TypeError', 'Exception')} as err:",
            )
            self.write(indent + 1, "out.append((type(err).__name__, str(err)))")
            if self.rng.random() < 0.4:
                self.write(indent, "finally:")
                self.block(indent + 1, 1)
        else:
            self.count += 1
            name = f"g{self.count}"
            self.write(indent, f"def {name}(p, q={self.leaf('int')}):")
            self.write(indent + 1, f"return p + q if p < {self.rng.randint(0, 9)} else {self.leaf('int')}")
            self.write(indent, f"{self.fresh('int')} = {name}({e('int', 2)})")

    def function(self) -> str:
        self.write(0, f"def {self.name}(a, b, x, s, l):")
        self.write(1, "out = []")
        self.block(1, self.rng.randint(3, 9))
        kept = [
            name for kind in ("int", "float", "str", "list", "dict", "tuple", "bool") for name in self.names[kind][-2:]
        ]
        sets = [f"sorted(map(repr, {name}))" for name in self.names["set"][-1:]]
        self.write(1, f"return out, {', '.join(kept + sets)}")
        return "\n".join(self.lines)


def program(seed: int, count: int = PER_IMAGE) -> str:
    """The text of a file with `count` random functions and a `main` that calls them all."""
    rng = random.Random(seed)
    parts = [Writer(rng, f"f{index}").function() for index in range(count)]
    calls = [
        f"    try:\n        results.append(f{index}({rng.choice(INTS)}, {rng.randint(-9, 9)}, {rng.choice(FLOATS)!r}, {rng.choice(TEXTS)!r}, {[rng.randint(0, 5) for _ in range(rng.randint(0, 5))]}))\n"
        f"    except Exception as error:\n        results.append((type(error).__name__, str(error)))"
        for index in range(count)
    ]
    return "\n\n".join([*parts, "def main():\n    results = []\n" + "\n".join(calls) + "\n    return results\n"])


def load(seed: int, count: int = PER_IMAGE) -> Any:
    """The function `main` of a random program."""
    text = program(seed, count)
    path = f"/fuzz/{seed}.py"
    linecache.cache[path] = (len(text), None, text.splitlines(keepends=True), path)
    namespace: dict[str, Any] = {}
    exec(compile(text, path, "exec"), namespace)
    return namespace["main"]


def check(seed: int, count: int = PER_IMAGE, **options: Any) -> None:
    """Compile and compare one file; whatever differs raises."""
    compile_function(load(seed, count), **options)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--programs", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--stress", action="store_true", help="collect at every safepoint")
    chosen = parser.parse_args()
    warnings.simplefilter("ignore", SyntaxWarning)
    start, wrong, refused, large = time.process_time(), 0, 0, 0
    files = -(-chosen.programs // PER_IMAGE)
    gc.disable()  # a fifth of the time otherwise: syntax trees are many objects that stay
    for seed in range(chosen.seed, chosen.seed + files):
        gc.collect()
        try:
            check(seed, STRESS=int(chosen.stress))
        except RefusedError as error:
            refused += 1
            print(f"seed {seed}: refused: {error}", flush=True)
        except OutOfMemoryError:
            large += 1  # a list or number of megabytes
        except Exception as error:
            wrong += 1
            print(f"seed {seed}: {type(error).__name__}: {error}", flush=True)
    print(
        f"{(files - refused - large) * PER_IMAGE:,} programs compared in {files:,} files: {wrong} files differ, {refused} are "
        f"refused, {large} need more memory; {time.process_time() - start:.0f} s of the processor"
    )
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
