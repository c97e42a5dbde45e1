"""Clocked circuits: gates over inputs and registers, which take their next values at every tick of one clock."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

from turingrad._support.validation.arguments import as_tuple, coerce_tuples, is_whole, validate_fields
from turingrad._support.validation.values import short_repr
from turingrad.errors import MachineError
from turingrad.machine.circuit import Circuit, Gate
from turingrad.machine.fresh import fresh
from turingrad.machine.states import html_table

HTML_ROWS = 200


@dataclass(frozen=True, slots=True)
class ClockedConfiguration:
    """One instant of a clocked circuit, after `step` ticks.

    `registers` are the bits that the registers hold now, `outputs` those that the outputs showed during the last tick
    (before the first tick: none).
    """

    step: int
    registers: tuple[int, ...]
    outputs: tuple[int, ...] = ()

    def __str__(self) -> str:
        shown = f", outputs {''.join(map(str, self.outputs))}" if self.outputs else ""
        return f"step {self.step}: registers {''.join(map(str, self.registers))}{shown}"


@dataclass(frozen=True, repr=False)
class ClockedCircuit:
    """A synchronous circuit with one clock.

    Node i < len(inputs) is input i, the registers follow, then the gates, in topological order: a gate's inputs are
    smaller nodes. At each tick the gates are evaluated on the inputs of that tick and on what the registers hold; then
    register k takes the value of node `next[k]`. The outputs are what their nodes show before the registers change.

    Args:
        inputs: names of the inputs.
        registers: names of the registers; inputs and registers have different names.
        initial: the value of each register at the start: 0, 1, or None if the file leaves it open. A register that is
            left open starts as 0 in a run (`dataclasses.replace` sets another value).
        gates: the gates, as in a `Circuit`.
        outputs: pairs of a name and a node.
        next: the node whose value each register takes.

    Raises:
        MachineError: if the parts do not fit together; the message names the node, register or output.
    """

    inputs: tuple[str, ...]
    registers: tuple[str, ...]
    initial: tuple[int | None, ...]
    gates: tuple[Gate, ...]
    outputs: tuple[tuple[str, int], ...]
    next: tuple[int, ...]
    name: str = field(default="", compare=False)
    doc: str = field(default="", compare=False)

    def __post_init__(self) -> None:
        coerce_tuples(self, ("inputs", "registers", "initial", "gates", "outputs", "next"), MachineError)
        object.__setattr__(self, "outputs", tuple(as_tuple(each, "an output", MachineError) for each in self.outputs))
        validate_fields(self, MachineError)
        validate(self)
        object.__setattr__(self, "next", tuple(map(int, self.next)))
        object.__setattr__(self, "initial", tuple(None if bit is None else int(bit) for bit in self.initial))
        object.__setattr__(self, "gates", self.circuit.gates)
        object.__setattr__(self, "outputs", self.circuit.outputs[: len(self.outputs)])

    @cached_property
    def circuit(self) -> Circuit:
        """One tick as a circuit: inputs and registers to the outputs and the next value of every register."""
        return Circuit((*self.inputs, *self.registers), self.gates, (*self.outputs, *self._next_outputs()), self.name)

    @property
    def combinational(self) -> Circuit:
        """The gates and the outputs alone, with the registers as inputs."""
        return Circuit((*self.inputs, *self.registers), self.gates, self.outputs, self.name)

    def _next_outputs(self) -> list[tuple[str, int]]:
        taken = {name for name, _ in self.outputs}
        named = []
        for register, node in zip(self.registers, self.next, strict=True):
            name = fresh(f"{register}.next", taken)
            taken.add(name)
            named.append((name, node))
        return named

    @property
    def start(self) -> tuple[int, ...]:
        """What the registers hold before the first tick."""
        return tuple(bit or 0 for bit in self.initial)

    @property
    def output_names(self) -> tuple[str, ...]:
        return tuple(name for name, _ in self.outputs)

    @cached_property
    def _hash(self) -> int:
        return hash((self.inputs, self.registers, self.initial, self.gates, self.outputs, self.next))

    def __hash__(self) -> int:
        return self._hash

    def __repr__(self) -> str:
        label = f"{self.name!r}, " if self.name else ""
        sizes = f"{len(self.inputs)} inputs, {len(self.registers)} registers, {len(self.outputs)} outputs"
        return f"ClockedCircuit({label}{sizes}, {len(self.gates)} gates)"

    def _repr_html_(self) -> str:
        shown = ("open" if bit is None else bit for bit in self.initial)
        rows = list(zip(self.registers, shown, self.next, strict=True))
        left = len(rows) - HTML_ROWS
        more = f"<tr><td colspan=3>... {left:,} more</td></tr>" if left > 0 else ""
        return html_table(repr(self), ("register", "initial", "next node"), rows[:HTML_ROWS], more)


def clock_circuit(circuit: Circuit, initial: Sequence[int | None], name: str = "", doc: str = "") -> ClockedCircuit:
    """Make a clocked circuit of a circuit whose last inputs are registers and whose last outputs are their next values.

    Args:
        circuit: One tick.
        initial: What each register starts with: 0, 1, or None (undefined, starts at 0).
        name: The machine's name.
        doc: What it does.

    Returns:
        The clocked circuit; its registers start with `initial`.

    Raises:
        MachineError: There are fewer inputs or outputs than registers.

    Example:
        >>> from turingrad.machine import CircuitBuilder
        >>> make = CircuitBuilder()
        >>> q = make.input("q")
        >>> make.output("q.next", make.not_(q))
        >>> clock_circuit(make.build(), [0])
        ClockedCircuit(0 inputs, 1 registers, 0 outputs, 1 gates)
    """
    inputs, outputs = len(circuit.inputs) - len(initial), len(circuit.outputs) - len(initial)
    if inputs < 0 or outputs < 0:
        raise MachineError(
            f"{len(initial)} registers need as many inputs and outputs; the circuit has {len(circuit.inputs)} inputs "
            f"and {len(circuit.outputs)} outputs"
        )
    return ClockedCircuit(
        inputs=circuit.inputs[:inputs],
        registers=circuit.inputs[inputs:],
        initial=tuple(initial),
        gates=circuit.gates,
        outputs=circuit.outputs[:outputs],
        next=circuit.output_nodes[outputs:],
        name=name,
        doc=doc,
    )


def validate(machine: ClockedCircuit) -> None:
    """Legality, checked in one place; that of gates and outputs is the circuit's."""
    count = len(machine.registers)
    for what, values in (("initial values", machine.initial), ("next nodes", machine.next)):
        if len(values) != count:
            raise MachineError(f"{count} registers must have {count} {what}, not {len(values)}")
    nodes = len(machine.inputs) + count + len(machine.gates)
    for register, bit, node in zip(machine.registers, machine.initial, machine.next, strict=True):
        if bit is not None and (not (is_whole(bit) or isinstance(bit, bool)) or bit not in (0, 1)):
            raise MachineError(f"register {short_repr(register)} starts as {short_repr(bit)}, not as 0, 1 or None")
        if not is_whole(node) or not 0 <= node < nodes:
            known = f"the nodes are 0 to {nodes - 1}"
            raise MachineError(f"register {short_repr(register)} takes the value of node {short_repr(node)}; {known}")
