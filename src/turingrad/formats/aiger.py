"""AIGER, ASCII (`aag`) and binary (`aig`): and-inverter graphs, with latches (AIGER 1.9) and without.

The numbering of literals is that of machine/circuit/and_inverter.py, the latches after the inputs. A negated literal
becomes a `not` gate, one per variable, in front of the first gate that needs it; so what is written from a circuit that
was read here is read to the same circuit. A file with latches is a clocked circuit. The properties of model checking
(bad states, constraints, justice, fairness) are signals like others: they are read as outputs, after the file's own.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from turingrad.errors import LimitError
from turingrad.formats.aiger_source import MAX_OUTPUTS, AigerSource, Header
from turingrad.formats.netlist import CycleFoundError, SafeNames, cycle_text, topological
from turingrad.machine.circuit import Circuit, Gate
from turingrad.machine.circuit.and_inverter import and_inverter_graph
from turingrad.machine.clocked import ClockedCircuit, clock_circuit

NOT_IN_NAMES = re.compile(r"[\r\n]")
And = tuple[int, int, int]  # the gate's own literal and its two inputs
Named = tuple[str, int]  # the default name of an output, and its literal


@dataclass(frozen=True)
class Latch:
    """A latch's own literal, the literal of its next value, and its value at the start (None: any)."""

    literal: int
    next: int
    reset: int | None


@dataclass(frozen=True)
class Literals:
    """What a file defines, in its order."""

    inputs: Iterable[int]
    latches: list[Latch]
    outputs: list[Named]
    ands: list[And]


def read_aiger(data: bytes, source: str) -> Circuit | ClockedCircuit:
    """The circuit of an AIGER file, ASCII or binary; a clocked one if it has latches."""
    file = AigerSource(data, source)
    header = file.header()
    found = read_binary(file, header) if header.binary else read_ascii(file, header)
    names, comment = file.symbols(header.counts)
    inputs = all_names(file, [f"i{k}" for k in range(header.inputs)], names["i"])
    # A latch may have the name of an input in the symbol table: a clocked circuit knows both by name.
    latches = SafeNames(NOT_IN_NAMES, inputs)
    registers = [latches.take(name) for name in all_names(file, [f"l{k}" for k in range(header.latches)], names["l"])]
    given = {
        place: names[name[0]].get(int(name[1:])) for place, (name, _) in enumerate(found.outputs) if "." not in name
    }
    shown = all_names(
        file, [name for name, _ in found.outputs], {place: name for place, name in given.items() if name is not None}
    )
    fresh = SafeNames(NOT_IN_NAMES, shown)
    circuit = circuit_of_literals(
        [*found.inputs, *(latch.literal for latch in found.latches)],
        found.ands,
        [*(literal for _, literal in found.outputs), *(latch.next for latch in found.latches)],
        [*inputs, *registers],
        [*shown, *(fresh.take(f"{name}.next") for name in registers)],
        doc=comment,
    )
    if not found.latches:
        return circuit
    return clock_circuit(circuit, [latch.reset for latch in found.latches], doc=comment)


def read_binary(file: AigerSource, header: Header) -> Literals:
    """Inputs are the first variables, latches the next; gate g has 2g >= left >= right, given as the deltas 2g - left,
    left - right."""
    form = f"a literal from 0 to {2 * header.variables + 1}"
    latches = []
    for variable in range(header.inputs + 1, header.inputs + header.latches + 1):
        latches.append(read_latch(file, header, 2 * variable, file.numbers(1, form, optional=1), form))
    outputs = read_outputs(file, header, form)
    ands: list[And] = []
    for variable in range(header.inputs + header.latches + 1, header.variables + 1):
        first, second = file.delta(variable), file.delta(variable)
        left = 2 * variable - first
        if first == 0 or left < second:
            message = f"gate {variable}: the deltas {first}, {second} lead to a literal that is not an earlier one"
            raise file.byte_error(message)
        ands.append((2 * variable, left, left - second))
    return Literals(range(2, 2 * header.inputs + 2, 2), latches, outputs, ands)


def read_latch(file: AigerSource, header: Header, literal: int, words: list[int], form: str) -> Latch:
    """A latch from its next literal and, maybe, its value at the start: 0, 1, or its own literal for any."""
    known_literal(file, header, words[0], form)
    reset = words[1] if len(words) == 2 else 0
    if reset not in (0, 1, literal):
        raise file.error(f"latch {literal} starts as {reset}", f"0, 1 or its own literal {literal} (any value)")
    return Latch(literal, words[0], reset if reset < 2 else None)


