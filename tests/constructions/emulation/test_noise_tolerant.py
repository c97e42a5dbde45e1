"""Theorem 5: nets that learn under noise on every edge at every step, with the paper's constants and the redesigned."""

from __future__ import annotations

import itertools

import mpmath
import numpy as np
import pytest
import torch

from tests.generators_emulation import random_learner, random_samples
from turingrad import tasks
from turingrad.check import compare
from turingrad.constructions import drive
from turingrad.constructions.emulation import NoiseTolerantNetwork, compile_network
from turingrad.constructions.emulation.claims.exact import edge_between
from turingrad.constructions.emulation.claims.sizes import remark_12, remark_13
from turingrad.constructions.emulation.executors.noisy_runs import train_compiled, train_torch
from turingrad.constructions.emulation.executors.tolerance import noise_budgets, tolerated_noise
from turingrad.constructions.emulation.noisy_graph import build_noise_tolerant
from turingrad.constructions.emulation.noisy_sgd import KINDS, Noise
from turingrad.constructions.emulation.numeric import NumericNet
from turingrad.constructions.emulation.write_once import write_once_design
from turingrad.errors import CertificateError, InputError
from turingrad.library.learners.small import LEARNERS
from turingrad.machine.circuit.run import evaluate
from turingrad.machine.learner import run as learner_run
from turingrad.machine.run import quiet


def cube(n: int) -> np.ndarray:
    return np.array(list(itertools.product([-1, 1], repeat=n)), np.int8)


@pytest.fixture(scope="module")
def parity_net() -> NoiseTolerantNetwork:
    return NoiseTolerantNetwork(LEARNERS["parity"](4), samples=12)


@pytest.mark.parametrize("kind", KINDS)
def test_20_of_20_runs_agree_with_the_reference_under_noise(parity_net, kind) -> None:
    """4e-3 of every weight at every step, n = 4, 12 samples, all 16 points."""
    right = 0
    for seed in range(20):
        X, y = tasks.get("parity").sample(np.random.default_rng(seed), 4, 12)
        noise = Noise(4e-3, kind).source(parity_net.built.graph.edges, seed)
        found = train_compiled(parity_net, X, y, cube(4), noise, quiet)
        kept = parity_net.decode_samples(found.weight)
        assert kept == [(tuple(row.tolist()), int(label)) for row, label in zip(X, y, strict=True)]
        last = learner_run.run(parity_net.machine, X, y).configuration
        right += np.array_equal(found.predictions, circuit_answers(parity_net.machine, last.memory, cube(4)))
        assert np.abs(found.learning - 0.5).max() < 0.05
    assert right == 20


def circuit_answers(learner, memory, X) -> np.ndarray:
    """The predict circuit, whether or not the learner is done: Lemma 6's h."""
    rows = np.hstack([np.tile(np.array(memory, np.uint8), (len(X), 1)), (X > 0).astype(np.uint8)])
    return (2 * evaluate(learner.predict, rows)[:, 0].astype(int) - 1).astype(np.int8)


def test_much_noise_breaks_the_net(parity_net) -> None:
    X, y = tasks.get("parity").sample(np.random.default_rng(0), 4, 12)
    noise = Noise(0.2).source(parity_net.built.graph.edges, 0)
    with np.errstate(all="ignore"):
        found = train_compiled(parity_net, X, y, cube(4), noise, quiet)
    memory = learner_run.run(parity_net.machine, X, y).configuration.memory
    assert not np.array_equal(found.predictions, circuit_answers(parity_net.machine, memory, cube(4)))


def test_torch_and_compiled_runs_agree_under_the_same_noise() -> None:
    learner = LEARNERS["parity"](2)
    X, y = tasks.get("parity").sample(np.random.default_rng(1), 2, 4)
    noise = Noise(5e-3, "gaussian")
    nets = [NoiseTolerantNetwork(learner, samples=4) for _ in range(2)]
    fast = train_compiled(nets[0], X, y, cube(2), noise.source(nets[0].built.graph.edges, 3), quiet)
    slow = train_torch(nets[1], X, y, cube(2), noise, 3, quiet)
    assert np.allclose(fast.weight, slow.weight, rtol=1e-12, atol=1e-14)
    assert np.array_equal(fast.predictions, slow.predictions)


