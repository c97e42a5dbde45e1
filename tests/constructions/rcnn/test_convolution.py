"""The recurrent convolution alone: any alphabet, grids and one-row tapes, in lockstep with the reference."""

from __future__ import annotations

import random

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.generators import inputs_for, tape_machines
from tests.generators_rcnn import wall_machine
from turingrad.check import lockstep
from turingrad.constructions import compile as compile_to
from turingrad.constructions.rcnn import RecurrentConvolution
from turingrad.errors import CertificateError, InputError, LimitError, MachineError
from turingrad.machine.tape import Rule, TapeMachine


def runner(symbols: tuple[str, ...] = ("0", "1")) -> TapeMachine:
    """Runs to the right for ever, writing 1."""
    rules = tuple(Rule("A", (s,), ("1",), (1,), "A") for s in symbols)
    return TapeMachine(("A",), symbols, "0", "A", rules)


@settings(max_examples=40)
@given(st.data())
def test_tape_machines_in_lockstep(data: st.DataObject) -> None:
    machine = data.draw(tape_machines())
    network = RecurrentConvolution(machine)
    report = lockstep(network, data.draw(inputs_for(machine)), 60)
    assert report.ok, report


@pytest.mark.parametrize("dtype", [torch.float32, torch.float64])
def test_grid_machines_with_other_alphabets_in_lockstep(dtype: torch.dtype) -> None:
    rng = random.Random(8)
    for _ in range(30):
        symbols = tuple("abcde"[: rng.randint(2, 5)])
        machine = wall_machine(rng, symbols=symbols)
        grid = [
            [rng.choice(symbols) for _ in range(rng.randint(3, 3) + machine.work)] for _ in range(rng.randint(1, 3))
        ]
        report = lockstep(compile_to(machine, to="rcnn", dtype=dtype), grid, 100)
        assert report.ok, report


def test_a_row_grows_and_never_touches_a_wall() -> None:
    report = lockstep(RecurrentConvolution(runner()), "", 200)
    assert (report.steps, report.ok) == (200, True)


def test_several_tapes_are_refused() -> None:
    machine = TapeMachine(("A",), ("0", "1"), "0", "A", (), tapes=2)
    with pytest.raises(MachineError, match="one tape; this one has 2"):
        RecurrentConvolution(machine)


def test_other_machines_are_refused() -> None:
    with pytest.raises(MachineError, match="not a str"):
        RecurrentConvolution("BB5")


def test_a_machine_with_too_many_cell_values_is_refused() -> None:
    symbols = tuple(f"s{i}" for i in range(5000))
    with pytest.raises(LimitError, match=r"5000 symbols and 2 states .* make 15,000 cell values") as caught:
        RecurrentConvolution(TapeMachine(("q", "r"), symbols, "s0", "q", (Rule("q", ("s0",), ("s1",), (1,), "r"),) * 1))
    assert "at most" in str(caught.value)


def test_a_dtype_in_which_the_codes_are_not_exact_is_refused() -> None:
    with pytest.raises(CertificateError, match="not exact in bfloat16"):
        RecurrentConvolution(runner(tuple("0123456789")), dtype=torch.bfloat16)


def test_decode_refuses_what_is_no_layer() -> None:
    network = RecurrentConvolution(runner())
    with pytest.raises(InputError, match="no cell carries a head"):
        network.decode(torch.zeros(1, 4), 0)
    for value in (1.0, 0.5, float("nan"), float("inf")):
        with pytest.raises(InputError, match="is not a cell value"):
            network.decode(torch.full((1, 4), value), 0)


def test_forward_takes_the_given_number_of_layers() -> None:
    network = RecurrentConvolution(runner())
    cells, origin = network.encode("")
    grid = network(torch.from_numpy(cells).float().unsqueeze(0), 5)
    assert network.decode(grid[0], 5, origin).heads == (5,)


def test_a_network_without_its_matrices_computes_no_layer() -> None:
    network = compile_to(runner(), to="rcnn", dense=False)
    for ask in (lambda: network(torch.zeros(1, 1, 8), 3), network.plain):
        with pytest.raises(InputError, match="dense=False"):
            ask()