def read_outputs(file: AigerSource, header: Header, form: str) -> list[Named]:
    """The outputs and properties; justice properties are sets of literals, whose sizes come before them."""

    def literal() -> int:
        return known_literal(file, header, file.numbers(1, form)[0], form)

    found = [(f"o{k}", literal()) for k in range(header.outputs)]
    found += [(f"b{k}", literal()) for k in range(header.bad)]
    found += [(f"c{k}", literal()) for k in range(header.constraints)]
    sizes = [file.numbers(1, "the number of literals of a justice property")[0] for _ in range(header.justice)]
    if sum(sizes) > MAX_OUTPUTS:
        raise LimitError(f"{file.source}: {sum(sizes):,} literals of justice properties; the limit is {MAX_OUTPUTS:,}")
    found += [(f"j{k}.{i}", literal()) for k, size in enumerate(sizes) for i in range(size)]
    return found + [(f"f{k}", literal()) for k in range(header.fairness)]


def read_ascii(file: AigerSource, header: Header) -> Literals:
    """One line per input, latch, output and gate; gates may come in any order."""
    input_form = f"an even literal from 2 to {2 * header.variables}"
    output_form = f"a literal from 0 to {2 * header.variables + 1}"
    gate_form = f"{input_form} and two literals from 0 to {2 * header.variables + 1}"
    defined: dict[int, int] = {}  # literal to its line

    def define(literal: int, form: str) -> int:
        known_literal(file, header, literal, form)
        if literal < 2 or literal & 1:
            raise file.error(f"{literal} is not the literal of a variable", form, 1)
        if literal in defined:
            raise file.error(f"literal {literal} is defined twice (first in line {defined[literal]})", form, 1)
        defined[literal] = file.line
        return literal

    inputs = [define(file.numbers(1, input_form)[0], input_form) for _ in range(header.inputs)]
    uses: dict[int, int] = {}  # variable's literal to the line of its first use
    latches = []
    latch_form = f"{input_form}, its next literal and maybe 0, 1 or itself"
    for _ in range(header.latches):
        own, *words = file.numbers(2, latch_form, optional=1)
        latches.append(read_latch(file, header, define(own, latch_form), words, latch_form))
        uses.setdefault(words[0] & ~1, file.line)
    before = file.line
    outputs = read_outputs(file, header, output_form)
    sizes = header.justice  # lines without a literal
    for number, (name, literal) in enumerate(outputs):
        skipped = sizes if name[0] in "jf" else 0
        uses.setdefault(literal & ~1, before + 1 + number + skipped)
    ands: dict[int, And] = {}
    for _ in range(header.gates):
        literal, left, right = file.numbers(3, gate_form)
        define(literal, gate_form)
        for of in (left, right):
            known_literal(file, header, of, gate_form)
            uses.setdefault(of & ~1, file.line)
        ands[literal] = (literal, left, right)
    for literal, line in uses.items():
        if literal and literal not in defined:
            raise file.error_in_line(line, f"literal {literal} is not defined", "an input, a latch or a gate")
    return Literals(inputs, latches, outputs, sort_gates(file, ands, defined))


def sort_gates(file: AigerSource, ands: dict[int, And], defined: dict[int, int]) -> list[And]:
    """The gates, each after those that it needs; a cycle is refused."""
    try:
        order = topological({literal: (left & ~1, right & ~1) for literal, left, right in ands.values()})
    except CycleFoundError as found:
        line = defined[int(str(found.cycle[0]))]
        message = f"gates are defined by each other: {cycle_text(found.cycle)}"
        raise file.error_in_line(line, message, "a circuit without cycles") from None
    return [ands[literal] for literal in order]


def known_literal(file: AigerSource, header: Header, literal: int, form: str) -> int:
    if literal > 2 * header.variables + 1:
        raise file.error(f"literal {literal} is too large", form, file.text.find(str(literal)) + 1)
    return literal


