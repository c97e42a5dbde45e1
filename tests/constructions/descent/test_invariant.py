"""What a PyTorch user would try with an extended network: each works, is refused, or raises at the step it breaks.

The table in docs/descent.md has a row for each of `MISUSES`; the names are compared.
"""

from __future__ import annotations

import copy
import re
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import torch
from torch import Tensor
from torch.utils.data import DataLoader, TensorDataset

from tests.constructions.descent.memoriser import memoriser
from turingrad.constructions.descent import ExtendedNetwork
from turingrad.constructions.descent.executors import extended_network
from turingrad.constructions.descent.frank_wolfe import FrankWolfe
from turingrad.constructions.descent.quantise import FixedPoint
from turingrad.errors import InputError, TuringradError
from turingrad.library.trainers.trainers import BY_NAME

X = torch.tensor([[-1.0], [1.0], [1.0]])
Y = torch.tensor([[-1.0], [1.0], [1.0]])
HEBB = BY_NAME["hebb"]
PAGE = Path(__file__).parents[3] / "docs" / "descent.md"


def fresh(**settings: Any) -> ExtendedNetwork:
    network = extended_network(HEBB, HEBB.sizes(3, 1), **settings)
    network.reset(len(network.data_numbers(X, Y)))
    return network


WANTED = [3.0, 1.0]  # of hebb on X and Y: bias last
Step = Callable[[ExtendedNetwork, Any, Tensor, Tensor], None]


def plain(network: ExtendedNetwork, optimizer: Any, x: Tensor, y: Tensor) -> None:
    optimizer.zero_grad()
    (0.5 * (network(x) - y).square().sum()).backward()
    optimizer.step()


def steps_until_the_end(
    network: ExtendedNetwork,
    data: Iterator[tuple[Tensor, Tensor]] | None = None,
    step: Step = plain,
    optimizer: Any = None,
    limit: int = 200,
) -> int:
    """A training loop as users write it; the number of steps taken."""
    chosen = optimizer or network.optimizer()
    for taken in range(limit):
        if network.halted:
            return taken
        if not network.reading and network.at_edge():
            network.grow(*getattr(chosen, "parts", [chosen]))
        x, y = (X, Y) if data is None else next(data)
        step(network, chosen, x, y)
    raise AssertionError("it does not end")


def weights(network: ExtendedNetwork) -> list[float]:
    return [float(value) for part in network.trained_primary().parameters() for value in part.flatten()]


def rounds(**settings: Any) -> Iterator[tuple[Tensor, Tensor]]:
    loader = DataLoader(TensorDataset(X, Y), generator=torch.Generator().manual_seed(1), **settings)
    while True:
        yield from loader


class Pair:
    """Frank-Wolfe for s, an optimizer of torch's for T and H at their rate, plain steps for z."""

    def __init__(self, network: ExtendedNetwork, **settings: float) -> None:
        rate = 1 / network.recipe.constants.gamma
        free = [network.tracer.T, network.tracer.H]
        self.parts = [
            FrankWolfe([network.tracer.s]),
            torch.optim.SGD(free, lr=rate, **settings),  # type: ignore[arg-type]
            torch.optim.SGD([network.z], lr=1.0),
        ]

    def zero_grad(self) -> None:
        for part in self.parts:
            part.zero_grad()

    def step(self) -> None:
        for part in self.parts:
            part.step()


def clipped(most: float, norm: bool = False) -> Step:
    def step(network: ExtendedNetwork, optimizer: Any, x: Tensor, y: Tensor) -> None:
        optimizer.zero_grad()
        (0.5 * (network(x) - y).square().sum()).backward()
        clip = torch.nn.utils.clip_grad_norm_ if norm else torch.nn.utils.clip_grad_value_
        clip(network.parameters(), most)
        optimizer.step()

    return step


def accumulated(network: ExtendedNetwork, optimizer: Any, x: Tensor, y: Tensor) -> None:
    optimizer.zero_grad()
    for _ in range(2):
        (0.5 * (network(x) - y).square().sum()).backward()
    optimizer.step()


def scaled(network: ExtendedNetwork, optimizer: Any, x: Tensor, y: Tensor) -> None:
    """AMP's gradient scaler."""
    scaler = torch.amp.GradScaler("cpu", init_scale=1024.0)
    optimizer.zero_grad()
    scaler.scale(0.5 * (network(x) - y).square().sum()).backward()
    scaler.step(optimizer)
    scaler.update()


