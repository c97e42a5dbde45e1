"""Named signals to a circuit: what the circuit formats have in common.

A netlist names its signals and may define them in any order; a circuit numbers its nodes and is topological. Signals
that are defined twice, not at all, or in terms of themselves are found here.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from graphlib import CycleError, TopologicalSorter
from typing import TypeVar

from turingrad.errors import FormatError, LimitError
from turingrad.formats.source_text import SourceText, quote_piece
from turingrad.machine.circuit import Circuit
from turingrad.machine.circuit.builder import CircuitBuilder
from turingrad.machine.clocked import ClockedCircuit, clock_circuit

# A file within the size limit can describe more gates than memory holds: a binary AIGER gate takes two bytes.
MAX_NODES = 2_000_000
MAX_CYCLE_SHOWN = 8
MAX_LINES_SEARCHED = 1000
NOTHING = re.compile(r"(?!)")  # illegal in names that no file holds
SEPARATORS = frozenset(" \t\r\f\v(),=")

Emit = Callable[[CircuitBuilder, list[int]], int]
K = TypeVar("K", bound=Hashable)


class CycleFoundError(Exception):
    """Raised by `topological`; `cycle` lists its members, each defined by the next, the last by the first."""

    def __init__(self, cycle: list[Hashable]) -> None:
        super().__init__(cycle)
        self.cycle = cycle


def topological(sources: Mapping[K, Sequence[K]]) -> list[K]:
    """The keys, each after its sources; keys that already are in such an order keep it. Sources that are not keys
    count as given."""
    place = {key: number for number, key in enumerate(sources)}
    if all(place.get(source, -1) < number for number, of in enumerate(sources.values()) for source in of):
        return list(sources)
    sorter = TopologicalSorter({key: [source for source in of if source in place] for key, of in sources.items()})
    try:
        return list(sorter.static_order())
    except CycleError as error:
        raise CycleFoundError(error.args[1][:0:-1]) from None


def cycle_text(cycle: Sequence[object]) -> str:
    """`a <- b <- a`, cut in the middle where it is long."""
    names = [str(name) for name in cycle]
    if len(names) > MAX_CYCLE_SHOWN:
        half = MAX_CYCLE_SHOWN // 2
        names = [*names[:half], f"... {len(names) - 2 * half} more ...", *names[-half:]]
    return " <- ".join([*names, str(cycle[0])])


def column_of(word: str, line: str) -> int:
    """The column, from 1, of the first place where a word stands by itself in a line; 0 where there is none."""
    at = line.find(word)
    while at >= 0:
        end = at + len(word)
        if (at == 0 or line[at - 1] in SEPARATORS) and (end == len(line) or line[end] in SEPARATORS):
            return at + 1
        at = line.find(word, end)
    return 0


@dataclass
class Netlist:
    """Collects inputs, outputs and drivers by signal name with the lines they stand on, then makes the circuit.

    `constants` are signals that need no driver, such as `vdd`.
    """

    text: SourceText
    driver_form: str  # what drives a signal in this format, for messages
    constants: Mapping[str, int] = field(default_factory=dict)
    input_lines: dict[str, int] = field(default_factory=dict)
    output_lines: dict[str, int] = field(default_factory=dict)
    registers: dict[str, tuple[str, int | None, int]] = field(
        default_factory=dict
    )  # next signal, value at the start, line
    drivers: dict[str, tuple[tuple[str, ...], Emit, int]] = field(default_factory=dict)  # sources, gate, line

    def error(self, message: str, line: int, word: str = "", expected: str | None = None) -> FormatError:
        """An error at the first place of `word` in a line or in the lines that continue it."""
        if word:
            for number, text in enumerate(self.text.lines[line - 1 : line - 1 + MAX_LINES_SEARCHED], start=line):
                column = column_of(word, text)
                if column:
                    return self.text.error(message, number, column, expected)
        return self.text.error(message, line, None, expected)

    def note(self, listed: dict[str, int], sort: str, name: str, line: int) -> None:
        """An input or output joins those that are listed, each with its line."""
        if name in listed:
            raise self.error(f"{sort} {quote_piece(name)} is listed twice (first in line {listed[name]})", line, name)
        listed[name] = line

    def drive(self, name: str, inputs: Sequence[str], emit: Emit, line: int) -> None:
        """Signal `name` is what `emit` makes of the signals `inputs`."""
        self.refuse_second(name, line)
        self.drivers[name] = (tuple(inputs), emit, line)

    def register(self, name: str, following: str, initial: int | None, line: int) -> None:
        """Signal `name` is a register that takes the value of the signal `following` at each tick."""
        self.refuse_second(name, line)
        self.registers[name] = (following, initial, line)

    def refuse_second(self, name: str, line: int) -> None:
        """Refuse a second driver of a signal, and more of them than memory holds."""
        for drivers in (self.drivers, self.registers):
            if name in drivers:
                first = drivers[name][2]
                raise self.error(f"signal {quote_piece(name)} is driven twice (first in line {first})", line, name)
        if len(self.drivers) + len(self.registers) >= MAX_NODES:
            raise LimitError(f"{self.text.source}: more than {MAX_NODES:,} gates")

    def circuit(self, name: str) -> Circuit | ClockedCircuit:
        """The circuit, gates in the file's order where that is topological; a clocked one if it has registers."""
        for signal, line in self.input_lines.items():
            for drivers in (self.drivers, self.registers):
                if signal in drivers:
                    message = f"signal {quote_piece(signal)} is driven, but it is an input (line {line})"
                    raise self.error(message, drivers[signal][2], signal)
        try:
            order = topological({signal: inputs for signal, (inputs, _, _) in self.drivers.items()})
        except CycleFoundError as found:
            signal = str(found.cycle[0])
            message = f"signals are defined by each other: {cycle_text(found.cycle)}"
            raise self.error(message, self.drivers[signal][2], signal, "a circuit without cycles") from None
        builder = CircuitBuilder()
        wires = {signal: builder.input(signal) for signal in (*self.input_lines, *self.registers)}
        for signal in order:
            inputs, emit, line = self.drivers[signal]
            wires[signal] = emit(builder, [self.wire(builder, wires, of, line) for of in inputs])
        for signal, line in self.output_lines.items():
            builder.output(signal, self.wire(builder, wires, signal, line))
        fresh = SafeNames(NOTHING, tuple(self.output_lines))
        for signal, (following, _, line) in self.registers.items():
            builder.output(fresh.take(f"{signal}.next"), self.wire(builder, wires, following, line))
        made = builder.build(name)
        if not self.registers:
            return made
        return clock_circuit(made, [initial for _, initial, _ in self.registers.values()], name)

    def wire(self, builder: CircuitBuilder, wires: dict[str, int], signal: str, line: int) -> int:
        if signal not in wires:
            if signal not in self.constants:
                expected = f"an input or a signal that {self.driver_form} drives"
                raise self.error(f"signal {quote_piece(signal)} is not defined", line, signal, expected)
            wires[signal] = builder.const(self.constants[signal])
        return wires[signal]


