"""Networks as torch modules among others: torch.export, torch.compile, batches, copies, formats; tracing is refused."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
import torch
from torch import nn

from turingrad import library
from turingrad.constructions import compile
from turingrad.constructions.rcnn.algorithm import memorise
from turingrad.constructions.rcnn.local import patches_of
from turingrad.errors import CertificateError, InputError

RNG = np.random.default_rng(0)


def signs(*shape: int) -> torch.Tensor:
    return torch.from_numpy(RNG.choice([-1.0, 1.0], shape)).float()


def feedforward() -> tuple[Any, list[tuple[Any, ...]]]:
    network = compile(library.load("adder-2"), to="feedforward")
    return network, [(torch.randint(0, 2, (5, 4)),) for _ in range(4)]


def convolution() -> tuple[Any, list[tuple[Any, ...]]]:
    network = compile(library.load("busy-beaver-3"), to="rcnn")
    cells = torch.from_numpy(network.encode(None)[0]).float()[None]
    return network, [(cells, 12), (network(cells, 5), 12), (network(cells, 30), 12)]


def learner() -> tuple[Any, list[tuple[Any, ...]]]:
    network = compile(library.load("last-label", form="grid"), to="rcnn", samples=2, features=2)
    memorise(network, [[1, -1], [1, 1]], [1, -1])
    return network, [(signs(3, 2),) for _ in range(4)]


def transformer() -> tuple[Any, list[tuple[Any, ...]]]:
    network = compile(library.load("busy-beaver-2"), to="transformer", steps=7, input_length=3)
    return network, [(torch.randint(0, 2, (3,)), 3) for _ in range(2)]


def descent() -> tuple[Any, list[tuple[Any, ...]]]:
    return compile(library.load("busy-beaver-2"), to="descent"), [()]


def emulation() -> tuple[Any, list[tuple[Any, ...]]]:
    network = compile(library.load("last-label", form="learner"), to="emulation")
    return network, [(signs(4, len(network.emulation.graph.inputs)),) for _ in range(4)]


def decoder() -> tuple[Any, list[tuple[Any, ...]]]:
    network = compile(library.load("busy-beaver-2"), to="decoder", cells=8, context=24)
    run = [*network.prompt(None), *network.expected_tokens(None)]
    return network, [(torch.tensor(run[:5]),), (torch.tensor(run[1:6]),)]


MAKERS: list[Callable[[], Any]] = [feedforward, convolution, learner, transformer, descent, emulation, decoder]


@pytest.mark.parametrize(
    "make",
    [pytest.param(make, marks=pytest.mark.slow) if make in (convolution, learner) else make for make in MAKERS],
    ids=lambda make: make.__name__,
)
def test_torch_export_keeps_every_bit(make: Callable[[], Any]) -> None:
    network, inputs = make()
    exported = torch.export.export(network, inputs[0]).module()
    with torch.no_grad():
        for given in inputs:
            found, expected = exported(*given), network(*given)
            assert torch.equal(found, expected)
            assert torch.isfinite(found).all()


VARIANTS: list[tuple[str, str | None, str, dict[str, Any], tuple[Any, ...]]] = [
    ("busy-beaver-2", None, "descent", {"loss": "configurations", "cells": 4, "left": 2}, ()),
    ("busy-beaver-2", None, "descent", {"hat": "paper"}, ()),
    ("busy-beaver-2", None, "transformer", {"steps": 4, "layers": "paper"}, (torch.zeros(0, dtype=torch.long), 3)),
    ("busy-beaver-2", None, "transformer", {"steps": 4, "attention": "softmax"}, (torch.zeros(0, dtype=torch.long), 3)),
    ("last-label", "learner", "emulation", {"variant": "paper6"}, (torch.ones(2, 9),)),
    ("last-label", "learner", "emulation", {"variant": "noise-tolerant", "samples": 2}, (None,)),
    ("constant", "grid", "rcnn", {}, (torch.zeros(1, 3, 3), 4)),
]


@pytest.mark.slow
@pytest.mark.parametrize(("name", "form", "to", "options", "given"), VARIANTS, ids=lambda part: str(part)[:24])
def test_torch_export_of_every_variant(name: str, form: Any, to: str, options: Any, given: Any) -> None:
    network: Any = compile(library.load(name, form=form), to=to, **options)
    if given == (None,):
        given = (torch.ones(2, len(network.built.graph.inputs), dtype=network.dtype),)
    exported = torch.export.export(network, given).module()
    with torch.no_grad():
        assert torch.equal(exported(*given), network(*given))


def test_what_no_graph_of_torch_holds_is_one_line() -> None:
    network: Any = compile(library.load("last-label", form="learner"), to="emulation", variant="paper")
    given = (torch.ones(1, len(network.emulation.graph.inputs), dtype=torch.float64),)
    with pytest.raises(CertificateError, match="mpmath numbers"):
        torch.export.export(network, given)


@pytest.mark.slow
@pytest.mark.parametrize("make", MAKERS, ids=lambda make: make.__name__)
def test_torch_compile_in_one_graph_keeps_every_bit(make: Callable[[], Any]) -> None:
    network, inputs = make()
    compiled = torch.compile(network, fullgraph=True)
    with torch.no_grad():
        for given in inputs:
            assert torch.equal(compiled(*given), network(*given))


@pytest.mark.parametrize("make", [feedforward, learner, emulation, decoder], ids=lambda m: m.__name__)
def test_tracing_is_refused(make: Callable[[], Any]) -> None:
    network, inputs = make()
    with pytest.raises(CertificateError, match="tracing freezes"):
        torch.jit.trace(network, inputs[0])


@pytest.mark.parametrize("make", MAKERS, ids=lambda make: make.__name__)
def test_copies_are_their_own_and_compute_the_same(make: Callable[[], Any]) -> None:
    network, inputs = make()
    twin = copy.deepcopy(network)
    with torch.no_grad():
        before = network(*inputs[0])
        assert torch.equal(twin(*inputs[0]), before)
        for tensor in twin.parameters():
            tensor.zero_()
        assert torch.equal(network(*inputs[0]), before)


@pytest.mark.parametrize("make", MAKERS, ids=lambda make: make.__name__)
def test_a_format_is_taken_where_it_is_certified_and_refused_elsewhere(make: Callable[[], Any]) -> None:
    network, inputs = make()
    taken = 0
    for dtype in (torch.float16, torch.bfloat16, torch.float64):
        moved = copy.deepcopy(network)
        if not network.certificate.exact_in(dtype):
            with pytest.raises(CertificateError, match="not exact in"):
                moved.to(dtype)
            assert moved.dtype == torch.float32
            continue
        moved.to(dtype)
        given = tuple(x.to(dtype) if isinstance(x, torch.Tensor) and x.is_floating_point() else x for x in inputs[0])
        with torch.no_grad():
            found, expected = moved(*given), network(*inputs[0])
        taken += 1
        assert torch.equal(found.argmax(-1) if network.construction == "decoder" else found.float(),
                           expected.argmax(-1) if network.construction == "decoder" else expected)  # fmt: skip
    assert taken


def test_batches_go_through_forward_as_their_rows_do() -> None:
    for make in (transformer, decoder):
        network, inputs = make()
        rows = torch.stack([given[0] for given in inputs])
        with torch.no_grad():
            assert torch.equal(network(rows), torch.stack([network(row) for row in rows]))


def test_a_lost_head_is_not_a_number_in_a_graph() -> None:
    network = compile(library.load("busy-beaver-2"), to="descent", cells=4)
    exported = torch.export.export(network, ()).module()
    with torch.no_grad():
        assert torch.equal(exported(), network())
        exported.H.copy_(torch.zeros_like(exported.H))
        assert torch.isnan(exported())


def test_plain_networks_are_linear_and_relu_layers_only() -> None:
    for make in (feedforward, convolution, learner):
        network, inputs = make()
        plain = network.plain()
        assert {type(layer) for layer in plain} == {nn.Linear, nn.ReLU}
        if make is feedforward:
            assert torch.equal(plain(inputs[0][0].float()), network(inputs[0][0]))
            continue
        grid = inputs[0][0] if make is convolution else network.memory_layer(inputs[0][0])
        assert torch.equal(plain(patches_of(grid, network.weights.padding))[..., 0], network.layer(grid))
    with pytest.raises(InputError, match="parts other than linear"):
        transformer()[0].plain()
