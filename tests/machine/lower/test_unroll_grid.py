"""The unrolled run of a grid machine: the reference's last configuration, from a circuit of polynomial size."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.generators_grid import grid_machines, grids, heads
from turingrad.errors import InputError, LimitError
from turingrad.library import load_learner
from turingrad.machine.circuit.run import evaluate
from turingrad.machine.grid.learner import predict
from turingrad.machine.grid.run import run
from turingrad.machine.lower import learner_circuit, unrolling


@given(data=st.data())
@settings(deadline=None, max_examples=60)
def test_the_circuit_ends_in_the_configuration_of_the_reference(data: st.DataObject) -> None:
    machine = data.draw(grid_machines())
    grid = data.draw(grids())
    head = data.draw(heads(grid))
    steps = data.draw(st.integers(0, 12))
    unrolled = unrolling(machine, steps, (len(grid), len(grid[0])), head)
    (bits,) = evaluate(unrolled.circuit, [unrolled.encode_input(grid)], executor="python")
    last = run(machine, grid, head, max_steps=steps, executor="python")
    assert unrolled.decode(bits.tolist()) == last.configuration
    value = dict(zip(unrolled.circuit.output_names, bits.tolist(), strict=True))
    assert value["halted"] == last.halted
    assert value["accept"] - value["reject"] == machine.answer(last.configuration.state)


@pytest.mark.slow
def test_the_size_grows_with_time_times_cells_not_with_the_number_of_inputs() -> None:
    machine = load_learner("parity-small", form="grid")
    gates = {
        (steps, columns): len(unrolling(machine, steps, (3, columns)).circuit.gates)
        for steps, columns in ((100, 3), (200, 3), (200, 6))
    }
    assert gates[200, 3] < 2.5 * gates[100, 3]
    assert gates[200, 6] < 2.5 * gates[200, 3]  # 9 cells of three symbols more: 3^9 times the inputs


def test_a_grid_of_another_size_is_refused() -> None:
    machine = load_learner("last-label", form="grid")
    with pytest.raises(InputError, match="unrolled for"):
        unrolling(machine, 2, (2, 3)).encode_input(["+0"])


@pytest.mark.parametrize(("steps", "size"), [(-1, (2, 2)), (1, (0, 2)), (1, (2, 0))])
def test_sizes_that_make_no_sense_are_refused(steps: int, size: tuple[int, int]) -> None:
    with pytest.raises(InputError):
        unrolling(load_learner("last-label", form="grid"), steps, size)


def test_a_circuit_that_would_be_too_large_is_refused() -> None:
    with pytest.raises(LimitError, match="gates"):
        unrolling(load_learner("hebb", form="grid"), 10**9, (100, 100))


def test_a_learner_is_a_circuit_over_its_samples_and_the_test_point() -> None:
    machine = load_learner("nearest-neighbour", form="grid")
    rng = np.random.default_rng(3)
    signs = np.array([-1, 1], np.int8)
    steps = 80
    circuit = learner_circuit(machine, 2, 3, steps)
    whole = ((rng.choice(signs, (2, 3)), rng.choice(signs, 2), rng.choice(signs, 3)) for _ in range(40))
    for X, y, x in whole:
        named = {f"x[{b}]": x[b] for b in range(3)} | {f"y[{i}]": y[i] for i in range(2)}
        named |= {f"X[{i}][{b}]": X[i, b] for i in range(2) for b in range(3)}
        (bits,) = evaluate(circuit, [[(int(named[name]) + 1) // 2 for name in circuit.inputs]], executor="python")
        assert bits.tolist() == [(int(predict(machine, X, y, x[None])[0]) + 1) // 2, 1]


def test_without_an_answer_in_time_the_circuit_says_so_and_predicts_plus_one() -> None:
    circuit = learner_circuit(load_learner("parity-small", form="grid"), (np.ones((2, 2)), np.ones(2)), 2, steps=3)
    (bits,) = evaluate(circuit, [[0, 0]], executor="python")
    assert dict(zip(circuit.output_names, bits.tolist(), strict=True)) == {"y": 1, "answered": 0}
