"""A grid learner as a Boolean circuit: samples and a test point in, the prediction out, polynomial in t, m and d.

The learner's grid (see `machine.grid.learner`) in gates: the cell of sample i and feature b is + where the number of -1
among y_i, x_i,b and x_b is even, an XOR of the three input bits; then the run is unrolled. Samples that are given are
constants: what is left is a circuit over x, the classifier that the learner outputs (section 2.1 of Goel et al.).
"""

from __future__ import annotations

import numpy.typing as npt

from turingrad._support.validation.arguments import validate_arguments
from turingrad.errors import InputError
from turingrad.machine.circuit import Circuit
from turingrad.machine.circuit.simplify import ONE, ZERO, Folding
from turingrad.machine.grid import GridMachine
from turingrad.machine.grid.learner import labelled_rows, require_learner
from turingrad.machine.lower.codes import symbol_codes
from turingrad.machine.lower.unroll_grid import Cell, GridUnroller, circuit_of, require_few_gates


@validate_arguments
def learner_circuit(
    machine: GridMachine,
    samples: int | tuple[npt.ArrayLike, npt.ArrayLike],
    features: int,
    steps: int,
    *,
    work: int | None = None,
) -> Circuit:
    """Unroll a grid learner's run into a circuit with inputs `X[i][b]`, `y[i]`, `x[b]` (1 for +1).

    Args:
        machine: The grid learner.
        samples: How many samples, or the samples as (X, y); the inputs are then the `x[b]` alone.
        features: Features per sample.
        steps: How many steps of the run.
        work: The number of blank columns; by default the machine's own.

    Returns:
        A circuit with outputs `y`, 1 for +1 and if there is no answer (the paper's default), and `answered`, 1 if the
        machine had halted with an answer.

    Example:
        >>> from turingrad.machine.lower import learner_circuit
        >>> made = learner_circuit(tg.library.load("last-label", form="grid"), ([[1], [1]], [1, -1]), 1, steps=6)
        >>> tg.evaluate(made, [[1]]).tolist()
        [[0, 1]]
    """
    require_learner(machine)
    if not isinstance(samples, int) and len(samples) != 2:
        raise InputError("samples are given as (X, y)")
    rows = None if isinstance(samples, int) else labelled_rows(*samples)
    m = samples if isinstance(samples, int) else len(samples[1])  # type: ignore[arg-type]
    if m < 1 or features < 1 or steps < 0:
        raise InputError(f"{m} samples of {features} features, {steps} steps: a data set has samples and features")
    if rows is not None and rows.shape[1] != features + 1:
        raise InputError(f"the samples have {rows.shape[1] - 1} features, not {features}")
    columns = features + 1 + (machine.work if work is None else work)
    require_few_gates(machine, steps, (m + 1) * columns)
    names = [f"x[{b}]" for b in range(features)]
    if rows is None:
        names += [f"X[{i}][{b}]" for i in range(m) for b in range(features)] + [f"y[{i}]" for i in range(m)]
    wires = Folding(len(names))
    place = {name: i for i, name in enumerate(names)}
    cells = blank_cells(machine, m + 1, columns)
    for i in range(m):
        label = place[f"y[{i}]"] if rows is None else ONE if rows[i, features] > 0 else ZERO
        cells[i, features] = sign_symbol_bits(machine, wires, label)
        for b in range(features):
            # `rows` holds y_i x_i,b; odd numbers of +1 among three signs multiply to +1.
            own = [label, place[f"X[{i}][{b}]"]] if rows is None else [ONE if rows[i, b] > 0 else ZERO, ONE]
            cells[i, b] = sign_symbol_bits(machine, wires, wires.fold("xor", [*own, b]))
    for b in range(features):
        cells[m, b] = sign_symbol_bits(machine, wires, b)
    cells[m, features] = sign_symbol_bits(machine, wires, ONE)
    run = GridUnroller(machine, wires, cells, (m, features))
    for _ in range(steps):
        if not run.running():
            break
        run.advance()
    accept, reject = run.in_states(machine.accept), run.in_states(machine.reject)
    outputs = {"y": wires.fold("not", [reject]), "answered": run.any((accept, reject))}
    return circuit_of(wires, names, outputs, machine)


def blank_cells(machine: GridMachine, rows: int, columns: int) -> dict[Cell, list[int]]:
    blank = [ONE if bit else ZERO for bit in symbol_codes(machine)[machine.blank]]
    return {(r, c): list(blank) for r in range(rows) for c in range(columns)}


def sign_symbol_bits(machine: GridMachine, wires: Folding, bit: int) -> list[int]:
    """The bits of the symbol + where `bit` is 1, of - elsewhere."""
    code = symbol_codes(machine)
    opposite = wires.fold("not", [bit])
    choice = {(0, 0): ZERO, (1, 1): ONE, (1, 0): bit, (0, 1): opposite}
    return [choice[plus, minus] for plus, minus in zip(code["+"], code["-"], strict=True)]
