"""The certificate holds: every sum of real forward and backward runs lies within the certificate's bound of its name.

Torch itself is watched (`tests/exact/recording.py`). A sum that no bound is named for fails as well, so that a bound
which is dropped is missed. All runs are in float64, where nothing rounds: what a certificate says of the narrower
formats follows from its bounds.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import numpy as np
import pytest
import torch

from tests.exact.recording import Recorded, Recorder, require_within, sums
from tests.generators_descent import random_machine
from tests.generators_emulation import random_learner, random_samples
from tests.generators_rcnn import parity_data
from tests.generators_transformer import random_case
from turingrad import library
from turingrad.constructions import compile
from turingrad.constructions.emulation.network import EmulationNetwork
from turingrad.constructions.rcnn import RCNN
from turingrad.constructions.rcnn.algorithm import memorise
from turingrad.errors import LimitError
from turingrad.exact import Certificate
from turingrad.library.learners.small import LEARNERS
from turingrad.machine.circuit import Circuit, Gate


class Chronicle:
    """Checks each sum as it is recorded, and remembers the names that occurred."""

    def __init__(self, certificate: Certificate) -> None:
        self.certificate = certificate
        self.seen: set[str] = set()

    def within(self, name: str, found: Recorded, bias: torch.Tensor | None = None) -> None:
        self.seen.add(name)
        require_within(self.certificate, name, *sums(found, bias))


# ---- transformer: Q, K, V, scores, feedforward and rounding of every layer ------------------------------------------


def transformer_names(network: Any) -> list[tuple[torch.Tensor, str]]:
    names = [(network.theta_cls, "classifier")]
    for number, layer in enumerate(network.decoder_layers(), 1):
        label = f"layer {number} ({layer.name})"
        for kind, attention in (("self", layer.self_attention), ("cross", layer.cross_attention)):
            if attention is not None:
                parts = {"W_Q": "query", "W_K": "key", "W_V": "value", "K_0": "null score"}
                names += [
                    (getattr(attention, weight), f"{label} {kind}-attention {part}") for weight, part in parts.items()
                ]
        names.append((layer.feedforward.W_1, f"{label} feedforward"))
        if layer.feedforward.correction:
            names.append((layer.feedforward.W_2, f"{label} correction shift"))
            names.append((layer.feedforward.W_3, f"{label} correction"))
    return names


def watch_transformer(network: Any, given: Any, passes: int) -> Chronicle:
    names, chronicle = transformer_names(network), Chronicle(network.certificate)
    attending = ""

    def record(found: Recorded) -> None:
        nonlocal attending
        name = next((name for weight, name in names if found.holds(weight)), None)
        if name is None:  # queries times keys: of the attention whose queries came last
            name = f"{attending} score"
        elif name.endswith(" query"):
            attending = name.removesuffix(" query")
        chronicle.within(name, found)

    with torch.no_grad(), Recorder(record):
        network(network.tokens(given), passes)
    return chronicle


@pytest.mark.parametrize(
    ("seed", "options"),
    [(None, {"radix": 4}), (5, {"radix": 1}), (5, {"radix": 3, "corrections": False}), (5, {"layers": "paper"})],
    ids=str,
)
def test_transformer(options: dict[str, Any], seed: int | None) -> None:
    machine, given = (library.load("palindrome"), "abba") if seed is None else random_case(seed)
    network = compile(machine, "transformer", dtype=torch.float64, steps=15, input_length=6, **options)
    chronicle = watch_transformer(network, given, 9)
    assert {name.split()[-1] for name in chronicle.seen} >= {"query", "key", "value", "score", "feedforward"}
    assert any(name.endswith(" null score") for name in chronicle.seen)


# ---- feedforward: gates, rounding and the output --------------------------------------------------------------------


def ors() -> Circuit:
    """OR and NOT only: their weights are negative."""
    gates = (Gate("or", (0, 1)), Gate("not", (2,)), Gate("or", (3, 4)), Gate("or", (5, 0)))
    return Circuit(("a", "b", "c"), gates, (("f", 6), ("g", 5)))


@pytest.mark.parametrize("corrections", [True, False])
@pytest.mark.parametrize("circuit", [ors(), library.load("multiplier-2")], ids=["ors", "multiplier"])
def test_feedforward(circuit: Circuit, corrections: bool) -> None:
    network = compile(circuit, "feedforward", dtype=torch.float64, corrections=corrections)
    chronicle = Chronicle(network.certificate)
    names = [(network.output, "output")]
    for group in network.layer_groups():
        names += [(layer, f"gates, ReLU layer {number}") for number, layer in enumerate(group.f, 1)]
        names += [(layer, f"correction, ReLU layer {number}") for number, layer in enumerate(group.correction, 1)]

    def record(found: Recorded) -> None:
        (layer, name), *_ = [(layer, name) for layer, name in names if found.holds(layer.W)]
        chronicle.within(name, found, None if len(found.terms) == 3 and found.holds(layer.b) else layer.b)

    count = len(circuit.inputs)
    vectors = torch.from_numpy((np.arange(2**count)[:, None] >> np.arange(count)) & 1)
    with torch.no_grad(), Recorder(record):
        network(vectors)
    assert chronicle.seen == {bound.name for bound in network.certificate.bounds}


# ---- rcnn: the local network and the read-out, forward and backward ------------------------------------------------


def watch_rcnn(network: Any, go: Callable[[], Any]) -> Chronicle:
    chronicle, local = Chronicle(network.certificate), network.local
    forward = [
        (local.V2, "first layer", local.b2),
        (local.V3, "features", None),
        (local.V4, "second layer", local.b4),
        (local.V5, "output", local.b5),
    ]
    backward = [(local.V4, "features"), (local.V3_turned, "knees"), (local.V2, "cells")]
    if hasattr(network, "head"):
        forward.append((network.head.U1, "read-out", network.head.c1))

    def record(found: Recorded) -> None:
        if found.holds(local.V1):
            return  # it picks five cells of nine: no sum
        if found.operation == "sum":
            if not found.backward:
                chronicle.within("sum over the main grid", found)
        elif found.operation == "addition":
            return
        elif found.backward:
            if hasattr(network, "head") and found.holds(network.head.U2):
                chronicle.within("gradient of the read-out", found)
                return
            (name,) = [name for weight, name in backward if found.holds(weight)]
            chronicle.within(f"gradient at the {name}", found)
        else:
            name, bias = next((name, bias) for weight, name, bias in forward if found.holds(weight))
            chronicle.within(name, found, None if len(found.terms) == 3 else bias)

    with Recorder(record, additions=True):
        go()
    return chronicle


@pytest.mark.parametrize("learner", ["parity", "hebb"])
def test_rcnn_learns(learner: str) -> None:
    machine = library.load(learner)
    X, y, _ = parity_data(0, 3, 4)
    network = RCNN(machine, 4, 3, dtype=torch.float64)

    def go() -> None:
        memorise(network, X, y)
        with torch.no_grad(), suppress(LimitError):  # sixty layers are watched; the machine need not be done by then
            network(torch.from_numpy(X[:1]), depth=60)

    chronicle = watch_rcnn(network, go)
    assert chronicle.seen == {bound.name for bound in network.certificate.bounds}


def test_rcnn_runs_a_machine() -> None:
    network = compile(library.load("palindrome"), "rcnn", dtype=torch.float64)
    cells, _ = network.encode("abba")
    grid = torch.from_numpy(cells).double()[None]
    chronicle = watch_rcnn(network, lambda: network(grid, 40))
    assert chronicle.seen == {"first layer", "features", "second layer"}  # one unit, so that V5 adds nothing up


# ---- descent: the loss, its gradient and the mixed step -------------------------------------------------------------


def scatters_to(found: Recorded, index: torch.Tensor) -> bool:
    return torch.equal(found.terms[1][-1], index)


def descent_name(network: Any, found: Recorded, step: bool, readings: int) -> str:
    loss, hat, shape = network.loss, network.loss.hat, tuple(found.result.shape)
    halting, running, vertices = len(hat.halting), len(hat.running), network.graph.vertices
    numbers = (loss.tapes * loss.code_width,)
    slopes = "directed slopes" if network.constants.hat == "directed" else "paper slopes"
    units = slopes.replace("slopes", "units")
    if step:
        return "simplex step" if shape in ((), (vertices,)) else "write and move"
    control = {
        "product": "read gradient",
        "addition": "control gradient",
        "scatter": "halting gradient" if found.operation == "scatter" and scatters_to(found, hat.halting) else slopes,
    }
    by_shape = {
        network.T.shape: ("read", "tape gradient"),
        network.H.shape: ("write and move", "head gradient"),
        (network.H.numel(),): ("write and move", "head gradient"),
        numbers: ("read", "tape gradient" if readings else "read gradient"),
        (halting,): (units, slopes),
        (len(getattr(hat, "loop_rows", ())),): (units, slopes),
        (running, hat.reads): (units, slopes),
        (running, 1): (units, slopes),
        (running,): (units, slopes),
        (vertices // hat.reads, hat.reads): (units, "edge gradient"),
        (1, vertices): ("read", "read gradient"),
        (vertices,): (units, control[found.operation]) if found.operation in control else (units, slopes),
    }
    if shape == ():
        if found.operation == "product":
            return slopes if hasattr(hat, "out") and found.holds(hat.out) else "squares"
        if found.operation == "sum":
            return slopes if tuple(found.operands[0].shape) == (running, hat.reads) else units
        return "loss"
    return by_shape.get(shape, ("read", "read"))[found.backward]


def watch_descent(network: Any, given: Any, steps: int) -> Chronicle:
    chronicle = Chronicle(network.certificate)
    phase, readings = "forward", 0
    scalars = 0

    def record(found: Recorded) -> None:
        nonlocal readings, scalars
        name = descent_name(network, found, phase == "step", readings)
        if phase == "forward" and found.result.ndim == 0 and found.operation == "addition":
            scalars += 1
            first = scalars == 1  # the squares of writing and moving, before gamma/2
            name = "squares" if first else "loss"
        if phase == "backward" and tuple(found.result.shape) == (network.loss.tapes * network.loss.code_width,):
            readings += 1
        chronicle.within(name, found)

    network.load(given)
    for _ in range(steps):
        if network.at_edge():
            network.grow()
        optimizer = network.optimizer()
        optimizer.zero_grad()
        with Recorder(record, additions=True):
            phase, scalars = "forward", 0
            value = network()
            if float(value.detach()) < network.constants.running_least:
                break
            phase, readings = "backward", 0
            value.backward()
            phase = "step"
            optimizer.step()
    return chronicle


@pytest.mark.parametrize("hat", ["directed", "paper"])
@pytest.mark.parametrize("name", ["palindrome", "busy-beaver-3"])
def test_descent(name: str, hat: str) -> None:
    network = compile(library.load(name), "descent", dtype=torch.float64, hat=hat)
    chronicle = watch_descent(network, "abba" if name == "palindrome" else None, 30)
    sums = {bound.name for bound in network.certificate.bounds} - {"margin of the right successor"}  # no sum
    assert chronicle.seen == sums


@pytest.mark.parametrize("hat", ["directed", "paper"])
@pytest.mark.parametrize("seed", [0, 1, 3])
def test_descent_of_random_machines(seed: int, hat: str) -> None:
    network = compile(random_machine(random.Random(seed)), "descent", dtype=torch.float64, hat=hat, cells=37)
    watch_descent(network, None, 12)


# ---- emulation: levels, the way back, and the update ----------------------------------------------------------------


def watch_emulation(network: EmulationNetwork, rows: torch.Tensor, y: Any) -> Chronicle:
    chronicle, graph = Chronicle(network.certificate), network.emulation.graph
    optimizer = network.optimizer()
    level, phase = 0, "forward"
    v0 = graph.names.index("v0") if "v0" in graph.names else 0
    control = np.array([name.endswith((".vc", ".vc'")) for name in graph.names])
    plain = ~control
    plain[v0] = False
    groups = {
        "backward into v0": np.array([v0]),
        "backward into a control vertex": np.flatnonzero(control),
        "backward along a path": np.flatnonzero(plain),
    }

    def record(found: Recorded) -> None:
        nonlocal level
        shape = tuple(found.result.shape)
        if found.operation == "scatter" and not found.backward:
            level += 1
            chronicle.within(f"level {level}", found)
        elif found.backward and len(shape) == 2 and shape[1] > 1 and shape[1] in prefixes:
            totals, grids = (np.broadcast_to(part, shape) for part in sums(found))
            for name, vertices in groups.items():
                inside = vertices[vertices < shape[1]]
                chronicle.seen.add(name)
                require_within(network.certificate, name, totals[:, inside], grids[:, inside])
        elif phase == "step":
            chronicle.within("update", found)
        elif shape == (graph.edges,):
            chronicle.within("derivative of a weight", found)
        elif shape == ():
            chronicle.within("loss and output", found)

    prefixes = {1 + len(graph.inputs), *(span[1] for span in network.module.spans)}
    for row, label in zip(rows, y, strict=True):
        level, phase = 0, "forward"
        optimizer.zero_grad()
        with Recorder(record, additions=True):
            loss = (network(row[None])[0] - float(label)) ** 2
            phase = "backward"
            loss.backward()
            phase = "step"
            optimizer.step()
    return chronicle


@pytest.mark.parametrize("memory", ["pair4", "paper6"])
@pytest.mark.parametrize("name", ["parity", "perceptron", "random"])
def test_emulation(name: str, memory: str) -> None:
    learner = random_learner(3, bits=4, gates=12) if name == "random" else LEARNERS[name](3)
    network = compile(learner, "emulation", dtype=torch.float64, variant=memory)
    X, y = random_samples(1, learner.features, 8)
    chronicle = watch_emulation(network, torch.from_numpy(network.rows(X, 0)), y)
    assert chronicle.seen == {bound.name for bound in network.certificate.bounds} - {"learning rate"}
