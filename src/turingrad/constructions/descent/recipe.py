"""Everything that a loss and its executors share: the lowered machine, its graph, the codes, the constants."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from turingrad._support.arrays import I64
from turingrad.constructions.descent.certificate import loss_certificate, smallest_margin
from turingrad.constructions.descent.constants import Constants, choose_constants
from turingrad.constructions.descent.encoding import Encoding, EncodingName, encoding_for
from turingrad.constructions.descent.graph import ControlGraph, control_graph
from turingrad.errors import InputError
from turingrad.exact import Certificate
from turingrad.machine.lower import TapeLowering, chain, guarded, tripled
from turingrad.machine.tape import Tape, TapeConfiguration, TapeMachine
from turingrad.machine.tape.kernel import tape_of
from turingrad.machine.tape.run import TapeInput


@dataclass(frozen=True, eq=False)
class Recipe:
    """How a machine's steps become gradient steps. `boot_steps` precede the source machine's first step."""

    machine: TapeMachine
    lowering: TapeLowering
    encoding: Encoding
    constants: Constants

    @cached_property
    def graph(self) -> ControlGraph:
        return control_graph(self.lowering.machine)

    @cached_property
    def boot_steps(self) -> int:
        return 0 if self.lowering.begins_step(self.lowering.machine.initial()) else 1

    @cached_property
    def certificate(self) -> Certificate:
        return loss_certificate(self.constants, self.encoding, self.machine.tapes)

    @cached_property
    def margin(self) -> float:
        """By how much, over gamma, the right successor's entry of the gradient is below every other, at the least."""
        return smallest_margin(self.constants, self.encoding, self.machine.tapes)

    @cached_property
    def blank(self) -> int:
        return self.machine.symbols.index(self.machine.blank)

    def contents(self, given: TapeInput) -> list[list[int]]:
        """An input as symbol numbers of the lowered machine, one list per tape."""
        numbers = {symbol: number for number, symbol in enumerate(self.lowering.machine.symbols)}
        return [[numbers[symbol] for symbol in row] for row in self.lowering.encode_input(given)]

    def start(self, contents: Sequence[Sequence[int]]) -> int:
        """The vertex of the initial configuration."""
        names = self.lowering.machine.symbols
        reads = tuple(names[row[0] if row else self.blank] for row in contents)
        return self.graph.vertex(self.lowering.machine.start, reads)

    def vertices_of(self, states: Sequence[str]) -> list[float]:
        """1 at each running vertex of these states of the source machine, 0 elsewhere."""
        for state in states:
            if state not in self.machine.states or state in self.machine.halting:
                raise InputError(f"{state!r} is not a running state of {self.machine!r}")
        blank = TapeConfiguration(0, "", (0,) * self.machine.tapes, (Tape(0, ()),) * self.machine.tapes)
        sources = [self.lowering.decode(replace(blank, state=name), 0) for name in self.lowering.machine.states]
        wanted = [found is not None and found.state in states for found in sources]
        graph = self.graph
        return [float(wanted[v // graph.reads] and graph.next_state[v] >= 0) for v in range(graph.vertices)]

    def configuration(self, vertex: int, content: I64, heads: Sequence[int], origin: int, at: int) -> TapeConfiguration:
        """The source machine's configuration: `content` (tapes, cells) are symbol numbers, cell 0 is at `origin`."""
        tapes = tuple(tape_of(row, self.blank, origin, self.lowering.machine.symbols) for row in content)
        places = tuple(head - origin for head in heads)
        source = self.lowering.decode(TapeConfiguration(at, self.graph.state(vertex), places, tapes), at)
        if source is None:
            raise InputError("the heads are still on the guard cell: no configuration of the source machine")
        return source


def lower(machine: TapeMachine, *, hat: str, guard: bool) -> TapeLowering:
    """The passes that a hat needs: the paper's hat asks for tripled states, (20)."""
    if hat not in ("directed", "paper"):
        raise InputError(f"no hat {hat!r}; known: directed, paper")
    passes = ([guarded] if guard else []) + ([tripled] if hat == "paper" else [])
    return chain(machine, *passes)


def make_recipe(
    machine: TapeMachine,
    *,
    hat: str = "directed",
    encoding: EncodingName = "auto",
    guard: bool = False,
    b: float | None = None,
    stop_above: float | None = None,
) -> Recipe:
    """`stop_above` is an extended network's bound on the primary's loss: see `choose_constants`."""
    lowering = lower(machine, hat=hat, guard=guard)
    chosen = encoding_for(len(machine.symbols), encoding)
    return Recipe(machine, lowering, chosen, choose_constants(hat, chosen, machine.tapes, b=b, stop_above=stop_above))
