"""The tape loss as the paper prints it loses the trace, each correction is needed; and what our extensions need."""

from __future__ import annotations

import random

import pytest
import torch
from torch import Tensor, nn

from tests.generators_descent import random_machine
from turingrad.check import lockstep
from turingrad.constructions.descent import TapeDescent, compile_network
from turingrad.constructions.descent.recipe import make_recipe
from turingrad.constructions.descent.tape_loss import TapeLoss
from turingrad.errors import TuringradError
from turingrad.machine.tape import STAY, Rule, TapeMachine


def networks(count: int = 15) -> list[TapeDescent]:
    found = [
        compile_network(random_machine(random.Random(f"errata {n}"), max_tapes=2, max_symbols=3)) for n in range(count)
    ]
    return [network for network in found if isinstance(network, TapeDescent)]


def in_lockstep(network: TapeDescent) -> bool:
    try:
        return lockstep(network, None, 30).ok
    except TuringradError:  # the parameters decode to no configuration at all
        return False


def test_the_corrected_loss_traces() -> None:
    assert all(in_lockstep(network) for network in networks())


def test_the_printed_shift_moves_heads_the_wrong_way(monkeypatch: pytest.MonkeyPatch) -> None:
    """[S(e) H]_i = h_{i + delta_3} moves the head by -delta_3."""
    correct = TapeLoss.shift_heads
    monkeypatch.setattr(TapeLoss, "shift_heads", staticmethod(lambda moves, H: correct(moves.flip(1), H)))
    assert not all(in_lockstep(network) for network in networks())


def test_the_printed_write_term_writes_the_current_symbol_back(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first term of (21) has T_down x, the current symbol, where it must be the next one."""
    correct = TapeLoss.outlooks
    monkeypatch.setattr(TapeLoss, "outlooks", lambda loss, s: (loss.symbols_of(s), correct(loss, s)[1]))
    assert not all(in_lockstep(network) for network in networks())


def test_the_printed_move_term_keeps_no_positions() -> None:
    """diag(S(x) H) - H in the third term: a diagonal of a (cells, tapes) array has at most `tapes` numbers."""
    H = torch.eye(7)[[3, 5]].T  # (cells, tapes)
    moved = H.roll(1, dims=0)
    assert torch.diagonal(moved).shape != H.shape
    assert torch.equal(torch.diagonal(moved), torch.diagonal(H))  # nothing there to tell the move


def staying_machine() -> TapeMachine:
    """Writes 1 and stays, then halts on 1: it must see what it has just written."""
    rules = (Rule("a", ("_",), ("1",), (STAY,), "b"), Rule("b", ("_",), ("_",), (1,), "b"))
    return TapeMachine(("a", "b"), ("_", "1"), "_", "a", rules)


def test_stay_moves_need_the_tape_after_the_write(monkeypatch: pytest.MonkeyPatch) -> None:
    """The paper's machines always move, and (21) is right for them; stay moves are an extension."""
    network = compile_network(staying_machine())
    assert lockstep(network, None, 5).ok
    monkeypatch.setattr(TapeLoss, "stays", staticmethod(lambda H, moved: torch.zeros(len(H), 1)))  # noqa: ARG005
    assert not lockstep(network, None, 5).ok


def test_without_a_guard_the_initial_vertex_depends_on_the_data() -> None:
    machine = random_machine(random.Random("guard"), max_tapes=1)
    plain, guarded = make_recipe(machine), make_recipe(machine, guard=True)
    inputs = [(symbol,) for symbol in machine.symbols]
    assert len({plain.start(plain.contents([row])) for row in inputs}) == len(machine.symbols)
    assert len({guarded.start(guarded.contents([row])) for row in inputs}) == 1


def test_a_difference_of_relus_does_not_saturate_exactly() -> None:
    """Of the two ways to make a cutoff from two ReLUs one rounds and one does not: why ours are nested."""
    t = torch.tensor([1e7, 3e7, 7.77e8])
    side_by_side = nn.functional.relu(3 * t - 1) - nn.functional.relu(3 * t - 2)
    nested = 1 - nn.functional.relu(1 - nn.functional.relu(3 * t - 1))
    assert not torch.equal(side_by_side, torch.ones(3))
    assert torch.equal(nested, torch.ones(3))


@pytest.mark.parametrize("symbols", [3, 4])
def test_one_number_a_cell_cannot_tell_more_than_two_symbols_apart(symbols: int) -> None:
    """The read term's gradient b^2 (t - r) t' is linear in t': a middle value is never the strict minimum."""
    values = torch.linspace(-1, 1, symbols)
    current, middle = values[0], values[1]
    entries: Tensor = (current - middle) * values
    assert int(entries.argmin()) != 1
