"""The network: a table of lines; relu(1 - v) tells whether the counter that a line tests is zero."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import torch

from turingrad.constructions.network import Network
from turingrad.constructions.options import option, parse_options
from turingrad.errors import MachineError
from turingrad.exact import Certificate
from turingrad.exact.certificate import Bound
from turingrad.machine.counter import CounterConfiguration, CounterMachine


@dataclass(frozen=True, slots=True)
class Options:
    """steps: the longest run that the network is proven exact for."""

    steps: int = option(1_000, least=1)


def accepts(machine: Any) -> None:
    if not isinstance(machine, CounterMachine):
        raise MachineError(f"tally runs counter machines, not a {type(machine).__name__}")


class TallyNetwork(Network[CounterMachine, CounterConfiguration]):
    """`add` (lines, registers), `tests` (lines, registers + 1), `go` (lines, 2): where to if not zero, if zero."""

    construction = "tally"

    def __init__(self, machine: CounterMachine, options: Options, dtype: torch.dtype) -> None:
        super().__init__()
        self.machine, self.options, self.step_bound = machine, options, options.steps
        lines, registers = len(machine.program), machine.registers
        add, tests = torch.zeros(lines, registers), torch.zeros(lines, registers + 1)
        go = torch.zeros(lines, 2)
        for number, (verb, register, *to) in enumerate(machine.program):
            add[number, int(register)] = 1 if verb == "inc" else -1
            tests[number, registers if verb == "inc" else int(register)] = 1
            go[number] = torch.tensor([number + 1, int(to[0]) if to else number + 1])
        for name, matrix in (("add", add), ("tests", tests), ("go", go)):
            self.register_buffer(name, matrix.to(dtype))
        largest = float(options.steps + max(lines, 1))
        self.certificate = Certificate.of([Bound("counters", largest, 0, largest)])

    @property
    def depth(self) -> int:
        return 1

    @property
    def width(self) -> int:
        return len(self.machine.program)

    def decode(self, activations: torch.Tensor, at: int) -> CounterConfiguration:
        line, *counters = (int(value) for value in activations.tolist())
        return CounterConfiguration(at, line, tuple(counters))

    def forward(self, state: torch.Tensor) -> torch.Tensor:
        line, counters = int(state[0]), state[1:]
        value = self.tests[line] @ torch.cat([counters, torch.ones(1, dtype=state.dtype)])
        zero = torch.relu(1 - value)
        following = (1 - zero) * self.go[line, 0] + zero * self.go[line, 1]
        return torch.cat([following[None], counters + (1 - zero) * self.add[line]])

    def configurations(self, given: Any, max_steps: int | None) -> Iterator[CounterConfiguration]:
        first = self.machine.initial(given)
        state = torch.tensor([first.line, *first.counters], dtype=self.dtype)
        step = 0
        yield self.decode(state, 0)
        while int(state[0]) < len(self.machine.program) and (max_steps is None or step < max_steps):
            state, step = self(state), step + 1
            yield self.decode(state, step)


def compile_network(machine: Any, *, dtype: torch.dtype = torch.float32, **options: Any) -> TallyNetwork:
    accepts(machine)
    return TallyNetwork(machine, parse_options(Options, "tally", options), dtype)
