"""Trainings that a file does: the machine's steps read from its tapes, and the checks of both graphs."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from typing import Any

import numpy as np
import torch
from torch import Tensor

from turingrad._support.arrays import Array
from turingrad.constructions.descent import ExtendedNetwork
from turingrad.constructions.descent.executors.learning import weights_of
from turingrad.constructions.descent.executors.samples import features_of, label_columns
from turingrad.constructions.descent.fitting import Stream
from turingrad.constructions.descent.network import MAX_CELLS
from turingrad.constructions.descent.variables import put
from turingrad.errors import InputError, LimitError
from turingrad.export.onnx.checks import CHECKED_STEPS, require_equal
from turingrad.export.onnx.forms import require_same
from turingrad.export.onnx.model import File
from turingrad.machine.run import Progress, StartedRun
from turingrad.machine.tape import TapeConfiguration

POINTS, ROOM = 24, 6  # random points of a check, and their cells beyond the data
WHOLE, WORK = 4_000, 3_000_000  # steps of a whole training, and of that steps times vertices


class FileTraining:
    """A stepper: s, T, H, z are the file's. `given`: (x, y), or the batches of a training."""

    def __init__(self, network: ExtendedNetwork, file: File, given: Any) -> None:
        self.network, self.file = copy.deepcopy(network), file
        self.network.invariant.active = False  # the file steps, and checks try points that no training reaches
        if given is None:
            raise InputError("an extended network learns from samples and labels")
        stream = Stream(self.network, tensors(network, given))
        self.batches = stream.batches
        self.network.reset(max(len(self.network.data_numbers(x, y)) for x, y in self.batches))
        self.steps = self.reads = 0
        self.losses: list[float] = []
        self.weights = np.zeros(0)

    def point(self) -> dict[str, Array]:
        tracer = self.network.tracer
        values = {"s": tracer.s, "T": tracer.T, "H": tracer.H, "z": self.network.z}
        found = {name: self.array(value.detach()) for name, value in values.items()}
        return found | {"origin": np.array(tracer.origin)}

    def array(self, values: Tensor) -> Array:
        found: Array = values.numpy().astype(self.file.kind)
        return found

    def advance(self, steps: int) -> int:
        """Steps of the machine; those that read labels come between."""
        taken = 0
        while taken < steps and not self.halted():
            reading, first = self.network.reading, self.steps + self.reads
            self.turn(1 if reading else steps - taken)
            taken += self.steps + self.reads - first - reading
            if not reading and self.steps + self.reads == first and not self.halted():
                raise InputError("the machine requests another batch, or its head has left the tape")
        return taken

    def turn(self, most: int) -> None:
        """One call of the file."""
        if self.file.facts["graph"] != "train":
            if not self.network.reading and self.network.at_edge():
                self.network.grow()
            x, y = self.batches[max(0, self.reads - (not self.network.reading))]
            found = self.file.run(**self.point(), x=self.array(x), y=self.array(y))
            self.reads += bool(found["reading"])
            self.steps += not (found["reading"] or found["halted"])
            self.losses.append(float(found["loss"]))
        else:
            x, y = (torch.stack(parts) for parts in zip(*self.batches, strict=True))
            numbers = {"reads": np.array(self.reads), "most": np.array(most)}
            found = self.file.run(**self.point(), x=self.array(x), y=self.array(y), **numbers)
            read = int(found["reads_after"]) - self.reads
            self.reads, taken = self.reads + read, int(found["taken"])
            self.steps += taken - read
            self.losses += found["losses"].tolist()[:taken]
            self.network.tracer.origin = int(found["origin_after"])
        self.take(found)

    def take(self, found: Mapping[str, Array]) -> None:
        """The file's values become the parameters of our own network, which only reads them."""
        net, tracer = self.network, self.network.tracer
        if found["H_after"].shape[1] > MAX_CELLS:
            raise LimitError(f"the machine needs more than {MAX_CELLS:,} cells")
        values = {name: torch.from_numpy(found[f"{name}_after"].astype(np.float64)).to(net.dtype) for name in "sTHz"}
        blank = torch.tensor(tracer.encoding.codes[net.recipe.blank], dtype=net.dtype).view(1, -1, 1)
        data = blank.expand(1, -1, values["H"].shape[1])  # of no use to whoever reads the configuration's other tapes
        full = torch.cat([values["T"], data]).index_select(0, tracer.place)
        tracer.keep(values["s"], full, values["H"])
        put(net.z, values["z"])
        net.written = None
        self.weights = found["weights"].astype(np.float64)

    def halted(self) -> bool:
        return self.network.halted

    def configuration(self) -> TapeConfiguration:
        net, (x, _) = self.network, self.batches[max(0, self.reads - 1)]
        net.tracer.write(net.data_numbers(x, net.z.detach()))  # what F writes there in each forward pass
        return net.decode(net.tracer.snapshot(), self.steps - net.boot_steps)