@pytest.mark.parametrize("dtype", [torch.float64, torch.float32])
def test_without_noise_the_decoded_learner_runs_in_lockstep(dtype) -> None:
    learner = LEARNERS["parity"](3)
    X, y = tasks.get("parity").sample(np.random.default_rng(4), 3, 5)
    network = compile_network(learner, variant="noise-tolerant", samples=5, dtype=dtype)
    found = [now.memory for now in network.trace((X, y))]
    assert compare([now.memory for now in learner_run.trace(learner, X, y)], found).ok


@pytest.mark.parametrize("seed", range(6))
def test_any_learner_is_unrolled(seed: int) -> None:
    """Random learners, with random bits (Theorem 5), on errors or not, done or not."""
    learner = random_learner(seed, bits=4, features=2, gates=12)
    X, y = random_samples(seed, 2, 6)
    points = cube(2)
    run = drive.learn(learner, X, y, points, on="emulation", executor="compiled", seed=seed, noise=2e-3, budgets=False)
    assert np.array_equal(run.predictions, learner_run.learn(learner, X, y, points, seed=seed))


def test_lemma_4_constants() -> None:
    """gamma doubles the weights for label 1 and makes them -2 times for -1; v4 gets 2^-80 3^-9, then 2^-40 3^-9."""
    with mpmath.workprec(300):
        two, three = mpmath.mpf(2), mpmath.mpf(3)
        design = write_once_design("paper", 1)
        learner = LEARNERS["last-label"](1)
        for label, factor in ((1, 2), (-1, -2)):
            built = build_noise_tolerant(learner, 1, "paper")
            net = NumericNet(built.graph, design.shape, design.gamma, [mpmath.mpf(w) for w in built.graph.weight])
            shown, _ = net.forward([1])
            by_name = dict(zip(built.graph.names, shown, strict=True))
            assert abs(by_name["M[0,0,1].v2"] / (two**-24 * three ** mpmath.mpf(-1.5)) - 1) < 1e-60
            contribution = by_name["M[0,0,1].v4"] / 36
            assert abs(contribution / (two**-242 * three**-29) - 1) < 1e-60
            assert abs(shown[-1] - 0.5) < 1e-60
            before = list(net.weight)
            net.step([1], label)
            for t in range(5):
                names = ["constant", *(f"M[0,0,1].v{k}" for k in range(1, 5)), "output"]
                edge = edge_between(built.graph, names[t], names[t + 1])
                assert abs(net.weight[edge] / before[edge] - factor) < 1e-50
            after = dict(zip(built.graph.names, net.forward([1])[0], strict=True))
            assert abs(after["M[0,0,1].v2"] / (two**-12 * three ** mpmath.mpf(-1.5)) - 1) < 1e-50
            assert after["M[0,0,1].vr"] == 2 * label
            assert after["M[0,0,1].v4"] == 0


def run_numeric(constants: str, bits: int, seed: int, level: float = 0.0) -> bool:
    """Whether the paper's net (n = 2, 4 samples) at this precision, under relative noise, answers as the reference."""
    learner = LEARNERS["parity"](2)
    X, y = tasks.get("parity").sample(np.random.default_rng(seed), 2, 4)
    built = build_noise_tolerant(learner, 4, constants)
    rng = np.random.default_rng(seed)
    with mpmath.workprec(bits):
        weight = [+mpmath.mpf(w) for w in built.graph.weight]
        net = NumericNet(built.graph, built.design.shape, +built.design.gamma, weight)
        for row, label in zip(X, y, strict=True):
            net.step(row.tolist(), int(label))
            drawn = rng.uniform(-1.0, 1.0, size=len(net.weight)).tolist()
            net.weight = [w + w * (level * u) for w, u in zip(net.weight, drawn, strict=True)]
        answers = [float(net.forward(row.tolist())[0][-1]) for row in cube(2)]
    expected = circuit_answers(learner, learner_run.run(learner, X, y).configuration.memory, cube(2))
    return bool(np.all(np.abs(np.array(answers) - expected) < 0.5))


