"""The symbols of an assembly source: labels, constants, and numbered labels, which `1b` and `1f` refer to."""

from __future__ import annotations

from turingrad.machine.program.assembly_lines import DEEPEST, AssemblyLine, Expression, Lookup, Token

INPUT = "__input"  # where the loader puts the input


class Symbols:
    """What is defined so far. A label is a place in a section; `bases` says where the sections are, once that is
    known."""

    def __init__(self) -> None:
        self.labels: dict[str, tuple[str, int]] = {}
        self.constants: dict[str, Expression] = {}
        self.counts: dict[str, int] = {}  # how often each numbered label is defined so far
        self.bases: dict[str, int] = {}
        self.evaluating: list[str] = []
        self.mentions_input = False

    def define_label(self, line: AssemblyLine, token: Token, place: tuple[str, int]) -> None:
        if token.kind == "number":
            self.counts[token.text] = self.counts.get(token.text, 0) + 1
            self.labels[f"{token.text} {self.counts[token.text]}"] = place
        elif token.kind == "name":
            self.require_new(line, token)
            self.labels[token.text] = place
        else:
            line.fail("not a label", token, "a name or a number")

    def define_constant(self, line: AssemblyLine, token: Token) -> None:
        """The name, which was read, is the value of the expression that follows."""
        self.require_new(line, token)
        self.constants[token.text] = line.expression()

    def require_new(self, line: AssemblyLine, token: Token) -> None:
        if token.text in self.labels or token.text in self.constants:
            line.fail(f"the symbol {token.text!r} is defined twice", token)
        if token.text == INPUT:
            line.fail(f"{INPUT} is defined by the assembler", token)

    def local_name(self, line: AssemblyLine, token: Token) -> str:
        """`1b` is the last `1:` before, `1f` the next one."""
        number, count = token.text[:-1], self.counts.get(token.text[:-1], 0)
        if token.text.endswith("b") and not count:
            line.fail(f"no label {number}: before this line", token)
        return f"{number} {count + token.text.endswith('f')}"

    def hidden_label(self, place: tuple[str, int]) -> str:
        """A label of a place that has no name: what `.` means there."""
        name = f" {place[0]} {place[1]}"
        self.labels[name] = place
        return name

    def visible(self) -> tuple[tuple[str, int], ...]:
        """The labels with names, and their addresses, in the order of these."""
        named = ((name, self.bases[section] + at) for name, (section, at) in self.labels.items() if " " not in name)
        return tuple(sorted(named, key=lambda each: each[1]))

    def lookup_constant(self, name: str) -> int | None:
        """A symbol's value in the first pass: those of constants that hang on no address."""
        return self.evaluate(name, self.lookup_constant) if name in self.constants else None

    def lookup(self, name: str) -> int | None:
        """A symbol's value in the second pass."""
        if name in self.constants:
            return self.evaluate(name, self.lookup)
        if name == INPUT:
            self.mentions_input = True
            return self.bases[INPUT]
        if name not in self.labels:
            return None
        section, offset = self.labels[name]
        return self.bases[section] + offset

    def evaluate(self, name: str, lookup: Lookup) -> int | None:
        if name in self.evaluating or len(self.evaluating) > DEEPEST:
            return None  # a constant that hangs on itself has no value
        self.evaluating.append(name)
        try:
            return self.constants[name](lookup)
        finally:
            self.evaluating.pop()
