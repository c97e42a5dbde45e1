"""AIGER, ASCII (`aag`) and binary (`aig`): and-inverter graphs, combinational.

The numbering of literals is that of machine/circuit/and_inverter.py. A negated literal becomes a `not` gate, one a
variable, in front of the first gate that needs it; so what is written from a circuit that was read here is read to the
same circuit.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from turingrad.formats.aiger_source import AigerSource, Header
from turingrad.formats.netlist import CycleFoundError, SafeNames, cycle_text, topological
from turingrad.machine.circuit import Circuit, Gate
from turingrad.machine.circuit.and_inverter import and_inverter_graph

NOT_IN_NAMES = re.compile(r"[\r\n]")
And = tuple[int, int, int]  # the gate's own literal and its two inputs


def read_aiger(data: bytes, source: str) -> Circuit:
    """The circuit of an AIGER file, ASCII or binary. Latches and properties are refused."""
    file = AigerSource(data, source)
    header = file.header()
    inputs, outputs, ands = read_binary(file, header) if header.binary else read_ascii(file, header)
    input_names, output_names, comment = file.symbols(header.inputs, header.outputs)
    return circuit_of_literals(
        inputs,
        ands,
        outputs,
        all_names(file, header.inputs, input_names, "i"),
        all_names(file, header.outputs, output_names, "o"),
        doc=comment,
    )


def read_binary(file: AigerSource, header: Header) -> tuple[Iterable[int], list[int], list[And]]:
    """Inputs are the first variables; gate g has 2g >= left >= right, given as the deltas 2g - left, left - right."""
    form = f"a literal from 0 to {2 * header.variables + 1}"
    outputs = [known_literal(file, header, file.numbers(1, form)[0], form) for _ in range(header.outputs)]
    ands: list[And] = []
    for variable in range(header.inputs + 1, header.variables + 1):
        first, second = file.delta(variable), file.delta(variable)
        left = 2 * variable - first
        if first == 0 or left < second:
            message = f"gate {variable}: the deltas {first}, {second} lead to a literal that is not an earlier one"
            raise file.byte_error(message)
        ands.append((2 * variable, left, left - second))
    return range(2, 2 * header.inputs + 2, 2), outputs, ands


def read_ascii(file: AigerSource, header: Header) -> tuple[Iterable[int], list[int], list[And]]:
    """One line an input, an output, a gate; gates may come in any order."""
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
    outputs = []
    for _ in range(header.outputs):
        literal = known_literal(file, header, file.numbers(1, output_form)[0], output_form)
        uses.setdefault(literal & ~1, file.line)
        outputs.append(literal)
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
            raise file.error_in_line(line, f"literal {literal} is not defined", "an input or a gate")
    try:
        order = topological({literal: (left & ~1, right & ~1) for literal, left, right in ands.values()})
    except CycleFoundError as found:
        line = defined[int(str(found.cycle[0]))]
        message = f"gates are defined by each other: {cycle_text(found.cycle)}"
        raise file.error_in_line(line, message, "a circuit without cycles") from None
    return inputs, outputs, [ands[literal] for literal in order]


def known_literal(file: AigerSource, header: Header, literal: int, form: str) -> int:
    if literal > 2 * header.variables + 1:
        raise file.error(f"literal {literal} is too large", form, file.text.find(str(literal)) + 1)
    return literal


def all_names(file: AigerSource, count: int, given: dict[int, str], sort: str) -> list[str]:
    """The given names, and i0, i1, ... or o0, o1, ... for the rest (with a number where such a name is given)."""
    taken: dict[str, int] = {}
    for number, name in given.items():
        if name in taken:
            raise file.error(f"{sort}{taken[name]} and {sort}{number} have the same name, {name!r}", "different names")
        taken[name] = number
    fresh = SafeNames(NOT_IN_NAMES, reserved=tuple(taken))
    return [given[number] if number in given else fresh.take(f"{sort}{number}") for number in range(count)]


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


def write_aiger(circuit: Circuit, binary: bool = True) -> bytes:
    """The circuit as an AIGER file, with all names in its symbol table and its doc as the comment."""
    graph = and_inverter_graph(circuit)
    gates, outputs = len(graph.left), graph.outputs.tolist()
    variables = graph.inputs + gates
    header = f"{'aig' if binary else 'aag'} {variables} {graph.inputs} 0 {len(outputs)} {gates}"
    lines = [header, *([] if binary else [str(2 * (1 + i)) for i in range(graph.inputs)]), *map(str, outputs)]
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
    for sort, names in (("i", circuit.inputs), ("o", circuit.output_names)):
        safe = SafeNames(NOT_IN_NAMES)
        symbols += [f"{sort}{number} {safe.take(name)}\n" for number, name in enumerate(names)]
    doc = circuit.doc.encode("utf-8", "replace").decode("utf-8").strip()
    comment = f"c\n{doc}\n" if doc else ""
    return ("\n".join(lines) + "\n").encode() + bytes(body) + ("".join(symbols) + comment).encode()


def append_delta(body: bytearray, value: int) -> None:
    while value >= 0x80:
        body.append(value & 0x7F | 0x80)
        value >>= 7
    body.append(value)
