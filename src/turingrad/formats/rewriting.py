"""Smaller circuits by logic rewriting, with aigverse (the extra `circuits`): cuts, refactoring, resubstitution.

A circuit goes to aigverse and comes back as AIGER. What comes back is proven equal by SAT, and taken where it has fewer
two-input gates (an XOR found again counts as one); otherwise the circuit stays as it is.
"""

from __future__ import annotations

import tempfile
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import Any, TypeVar

from turingrad.errors import InputError, MachineError
from turingrad.formats.aiger import read_aiger, write_aiger
from turingrad.machine.circuit import Circuit
from turingrad.machine.circuit.and_inverter import and_inverter_graph
from turingrad.machine.circuit.simplify import simplify
from turingrad.machine.kinds import describe_machine
from turingrad.machine.learner import Learner

ROUNDS = 4
MAX_GATES = 200_000
Rewritable = TypeVar("Rewritable", Circuit, Learner)


def gate_count(circuit: Circuit) -> int:
    """The number of two-input ANDs and XORs; negations are not counted."""
    return len(and_inverter_graph(simplify(circuit), xor_gates=True).left)


def rewrite(machine: Rewritable) -> Rewritable:
    """Rewrite a circuit, or the circuits of a learner, with no more gates; SAT proves that they stay equal.

    Args:
        machine: A circuit or a learner. The extra `circuits` must be installed.

    Returns:
        A machine of the same kind, with at most as many gates.

    Raises:
        InputError: The extra `circuits` is not installed.

    Example:
        >>> circuit = tg.library.load("multiplier-3")
        >>> len(tg.rewrite(circuit).gates) <= len(circuit.gates)
        True
    """
    if isinstance(machine, Learner):
        parts = {name: getattr(machine, name) for name in ("predict", "update", "done")}
        return replace(machine, **{name: rewrite(part) for name, part in parts.items() if part is not None})
    if not isinstance(machine, Circuit):
        raise InputError(
            f"only circuits and learners made of circuits can be rewritten, not {describe_machine(machine)}"
        )
    found = rewrite_circuit(machine)
    if gate_count(found) >= gate_count(machine):
        return machine
    return replace(machine, gates=found.gates, outputs=found.outputs)


def rewrite_circuit(circuit: Circuit) -> Circuit:
    algorithms, files = tools()
    count = gate_count(circuit)
    if count > MAX_GATES:
        raise InputError(f"a circuit of {count:,} gates is not rewritten; at most {MAX_GATES:,} are")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "circuit.aig"
        path.write_bytes(write_aiger(circuit))
        before = files.read_aiger_into_aig(path)
        after = optimise(before, algorithms)
        if algorithms.equivalence_checking(before, after) is not True:
            raise MachineError("the rewritten circuit is not proven equal to the circuit: it is not used")
        files.write_aiger(after, path)
        read = read_aiger(path.read_bytes(), "rewritten")
    assert isinstance(read, Circuit)
    outputs = tuple((name, node) for name, (_, node) in zip(circuit.output_names, read.outputs, strict=True))
    return replace(read, inputs=circuit.inputs, outputs=outputs)


def optimise(graph: Any, algorithms: ModuleType) -> Any:
    """Rounds of rewriting as long as they save a gate."""
    for _ in range(ROUNDS):
        size = graph.num_gates
        for verb in (algorithms.aig_cut_rewriting, algorithms.sop_refactoring, algorithms.aig_resubstitution):
            graph = algorithms.cleanup_dangling(verb(graph))
        if graph.num_gates >= size:
            break
    return graph


def tools() -> tuple[ModuleType, ModuleType]:
    """aigverse, or one line that says how to get it."""
    try:
        from aigverse import algorithms, io
    except ImportError:
        raise InputError("rewriting needs aigverse: pip install 'turingrad[circuits]'") from None
    return algorithms, io