def in_bfloat16(network: ExtendedNetwork, optimizer: Any, x: Tensor, y: Tensor) -> None:
    optimizer.zero_grad()
    with torch.autocast("cpu", dtype=torch.bfloat16):
        (0.5 * (network(x) - y).square().sum()).backward()
    optimizer.step()


def mean_loss(network: ExtendedNetwork, optimizer: Any, x: Tensor, y: Tensor) -> None:
    optimizer.zero_grad()
    torch.nn.functional.mse_loss(network(x), y).backward()
    optimizer.step()


def scheduled(network: ExtendedNetwork) -> None:
    optimizer = network.optimizer()
    scheduler = torch.optim.lr_scheduler.StepLR(optimizer, 3)
    steps_until_the_end(network, step=lambda *of: (plain(*of), scheduler.step()), optimizer=optimizer)  # type: ignore[func-returns-value]


def stopped_early(network: ExtendedNetwork) -> None:
    for _ in range(10):
        plain(network, network.optimizer(), X, Y)
    network.trained_primary()


def with_pair(**settings: float) -> Callable[[ExtendedNetwork], int]:
    return lambda network: steps_until_the_end(network, optimizer=Pair(network, **settings))


def off_rate(network: ExtendedNetwork) -> None:
    optimizer = network.optimizer()
    optimizer.param_groups[1]["rate"] *= 1.975
    steps_until_the_end(network, optimizer=optimizer)


def flipped(network: ExtendedNetwork) -> None:
    """The samples are negated in mid-run."""
    data = iter([(X, Y)] * 5 + [(-X, Y)] * 200)
    steps_until_the_end(network, data)


MISUSES: dict[str, list[tuple[Callable[[ExtendedNetwork], Any], str]]] = {
    "shuffle": [
        (lambda net: steps_until_the_end(net, rounds(batch_size=3, shuffle=True)), "not those whose labels were read"),
        (flipped, "not those whose labels were read"),
        (lambda net: steps_until_the_end(net, rounds(batch_size=3)), ""),
    ],
    "drop_last": [
        (lambda net: steps_until_the_end(net, rounds(batch_size=2, drop_last=True)), "built for 3"),
        (lambda net: steps_until_the_end(net, rounds(batch_size=3, drop_last=True)), ""),
    ],
    "accumulation": [(lambda net: steps_until_the_end(net, step=accumulated), "z is not the labels")],
    "clipping": [
        (lambda net: steps_until_the_end(net, step=clipped(0.5)), "z is not the labels"),
        (lambda net: steps_until_the_end(net, step=clipped(0.5, norm=True)), "z is not the labels"),
        (
            lambda net: steps_until_the_end(net, step=lambda *of: (plain if of[0].reading else clipped(0.01))(*of)),
            "s is at",
        ),
        (lambda net: steps_until_the_end(net, step=clipped(1e4)), ""),
    ],
    "weight decay": [(with_pair(weight_decay=0.001), ""), (with_pair(weight_decay=0.1), "off the machine's next")],
    "momentum": [(with_pair(momentum=0.01), ""), (with_pair(momentum=0.9), "off the machine's next")],
    "Adam": [
        (
            lambda net: steps_until_the_end(net, optimizer=torch.optim.Adam(net.parameters(), lr=0.1)),
            "z is not the labels",
        ),
        (
            lambda net: steps_until_the_end(net, optimizer=torch.optim.SGD(net.parameters(), lr=1.0)),
            "s is not a vertex",
        ),
    ],
    "AMP": [
        (lambda net: steps_until_the_end(net, step=scaled), "z is not the labels"),
        (lambda net: steps_until_the_end(net, step=in_bfloat16), ""),
    ],
    "scheduler": [(scheduled, "the rates of this descent are fixed"), (off_rate, "[TH] is .* off the machine's next")],
    "early stopping": [(stopped_early, "the machine has not halted")],
    "another loss": [(lambda net: steps_until_the_end(net, step=mean_loss), "no multiples of 1")],
}


@pytest.mark.parametrize("name", MISUSES)
def test_a_misuse_raises_or_changes_nothing(name: str) -> None:
    for use, message in MISUSES[name]:
        network = fresh()
        if message:
            with pytest.raises(TuringradError, match=message):
                use(network)
        else:
            use(network)
            assert weights(network) == WANTED


def noise(size: float, seed: int = 0) -> Step:
    """Gaussian, of this deviation over gamma, on every entry of every gradient."""
    chance = torch.Generator().manual_seed(seed)

    def step(network: ExtendedNetwork, optimizer: Any, x: Tensor, y: Tensor) -> None:
        optimizer.zero_grad()
        (0.5 * (network(x) - y).square().sum()).backward()
        for value in network.parameters():
            assert value.grad is not None
            value.grad += size * network.recipe.constants.gamma * torch.randn(value.shape, generator=chance)
        optimizer.step()

    return step


