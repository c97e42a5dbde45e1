"""What the construction bears: gradient descent on the loss (21) with something wrong, until it leaves the machine.

The paper computes exactly. Here a run (of busy beaver 4, 107 steps, where no other machine is named) is disturbed in
one way at a time, and the number is how many steps the nearest configuration is still the machine's. T and H may be
rounded inside the stop-gradients, as an extended network does it. What comes out is a measurement on one machine, not a
theorem. `turingrad margin descent FILE` prints and plots it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch

from turingrad.constructions.descent import TapeDescent, compile_network
from turingrad.constructions.descent.frank_wolfe import toward
from turingrad.errors import InputError, TuringradError
from turingrad.library import load
from turingrad.machine.kinds import describe_machine
from turingrad.machine.run import Progress, with_progress
from turingrad.machine.tape import TapeConfiguration, TapeMachine
from turingrad.machine.tape import run as tape_run
from turingrad.machine.tape.run import TapeInput
from turingrad.theory.findings import Chart, Findings, Line, Table

CELLS = 64
MAX_STEPS = 10_000


@dataclass(frozen=True)
class Disturbance:
    """One thing that is wrong, of a size: Gaussian noise on every gradient over gamma, a rate of T and H off by a
    factor 1 + rate, a Frank-Wolfe rate of 1 - control, momentum or Adam for T and H, a start off by that much.
    """

    noise: float = 0.0
    rate: float = 0.0
    control: float = 0.0
    momentum: float = 0.0
    adam: float = 0.0
    start: float = 0.0
    rounded: bool = True


KINDS = {
    "noise, rounded": ("noise", True),
    "noise, not rounded": ("noise", False),
    "rate of T and H, rounded": ("rate", True),
    "rate of T and H, not rounded": ("rate", False),
    "rate of s": ("control", True),
    "momentum": ("momentum", True),
    "perturbed start": ("start", True),
    "Adam (size: its rate)": ("adam", True),
}
"""What is of a size, and whether T and H are rounded."""
SIZES = tuple(2.0**-k for k in range(12, -1, -1))


@dataclass(frozen=True)
class Undisturbed:
    """A run of at most `steps` steps, by the interpreter, and the loss whose descent is disturbed."""

    machine: TapeMachine
    given: TapeInput
    trace: tuple[TapeConfiguration, ...]
    cells: int

    @property
    def steps(self) -> int:
        return len(self.trace) - 1


def run_undisturbed(machine: TapeMachine, given: TapeInput = None, steps: int = 1000) -> Undisturbed:
    if not 1 <= steps <= MAX_STEPS:
        raise InputError(f"a run of {steps:,} steps; it must be 1 to {MAX_STEPS:,}")
    trace = tuple(tape_run.trace(machine, given, max_steps=steps))
    heads = [head for found in trace for head in found.heads]
    return Undisturbed(machine, given, trace, max(CELLS, 2 * (max(heads) - min(heads)) + 8))


def of_name(name: str = "busy-beaver-4") -> Undisturbed:
    machine = load(name, "tape")
    return run_undisturbed(machine)


def tolerated_steps(disturbance: Disturbance, run: Undisturbed, *, seed: int = 0) -> int:
    """The steps of the machine's run that a disturbed descent still takes."""
    expected = run.trace
    network = compile_network(run.machine, dtype=torch.float64, cells=run.cells)
    network.load(run.given)
    network.loss.rounded = disturbance.rounded
    rng = torch.Generator().manual_seed(seed)
    with torch.no_grad():
        for variable in (network.s, network.T, network.H):
            variable.add_(torch.randn(variable.shape, generator=rng, dtype=torch.float64), alpha=disturbance.start)
    free = [network.T, network.H]
    adam = torch.optim.Adam(free, lr=disturbance.adam) if disturbance.adam else None
    speeds = [torch.zeros_like(variable) for variable in free]
    for step, wanted in enumerate(expected):
        if step and not one_step(network, disturbance, rng, adam, speeds):
            return step - 1
        if nearest(network, step) != wanted:
            return max(step - 1, 0)
    return len(expected) - 1


def one_step(
    network: TapeDescent,
    disturbance: Disturbance,
    rng: torch.Generator,
    adam: torch.optim.Adam | None,
    speeds: list[torch.Tensor],
) -> bool:
    """The mixed step (22), disturbed; False if the loss can no longer be computed."""
    network.zero_grad()
    try:
        network().backward()
    except TuringradError:
        return False
    gamma, variables = network.constants.gamma, (network.s, network.T, network.H)
    with torch.no_grad():
        for variable in variables:
            assert variable.grad is not None
            size = disturbance.noise * gamma
            variable.grad += size * torch.randn(variable.shape, generator=rng, dtype=torch.float64)
        assert network.s.grad is not None
        network.s.add_(toward(network.s, network.s.grad), alpha=1 - disturbance.control)
        if adam is not None:
            adam.step()
            return True
        for variable, speed in zip((network.T, network.H), speeds, strict=True):
            assert variable.grad is not None
            speed.mul_(disturbance.momentum).add_(variable.grad)
            variable.sub_(speed, alpha=(1 + disturbance.rate) / gamma)
    return True