class SafeNames:
    """Hands out names that a format can hold: illegal characters become `_`, and a name that is taken gets a number."""

    def __init__(self, illegal: re.Pattern[str], reserved: Sequence[str] = ()) -> None:
        self.illegal = illegal
        self.taken = set(reserved)
        self.next_number: dict[str, int] = {}

    def take(self, wanted: str) -> str:
        # A lone surrogate cannot be written as UTF-8: it becomes a question mark.
        plain = name = self.illegal.sub("_", wanted.encode("utf-8", "replace").decode("utf-8"))
        number = self.next_number.get(plain, 2)
        while name in self.taken:
            name, number = f"{plain}_{number}", number + 1
        self.next_number[plain] = number
        self.taken.add(name)
        return name


@dataclass(frozen=True)
class SignalNames:
    """The names under which a circuit is written: every node's, every output's, and the outputs that need a gate of
    their own to carry their name, as (name, node)."""

    nodes: list[str]
    outputs: list[str]
    aliases: list[tuple[str, int]]


def signal_names(circuit: Circuit, names: SafeNames) -> SignalNames:
    """A gate takes the name of its first output; an output that is an input of the same name needs nothing more.

    Other gates are called n and their node number.
    """
    nodes = [names.take(name) for name in circuit.inputs]
    first = len(nodes)
    outputs: list[str] = []
    of_gate: dict[int, str] = {}
    aliases: list[tuple[str, int]] = []
    for wanted, node in circuit.outputs:
        if node < first and nodes[node] == wanted:
            outputs.append(wanted)
            continue
        name = names.take(wanted)
        outputs.append(name)
        if node >= first and node not in of_gate:
            of_gate[node] = name
        else:
            aliases.append((name, node))
    nodes += [of_gate[node] if node in of_gate else names.take(f"n{node}") for node in range(first, circuit.nodes)]
    return SignalNames(nodes, outputs, aliases)
