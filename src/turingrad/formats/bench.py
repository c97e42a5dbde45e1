"""ISCAS `.bench` netlists: `INPUT(a)`, `OUTPUT(f)`, `f = NAND(a, b)`.

Besides the classic gates, what ABC writes is understood: `f = vdd`, `f = gnd`, `LUT 0x8 (a, b)` with the first input
the least significant bit of the index, and the undriven signals `vdd` and `gnd` as constants. `MUX(s, a, b)` is a where
s is 1, else b. `q = DFF(d)` is a register, as in ISCAS '89.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

from turingrad.errors import FormatError
from turingrad.formats.netlist import Emit, Netlist, SafeNames, signal_names
from turingrad.formats.source_text import SourceText, quote_piece
from turingrad.machine.circuit import MAX_TABLE_INPUTS, Circuit, Gate
from turingrad.machine.circuit.builder import CircuitBuilder
from turingrad.machine.circuit.truth_table import gate_of_table
from turingrad.machine.clocked import ClockedCircuit

# Keyword to the kind of gate, and whether the result is negated.
N_ARY = {
    "AND": ("and", False),
    "OR": ("or", False),
    "XOR": ("xor", False),
    "NAND": ("and", True),
    "NOR": ("or", True),
    "XNOR": ("xor", True),
    "NXOR": ("xor", True),
}
UNARY = {"NOT": "not", "INV": "not", "BUF": "id", "BUFF": "id"}
CONSTANTS = {"gnd": 0, "vdd": 1}
KEYWORDS = {"and": "AND", "or": "OR", "xor": "XOR", "not": "NOT", "id": "BUFF", "const0": "gnd", "const1": "vdd"}
EXPECTED_LINE = "INPUT(name), OUTPUT(name) or name = GATE(name, ...)"
EXPECTED_GATE = "AND, OR, NAND, NOR, XOR, XNOR, NOT, BUFF, MUX, LUT, DFF, vdd or gnd"
NOT_IN_NAMES = re.compile(r"[\s(),=#]")
HEXADECIMAL = re.compile(r"0[xX][0-9a-fA-F]+")


def read_bench(data: bytes, source: str) -> Circuit | ClockedCircuit:
    """The circuit of a `.bench` file; a clocked one if it has flip-flops, whose values at the start are left open."""
    text = SourceText.decode(data, source)
    netlist = Netlist(text, "a gate", CONSTANTS)
    title = ""
    for number, line in enumerate(text.lines, start=1):
        code, mark, comment = line.partition("#")
        if mark and number == 1 and not code.strip():
            title = comment.strip()
        if code.strip():
            read_line(netlist, number, code)
    if not (netlist.input_lines or netlist.output_lines or netlist.drivers):
        raise text.error("the file has no inputs, outputs or gates", expected=EXPECTED_LINE)
    return netlist.circuit(title)


def read_line(netlist: Netlist, number: int, code: str) -> None:
    left, equals, right = code.partition("=")
    if equals:
        read_gate(netlist, number, checked_name(netlist, number, left.strip()), right)
        return
    keyword, names = parse_call(netlist, number, code, EXPECTED_LINE)
    if keyword.upper() not in ("INPUT", "OUTPUT"):
        raise netlist.error(f"{quote_piece(keyword)} is not understood", number, keyword, EXPECTED_LINE)
    if len(names) != 1:
        raise netlist.error(f"{keyword} has {len(names)} names", number, keyword, f"one name: {keyword}(name)")
    listed = netlist.input_lines if keyword.upper() == "INPUT" else netlist.output_lines
    netlist.note(listed, keyword.lower(), names[0], number)


def parse_call(netlist: Netlist, number: int, code: str, expected: str) -> tuple[str, list[str]]:
    """`WORD(a, b)` as its word and its names; a word that stands alone has no names."""
    word, bracket, rest = code.partition("(")
    if not bracket:
        return word.strip(), []
    names, closed, after = rest.partition(")")
    if not closed or after.strip():
        message = "')' is missing" if not closed else f"{quote_piece(after.strip())} follows ')'"
        raise netlist.error(message, number, word.strip(), expected)
    if not names.strip():
        return word.strip(), []
    return word.strip(), [checked_name(netlist, number, name.strip()) for name in names.split(",")]


def checked_name(netlist: Netlist, number: int, name: str) -> str:
    if not name or NOT_IN_NAMES.search(name):
        message = f"{quote_piece(name)} is not a name" if name else "a name is missing"
        raise netlist.error(message, number, name, "a name without spaces, brackets, commas or '='")
    return name


def read_gate(netlist: Netlist, number: int, name: str, right: str) -> None:
    head, inputs = parse_call(netlist, number, right, f"{name} = GATE(name, ...)")
    words = head.split()
    keyword = words[0].upper() if words else ""
    if keyword == "DFF":
        if len(inputs) != 1:
            raise netlist.error(f"{words[0]} has {len(inputs)} inputs", number, words[0], "one input")
        netlist.register(name, inputs[0], None, number)
        return
    if keyword == "LUT":
        netlist.drive(name, inputs, read_table(netlist, number, words, inputs), number)
        return
    if len(words) != 1:
        raise netlist.error(
            f"gate {quote_piece(head)} is not understood", number, words[0] if words else "", EXPECTED_GATE
        )
    emit, wanted = gate_of_keyword(keyword, len(inputs))
    if emit is None:
        raise netlist.error(f"gate {quote_piece(words[0])} is not understood", number, words[0], EXPECTED_GATE)
    if wanted:
        raise netlist.error(f"{words[0]} has {len(inputs)} inputs", number, words[0], wanted)
    netlist.drive(name, inputs, emit, number)


def gate_of_keyword(keyword: str, fan_in: int) -> tuple[Emit | None, str]:
    """What makes the gate of a keyword (None if there is none), and what its inputs should be where they are wrong."""
    if keyword in N_ARY:
        kind, negated = N_ARY[keyword]

        def n_ary(make: CircuitBuilder, wires: list[int]) -> int:
            gate = make.gate(kind, wires)
            return make.not_(gate) if negated else gate

        return n_ary, "" if fan_in else "one input or more"
    if keyword in UNARY:
        unary_kind = UNARY[keyword]
        return lambda make, wires: make.gate(unary_kind, wires), "" if fan_in == 1 else "one input"
    if keyword == "MUX":
        return lambda make, wires: make.mux(*wires), "" if fan_in == 3 else "three inputs: select, if 1, if 0"
    if keyword.lower() in CONSTANTS:
        constant = f"const{CONSTANTS[keyword.lower()]}"
        return lambda make, wires: make.gate(constant, wires), "no inputs" if fan_in else ""
    return None, ""


def read_table(netlist: Netlist, number: int, words: Sequence[str], inputs: Sequence[str]) -> Emit:
    fan_in = len(inputs)
    if fan_in > MAX_TABLE_INPUTS:
        message = f"a LUT of {fan_in} inputs is too large"
        raise netlist.error(message, number, words[0], f"at most {MAX_TABLE_INPUTS} inputs")
    size = 1 << fan_in
    digits = max(1, size // 4)
    word = words[1] if len(words) == 2 else ""
    # Leading zeros may be left out of a small table; of a large one, a short line could then ask for much memory.
    fits = HEXADECIMAL.fullmatch(word) and (len(word) == 2 + digits or (len(word) < 2 + digits and size <= 64))
    value = int(word, 16) if fits else 1 << size
    if value >> size:
        expected = f"LUT 0x and {digits} hexadecimal digit(s), then (name, ...)"
        raise netlist.error(f"the table of {fan_in} inputs is not given", number, words[0], expected)
    bits = f"{value:0{size}b}"
    gate = gate_of_table(tuple(range(fan_in)), tuple(int(bits[-1 - row]) for row in bench_rows(fan_in)))
    return lambda make, wires: make.gate(gate.kind, [wires[i] for i in gate.inputs], gate.table)


@cache
def bench_rows(fan_in: int) -> tuple[int, ...]:
    """For each index of our tables the bit of a LUT's number: there the first input is the least significant bit."""
    return tuple(int(f"{index:0{fan_in}b}"[::-1], 2) for index in range(1 << fan_in)) if fan_in else (0,)