def nearest(network: TapeDescent, at: int) -> TapeConfiguration | None:
    """The configuration that the variables are nearest to, None if a cell is near no symbol."""
    T, H = network.tapes().detach(), network.H.detach()
    if not bool(torch.isfinite(T).all() and torch.isfinite(H).all()):
        return None
    codes = network.encoding.matrix
    cells = T.permute(0, 2, 1).numpy()  # (tapes, cells, k)
    content = ((cells[..., None, :] - codes) ** 2).sum(axis=-1).argmin(axis=-1)
    heads = [int(head) for head in H.argmax(dim=1)]
    vertex = int(network.s.detach().argmax())
    return network.recipe.configuration(vertex, content.astype(np.int64), heads, network.origin, at)


def measure(
    sizes: Sequence[float] = SIZES,
    *,
    run: Undisturbed | None = None,
    seeds: int = 2,
    progress: Progress | None = None,
) -> dict[str, list[float]]:
    """For each kind of disturbance the steps tolerated at each size, the mean over seeds where chance plays."""
    if seeds < 1:
        raise InputError(f"{seeds} seeds; there must be at least one")
    chosen = of_name() if run is None else run
    found: dict[str, list[float]] = {}
    for kind, (field, rounded) in with_progress(KINDS.items(), "disturbances", progress):
        runs = range(seeds) if field in ("noise", "start") else range(1)
        found[kind] = []
        for size in sizes:
            disturbance = Disturbance(rounded=rounded, **{field: size})
            found[kind].append(float(np.mean([tolerated_steps(disturbance, chosen, seed=seed) for seed in runs])))
    return found


def tolerance(found: Sequence[float], sizes: Sequence[float], steps: int) -> tuple[float, float | None]:
    """(the largest size up to which every step was right, 0 where there is none; the next one, None after the last)."""
    whole = 0
    while whole < len(sizes) and found[whole] == steps:
        whole += 1
    return (sizes[whole - 1] if whole else 0.0), (sizes[whole] if whole < len(sizes) else None)


COLUMNS = {"kind": "disturbance", "right": "every step right up to", "wrong": "a step wrong at"}
NOTE = (
    "Sizes are powers of two; noise is in units of gamma. Rounded: inside the stop-gradients, as an extended network "
    "does it. A measurement on this run, not a theorem."
)
SAYS = "How many steps are still the machine's, by the size of the disturbance."


def tolerance_findings(
    machine: Any, name: str, given: TapeInput, steps: int, progress: Progress | None = None
) -> Findings:
    """How large each disturbance of a run may be before a step goes wrong."""
    if not isinstance(machine, TapeMachine):
        raise InputError(f"descent runs tape machines, not {describe_machine(machine)}")
    run = run_undisturbed(machine, given, steps)
    found = measure(run=run, progress=progress)
    ends = {kind: tolerance(tolerated, SIZES, run.steps) for kind, tolerated in found.items()}
    rows = [{"kind": kind, "right": right, "wrong": wrong} for kind, (right, wrong) in ends.items()]
    noise, bare = ends["noise, rounded"][0], ends["noise, not rounded"][0]
    answer = (
        f"All {run.steps} steps are right with noise of up to {noise:.3g} gamma if T and H are rounded in the loss, "
        f"{bare:.3g} gamma if they are not. A measurement on this run, not a theorem."
    )
    kept = {
        kind: {"every step right up to": right, "breaks at": wrong, "steps": found[kind]}
        for kind, (right, wrong) in ends.items()
    }
    lines = [
        Line(kind, SIZES, tolerated, "net" if number < 2 else "quiet", "-" if number % 2 == 0 else "--")
        for number, (kind, tolerated) in enumerate(found.items())
    ]
    title = f"{name} by gradient descent, {run.steps} steps, disturbed"
    return Findings(
        title,
        f"How far can gradient descent that runs {name} be disturbed before a step goes wrong?",
        answer,
        [Table(title, COLUMNS, rows, NOTE)],
        [Chart("Steps by size", SAYS, lines, "size", "steps that are the machine's", log_x=True)],
        {"machine": name, "on": "descent", "steps": run.steps, "sizes": SIZES, "tolerance": kept},
        [(kind, right, wrong) for kind, (right, wrong) in ends.items()],
    )
