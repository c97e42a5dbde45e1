"""Boolean circuits: a directed acyclic graph of gates over named inputs, with named outputs."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from functools import cached_property

from turingrad._support.validation.arguments import as_tuple, coerce_tuples, is_whole, validate_fields
from turingrad._support.validation.values import short_repr
from turingrad.errors import MachineError
from turingrad.machine.states import html_table, require_unique

KINDS = ("and", "or", "xor", "not", "id", "const0", "const1", "lut")
FAN_IN = {"not": 1, "id": 1, "const0": 0, "const1": 0}
MAX_TABLE_INPUTS = 16
HTML_ROWS = 200


@dataclass(frozen=True, slots=True)
class Gate:
    """One gate: `kind` over the nodes `inputs`.

    `and`, `or` and `xor` take one or more inputs, `not` and `id` one, `const0` and `const1` none. A `lut` looks its
    inputs up in `table`, 2^k bits for k inputs, the first input being the most significant bit of the index.
    """

    kind: str
    inputs: tuple[int, ...] = ()
    table: tuple[int, ...] | None = None

    def __post_init__(self) -> None:
        if type(self.inputs) is not tuple:
            coerce_tuples(self, ("inputs",), MachineError)
        if self.table is not None and type(self.table) is not tuple:
            coerce_tuples(self, ("table",), MachineError)

    def __str__(self) -> str:
        table = "" if self.table is None else "[" + "".join(map(str, self.table)) + "]"
        return f"{self.kind}{table}({', '.join(map(str, self.inputs))})"


@dataclass(frozen=True, repr=False)
class Circuit:
    """Gates in topological order.

    Node i < len(inputs) is input i, node len(inputs) + j is gate j, and a gate's inputs are smaller nodes. `outputs`
    pairs a name with a node; several outputs may share a node, and an output may be an input.
    """

    inputs: tuple[str, ...]
    gates: tuple[Gate, ...]
    outputs: tuple[tuple[str, int], ...]
    name: str = field(default="", compare=False)
    doc: str = field(default="", compare=False)

    def __post_init__(self) -> None:
        coerce_tuples(self, ("inputs", "gates", "outputs"), MachineError)
        object.__setattr__(self, "outputs", tuple(as_tuple(each, "an output", MachineError) for each in self.outputs))
        validate_fields(self, MachineError)
        object.__setattr__(self, "gates", tuple(map(with_plain_nodes, self.gates)))
        object.__setattr__(self, "outputs", tuple((name, int(node)) for name, node in self.outputs))
        validate(self)

    @property
    def nodes(self) -> int:
        """How many nodes there are: inputs and gates."""
        return len(self.inputs) + len(self.gates)

    @property
    def output_names(self) -> tuple[str, ...]:
        return tuple(name for name, _ in self.outputs)

    @property
    def output_nodes(self) -> tuple[int, ...]:
        return tuple(node for _, node in self.outputs)

    @cached_property
    def kinds(self) -> dict[str, int]:
        """How many gates of each kind there are."""
        counts = Counter(gate.kind for gate in self.gates)
        return {kind: counts[kind] for kind in KINDS if counts[kind]}

    @cached_property
    def levels(self) -> tuple[int, ...]:
        """For each node, the gates on the longest path that ends there: 0 for an input, 1 for a constant."""
        levels = [0] * len(self.inputs)
        for gate in self.gates:
            levels.append(1 + max((levels[node] for node in gate.inputs), default=0))
        return tuple(levels)

    @cached_property
    def _hash(self) -> int:
        return hash((self.inputs, self.gates, self.outputs))

    def __hash__(self) -> int:
        return self._hash

    def __repr__(self) -> str:
        label = f"{self.name!r}, " if self.name else ""
        sizes = f"{len(self.inputs)} inputs, {len(self.outputs)} outputs, {len(self.gates)} gates"
        return f"Circuit({label}{sizes})"

    def _repr_html_(self) -> str:
        first = len(self.inputs)
        outputs: dict[int, list[str]] = {}
        for name, node in self.outputs:
            outputs.setdefault(node, []).append(name)
        rows = [(node, "input", name) for node, name in enumerate(self.inputs[:HTML_ROWS])]
        for node, gate in enumerate(self.gates[: HTML_ROWS - len(rows)], start=first):
            table = "" if gate.table is None else " " + "".join(map(str, gate.table[:64]))
            rows.append((node, gate.kind + table, ", ".join(map(str, gate.inputs))))
        more = f"<tr><td colspan=4>... {self.nodes - len(rows)} more</td></tr>" if len(rows) < self.nodes else ""
        shown = ((*row, ", ".join(outputs.get(row[0], ()))) for row in rows)
        return html_table(repr(self), ("node", "kind", "of", "output"), shown, more)


def with_plain_nodes(gate: Gate) -> Gate:
    """The gate itself, or where a numpy integer names one of its nodes, the same with Python's own."""
    if all(type(of) is int for of in gate.inputs) or not all(map(is_whole, gate.inputs)):
        return gate
    return Gate(gate.kind, tuple(map(int, gate.inputs)), gate.table)


def validate(circuit: Circuit) -> None:
    """Legality, checked in one place."""
    require_unique(circuit.inputs, "input")
    require_unique(circuit.output_names, "output")
    checked_tables: set[int] = set()
    node = len(circuit.inputs)
    for gate in circuit.gates:
        kind, fan_in = gate.kind, len(gate.inputs)
        if not isinstance(kind, str) or kind not in KINDS:
            raise MachineError(f"node {node}: gate kind {short_repr(kind)} is not one of {', '.join(KINDS)}")
        if kind in FAN_IN:
            if fan_in != FAN_IN[kind]:
                raise MachineError(f"node {node}: a {kind} gate must have {FAN_IN[kind]} input(s), not {fan_in}")
        elif kind != "lut" and not fan_in:
            raise MachineError(f"node {node}: an {kind} gate must have at least one input")
        for of in gate.inputs:
            if type(of) is not int or not 0 <= of < node:
                raise MachineError(f"node {node}: its input {short_repr(of)} is not an earlier node (0 to {node - 1})")
        if kind == "lut":
            # Tables are often shared between gates: one look at each is enough.
            if id(gate.table) not in checked_tables or len(gate.table or ()) != 1 << fan_in:
                validate_table(gate, node)
                checked_tables.add(id(gate.table))
        elif gate.table is not None:
            raise MachineError(f"node {node}: only a lut gate has a table, not {kind}")
        node += 1
    for name, of in circuit.outputs:
        if not 0 <= of < node:
            raise MachineError(f"output {short_repr(name)} is node {short_repr(of)}; the nodes are 0 to {node - 1}")


def validate_table(gate: Gate, node: int) -> None:
    fan_in = len(gate.inputs)
    if fan_in > MAX_TABLE_INPUTS:
        raise MachineError(f"node {node}: a lut gate must have at most {MAX_TABLE_INPUTS} inputs, not {fan_in}")
    if gate.table is None or len(gate.table) != 1 << fan_in:
        given = "none" if gate.table is None else f"{len(gate.table)} bits"
        raise MachineError(f"node {node}: the table of {fan_in} input(s) must have {1 << fan_in} bits, not {given}")
    if not all((type(bit) is int or is_whole(bit) or isinstance(bit, bool)) and 0 <= bit <= 1 for bit in gate.table):
        raise MachineError(f"node {node}: a table holds the bits 0 and 1 only")