@pytest.mark.parametrize("seed", range(3))
def test_the_papers_constants_need_92_bits(seed: int) -> None:
    assert run_numeric("paper", 92, seed)
    assert not run_numeric("paper", 70, seed)


def test_the_papers_constants_fail_in_float64_and_work_with_the_widened_dead_zone() -> None:
    X, y = tasks.get("parity").sample(np.random.default_rng(1), 3, 6)
    expected = learner_run.run(LEARNERS["parity"](3), X, y).configuration.memory
    right = {}
    for constants in ("paper", "widened"):
        network = NoiseTolerantNetwork(LEARNERS["parity"](3), samples=6, constants=constants)
        noise = Noise(0.0).source(network.built.graph.edges, 0)
        found = train_compiled(network, X, y, cube(3), noise, quiet)
        right[constants] = np.array_equal(found.predictions, circuit_answers(network.machine, expected, cube(3)))
    assert right == {"paper": False, "widened": True}


@pytest.mark.parametrize(("constants", "bears", "breaks"), [("paper", 1e-43, 1e-39), ("widened", 1e-30, 1e-26)])
def test_the_papers_constants_bear_very_little_noise(constants: str, bears: float, breaks: float) -> None:
    """A used output control vertex has a weight of 10^72 and must be closed to within the dead zone; Lemma 4 asks for
    2^-134 3^-11 = 2.6e-46 in total. The redesign bears 4e-3 a step."""
    assert all(run_numeric(constants, 300, seed, bears) for seed in range(3))
    assert not any(run_numeric(constants, 300, seed, breaks) for seed in range(3))


def test_remark_13_no_weight_passes_the_bound() -> None:
    learner = LEARNERS["parity"](2)
    network = NoiseTolerantNetwork(learner, samples=4, constants="paper", bits=120)
    X, y = tasks.get("parity").sample(np.random.default_rng(0), 2, 4)
    optimizer = network.optimizer()
    for row, label in zip(torch.from_numpy(network.rows(X)), y, strict=True):
        network.train_step(optimizer, row[None], int(label))
    largest = max(abs(w) for w in network.net.weight)
    assert 1e-3 * remark_13() < largest < remark_13()


def test_erratum_8_each_output_control_vertex_shows_2_once() -> None:
    """Remark 13 says "each output vertex only takes on a nonzero value once": the output vertex never shows 0."""
    learner = LEARNERS["parity"](2)
    network = NoiseTolerantNetwork(learner, samples=4)
    X, y = tasks.get("parity").sample(np.random.default_rng(0), 2, 4)
    graph = network.built.graph
    optimizer = network.optimizer()
    nonzero = np.zeros(graph.vertices, int)
    for row, label in zip(X, y, strict=True):
        nonzero += network.module.values(torch.from_numpy(row[None]))[0].detach().numpy() != 0
        network.train_step(optimizer, torch.from_numpy(row[None]), int(label))
    assert [nonzero[graph.names.index(f"voc[{t}]")] for t in range(4)] == [1, 1, 1, 1]
    assert nonzero[graph.output] == 4


