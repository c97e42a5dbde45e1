"""The executors of the recurrent convolution give identical grids in every layer, and identical gradients."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import pytest
import torch

from tests.constructions.rcnn.machines import parity_small, parse_machine
from tests.data import data_files, file_label
from tests.generators_rcnn import Signs, all_points, network_holding, parity_data, wall_machine
from turingrad.check import compare
from turingrad.constructions.drive import learn, run
from turingrad.constructions.rcnn import RCNN, RecurrentConvolution, algorithm
from turingrad.constructions.rcnn.executors import closed_form
from turingrad.constructions.rcnn.executors.cell_grid import CellGrid
from turingrad.constructions.rcnn.executors.coordinates import coordinates
from turingrad.constructions.rcnn.executors.kernel import EXCLUSIVE, SETTLED
from turingrad.constructions.rcnn.executors.learning import EXECUTORS, sgd_steps
from turingrad.constructions.rcnn.executors.patches import PatchTable, machine_domain, patch_table
from turingrad.constructions.rcnn.executors.predicting import Predictor, coordinates_for, first_layers, table_for
from turingrad.errors import CertificateError, InputError, LimitError, MachineError
from turingrad.formats import read
from turingrad.library import load
from turingrad.machine.grid import run as grid_run
from turingrad.machine.grid.learner import predict
from turingrad.machine.tape import Rule, TapeMachine
from turingrad.machine.tape import run as tape_run

DTYPES = {"float32": torch.float32, "float64": torch.float64}


@pytest.fixture(autouse=True)
def one_thread() -> None:
    torch.set_num_threads(1)


def random_signs(rng: random.Random, *shape: int) -> Signs:
    return np.array([rng.choice((-1, 1)) for _ in range(int(np.prod(shape)))], np.int8).reshape(shape)


def assert_equal_grids(network: RCNN, point: Signs, layers: int) -> None:
    """Dense, event and table, layer by layer."""
    made = coordinates_for(network)
    first = first_layers(network, point[None])[0]
    grids = [CellGrid(made, first), CellGrid(made, first, table_for(network, made))]
    dense = torch.from_numpy(first).to(network.W.dtype).unsqueeze(0)
    for layer in range(layers):
        following = network.layer(dense)
        still = {grid.advance(1) == SETTLED for grid in grids}
        assert still == {torch.equal(following, dense)}, layer
        dense = following
        for grid in grids:
            assert np.array_equal(grid.cells, network.integers(dense[0])), layer
        if True in still:
            return


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.slow
def test_learners_networks_have_equal_grids_in_every_layer(dtype: str) -> None:
    rng = random.Random(23)
    with torch.no_grad():
        for _ in range(12):
            m, d = rng.randint(1, 3), rng.randint(1, 3)
            network = RCNN(wall_machine(rng), m, d, dtype=DTYPES[dtype])
            network_holding(network, random_signs(rng, m, d), random_signs(rng, m))
            assert_equal_grids(network, random_signs(rng, d), 150)


@pytest.mark.slow
@pytest.mark.parametrize("part", range(8))
def test_many_learners_networks_have_equal_grids_in_every_layer(part: int) -> None:
    rng = random.Random(500 + part)
    with torch.no_grad():
        for i in range(250):
            m, d = rng.randint(1, 3), rng.randint(1, 3)
            network = RCNN(wall_machine(rng), m, d, dtype=tuple(DTYPES.values())[i % 2])
            network_holding(network, random_signs(rng, m, d), random_signs(rng, m))
            assert_equal_grids(network, random_signs(rng, d), 150)


@pytest.mark.parametrize("dtype", DTYPES)
def test_training_gives_identical_gradients(dtype: str) -> None:
    X, y, _ = parity_data(9, 3, 4)
    networks = [RCNN(parity_small(), 4, 3, dtype=DTYPES[dtype]) for _ in range(3)]
    runs = [sgd_steps(n, X, y, training=t) for n, t in zip(networks, ("autograd", "event", "table"), strict=True)]
    for autograd, event, table in zip(*runs, strict=True):
        assert torch.equal(autograd.gradient, event.gradient)
        assert torch.equal(autograd.gradient, table.gradient)
        assert autograd.layers == event.layers == table.layers
        assert autograd.output == event.output == table.output == 0
    assert torch.equal(networks[0].W, networks[1].W)


def test_training_without_autograd_redoes_steps_with_it_and_refuses_a_difference(monkeypatch) -> None:
    X, y, _ = parity_data(9, 3, 4)
    network = RCNN(parity_small(), 4, 3)
    redone = [step.step for step in sgd_steps(network, X, y, training="event") if step.redone]
    assert redone == sorted(closed_form.steps_to_redo(network)) == [1, 2, 3, 4, 5]
    kernel = closed_form.pull_back

    def double(cells, width, gradient, before, *weights):
        kernel(cells, width, gradient, before, *weights)
        before *= 2

    monkeypatch.setattr(closed_form, "pull_back", double)
    with pytest.raises(CertificateError, match="SGD step 1: autograd's gradient of W is not the closed form's"):
        list(sgd_steps(network, X, y, training="event"))


def test_large_networks_train_without_autograd_unless_it_is_asked_for(monkeypatch) -> None:
    X, y, _ = parity_data(9, 3, 4)
    small = learn(parity_small(), X, y, all_points(3), on="rcnn")
    assert (small.details["training"], small.details["redone_by_autograd"]) == ("autograd", 0)
    monkeypatch.setattr(algorithm, "KEPT_BYTES", 1000)
    large = learn(parity_small(), X, y, all_points(3), on="rcnn")
    assert (large.details["training"], large.details["redone_by_autograd"]) == ("event", 5)
    asked = learn(parity_small(), X, y, all_points(3), on="rcnn", checkpoint=True)
    assert (asked.details["training"], asked.details["checkpointed"]) == ("autograd", True)
    assert small.predictions.tolist() == large.predictions.tolist() == asked.predictions.tolist()


@pytest.mark.parametrize("executor", EXECUTORS)
@pytest.mark.parametrize("dtype", DTYPES)
def test_random_machines_on_any_alphabet_end_like_the_reference(executor: str, dtype: str) -> None:
    rng = random.Random(31)
    for _ in range(12):
        symbols = tuple("abcdef"[: rng.randint(2, 6)])
        machine = wall_machine(rng, symbols=symbols)
        grid = [[rng.choice(symbols) for _ in range(4)] for _ in range(3)]
        expected = grid_run.run(machine, grid, max_steps=150)
        found = run(machine, grid, on="rcnn", executor=executor, max_steps=150, dtype=dtype)
        assert found.configuration == expected.configuration
        assert (found.halted, found.stopped) == (expected.halted, expected.stopped)


@pytest.mark.parametrize("path", data_files("machines"), ids=file_label)
def test_machine_files_run_to_their_halt(path: Path) -> None:
    machine = read(path)
    if not isinstance(machine, TapeMachine) or machine.tapes != 1:
        with pytest.raises(MachineError, match="tape"):
            run(machine, None, on="rcnn")
        return
    expected = tape_run.run(machine, max_steps=20_000)
    for executor in ("event", "table"):
        found = run(machine, None, on="rcnn", executor=executor, max_steps=20_000)
        assert found.configuration == expected.configuration
        assert found.halted == expected.halted


@pytest.mark.parametrize("executor", EXECUTORS)
def test_a_trace_replays_the_run(executor: str) -> None:
    machine = load("busy-beaver-4")
    found = run(machine, "", on="rcnn", executor=executor)
    report = compare(tape_run.trace(machine, ""), found.trace)
    assert (report.steps, report.ok, found.steps, found.network_steps) == (107, True, 107, 107)


@pytest.mark.parametrize("executor", EXECUTORS)
def test_limits_end_a_run_with_what_was_computed(executor: str) -> None:
    found = run(load("busy-beaver-5"), "", on="rcnn", executor=executor, max_steps=500)
    assert (found.steps, found.halted, found.stopped) == (500, False, "steps")
    assert found.configuration == tape_run.run(load("busy-beaver-5"), "", max_steps=500).configuration


def test_a_time_limit_ends_a_run() -> None:
    found = run(load("busy-beaver-5"), "", on="rcnn", max_steps=None, max_seconds=0.3)
    assert found.stopped == "seconds"
    assert found.steps > 0


def test_an_idle_loop_steps_to_the_limit_without_halting() -> None:
    machine = TapeMachine(("A",), ("0", "1"), "0", "A", (Rule("A", ("0",), ("0",), (0,), "A"),))
    for executor in EXECUTORS:
        found = run(machine, "", on="rcnn", executor=executor, max_steps=70)
        assert (found.steps, found.halted, found.stopped) == (70, False, "steps")


def test_a_machine_that_cannot_step_is_halted_at_once() -> None:
    machine = TapeMachine(("A",), ("0", "1"), "0", "A", ())
    found = run(machine, "1", on="rcnn")
    assert (found.steps, found.halted) == (0, True)


@pytest.mark.slow
@pytest.mark.parametrize("executor", ["event", "table"])
def test_busy_beaver_5_runs_to_its_halt(executor: str) -> None:
    found = run(load("busy-beaver-5"), "", on="rcnn", executor=executor, max_steps=None)
    assert (found.steps, found.halted) == (47_176_870, True)
    assert found.configuration.tapes[0].symbols.count("1") == 4098


def test_progress_counts_layers() -> None:
    reported: list[tuple[str, int, int | None]] = []
    run(load("busy-beaver-5"), "", on="rcnn", max_steps=5000, progress=lambda *given: reported.append(given))
    assert reported[-1] == ("layers", 5000, 5000)


def test_the_table_is_filled_for_every_patch_of_a_machine() -> None:
    network = RecurrentConvolution(wall_machine(random.Random(4), symbols=tuple("abcd")))
    made = coordinates(network.weights)
    table = patch_table(made, network.local, torch.float32, machine_domain(made))
    assert table.filled == (table.entries >= 0).sum() >= made.padding
    rng = np.random.default_rng(0)
    for _ in range(200):  # any patch with at most one head has its entry
        patch = rng.integers(0, network.weights.plain, 5)
        patch[rng.integers(0, 5)] = rng.integers(0, made.padding)
        patch[1:][rng.random(4) < 0.2] = made.padding
        index = int(table.offsets[np.arange(5), patch].sum()) & (EXCLUSIVE - 1)
        assert table.entries[index] >= 0


def test_a_patch_missing_from_the_table_stops_the_run() -> None:
    network = RecurrentConvolution(load("busy-beaver-3"))
    made = coordinates(network.weights)
    table = patch_table(made, network.local, torch.float32, machine_domain(made))
    empty = PatchTable(np.full_like(table.entries, -1), table.offsets, 0)
    with pytest.raises(CertificateError, match="has a neighbourhood that cannot occur"):
        CellGrid(made, network.encode("")[0], empty).advance(5)


def test_two_heads_stop_a_run_through_the_table() -> None:
    machine = wall_machine(random.Random(4), symbols=tuple("abc"))
    network = RecurrentConvolution(machine)
    made = coordinates(network.weights)
    table = patch_table(made, network.local, torch.float32, machine_domain(made))
    heads = network.codes.values[network.weights.heads :]
    crowd = np.array([heads[:3], heads[1:4], heads[2:5]])
    with pytest.raises(CertificateError, match="cannot occur"):
        CellGrid(made, crowd, table).advance(3)


def test_a_grid_without_the_work_columns_that_the_machine_wants_is_refused() -> None:
    machine = parse_machine("A -0+:R>A #:H+", work=3)
    with pytest.raises(InputError, match="the machine wants 3 work columns"):
        run(machine, ["+-", "++"], on="rcnn")


# ---- learning ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("executor", ["event", "table"])
@pytest.mark.parametrize("training", ["autograd", "event", "table"])
def test_learning_predicts_like_the_machine(executor: str, training: str) -> None:
    X, y, _ = parity_data(12, 4, 6)
    result = learn(parity_small(), X, y, all_points(4), on="rcnn", executor=executor, training=training)
    assert result.predictions.tolist() == predict(parity_small(), X, y, all_points(4)).tolist()
    assert (result.sgd_steps, result.on, result.executor) == (7, "rcnn", executor)
    assert result.details["training"] == training


def test_dense_predictions_are_batched_and_equal() -> None:
    X, y, _ = parity_data(2, 2, 1)
    result = learn(parity_small(), X, y, all_points(2), on="rcnn", executor="dense")
    assert result.predictions.tolist() == predict(parity_small(), X, y, all_points(2)).tolist()


def test_paper_units_predict_like_the_machine() -> None:
    X, y, _ = parity_data(2, 2, 1)
    result = learn(parity_small(), X, y, all_points(2), on="rcnn", units="paper", dtype="float64")
    assert result.predictions.tolist() == predict(parity_small(), X, y, all_points(2)).tolist()


def test_a_stuck_learner_predicts_zero() -> None:
    machine = parse_machine(
        "A +0:L>A -:R>A #:H+"
    )  # no rule for a wall met from the right is missing; '-' at the end bounces
    stuck = parse_machine("A +0:L>A #:H+")
    X, y = np.array([[1, 1]], np.int8), np.array([1], np.int8)
    points = np.array([[1, -1], [1, 1]], np.int8)
    assert learn(stuck, X, y, points, on="rcnn").predictions.tolist() == [0, 1]
    assert predict(stuck, X, y, points).tolist() == [0, 1]
    assert learn(machine, X, y, points[1:], on="rcnn").predictions.tolist() == [1]


def test_a_step_limit_names_the_point_and_the_steps() -> None:
    X, y, _ = parity_data(2, 3, 3)
    with pytest.raises(LimitError, match=r"L = 52 layers are too few: on x = [+-]{3} the machine .* after 50 steps"):
        learn(parity_small(), X, y, all_points(3), on="rcnn", max_steps=50)


@pytest.mark.parametrize("executor", EXECUTORS)
def test_a_depth_that_is_too_small_names_the_point(executor: str) -> None:
    X, y, _ = parity_data(2, 2, 2)
    with pytest.raises(LimitError, match="L = 20 layers are too few"):
        learn(parity_small(), X, y, all_points(2), on="rcnn", depth=20, executor=executor)


def test_a_tight_depth_is_enough() -> None:
    X, y, _ = parity_data(2, 2, 2)
    free = learn(parity_small(), X, y, all_points(2), on="rcnn")
    tight = learn(parity_small(), X, y, all_points(2), on="rcnn", depth=free.details["deepest"] + 1)
    assert tight.predictions.tolist() == free.predictions.tolist()


@pytest.mark.parametrize(
    ("X", "y", "options", "message"),
    [
        ([[0, 1]], [1], {}, "features must be -1 or"),
        ([[1, 1]], [2], {}, "labels must be -1 or"),
        ([[1, 1]], [1], {"training": "magic"}, "training must be one of"),
        ([[1, 1]], [1], {"executor": "gpu"}, "no executor 'gpu'"),
        ([[1, 1]], [1], {"depth": 1}, "L = 1 layers are too few"),
    ],
)
def test_bad_data_and_options_are_refused(X: object, y: object, options: dict[str, object], message: str) -> None:
    with pytest.raises(InputError, match=message):
        learn(parity_small(), X, y, [[1, 1]], on="rcnn", **options)


def test_a_large_learner_is_run_in_float64_by_itself() -> None:
    states = [f"s{i}" for i in range(60)]
    chain = "\n".join(
        f"{q} -0+:U>{states[min(i + 1, 59)]} #:U>{states[min(i + 1, 59)]}" for i, q in enumerate(states[:-1])
    )
    machine = parse_machine(chain + "\ns59 -0+:H+ #:H+")
    X, y = np.array([[1]], np.int8), np.array([1], np.int8)
    result = learn(machine, X, y, X, on="rcnn")
    assert result.predictions.tolist() == [1]
    assert result.details["dtype"] == "float64"


def test_an_interrupt_keeps_what_was_predicted() -> None:
    X, y, _ = parity_data(2, 3, 3)

    def interrupt(label: str, done: int, _total: int | None) -> None:
        if label == "predictions" and done == 3:
            raise KeyboardInterrupt

    result = learn(parity_small(), X, y, all_points(3), on="rcnn", progress=interrupt)
    assert result.details["interrupted"]
    assert result.predictions[:3].tolist() == predict(parity_small(), X, y, all_points(3))[:3].tolist()


def test_threads_do_not_change_the_predictions() -> None:
    X, y, _ = parity_data(21, 4, 6)
    network = network_holding(RCNN(parity_small(), 6, 4), X, y)
    found = [
        [p.answer for p in Predictor(network, "event", max_layers=10**6, threads=t).predictions(all_points(4))]
        for t in (1, 3)
    ]
    assert found[0] == found[1]


@pytest.mark.parametrize("executor", ["event", "table"])
@pytest.mark.parametrize("limit", [{"max_steps": 1 << 63}, {"depth": 1 << 63}, {"max_steps": 1 << 70}])
def test_a_limit_that_no_machine_number_holds_limits_nothing(limit: dict[str, int], executor: str) -> None:
    X, y, _ = parity_data(0, 2, 3)
    found = learn(parity_small(), X, y, all_points(2), on="rcnn", executor=executor, **limit)
    assert np.array_equal(found.predictions, predict(parity_small(), X, y, all_points(2)))
