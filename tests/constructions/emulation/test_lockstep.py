"""Output and every memory bit of the net equal the reference learner's at every SGD step; |w| never changes."""

from __future__ import annotations

import numpy as np
import pytest
import torch

from tests.generators_emulation import random_learner, random_samples, train
from turingrad import tasks
from turingrad.check import compare, lockstep
from turingrad.constructions.emulation import EmulationNetwork, compile_network
from turingrad.constructions.emulation.executors import kernel
from turingrad.constructions.emulation.executors.compiled import CompiledNet
from turingrad.library.learners.programs import Majority
from turingrad.library.learners.small import LEARNERS
from turingrad.machine.learner import Learner, LearnerConfiguration
from turingrad.machine.learner import run as learner_run
from turingrad.python import learner


def compiled_trace(network: EmulationNetwork, X, y, seed: int) -> tuple[list[LearnerConfiguration], CompiledNet]:
    emulation = network.emulation
    net = CompiledNet(emulation.graph, emulation.design.activation(), network.gamma)
    outputs, negative = net.train(network.rows(X, seed), y, np.ascontiguousarray(emulation.bit_edges.ravel()))
    found = []
    for t, row in enumerate(negative):
        memory = emulation.memory(row.tolist())
        output = int(outputs[t - 1]) if t else 0
        found.append(LearnerConfiguration(t, memory, output, learner_run.finished(network.machine, memory)))
    return found, net


def assert_lockstep(learner: Learner, X, y, seed: int = 0, variant: str = "pair4") -> list[LearnerConfiguration]:
    network = compile_network(learner, variant=variant)
    found, net = compiled_trace(network, X, y, seed)
    report = compare(learner_run.trace(learner, X, y, seed=seed, guess=True), found)
    assert report.ok, report
    assert report.steps == len(X)
    first = np.array([float(w) for w in network.emulation.graph.weight])
    assert np.array_equal(np.abs(net.weight), np.abs(first))
    moved = net.weight != first
    assert set(np.array(network.emulation.graph.role)[moved]) <= {"memory"}
    return found


@pytest.mark.parametrize("n", range(4, 13))
def test_parity_runs_in_lockstep(n: int) -> None:
    X, y = tasks.get("parity").sample(np.random.default_rng(n), n, 10 * n)
    found = assert_lockstep(LEARNERS["parity"](n), X, y, seed=n)
    assert found[-1].done


@pytest.mark.parametrize("name", ["majority", "conjunction", "perceptron", "dictator", "last-label"])
@pytest.mark.parametrize("variant", ["pair4", "paper6"])
def test_library_learners_run_in_lockstep(name: str, variant: str) -> None:
    task = name if name in ("majority", "conjunction", "dictator") else "majority"
    X, y = tasks.get(task).sample(np.random.default_rng(1), 6, 120)
    assert_lockstep(LEARNERS[name](6), X, y, seed=2, variant=variant)


def test_a_learner_that_counts_far_stays_in_lockstep() -> None:
    X, y = tasks.get("majority-5").sample(np.random.default_rng(5), 9, 600)
    assert assert_lockstep(learner(Majority(9, samples=256), 9), X, y)[-1].done


@pytest.mark.parametrize("seed", range(30))
def test_random_learners_run_in_lockstep(seed: int) -> None:
    X, y = random_samples(seed, 4, 150)
    assert_lockstep(random_learner(seed), X, y, seed, ("pair4", "paper6")[seed % 2])


def by_the_scalar_kernel(net: CompiledNet, rows, labels, bit_edges) -> tuple[np.ndarray, np.ndarray]:
    outputs, memory = np.zeros(len(labels)), np.zeros((len(labels) + 1, len(bit_edges)), np.uint8)
    memory[0] = net.weight[bit_edges] < 0
    graph = net.weight, net.start, net.source, net.first, net.shape, net.gamma
    taken = kernel.train(*graph, rows.astype(float), labels.astype(float), bit_edges, outputs, memory)
    return outputs[: taken + 1], memory[: taken + 1]