def tensors(network: ExtendedNetwork, given: Any) -> list[tuple[Tensor, Tensor]]:
    """(x, y), or a list of such batches; labels of one column may be a row. A network of `extend` gets samples as rows,
    and labels may be classes."""
    batches = given if isinstance(given, list) else [given]
    found = [(torch.as_tensor(np.asarray(x)), torch.as_tensor(np.asarray(y))) for x, y in batches]
    if network.number_format is not None:
        return [(features_of(x).flatten(1), label_columns(y, len(x), network.labels[1])) for x, y in found]
    return [(x, y.reshape(-1, 1) if y.ndim == 1 else y) for x, y in found]


def begin(network: ExtendedNetwork, file: File, given: Any) -> StartedRun[TapeConfiguration]:
    """The labels are read, and the machine is at its first step."""
    going = FileTraining(network, file, given)
    going.advance(network.boot_steps) if network.boot_steps else going.turn(1)
    details = {"gradients": "written out in the graph", "vertices": network.recipe.graph.vertices}

    def figures() -> dict[str, Any]:
        return {"losses": list(going.losses), "weights": going.weights.tolist(), **details}

    return StartedRun(going, "gradient steps", 64, lambda: going.steps + going.reads, figures)


# ---- checks ------------------------------------------------------------------------------------------------------


def random_point(network: ExtendedNetwork, rng: np.random.Generator, x: Tensor, y: Tensor, reading: bool) -> None:
    """A running vertex, any symbols, heads that stay on their tapes; before the labels are read, the data head is at
    home."""
    tracer, tapes = network.tracer, network.machine.tapes
    cells = len(network.data_numbers(x, y)) + ROOM
    heads = rng.integers(1, cells - 1, tapes)
    tracer.origin = ROOM // 2
    heads[0] = tracer.origin if reading else heads[0]
    content = rng.integers(0, len(network.machine.symbols), (tapes, cells))
    tracer.assign(int(rng.choice(tracer.graph.running)), torch.from_numpy(content), torch.from_numpy(heads))
    put(network.z, torch.zeros_like(y) if reading else y)
    network.written = None


def autograd_step(network: ExtendedNetwork, x: Tensor, y: Tensor) -> tuple[float, dict[str, Array]]:
    """l, and the parameters after autograd on 1/2 |F(x) - y|^2 and the mixed step."""
    optimizer = network.optimizer()
    optimizer.zero_grad()
    (0.5 * (network(x) - y).square().sum()).backward()
    optimizer.step()
    values = {"s": network.tracer.s, "T": network.tracer.T, "H": network.tracer.H, "z": network.z}
    return network.machine_loss, {f"{name}_after": value.detach().numpy().copy() for name, value in values.items()}


def draw_samples(network: ExtendedNetwork, rng: np.random.Generator) -> tuple[Tensor, Tensor]:
    x, y = network.draw_samples(rng)
    return x.to(network.dtype), y.to(network.dtype)


def check_points(network: ExtendedNetwork, file: File, progress: Progress, **more: Array) -> int:
    """One step from random points, in every phase, against autograd and the optimizer."""
    rng, checked = np.random.default_rng(0), 0
    for number in range(POINTS):
        progress("checking steps", number, POINTS)
        x, y = draw_samples(network, rng)
        going = FileTraining(network, file, (x, y))
        random_point(going.network, rng, x, y, reading=number % 4 == 0)
        given = (x, y) if not more else (x[None], y[None])
        found = file.run(**going.point(), x=going.array(given[0]), y=going.array(given[1]), **more)
        loss, expected = autograd_step(going.network, x, y)
        if network.levels.lower < loss < network.levels.upper and number % 4:
            continue  # between two switches, where no training comes: their slopes are not 0
        for name, value in expected.items():
            require_same(found[name], value, name)
        require_same(np.ravel(found["losses" if more else "loss"])[0], loss, "the machine's loss")
        checked += 1
    return checked


def check_step(network: ExtendedNetwork, file: File, progress: Progress) -> Mapping[str, Any]:
    return {"points_checked": check_points(network, file, progress), **check_training(network, file, progress)}


def check_train(network: ExtendedNetwork, file: File, progress: Progress) -> Mapping[str, Any]:
    points = check_points(network, file, progress, reads=np.array(0), most=np.array(1))
    return {"points_checked": points, **check_training(network, file, progress)}


def check_training(network: ExtendedNetwork, file: File, progress: Progress) -> Mapping[str, Any]:
    """The first steps of a training, one by one, against the reference interpreter; then in one go to the halt."""
    if bool(network.asking.any()):
        return {}  # the interpreter has no batches; their steps are among the points
    given = draw_samples(network, np.random.default_rng(1))
    going, last = begin(network, file, given).stepper, None
    for last in network.reference(given, CHECKED_STEPS):
        if last.step:
            going.advance(1)
        require_equal(going.configuration(), last)
        progress("checking the training", last.step, CHECKED_STEPS)
    found: dict[str, Any] = {"steps_checked": 0 if last is None else last.step}
    if file.facts["graph"] == "train":
        whole: Any = begin(network, file, given).stepper
        most = min(WHOLE, max(CHECKED_STEPS, WORK // network.recipe.graph.vertices))
        whole.advance(most)
        *_, last = network.reference(given, most)
        require_equal(whole.configuration(), last)
        if whole.halted():
            require_same(whole.weights, weights_of(whole.network), "the weights")
            found["halted"] = True
    return found
