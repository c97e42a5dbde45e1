"""`run --on descent`: the closed form has autograd's numbers, and both trace the machine."""

from __future__ import annotations

import random
from itertools import product
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest
import torch
from numba import njit

from tests.data import data_files, file_label
from tests.generators_descent import random_machine
from turingrad.constructions.descent import Descent, TapeDescent
from turingrad.constructions.descent.executors.closed_form import ClosedForm
from turingrad.constructions.descent.executors.kernel import HASH_FACTOR
from turingrad.constructions.descent.executors.tables import tables_of
from turingrad.constructions.descent.recipe import Recipe, make_recipe
from turingrad.constructions.drive import run
from turingrad.errors import CertificateError, MachineError
from turingrad.library import load
from turingrad.library.reading import read
from turingrad.machine.tape import TapeMachine
from turingrad.machine.tape import run as tape_run
from turingrad.machine.tape.kernel import transition_tables


@pytest.fixture(autouse=True)
def one_thread() -> None:
    torch.set_num_threads(1)


def machines(seed: str, count: int, **bounds: int) -> list[TapeMachine]:
    return [random_machine(random.Random(f"{seed} {number}"), **bounds) for number in range(count)]


@pytest.mark.parametrize("hat", ["directed", "paper"])
def test_the_closed_form_has_autograds_numbers_bit_for_bit(hat: str) -> None:
    """s, T, H, the loss and every entry of the gradient in s, at each step of shared runs."""
    for machine in machines(f"shared {hat}", 15, max_vertices=120):
        recipe = make_recipe(machine, hat=hat)
        network = TapeDescent(recipe, cells=64)
        descent, fast = Descent(network), ClosedForm(network, keep_losses=40)
        for _ in range(25):
            if descent.halted():
                break
            descent.optimizer.zero_grad()
            descent.loss.backward(retain_graph=True)
            assert network.s.grad is not None
            np.testing.assert_array_equal(network.s.grad.numpy(), fast.control_gradient().astype(np.float32))
            loss = float(descent.loss.detach())
            descent.advance()
            fast.advance(1)
            assert fast.kept[fast.recorded - 1] == loss
            np.testing.assert_array_equal(network.s.detach().numpy(), fast.control())
            shift = network.origin - fast.origin
            tape = np.full((64, *fast.T.shape[1:]), fast.codes[recipe.blank])
            tape[shift : shift + len(fast.T)] = fast.T
            np.testing.assert_array_equal(network.tapes().detach().numpy().transpose(2, 0, 1), tape)
            np.testing.assert_array_equal(network.H.detach().argmax(dim=1).numpy(), fast.heads + shift)
            np.testing.assert_array_equal(fast.head_variable().argmax(axis=1), fast.heads)
        assert descent.halted() == fast.halted()


@pytest.mark.parametrize(("hat", "encoding"), list(product(["directed", "paper"], ["bits", "onehot"])))
def test_the_gradient_from_the_tables_is_autograds_for_every_vertex_and_read(hat: str, encoding: str) -> None:
    """With one-hot s and H and codes in T, these pairs are all that can occur: a finite proof for the machine."""
    for machine in machines("pairs", 3, max_tapes=2, max_symbols=3, max_states=2, max_vertices=30):
        recipe = make_recipe(machine, hat=hat, encoding=encoding)  # type: ignore[arg-type]
        network = TapeDescent(recipe, cells=5)
        tables = tables_of(network)
        graph, codes = recipe.graph, torch.tensor(recipe.encoding.codes, dtype=torch.float32)
        for vertex, symbols in product(
            range(graph.vertices), product(range(len(machine.symbols)), repeat=machine.tapes)
        ):
            content = torch.full((machine.tapes, 5), recipe.blank)
            for tape, symbol in enumerate(symbols):
                content[tape, 2 + graph.move[vertex, tape]] = symbol
                if graph.move[vertex, tape] != 0:
                    content[tape, 2] = int(graph.read[vertex, tape])
            network.assign(vertex, content, torch.full((machine.tapes,), 2))
            network().backward()
            ahead = [
                codes[graph.write[vertex, tape] if graph.move[vertex, tape] == 0 else symbol].numpy()
                for tape, symbol in enumerate(symbols)
            ]
            assert network.s.grad is not None
            expected = tables.control_gradient(vertex, np.array(ahead, np.float64))
            np.testing.assert_array_equal(network.s.grad.numpy(), expected.astype(np.float32))