@pytest.mark.parametrize("broken", [None, 0.75, 0.1], ids=["as compiled", "ramp", "dead zone"])
def test_samples_side_by_side_are_steps_one_by_one(broken: float | None) -> None:
    network = compile_network(LEARNERS["parity"](5))
    emulation, X, y = network.emulation, *random_samples(3, 5, 203)
    bit_edges, rows = np.ascontiguousarray(emulation.bit_edges.ravel()), network.rows(X, 0)
    nets = [CompiledNet(emulation.graph, emulation.design.activation(), network.gamma) for _ in range(2)]
    for net in nets:
        net.weight[emulation.graph.role.index("memory")] *= 1.0 if broken is None else broken
    outputs, memory = nets[0].train(rows, y, bit_edges)
    expected, kept = by_the_scalar_kernel(nets[1], rows, y, bit_edges)
    assert np.array_equal(outputs, expected)
    assert np.array_equal(memory, kept)
    assert np.array_equal(nets[0].weight, nets[1].weight)
    assert len(outputs) == (203 if broken is None else len(expected))
    shown = np.zeros(len(rows))
    kernel.evaluate(*(getattr(nets[1], n) for n in ("weight", "start", "source", "first", "shape")), rows * 1.0, shown)
    assert np.array_equal(nets[0].outputs(rows), shown)


@pytest.mark.slow
@pytest.mark.parametrize("block", range(10))
def test_many_random_learners_run_in_lockstep(block: int) -> None:
    for seed in range(1000 + 47 * block, 1000 + 47 * (block + 1)):
        bits = seed % 40 + 1
        X, y = random_samples(seed, 5, 1000 if bits == 40 else 300)
        assert_lockstep(random_learner(seed, bits, 5, 60), X, y, seed, ("pair4", "paper6")[seed % 2])


@pytest.mark.parametrize("dtype", [torch.float32, torch.float64, torch.float16, torch.bfloat16])
def test_torch_autograd_and_sgd_run_in_lockstep(dtype: torch.dtype) -> None:
    learner = LEARNERS["parity"](4)
    X, y = tasks.get("parity").sample(np.random.default_rng(1), 4, 14)
    network = compile_network(learner, dtype=dtype)
    before = network.weight.detach().clone()
    report = lockstep(network, (X, y, 3))
    assert report.ok, report
    assert report.steps == 14
    assert torch.equal(network.weight, before)  # a trace trains a copy
    train(network, X, y, 3)
    assert torch.equal(network.weight.abs(), before.abs())
    assert not torch.equal(network.weight, before)


def test_every_edge_is_trainable() -> None:
    network = compile_network(LEARNERS["parity"](4))
    trained = [p for p in network.parameters() if p.requires_grad]
    assert [p.numel() for p in trained] == [network.emulation.graph.edges]


def test_the_computation_gets_no_gradient_at_all() -> None:
    network = compile_network(LEARNERS["parity"](4))
    output = network(torch.from_numpy(network.rows(np.ones((1, 4), np.int8), 0)))[0]
    ((output + output.detach().sign()) ** 2).backward()
    roles = np.array(network.emulation.graph.role)
    moving = set(roles[network.weight.grad.numpy() != 0])
    assert moving == {"memory"}


def test_a_learner_without_memory_is_a_net_of_dummies() -> None:
    learner = random_learner(7, bits=0)
    X, y = random_samples(7, 4, 40)
    assert_lockstep(learner, X, y)


def test_decode_reads_the_memory_out_of_weights() -> None:
    learner = LEARNERS["parity"](4)
    network = compile_network(learner)
    X, y = tasks.get("parity").sample(np.random.default_rng(1), 4, 10)
    last = list(network.trace((X, y)))[-1]
    train(network, X, y)
    assert network.decode(network.weight, 10).memory == last.memory
    assert network.decode(compile_network(learner).weight, 0).memory == learner.memory