def test_erratum_7_all_output_control_vertices_are_driven() -> None:
    """Lemma 6 drives "the first n output control vertices" (n = 2, 4 samples here): the others would always be on."""
    learner = LEARNERS["parity"](2)
    X, y = tasks.get("parity").sample(np.random.default_rng(0), 2, 4)
    learned = {}
    for driven in (2, 4):
        network = NoiseTolerantNetwork(learner, samples=4)
        graph = network.built.graph
        with torch.no_grad():
            for t in range(driven, 4):
                into = np.flatnonzero((graph.target == graph.names.index(f"voc[{t}]")) & (graph.source != 0))
                network.weight[into] = 0.0
        outputs = []
        optimizer = network.optimizer()
        for row, label in zip(X, y, strict=True):
            outputs.append(network.train_step(optimizer, torch.from_numpy(row[None]), int(label)))
        learned[driven] = np.abs(np.array(outputs) - 0.5).max() < 0.01
    assert learned == {2: False, 4: True}


def test_noise_budgets_are_measured_by_role(parity_net) -> None:
    X, y = tasks.get("parity").sample(np.random.default_rng(2), 4, 12)
    budgets = noise_budgets(parity_net, X, y, cube(4), seed=1)
    assert set(budgets) == {*parity_net.built.graph.role, "all"}
    assert all(budgets["all"] <= 1.5 * budget for budget in budgets.values())
    assert budgets["all"] >= 4e-3


def test_the_largest_level_that_all_runs_survive_is_measured(parity_net) -> None:
    data = [tasks.get("parity").sample(np.random.default_rng(seed), 4, 12) for seed in range(5)]
    assert 4e-3 <= tolerated_noise(parity_net, data, cube(4)) < 0.1
    assert 1e-3 < tolerated_noise(parity_net, data, cube(4), "fixed-sign") < 0.1
    assert 1e-4 < tolerated_noise(parity_net, data, cube(4), relative=False) < 0.1


def test_remark_12_sizes_of_the_noise_tolerant_metaalgorithm() -> None:
    learners = [LEARNERS["parity"](2), LEARNERS["dictator"](2)]
    small, large = remark_12(learners, 3, 2), remark_12(learners, 6, 4)
    assert small["components"] == 20
    assert large["components"] == 40
    assert large["vertices"] < 4 * small["vertices"]


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"samples": 0}, InputError, "at least 1"),
        ({"samples": 3, "constants": "other"}, InputError, "one of redesigned"),
        ({"samples": 3, "kappa": 0.9}, InputError, "kappa"),
        ({"samples": 3, "dtype": torch.float16}, CertificateError, "float64"),
        ({"samples": 3, "constants": "widened", "dtype": torch.float32}, CertificateError, "float64"),
    ],
)
def test_impossible_nets_are_refused(options, error, message: str) -> None:
    with pytest.raises(error, match=message):
        compile_network(LEARNERS["parity"](2), variant="noise-tolerant", **options)


def test_noise_reaches_the_nets_with_the_papers_constants() -> None:
    """Noise of a million times every weight destroys what was memorised; a tiny one leaves it."""
    learner = LEARNERS["dictator"](2)
    X, y = tasks.get("dictator").sample(np.random.default_rng(0), 2, 2)
    found = {}
    for level in (1e-45, 1e6):
        result = drive.learn(
            learner,
            X,
            y,
            cube(2),
            on="emulation",
            executor="torch",
            seed=0,
            noise=level,
            constants="paper",
            budgets=False,
        )
        found[level] = result.details["samples_intact"]
    assert found == {1e-45: 2, 1e6: 0}


def test_the_papers_constants_refuse_an_optimizer_that_is_not_theirs_and_noise_that_they_cannot_take() -> None:
    network = NoiseTolerantNetwork(LEARNERS["dictator"](2), samples=1, constants="paper")
    row = torch.from_numpy(network.rows(np.array([[1, -1]], np.int8)))
    with pytest.raises(InputError, match="own optimizer"):
        network.train_step(torch.optim.SGD([network.weight], 1.0), row, 1)
    with pytest.raises(InputError, match="mpmath numbers take"):
        network.train_step(network.optimizer(Noise(0.1, "rounding")), row, 1)
    with pytest.raises(CertificateError, match="compute in mpmath"):
        NoiseTolerantNetwork(LEARNERS["dictator"](2), samples=1, constants="paper", dtype=torch.float32)
