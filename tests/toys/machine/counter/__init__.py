"""Counter machines: registers of whole numbers, lines that add one, or take one away and jump at zero."""

from __future__ import annotations

from dataclasses import dataclass, field

from turingrad.errors import InputError, MachineError


@dataclass(frozen=True)
class CounterConfiguration:
    step: int
    line: int
    counters: tuple[int, ...]


@dataclass(frozen=True)
class CounterMachine:
    """`program` has lines ("inc", register) and ("dec", register, line to go to at zero); behind the last it halts."""

    registers: int
    program: tuple[tuple[str | int, ...], ...]
    name: str = field(default="", compare=False)
    doc: str = field(default="", compare=False)

    def __post_init__(self) -> None:
        for line in self.program:
            if line[0] not in ("inc", "dec") or not 0 <= int(line[1]) < self.registers:
                raise MachineError(f"{' '.join(map(str, line))} is no line of a counter machine")

    def initial(self, given: object) -> CounterConfiguration:
        values = (0,) * self.registers if given is None else given
        if not isinstance(values, tuple) or len(values) != self.registers:
            raise InputError(f"a counter machine of {self.registers} registers is given so many whole numbers")
        return CounterConfiguration(0, 0, values)

    def follow(self, now: CounterConfiguration) -> CounterConfiguration | None:
        """The next configuration; None at the end of the program."""
        if now.line >= len(self.program):
            return None
        verb, register, *to = self.program[now.line]
        counters = list(now.counters)
        if verb == "dec" and not counters[int(register)]:
            return CounterConfiguration(now.step + 1, int(to[0]), now.counters)
        counters[int(register)] += 1 if verb == "inc" else -1
        return CounterConfiguration(now.step + 1, now.line + 1, tuple(counters))
