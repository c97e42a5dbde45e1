"""Writes random functions from templates."""

from __future__ import annotations

import random
import re
from functools import cache

from tests.python.programs.fuzz import containers, expressions
from tests.python.programs.fuzz.preamble import HEAD
from tests.python.programs.fuzz.statements import ASSIGNMENTS, BLOCKS, SIMPLE

KINDS = {**expressions.KINDS, **containers.KINDS}
ALWAYS = frozenset({"int", "bool", "ints", "list", "tuple", "fn", "iter"})
MISTAKEN = ("int", "bool", "ints", "list", "tuple")
RETURNED = tuple(kind for kind in KINDS if kind not in ("fn", "iter", "random", "set"))
DEEPEST = 3  # of an expression
NESTED = 3  # blocks
PART = re.compile(
    r"\$(?:(?P<role>new|old|var):(?P<named>\w+)|\{(?P<words>[^}]*)\}|\[(?P<low>-?\d+),(?P<high>-?\d+)\]"
    r"|\*(?P<many>\w+)|(?P<kind>\w+)(?P<leaf>!?))"
)


@cache
def kinds_in(template: str) -> frozenset[str]:
    """Kinds of values that a template speaks of."""
    found = {each["named"] or each["many"] or each["kind"] for each in PART.finditer(template)}
    return frozenset(found - {None, "name", "block"})


@cache
def old_kinds(template: str) -> frozenset[str]:
    return frozenset(each["named"] for each in PART.finditer(template) if each["role"] == "old")


class Writer:
    """Writes one function; every expression has a kind in mind, and is now and then wrong about it."""

    def __init__(self, rng: random.Random, enabled: frozenset[str]) -> None:
        self.rng, self.enabled = rng, enabled
        self.names: dict[str, list[str]] = {kind: [] for kind in KINDS}
        self.names["int"] += ["a", "b"]
        for kind, name in (("float", "x"), ("str", "s"), ("ints", "l"), ("table", "d")):
            self.names[kind] += [name] if kind in enabled else []
        self.count = 0
        self.rules = {kind: self.allowed(KINDS[kind]) for kind in KINDS}
        self.simple, self.blocks = self.allowed((*ASSIGNMENTS, *SIMPLE)), self.allowed(BLOCKS)

    def allowed(self, templates: tuple[str, ...]) -> list[str]:
        return [each for each in templates if kinds_in(each) <= self.enabled]

    def choose(self, templates: list[str]) -> str:
        while True:
            found = self.rng.choice(templates)
            if all(self.names[kind] for kind in old_kinds(found)):
                return found

    def expr(self, kind: str, depth: int) -> str:
        if self.rng.random() < 0.01:
            kind = self.rng.choice(MISTAKEN)
        if depth > DEEPEST or self.rng.random() < 0.3 or not self.rules[kind]:
            return self.leaf(kind)
        return self.fill(self.choose(self.rules[kind]), depth + 1)

    def leaf(self, kind: str) -> str:
        if self.names.get(kind) and self.rng.random() < 0.6:
            return self.rng.choice(self.names[kind])
        return self.rng.choice(expressions.CONSTANTS[kind])

    def fresh(self) -> str:
        self.count += 1
        return f"v{self.count}"

    def fill(self, template: str, depth: int = 0, made: list[tuple[str, str, str]] | None = None) -> str:
        """Replace the parts of a template. New names are noted in `made`, as role, kind and name."""
        own = ""

        def part(found: re.Match[str]) -> str:
            nonlocal own
            if found["words"] is not None:
                return self.rng.choice(found["words"].split())
            if found["low"] is not None:
                return str(self.rng.randint(int(found["low"]), int(found["high"])))
            if found["many"]:
                return ", ".join(self.expr(found["many"], depth) for _ in range(self.rng.randint(0, 4)))
            if found["role"] == "old":
                return self.rng.choice(self.names[found["named"]])
            if found["role"]:
                assert made is not None
                made.append((found["role"], found["named"], self.fresh()))
                return made[-1][2]
            if found["kind"] == "name":
                own = own or self.fresh()
                return own
            if found["kind"] == "block":
                return "$block"
            return self.leaf(found["kind"]) if found["leaf"] else self.expr(found["kind"], depth)

        return PART.sub(part, template)

    def statement(self, level: int) -> list[str]:
        """The lines of one statement, without the indentation of its block."""
        large = level <= NESTED and self.rng.random() < 0.35
        made: list[tuple[str, str, str]] = []
        lines = self.fill(self.choose(self.blocks if large else self.simple), 0, made).splitlines()
        variables = [(kind, name) for role, kind, name in made if role == "var"]
        done: list[str] = []
        for line in lines:
            if line.strip() == "$block":
                indent = line[: line.index("$")]
                done += [indent + each for each in self.block(level + 1, variables)]
            else:
                done.append(line)
        for role, kind, name in made:
            if role == "new":
                self.names[kind].append(name)
        return done

    def block(self, level: int, variables: list[tuple[str, str]] | None = None) -> list[str]:
        known = {kind: list(names) for kind, names in self.names.items()}
        for kind, name in variables or ():
            self.names[kind].append(name)
        lines = [line for _ in range(self.rng.randint(1, 2)) for line in self.statement(level)]
        self.names = known
        return lines

    def guarded(self) -> list[str]:
        """A statement whose error does not end the function."""
        known = {kind: list(names) for kind, names in self.names.items()}
        lines = ["try:", *("    " + line for line in self.statement(1))]
        new = [each for kind in RETURNED for each in self.names[kind] if each not in known[kind]]
        self.names = known
        lines += [f"    out.append({each})" for each in new]
        return [*lines, "except Exception as error:", "    out.append((type(error).__name__, str(error)))"]

    def function(self, name: str) -> str:
        lines = ["global GLOBAL_COUNT", "out, tally = [], 0"]
        for _ in range(self.rng.randint(3, 9)):
            lines += self.guarded() if self.rng.random() < 0.4 else self.statement(1)
        kept = [each for kind in RETURNED for each in self.names[kind][-2:]]
        kept += [f"sorted(map(repr, {each}))" for each in self.names["set"][-1:]]
        lines.append(f"return out, {', '.join(kept)}")
        return "\n    ".join([f"def {name}(a, b, x, s, l, d):", *lines])


def arguments(rng: random.Random, enabled: frozenset[str]) -> str:
    """The arguments of one function, as a tuple."""
    x = rng.choice(expressions.FLOATS) if "float" in enabled else 0
    s = rng.choice(expressions.TEXTS) if "str" in enabled else 0
    small = [rng.randint(0, 5) for _ in range(rng.randint(0, 5))]
    return repr((rng.choice(expressions.INTS), rng.randint(-9, 9), x, s, small, {each: each * each for each in small}))


def draw_kinds(rng: random.Random) -> frozenset[str]:
    """The kinds of values of one file: all of them half of the time, else some, so that images lack parts."""
    if rng.random() < 0.5:
        return frozenset(KINDS)
    return ALWAYS | {kind for kind in KINDS if rng.random() < 0.5}


def functions(seed: int, count: int) -> tuple[list[str], list[str]]:
    """The text of `count` random functions, after that of what they share, and each one's arguments."""
    rng = random.Random(seed)
    enabled = draw_kinds(rng)
    first = Writer(rng, enabled)
    first.names = {}
    head = first.fill(HEAD)
    texts = [Writer(rng, enabled).function(f"f{index}") for index in range(count)]
    return [head, *texts], [arguments(rng, enabled) for _ in range(count)]
