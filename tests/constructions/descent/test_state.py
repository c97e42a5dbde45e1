"""Trained networks save and load; what cannot be restored, and a head that is lost, are errors."""

from __future__ import annotations

from dataclasses import replace

import pytest
import torch
from torch import Tensor, nn

from tests.constructions.descent.memoriser import Constant, copier, memoriser
from turingrad.check import lockstep
from turingrad.constructions.descent import TapeDescent, compile_network, fit
from turingrad.constructions.descent.executors import extended_network
from turingrad.constructions.descent.fitting import check_primary
from turingrad.constructions.descent.primary import bound_of
from turingrad.errors import CertificateError, InputError, LimitError
from turingrad.library import load
from turingrad.library.trainers.trainers import BY_NAME
from turingrad.machine.tape import Rule, TapeMachine

X = torch.zeros(3, 1)
Y = torch.tensor([[1.5], [0.0], [-2.0]])


def train_network() -> tuple[torch.nn.Module, dict[str, Tensor]]:
    network = memoriser()
    fit(network, X, Y)
    return network, {name: value.clone() for name, value in network.state_dict().items()}


def test_a_trained_network_comes_back_whole() -> None:
    network, state = train_network()
    other = memoriser()
    other.load_state_dict(state)
    assert torch.equal(other(X), network(X))
    assert torch.equal(other(X), Y)
    assert other.tracer.origin == network.tracer.origin
    assert other.tracer.configuration(0) == network.tracer.configuration(0)


def test_a_network_in_training_goes_on_where_it_was_saved() -> None:
    network = memoriser()
    network.reset(30)
    optimizer = network.optimizer()
    for _ in range(9):
        step(network, optimizer)
    other = memoriser()
    held = other.optimizer()  # made before the load: it stays valid
    other.load_state_dict(network.state_dict())
    while not other.halted:
        step(other, held)
    assert torch.equal(other(X), Y)


def step(network: nn.Module, optimizer: torch.optim.Optimizer) -> None:
    optimizer.zero_grad()
    (0.5 * (network(X) - Y).square().sum()).backward()
    optimizer.step()


@pytest.mark.parametrize("missing", ["tracer.origin_cell", "tracer.T", "belongs", "z", "tracer.fixed_tapes"])
def test_a_state_without_a_part_is_refused_and_changes_nothing(missing: str) -> None:
    _, state = train_network()
    del state[missing]
    other = memoriser()
    before = {name: value.clone() for name, value in other.state_dict().items()}
    with pytest.raises(InputError, match=f"has no '{missing}'"):
        other.load_state_dict(state, strict=False)
    assert all(torch.equal(value, before[name]) for name, value in other.state_dict().items())


def test_the_state_of_another_machine_is_refused() -> None:
    state = compile_network(load("busy-beaver-3")).state_dict()
    with pytest.raises(InputError, match="belongs to another machine, hat, encoding or constant"):
        compile_network(load("busy-beaver-4")).load_state_dict(state)


def test_the_state_of_another_primary_is_refused() -> None:
    _, state = train_network()
    with pytest.raises(InputError, match="belongs to another primary network"):
        memoriser(epsilon=0.25).load_state_dict(state)


def test_changed_weights_of_the_loss_are_refused() -> None:
    network = compile_network(load("busy-beaver-3"))
    state = {name: value.clone() for name, value in network.state_dict().items()}
    state["loss.down"][0] *= -1
    with pytest.raises(InputError, match=r"weights loss\.down are not this network's"):
        network.load_state_dict(state)


def bouncing_machine() -> TapeMachine:
    return TapeMachine(("go",), ("_", "1"), "_", "go", tuple(Rule("go", (a,), ("1",), (1,), "go") for a in "_1"))


def test_a_loop_of_ones_own_raises_before_a_head_leaves_the_tape() -> None:
    network = compile_network(bouncing_machine(), cells=8)
    assert isinstance(network, TapeDescent)
    optimizer = network.optimizer()
    for _ in range(3):
        optimizer.zero_grad()
        network().backward()
        optimizer.step()
    with pytest.raises(LimitError, match=r"head of tape 0 leaves, in the next step, the tape of 8 cells; grow\(\)"):
        network()
    assert network.configuration(3).heads == (3,)


def test_growing_keeps_the_optimizer_valid() -> None:
    network = compile_network(bouncing_machine(), cells=8)
    assert isinstance(network, TapeDescent)
    optimizer, parameters = network.optimizer(), [id(p) for p in network.parameters()]
    loss = network()
    for _ in range(20):
        if network.at_edge():
            network.grow()
        optimizer.zero_grad()
        loss = network()  # the former graph is alive until here
        loss.backward()
        optimizer.step()
    assert [id(p) for p in network.parameters()] == parameters
    assert network.configuration(20).tapes[0].symbols == ("1",) * 20
    assert network.cells > 8


def test_growing_pads_what_an_optimizer_remembers() -> None:
    network = compile_network(bouncing_machine(), cells=8)
    assert isinstance(network, TapeDescent)
    optimizer = torch.optim.Adam([network.T, network.H], lr=1e-3)
    network().backward()
    optimizer.step()
    network.grow(optimizer)
    assert optimizer.state[network.H]["exp_avg"].shape == network.H.shape
    network().backward()
    optimizer.step()