@pytest.mark.parametrize("executor", ["closed-form", "autograd"])
def test_runs_end_where_the_reference_ends(executor: str) -> None:
    for machine in machines("ends", 20, max_vertices=120):
        expected = tape_run.run(machine, max_steps=40)
        found = run(machine, on="descent", executor=executor, max_steps=40)
        assert found.configuration == expected.configuration
        assert (found.halted, found.stopped, found.network_steps) == (expected.halted, expected.stopped, expected.steps)


def test_a_guarded_run_takes_one_more_gradient_step() -> None:
    machine = machines("guard", 1)[0]
    found = run(machine, on="descent", max_steps=30, guard=True)
    assert found.network_steps == found.steps + 1
    assert found.configuration == tape_run.run(machine, max_steps=30).configuration


@pytest.mark.parametrize("path", data_files("machines"), ids=file_label)
def test_machine_files_run_to_their_halt(path: Path) -> None:
    machine = read(str(path))
    if not isinstance(machine, TapeMachine):
        pytest.fail(f"{path} is not a tape machine")
    expected = tape_run.run(machine, max_steps=20_000)
    found = run(machine, on="descent", max_steps=20_000)
    assert found.configuration == expected.configuration
    assert found.halted == expected.halted


def test_short_runs_use_autograd_and_long_ones_the_closed_form() -> None:
    assert run(load("busy-beaver-4"), on="descent").executor == "autograd"
    assert run(load("busy-beaver-5"), on="descent", max_steps=5_000).executor == "closed-form"


def test_the_losses_of_both_executors_agree() -> None:
    beaver = load("busy-beaver-4")
    slow, fast = (run(beaver, on="descent", executor=name) for name in ("autograd", "closed-form"))
    assert slow.details["losses"] == fast.details["losses"]
    assert len(slow.details["losses"]) == 108
    assert min(slow.details["losses"][:-1]) >= slow.details["c"] > slow.details["losses"][-1]


def test_a_run_replays_its_configurations() -> None:
    machine = machines("replay", 1)[0]
    found = run(machine, on="descent", executor="closed-form", max_steps=25)
    assert list(found.trace) == list(tape_run.trace(machine, max_steps=25))


def test_an_interrupted_chunk_is_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    beaver, steps = load("busy-beaver-4"), 0
    real = Descent.advance

    def advance(descent: Descent) -> None:
        nonlocal steps
        steps += 1
        if steps == 40:
            with torch.no_grad():
                descent.network.T.mul_(0)  # half of a step is done
            raise KeyboardInterrupt
        real(descent)

    monkeypatch.setattr(Descent, "advance", advance)
    found = run(beaver, on="descent", executor="autograd")
    assert found.stopped == "interrupt"
    assert found.configuration == tape_run.run(beaver, max_steps=found.steps).configuration


def test_a_b_that_cannot_read_is_refused() -> None:
    network = TapeDescent(make_recipe(load("busy-beaver-4"), b=0.5))
    with torch.no_grad():
        network.loss.terms[1] = 2 * 0.25**2  # 2 b^2 gamma for b = 1/4: what was read weighs too little
    with pytest.raises(CertificateError, match="do not separate the right successor"):
        ClosedForm(network)


def test_machines_other_than_tape_machines_are_refused() -> None:
    with pytest.raises(MachineError, match="a machine or a compiled network is needed"):
        run("palindrome", on="descent")


@njit(cache=True)
def reference_digest(
    next_row: npt.NDArray[np.int64],
    write: npt.NDArray[np.uint8],
    move: npt.NDArray[np.int8],
    cells: npt.NDArray[np.uint8],
    row: int,
    head: int,
    factor: np.uint64,
) -> tuple[np.uint64, int]:
    """The closed form's hash of (vertex, head), from a plain interpreter."""
    origin, digest, steps = head, np.uint64(0), 0
    while next_row[row + cells[head]] >= 0:
        entry = row + cells[head]
        digest = ((digest ^ np.uint64(entry)) * factor ^ np.uint64(head - origin)) * factor
        cells[head] = write[entry, 0]
        head += move[entry, 0]
        row = next_row[entry]
        steps += 1
    return digest, steps


