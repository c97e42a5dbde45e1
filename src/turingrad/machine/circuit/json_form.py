"""Circuits as JSON objects and back."""

from __future__ import annotations

from typing import Any

from turingrad.machine.circuit import Circuit, Gate
from turingrad.machine.json_values import BadValueError, Object, Path, json_type, whole_text, whole_texts, words_of


def from_object(value: Object, path: Path = ()) -> Circuit:
    """The circuit of an object that fits the schema; `path` leads to it inside of a learner."""
    inputs, gates = tuple(value["inputs"]), []
    for k, gate in enumerate(value["gates"]):
        at = (*path, "gates", k, "inputs")
        nodes = tuple(earlier_node(node, (*at, i), len(inputs) + k - 1) for i, node in enumerate(gate["inputs"]))
        gates.append(Gate(gate["kind"], nodes, tuple(map(int, gate["table"])) if "table" in gate else None))
    outputs = []
    for k, output in enumerate(value["outputs"]):
        node = earlier_node(output["node"], (*path, "outputs", k, "node"), len(inputs) + len(gates) - 1)
        outputs.append((whole_text(output["name"], (*path, "outputs", k, "name")), node))
    return Circuit(whole_texts(inputs, (*path, "inputs")), tuple(gates), tuple(outputs), **words_of(value, path))


def earlier_node(value: Any, path: Path, last: int) -> int:
    if last < 0:
        raise BadValueError(path, "there is no node yet", "an input or an earlier gate")
    if value > last:
        raise BadValueError(path, f"{json_type(value)} out of place", f"a whole number from 0 to {last}")
    return int(value)


def to_object(circuit: Circuit) -> dict[str, Any]:
    """The way back, without name and doc."""
    gates = [
        {"kind": gate.kind, "inputs": list(gate.inputs)}
        | ({} if gate.table is None else {"table": "".join(map(str, gate.table))})
        for gate in circuit.gates
    ]
    outputs = [{"name": name, "node": node} for name, node in circuit.outputs]
    return {"inputs": list(circuit.inputs), "gates": gates, "outputs": outputs}