def test_noise_at_step_0_raises_without_hold_and_is_survived_with_it() -> None:
    with pytest.raises(InputError, match=r"pass 2, Proposition 4\.3: s is at"):
        steps_until_the_end(fresh(), step=noise(1e-12))
    held = fresh(hold=True)
    steps_until_the_end(held, step=noise(1 / 64))
    assert weights(held) == WANTED


def test_parameters_changed_by_hand_raise_and_placed_ones_do_not() -> None:
    network = fresh()
    for _ in range(4):
        plain(network, network.optimizer(), X, Y)
    saved = copy.deepcopy(network.state_dict())
    with torch.no_grad():
        network.tracer.T[0, 0, 0] += 1.0  # a cell that no head visits
    with pytest.raises(InputError, match="T is 1 off the machine's next configuration"):
        network(X)
    network.load_state_dict(saved)
    steps_until_the_end(network)
    assert weights(network) == WANTED
    with torch.no_grad():
        network.tracer.T[0, 0, 0] += 1.0
    with pytest.raises(InputError, match=r"Proposition 4\.3"):
        network.trained_primary()


def test_a_loaded_state_must_keep_the_invariant() -> None:
    network = fresh()
    for _ in range(4):
        plain(network, network.optimizer(), X, Y)
    state = network.state_dict()
    state["tracer.H"] = state["tracer.H"].roll(1, dims=1)
    network.load_state_dict(state)
    with pytest.raises(InputError, match=r"the symbols of s are not diag\(T\^T H\)"):
        network(X)
    state["tracer.T"] = state["tracer.T"] + 0.4
    network.load_state_dict(state)
    with pytest.raises(InputError, match="off any code"):
        network(X)


def test_samples_that_make_the_same_tape_and_other_points_without_grad_are_fine() -> None:
    form = FixedPoint(6, 4)
    network = memoriser((2, 1), quantise=lambda x, z: form.encode((x + z).flatten()).flatten())
    x, y = torch.tensor([[0.5], [-0.25]]), torch.tensor([[1.0], [-0.5]])
    network.reset(12)
    optimizer = network.optimizer()
    plain(network, optimizer, x, y)
    plain(network, optimizer, x + 2.0**-12, y)  # rounds to the same fixed point
    with torch.no_grad():
        network(-x)
    plain(network, optimizer, x, y)
    with pytest.raises(InputError, match=r"predict, or torch\.no_grad"):
        network(-x)


def test_a_batch_state_must_empty_z() -> None:
    network = extended_network(HEBB, HEBB.sizes(2, 1, batches=2))
    parts = [(X[:2], Y[:2]), (X[1:], Y[1:])]
    network.reset(max(len(network.data_numbers(*part)) for part in parts))
    optimizer = network.optimizer()

    def keep_z(net: ExtendedNetwork, chosen: Any, x: Tensor, y: Tensor) -> None:
        reading, before = net.reading, net.z.detach().clone()
        plain(net, chosen, x, y)
        if not reading:
            with torch.no_grad():
                net.z.copy_(before)

    with pytest.raises(InputError, match="only the step that requests a batch empties z"):
        steps_until_the_end(network, iter([parts[0]] * 1000), keep_z, optimizer)


@pytest.mark.slow
def test_the_invariant_costs_less_than_a_tenth() -> None:
    """CPU time of passes, backward passes and steps with and without it, by turns; the least of each."""

    def seconds(active: bool) -> float:
        network = extended_network(HEBB, HEBB.sizes(64, 8))
        x, y = torch.ones(64, 8), torch.ones(64, 1)
        network.reset(len(network.data_numbers(x, y)))
        network.invariant.active, optimizer = active, network.optimizer()
        started = time.process_time()
        for _ in range(300):
            plain(network, optimizer, x, y)
        return time.process_time() - started

    found = {active: min(seconds(active) for _ in range(9)) for active in (True, False)}
    assert found[True] < 1.1 * found[False], found


def test_the_docs_have_a_row_for_each_misuse() -> None:
    page = PAGE.read_text(encoding="utf-8").partition("| what you try |")[2]
    rows = re.findall(r"^\| ([^|]+) \|", page.partition("\n\n")[0], re.MULTILINE)
    assert [row.strip() for row in rows if set(row) - set("- ")] == list(MISUSES)