def all_names(file: AigerSource, default: list[str], given: dict[int, str]) -> list[str]:
    """The given names by place, and the default for the rest (with a number where such a name is given)."""
    taken: dict[str, int] = {}
    for number, name in given.items():
        if name in taken:
            places = f"{default[taken[name]]} and {default[number]}"
            raise file.error(f"{places} have the same name, {name!r}", "different names")
        taken[name] = number
    fresh = SafeNames(NOT_IN_NAMES, reserved=tuple(taken))
    return [given[number] if number in given else fresh.take(name) for number, name in enumerate(default)]


def circuit_of_literals(
    inputs: Iterable[int],
    ands: Iterable[And],
    outputs: Iterable[int],
    input_names: list[str],
    output_names: list[str],
    doc: str,
) -> Circuit:
    """Literals as nodes: a gate for each AND, and constants and negations where they are first needed."""
    node = {literal: number for number, literal in enumerate(inputs)}
    first = len(node)
    gates: list[Gate] = []

    def add(literal: int, gate: Gate) -> int:
        node[literal] = first + len(gates)
        gates.append(gate)
        return node[literal]

    def of(literal: int) -> int:
        if literal in node:
            return node[literal]
        if literal < 2:
            return add(literal, Gate(f"const{literal}"))
        return add(literal, Gate("not", (node[literal ^ 1],)))

    for literal, left, right in ands:
        add(literal, Gate("and", (of(left), of(right))))
    named = tuple((name, of(literal)) for name, literal in zip(output_names, outputs, strict=True))
    return Circuit(tuple(input_names), tuple(gates), named, doc=doc)


def ascii_aiger(circuit: Circuit) -> bytes:
    """The circuit as an ASCII file, which a person can read."""
    return write_aiger(circuit, binary=False)


def ascii_clocked_aiger(machine: ClockedCircuit) -> bytes:
    """The clocked circuit as an ASCII file."""
    return write_clocked_aiger(machine, binary=False)


def write_clocked_aiger(machine: ClockedCircuit, binary: bool = True) -> bytes:
    """The clocked circuit as an AIGER 1.9 file, with the registers as latches and their values at the start."""
    return file_of_graph(machine.circuit, machine.doc, machine.initial, binary)


def write_aiger(circuit: Circuit, binary: bool = True) -> bytes:
    """The circuit as an AIGER file, with all names in its symbol table and its doc as the comment."""
    return file_of_graph(circuit, circuit.doc, (), binary)


def file_of_graph(circuit: Circuit, doc: str, initial: tuple[int | None, ...], binary: bool) -> bytes:
    """The last inputs of the circuit are latches with these initial values, its last outputs their next values."""
    graph = and_inverter_graph(circuit)
    gates, latches = len(graph.left), len(initial)
    inputs, shown = graph.inputs - latches, len(graph.outputs) - latches
    outputs, following = graph.outputs[:shown].tolist(), graph.outputs[shown:].tolist()
    header = f"{'aig' if binary else 'aag'} {graph.inputs + gates} {inputs} {latches} {shown} {gates}"
    lines = [header, *([] if binary else [str(2 * (1 + i)) for i in range(inputs)])]
    for own, then, bit in zip(range(2 * (1 + inputs), 2 * (1 + graph.inputs), 2), following, initial, strict=True):
        reset = "" if bit == 0 else f" {own if bit is None else 1}"
        lines.append(f"{'' if binary else f'{own} '}{then}{reset}")
    lines += map(str, outputs)
    body = bytearray()
    for j, (one, other) in enumerate(zip(graph.left.tolist(), graph.right.tolist(), strict=True)):
        literal = 2 * (1 + graph.inputs + j)
        if binary:
            left, right = max(one, other), min(one, other)
            append_delta(body, literal - left)
            append_delta(body, left - right)
        else:
            body += f"{literal} {one} {other}\n".encode()
    symbols = []
    sorts = (("i", circuit.inputs[:inputs]), ("l", circuit.inputs[inputs:]), ("o", circuit.output_names[:shown]))
    for sort, names in sorts:
        safe = SafeNames(NOT_IN_NAMES)
        symbols += [f"{sort}{number} {safe.take(name)}\n" for number, name in enumerate(names)]
    words = doc.encode("utf-8", "replace").decode("utf-8").strip()
    comment = f"c\n{words}\n" if words else ""
    return ("\n".join(lines) + "\n").encode() + bytes(body) + ("".join(symbols) + comment).encode()


def append_delta(body: bytearray, value: int) -> None:
    while value >= 0x80:
        body.append(value & 0x7F | 0x80)
        value >>= 7
    body.append(value)