def interpret_digest(machine: TapeMachine, cells: int) -> tuple[np.uint64, int]:
    next_row, write, move = transition_tables(machine)
    tape = np.full(cells, machine.symbols.index(machine.blank), np.uint8)
    start = machine.states.index(machine.start) * len(machine.symbols)
    digest, steps = reference_digest(next_row, write, move, tape, start, cells // 2, HASH_FACTOR)
    return digest, steps


def digest_run(recipe: Recipe) -> tuple[np.uint64, int]:
    stepper = ClosedForm(TapeDescent(recipe))
    while not stepper.halted():
        stepper.advance(1_000_000)
    return stepper.digest, stepper.steps


def test_every_vertex_and_head_of_a_run_is_the_interpreters() -> None:
    beaver = load("busy-beaver-4")
    assert isinstance(beaver, TapeMachine)
    assert digest_run(make_recipe(beaver)) == interpret_digest(beaver, 100)


@pytest.mark.slow
def test_busy_beaver_5_is_47176870_steps_of_gradient_descent() -> None:
    beaver = load("busy-beaver-5")
    assert isinstance(beaver, TapeMachine)
    digest, steps = digest_run(make_recipe(beaver))
    assert steps == 47_176_870
    assert (digest, steps) == interpret_digest(beaver, 100_000)


@pytest.mark.slow
@pytest.mark.parametrize("at", [1_234_567, 20_000_000, 47_176_770])
def test_autograd_windows_within_busy_beaver_5_agree_with_the_closed_form(at: int) -> None:
    """A hundred autograd steps from the closed form's parameters at a step in the middle, and at the end."""
    beaver = load("busy-beaver-5")
    assert isinstance(beaver, TapeMachine)
    recipe = make_recipe(beaver)
    fast = ClosedForm(TapeDescent(recipe))
    fast.advance(at)
    network = TapeDescent(recipe, cells=len(fast.T))
    network.origin = fast.origin
    content = recipe.encoding.symbols(fast.T.transpose(1, 0, 2), exact=True)
    network.assign(fast.vertex, torch.from_numpy(content), torch.from_numpy(fast.heads.copy()))
    descent = Descent(network)
    for _ in range(100):
        descent.advance()
    fast.advance(100)
    assert network.configuration(at + 100) == fast.configuration()


@pytest.mark.parametrize("hat", ["directed", "paper"])
@pytest.mark.parametrize("name", ["busy-beaver-4", "busy-beaver-5"])
def test_one_tape_has_a_kernel_of_its_own_with_the_same_numbers(name: str, hat: str) -> None:
    machine = load(name)
    assert isinstance(machine, TapeMachine)
    network = TapeDescent(make_recipe(machine, hat=hat))
    fast, general = ClosedForm(network), ClosedForm(network, keep_losses=20_000)
    assert fast.advance(20_000) == general.advance(20_000) == min(20_000, tape_run.run(machine, max_steps=20_000).steps)
    assert (fast.vertex, int(fast.digest), fast.heads.tolist()) == (
        general.vertex,
        int(general.digest),
        general.heads.tolist(),
    )
    assert np.array_equal(fast.T, general.T)


@pytest.mark.parametrize("exact", [True, False])
@pytest.mark.parametrize("hat", ["directed", "paper"])
def test_the_kernel_of_one_tape_passes_what_the_general_one_passes(hat: str, exact: bool) -> None:
    """In float32, and in float64 as for networks that are exact in that only."""
    for machine in machines("one tape", 8, max_tapes=1, max_vertices=120):
        network = TapeDescent(make_recipe(machine, hat=hat))
        general, own = ClosedForm(network, keep_losses=10_000), ClosedForm(network)
        assert {part.dtype for part in own.by_vertex[1:]} == {np.dtype(np.float32)}
        if not exact:
            moves, *numbers = own.by_vertex
            own.by_vertex = (moves, *(part.astype(np.float64) for part in numbers))
        for _ in range(3):
            assert general.advance(100) == own.advance(100)
            assert (general.vertex, general.digest) == (own.vertex, own.digest)
            np.testing.assert_array_equal(general.T, own.T)