def test_the_memoriser_in_a_loop_of_ones_own_never_gives_wrong_weights() -> None:
    """Its tape of 16 cells is too short for 30 bits: an error, where it once halted with other weights."""
    network = memoriser()
    optimizer = network.optimizer()
    with pytest.raises(InputError, match="data of 30 cells on a tape of 16; call reset first"):
        step(network, optimizer)


def test_a_dtype_outside_the_certificate_is_refused() -> None:
    network = memoriser()
    before = network.tracer.snapshot()
    with pytest.raises(CertificateError, match="not exact in float16"):
        compile_network(load("palindrome"), hat="paper").half()
    network.double()
    assert network.dtype == torch.float64
    assert torch.equal(network.tracer.snapshot(), before.double())


def test_the_primarys_own_parameters_are_neither_trained_nor_counted() -> None:
    primary = Constant((3, 1))
    network = memoriser(primary=primary)
    assert {name for name, _ in network.named_parameters()} == {"z", "tracer.s", "tracer.T", "tracer.H"}
    own = primary.values.detach().clone()
    with pytest.raises(InputError, match="has not halted"):
        network.trained_primary()
    fit(network, X, Y)
    module = network.trained_primary()
    assert isinstance(module, Constant)
    assert torch.equal(module(X), Y)
    assert torch.equal(primary.values.detach(), own)


class Running(nn.Module):
    """A primary with a buffer."""

    output_bound = 8.0

    def __init__(self) -> None:
        super().__init__()
        self.values = nn.Parameter(torch.zeros(3, 1))
        self.register_buffer("scale", torch.ones(()))

    def forward(self, x: Tensor) -> Tensor:
        return self.values * self.scale + 0 * x.sum()


def test_a_primarys_buffers_are_saved() -> None:
    network = memoriser(primary=Running(), output_bound=None)
    network.primary.scale.fill_(0.5)
    fit(network, X, Y)
    other = memoriser(primary=Running(), output_bound=None)
    other.load_state_dict(network.state_dict())
    assert torch.equal(other(X), 0.5 * Y)


def test_one_row_is_not_broadcast() -> None:
    network = memoriser()
    fit(network, X, Y)
    with pytest.raises(InputError, match="1 samples; this network was built for 3, see `predict`"):
        network(X[:1])


@pytest.mark.parametrize(
    ("primary", "bound"),
    [
        (nn.Sequential(nn.Linear(1, 1), nn.Hardtanh(-10, 10)), 10.0),
        (nn.Sequential(nn.Linear(1, 1), nn.Sequential(nn.Tanh())), 1.0),
        (nn.Sequential(nn.Linear(1, 1), nn.ReLU6()), 6.0),
        (nn.Sequential(nn.Tanh(), nn.Linear(1, 1)), None),
    ],
)
def test_the_bound_is_that_of_the_module_which_computes_last(primary: nn.Module, bound: float | None) -> None:
    if bound is None:
        with pytest.raises(InputError, match="give output_bound"):
            bound_of(primary)
    else:
        assert bound_of(primary) == bound


class HiddenTanh(nn.Module):
    """The last registered module is bounded, the last computed is not."""

    def __init__(self) -> None:
        super().__init__()
        self.out = nn.Linear(1, 1)
        self.squash = nn.Tanh()

    def forward(self, x: Tensor) -> Tensor:
        found: Tensor = self.out(self.squash(x))
        return found


def test_a_module_that_does_not_say_its_bound_is_refused() -> None:
    with pytest.raises(InputError, match="give output_bound"):
        memoriser(primary=HiddenTanh(), output_bound=None)


@pytest.mark.parametrize("alphabet", ["01_", "_01", "1_0"])
def test_bits_are_the_symbols_0_and_1_in_any_alphabet(alphabet: str) -> None:
    network = memoriser(machine=copier(alphabet))
    fit(network, X, Y)
    assert torch.equal(network(X), Y)


def test_numbers_that_are_no_symbols_are_refused() -> None:
    network = memoriser()
    network.quantise = lambda x, z: torch.tensor([3])  # noqa: ARG005
    with pytest.raises(InputError, match="a symbol number is not between 0 and 2"):
        network(X)
    network.quantise = lambda x, z: "01x"  # noqa: ARG005
    with pytest.raises(InputError, match="has no symbol 'x'"):
        network(X)


def test_lockstep_still_holds_after_a_load() -> None:
    network = compile_network(load("busy-beaver-3"))
    network.load_state_dict(compile_network(load("busy-beaver-3")).state_dict())
    assert lockstep(network, None, 30).ok


def test_a_check_before_training_leaves_a_primarys_statistics_alone() -> None:
    """Of BatchNorm only the pass after the halt counts, in which F is f."""
    trainer = BY_NAME["majority-label"]
    network = extended_network(replace(trainer, name="normed", primary=lambda _sizes: Normed()), trainer.sizes(2, 1))
    x, y = torch.tensor([[3.0], [1.0]]).sign(), torch.tensor([[1.0], [-1.0]])
    check_primary(network, x)
    assert int(network.primary.norm.num_batches_tracked) == 0
    fit(network, x, y)
    assert int(network.primary.norm.num_batches_tracked) == 1


class Normed(nn.Module):
    """A bias behind a BatchNorm."""

    output_bound = 1.0

    def __init__(self) -> None:
        super().__init__()
        self.norm = nn.BatchNorm1d(1, affine=False)
        self.bias = nn.Parameter(torch.zeros(1))

    def forward(self, x: Tensor) -> Tensor:
        return torch.tanh(0 * self.norm(x) + self.bias)
