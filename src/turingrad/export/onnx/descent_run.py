"""Descents that a file computes: step by step or to the halt, and the checks of both graphs."""

from __future__ import annotations

import copy
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np
import torch

from turingrad._support.arrays import Array
from turingrad.constructions.descent.network import MAX_CELLS, TapeDescent
from turingrad.errors import LimitError
from turingrad.export.onnx.checks import checked_run
from turingrad.export.onnx.forms import require_same
from turingrad.export.onnx.model import File
from turingrad.machine.run import Progress, StartedRun
from turingrad.machine.tape import TapeConfiguration

POINTS, CELLS = 32, 7  # random ones of a check, and their cells


class FileDescent:
    """A stepper: s, T and H are the file's, the configuration is read from them."""

    def __init__(self, network: TapeDescent, file: File, given: Any) -> None:
        self.network, self.file = copy.deepcopy(network), file
        self.network.load(given)
        self.steps = 0
        self.losses: list[float] = []

    def point(self) -> dict[str, Array]:
        net, kind = self.network, self.file.kind
        found = {name: getattr(net, name).detach().numpy().astype(kind) for name in ("s", "T", "H")}
        if net.read_only:
            found["fixed"] = net.fixed_tapes.numpy().astype(kind)
        return found

    def advance(self, steps: int) -> int:
        taken = self.run_loop(steps) if self.file.facts["graph"] == "train" else self.run_steps(steps)
        self.steps += taken
        return taken

    def run_steps(self, steps: int) -> int:
        for taken in range(steps):
            if self.halted():
                return taken
            if self.network.grows and self.network.at_edge():
                self.network.grow()
            found = self.file.run(**self.point())
            self.losses.append(float(found["loss"]))
            self.take(found)
        return steps

    def run_loop(self, steps: int) -> int:
        origin = self.network.origin
        found = self.file.run(**self.point(), origin=np.array(origin), most=np.array(steps))
        if found["H_after"].shape[1] > MAX_CELLS:
            raise LimitError(f"the machine needs more than {MAX_CELLS:,} cells")
        self.take(found)
        self.network.origin = int(found["origin_after"])
        taken = int(found["taken"])
        self.losses += found["losses"].tolist()[:taken]
        return taken

    def take(self, found: Mapping[str, Array]) -> None:
        """The file's values become the parameters of our own network, which only reads them."""
        net = self.network
        T = torch.from_numpy(found["T_after"].astype(np.float64))
        fixed = found.get("fixed_after")
        others = net.fixed_tapes.double() if fixed is None else torch.from_numpy(fixed.astype(np.float64))
        full = torch.cat([T, others]).index_select(0, net.place) if net.read_only else T
        s, H = (torch.from_numpy(found[name].astype(np.float64)) for name in ("s_after", "H_after"))
        net.keep(s.to(net.dtype), full.to(net.dtype), H.to(net.dtype))

    def halted(self) -> bool:
        return self.network.halting()

    def configuration(self) -> TapeConfiguration:
        return self.network.configuration(self.steps - self.network.recipe.boot_steps)


def begin(network: TapeDescent, file: File, given: Any) -> StartedRun[TapeConfiguration]:
    going = FileDescent(network, file, given)
    going.advance(network.recipe.boot_steps)
    details = {"gradients": "written out in the graph", "vertices": network.graph.vertices}
    return StartedRun(
        going, "gradient steps", 64, lambda: going.steps, lambda: {"losses": list(going.losses), **details}
    )


# ---- checks ----------------------------------------------------------------------------------------------------


def random_point(network: TapeDescent, rng: np.random.Generator) -> None:
    """Any vertex, any tapes, heads that the step does not take off their tape."""
    tapes = network.machine.tapes
    content = rng.integers(0, len(network.machine.symbols), (tapes, CELLS))
    heads = rng.integers(1, CELLS - 1, tapes)
    network.assign(int(rng.integers(network.graph.vertices)), torch.from_numpy(content), torch.from_numpy(heads))


def random_steps(
    network: TapeDescent, file: File, progress: Progress, **given: Array
) -> Iterator[tuple[dict[str, Array], dict[str, Array], dict[str, Any]]]:
    """Random points, what the file makes of each, and what autograd and the optimizer do."""
    trial, rng = FileDescent(network, file, None), np.random.default_rng(0)
    for number in range(POINTS):
        progress("checking steps", number, POINTS)
        random_point(trial.network, rng)
        before = trial.point()
        yield before, file.run(**before, **given), autograd_step(trial.network)


def check_step(network: TapeDescent, file: File, progress: Progress) -> Mapping[str, Any]:
    """Loss, gradient and step on random points against autograd and the optimizer; then a descent."""
    for _, found, expected in random_steps(network, file, progress):
        for name, value in expected.items():
            require_same(found[name], value, name)
    return {"points_checked": POINTS, **checked_descent(network, file, progress)}


def check_train(network: TapeDescent, file: File, progress: Progress) -> Mapping[str, Any]:
    """One round of the loop on random points against autograd and the optimizer; then a descent."""
    once = {"origin": np.array(0), "most": np.array(1)}
    for before, found, expected in random_steps(network, file, progress, **once):
        halting = float(expected["loss"]) < network.constants.running_least  # on tapes that s agrees with: at a halt
        require_same(found["halted"], halting, "halted")
        require_same(found["losses"], np.array([expected["loss"]]), "losses")
        for name in ("s", "T", "H"):
            right = before[name] if halting else expected[f"{name}_after"]
            require_same(found[f"{name}_after"], right, f"{name}_after")
    return {"points_checked": POINTS, **checked_descent(network, file, progress)}


def autograd_step(net: TapeDescent) -> dict[str, Any]:
    """What torch makes of the present point: loss, gradients, and the parameters after the mixed step."""
    optimizer = net.optimizer()
    optimizer.zero_grad()
    loss = net()
    loss.backward()
    parameters = {"s": net.s, "T": net.T, "H": net.H}
    found: dict[str, Any] = {"loss": loss.detach().numpy()}
    for name, parameter in parameters.items():
        slope = torch.zeros_like(parameter) if parameter.grad is None else parameter.grad
        found[f"gradient_{name}"] = slope.numpy().copy()
    optimizer.step()
    return found | {f"{name}_after": parameter.detach().numpy().copy() for name, parameter in parameters.items()}


def checked_descent(network: TapeDescent, file: File, progress: Progress) -> Mapping[str, Any]:
    if network.grows:
        return checked_run(network, lambda: begin(network, file, None), None, progress)
    return {}
