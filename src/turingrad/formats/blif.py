"""The Berkeley logic interchange format, BLIF: `.names a b f` followed by the rows of a cover.

A `.names` of up to six inputs becomes one gate: a basic one if its truth table is that of a basic gate, otherwise a
lookup table. A wider one becomes the sum of products that its rows are. Models of one file may be instantiated by
`.subckt`; the first model is the circuit.

A `.latch` is a register: all are triggered by the same edge of the same clock, whose tick is a step.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from turingrad._support.text import amount
from turingrad.errors import LimitError
from turingrad.formats.blif_cover import MAX_TABULATED_INPUTS
from turingrad.formats.blif_hierarchy import Instance, Latch, Model, Names, flatten
from turingrad.formats.netlist import Netlist, SafeNames, signal_names
from turingrad.formats.source_text import SourceText, quote_piece
from turingrad.machine.circuit import Circuit, Gate
from turingrad.machine.circuit.truth_table import cubes, parity_table
from turingrad.machine.clocked import ClockedCircuit

NOT_IN_NAMES = re.compile(r"[\s#]|\\$")
LINE_WIDTH = 100

# Timing, area and annotations say nothing about the function.
IGNORED = (
    *(".area", ".delay", ".wire_load_slope", ".wire", ".attr", ".param", ".cname"),
    *(".input_arrival", ".output_required", ".input_drive", ".output_load", ".max_input_load"),
    *(".default_input_arrival", ".default_output_required", ".default_input_drive"),
    *(".default_output_load", ".default_max_input_load"),
)
REFUSED = {
    ".mlatch": "a latch of a library that is not in the file",
    ".start_kiss": "a state machine: only gates and latches can be read",
    ".gate": "a gate of a library that is not in the file",
    ".exdc": "external don't-cares, which a circuit has no place for",
    ".search": "another file, which is not read",
    ".blackbox": "a model without contents",
}
EXPECTED = ".model, .inputs, .outputs, .names, .latch, .subckt or .end"
LATCH_FORM = ".latch input output [type control] [initial value]"
EDGES = ("fe", "re")
LEVELS = ("ah", "al", "as")

MAX_BLIF_BYTES = 12 << 20  # about ten seconds of reading


def read_blif(data: bytes, source: str) -> Circuit | ClockedCircuit:
    """The circuit of a BLIF file: its first model, instances of the file's other models expanded; a clocked circuit if
    it has latches."""
    if len(data) > MAX_BLIF_BYTES:
        raise LimitError(f"{source}: BLIF files are read up to {MAX_BLIF_BYTES:,} bytes; this one has {len(data):,}")
    text = SourceText.decode(data, source)
    reader = BlifReader(text)
    for line, words in logical_lines(text.lines):
        reader.read(line, words)
    if not reader.models:
        raise text.error("the file has no model", expected=EXPECTED)
    return flatten(text, reader.models).circuit(next(iter(reader.models)))


def logical_lines(lines: Sequence[str]) -> Iterator[tuple[int, list[str]]]:
    """The words of each line that has any, with its number: comments removed, continued lines joined to their first."""
    start, words = 0, list[str]()
    for number, line in enumerate(lines, start=1):
        code = line.partition("#")[0].rstrip()
        start = start or number
        words += code.removesuffix("\\").split()
        if not code.endswith("\\"):
            if words:
                yield start, words
            start, words = 0, []
    if words:
        yield start, words


class BlifReader:
    """Collects the models of a file line by line."""

    def __init__(self, text: SourceText) -> None:
        self.places = Netlist(text, "")
        self.error = self.places.error
        self.models: dict[str, Model] = {}
        self.model: Model | None = None  # the one that lines now belong to
        self.cover: Names | None = None  # the one that rows now belong to

    def read(self, line: int, words: list[str]) -> None:
        keyword = words[0]
        if not keyword.startswith("."):
            self.read_row(line, words)
            return
        self.cover = None
        if keyword in REFUSED:
            raise self.error(f"{keyword} is {REFUSED[keyword]}", line, keyword)
        if keyword == ".model":
            self.start_model(line, words)
        elif keyword == ".end":
            self.model = None
        elif keyword in IGNORED:
            return
        elif keyword in (".inputs", ".outputs", ".names", ".subckt", ".latch", ".clock"):
            self.read_part(self.current_model(line, keyword), line, keyword, words[1:])
        else:
            raise self.error(f"{quote_piece(keyword)} is not understood", line, keyword, EXPECTED)

    def start_model(self, line: int, words: list[str]) -> None:
        if len(words) != 2:
            raise self.error(f".model has {len(words) - 1} names", line, ".model", "one name")
        name = words[1]
        if name in self.models:
            first = self.models[name].line
            raise self.error(f"model {quote_piece(name)} is defined twice (first in line {first})", line, name)
        self.model = self.models[name] = Model(line, name)

    def current_model(self, line: int, keyword: str) -> Model:
        if self.model is None:
            if self.models:
                raise self.error(f"{keyword} is outside a model", line, keyword, ".model")
            self.model = self.models["top"] = Model(line, "top")  # the first .model line may be left out
        return self.model

    def read_part(self, model: Model, line: int, keyword: str, words: list[str]) -> None:
        if keyword in (".inputs", ".outputs"):
            listed = model.inputs if keyword == ".inputs" else model.outputs
            for name in words:
                self.places.note(listed, keyword[1:-1], name, line)
        elif keyword == ".names":
            if not words:
                raise self.error(".names has no signals", line, ".names", "the inputs and the output of the cover")
            self.cover = Names(line, tuple(words[:-1]), words[-1])
            model.names.append(self.cover)
        elif keyword == ".latch":
            model.latches.append(self.latch(line, words))
        elif keyword == ".clock":
            for name in words:
                self.places.note(model.clocks, "clock", name, line)
        else:
            model.instances.append(self.instance(line, words))

    def latch(self, line: int, words: list[str]) -> Latch:
        if not 2 <= len(words) <= 5:
            raise self.error(f".latch has {len(words)} words", line, ".latch", LATCH_FORM)
        edge, clock = (words[2], words[3]) if len(words) >= 4 else ("", "")
        if edge in LEVELS:
            raise self.error(f"a latch of type {edge!r} is not triggered by an edge", line, edge, "fe or re")
        if edge and edge not in EDGES:
            raise self.error(f"{quote_piece(edge)} is not a type of latch", line, edge, "fe or re")
        initial = words[-1] if len(words) in (3, 5) else "3"
        if initial not in ("0", "1", "2", "3"):
            raise self.error(f"{quote_piece(initial)} is not an initial value", line, initial, "0, 1, 2 or 3")
        return Latch(line, words[0], words[1], edge, clock, int(initial) if initial in "01" else None)

    def instance(self, line: int, words: list[str]) -> Instance:
        if not words:
            raise self.error(".subckt has no model", line, ".subckt", "a model and formal=actual pairs")
        actual: dict[str, str] = {}
        for word in words[1:]:
            formal, equals, signal = word.partition("=")
            if not (formal and equals and signal):
                raise self.error(f"{quote_piece(word)} is not understood", line, word, "formal=actual")
            if formal in actual:
                raise self.error(f"{quote_piece(formal)} is connected twice", line, word)
            actual[formal] = signal
        return Instance(line, words[0], actual)

    def read_row(self, line: int, words: list[str]) -> None:
        cover = self.cover
        if cover is None:
            raise self.error(f"{quote_piece(words[0])} is not understood here", line, words[0], EXPECTED)
        fan_in = len(cover.inputs)
        form = f"{amount(fan_in, 'character')} 0, 1 or -, a space, then 0 or 1" if fan_in else "0 or 1"
        pattern, value = (words[0], words[1]) if fan_in and len(words) == 2 else ("", words[0])
        if len(words) != (2 if fan_in else 1) or value not in ("0", "1"):
            raise self.error(f"{quote_piece(' '.join(words))} is not a row of the cover", line, words[-1], form)
        if len(pattern) != fan_in or pattern.strip("01-"):
            raise self.error(
                f"{quote_piece(pattern)} does not fit a cover of {amount(fan_in, 'input')}", line, pattern, form
            )
        if cover.rows and int(value) != cover.value:
            raise self.error(
                "rows of the on-set and of the off-set are mixed", line, value, f"{cover.value} in every row"
            )
        cover.value = int(value)
        cover.rows.append(pattern)


def write_blif(circuit: Circuit) -> bytes:
    """The circuit as a BLIF file; characters that names cannot have there become `_`."""
    return file_of_covers(circuit, circuit.name, (), ())


def write_clocked_blif(machine: ClockedCircuit) -> bytes:
    """The clocked circuit as a BLIF file, with a `.latch` per register."""
    return file_of_covers(machine.combinational, machine.name, machine.next, machine.initial)


def file_of_covers(circuit: Circuit, title: str, following: Sequence[int], initial: Sequence[int | None]) -> bytes:
    """The last inputs of the circuit are latches that take the values of the nodes `following`."""
    naming = SafeNames(NOT_IN_NAMES)
    names = signal_names(circuit, naming)
    first = len(circuit.inputs)
    inputs = first - len(following)
    lines = [f".model {NOT_IN_NAMES.sub('_', title) or 'top'}"]
    lines += wrap_names(".inputs", names.nodes[:inputs]) + wrap_names(".outputs", names.outputs)
    for name, node, bit in zip(names.nodes[inputs:first], following, initial, strict=True):
        lines += wrap_names(".latch", [names.nodes[node], name, "3" if bit is None else str(bit)])
    for name, gate in zip(names.nodes[first:], circuit.gates, strict=True):
        of = [names.nodes[node] for node in gate.inputs]
        if gate.kind == "xor":
            # A cover of xor has a row for every odd pattern: a wide one is split into sums of six.
            start = 0
            while len(of) - start > MAX_TABULATED_INPUTS:
                head, part = of[start : start + MAX_TABULATED_INPUTS], naming.take(f"{name}_sum")
                lines += cover_lines(gate, head, part)
                of.append(part)
                start += MAX_TABULATED_INPUTS
            of = of[start:]
        lines += cover_lines(gate, of, name)
    for name, node in names.aliases:
        lines += wrap_names(".names", [names.nodes[node], name]) + ["1 1"]
    return ("\n".join([*lines, ".end"]) + "\n").encode()


def wrap_names(keyword: str, names: Sequence[str]) -> list[str]:
    """A keyword and its names, continued over several lines where they are long."""
    lines = [keyword]
    for name in names:
        if len(lines[-1]) + len(name) > LINE_WIDTH:
            lines[-1] += " \\"
            lines.append("")
        lines[-1] += " " + name
    return lines


def cover_lines(gate: Gate, inputs: Sequence[str], output: str) -> list[str]:
    return wrap_names(".names", [*inputs, output]) + cover_rows(gate, len(inputs))


def cover_rows(gate: Gate, fan_in: int) -> list[str]:
    if gate.kind == "and":
        return ["1" * fan_in + " 1"]
    if gate.kind == "or":
        if fan_in > MAX_TABULATED_INPUTS:
            return ["0" * fan_in + " 0"]
        return ["-" * i + "1" + "-" * (fan_in - i - 1) + " 1" for i in range(fan_in)]
    if gate.kind in ("id", "not"):
        return ["1 1" if gate.kind == "id" else "0 1"]
    if gate.kind in ("const0", "const1"):
        return ["1"] if gate.kind == "const1" else []
    table = parity_table(fan_in) if gate.kind == "xor" else gate.table
    assert table is not None
    return [f"{row} 1" if fan_in else "1" for row in cubes(table)]