def write_bench(circuit: Circuit) -> bytes:
    """The circuit as a `.bench` file; characters that names cannot have there become `_`."""
    return file_of_gates(circuit, circuit.name, ())


def write_clocked_bench(machine: ClockedCircuit) -> bytes:
    """The clocked circuit as a `.bench` file; refused if a register starts as 0 or 1, since flip-flops there start as
    anything."""
    fixed = next((name for name, bit in zip(machine.registers, machine.initial, strict=True) if bit is not None), None)
    if fixed is not None:
        message = f"register {quote_piece(fixed)} has a value at the start, which a .bench file cannot hold"
        raise FormatError(message, source=machine.name, expected="AIGER, BLIF or JSON")
    return file_of_gates(machine.combinational, machine.name, machine.next)


def file_of_gates(circuit: Circuit, title: str, following: Sequence[int]) -> bytes:
    """The last inputs of the circuit are flip-flops that take the values of the nodes `following`."""
    if not circuit.nodes:
        raise FormatError("a .bench file needs an input, an output or a gate; the circuit has none", source=title)
    names = signal_names(circuit, SafeNames(NOT_IN_NAMES, reserved=tuple(CONSTANTS)))
    inputs = len(circuit.inputs) - len(following)
    lines = [f"# {' '.join(title.split())}".rstrip()]
    lines += [f"INPUT({name})" for name in names.nodes[:inputs]]
    lines += [f"OUTPUT({name})" for name in names.outputs]
    for name, node in zip(names.nodes[inputs : len(circuit.inputs)], following, strict=True):
        lines.append(f"{name} = DFF({names.nodes[node]})")
    for name, gate in zip(names.nodes[len(circuit.inputs) :], circuit.gates, strict=True):
        lines.append(f"{name} = {gate_text(gate, [names.nodes[node] for node in gate.inputs])}")
    lines += [f"{name} = BUFF({names.nodes[node]})" for name, node in names.aliases]
    return ("\n".join(lines) + "\n").encode()


def gate_text(gate: Gate, inputs: Sequence[str]) -> str:
    if gate.kind == "lut":
        assert gate.table is not None
        fan_in = len(inputs)
        value = int("".join(str(gate.table[row]) for row in reversed(bench_rows(fan_in))), 2)
        return f"LUT 0x{value:0{max(1, len(gate.table) // 4)}x} ({', '.join(inputs)})"
    return KEYWORDS[gate.kind] + (f"({', '.join(inputs)})" if inputs else "")
