"""SGD as the clock: clocked circuits and programs on exact nets, by every executor, step by step."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

import turingrad as tg
from tests.generators_clocked import clocked_circuits, counter
from turingrad.check import check
from turingrad.constructions.emulation import ClockedNetwork, EmulationNetwork, ProgramNetwork, compile_network
from turingrad.constructions.emulation.executors.running import begin
from turingrad.constructions.emulation.executors.trainers import TRAINERS, CompiledTrainer, EventTrainer
from turingrad.constructions.emulation.plan import plan
from turingrad.errors import CertificateError, InputError, LimitError
from turingrad.library import load, load_learner
from turingrad.machine.clocked import ClockedCircuit
from turingrad.machine.program import assemble

HELLO = """
    lbu a0, 128(zero)
    addi a0, a0, 1
    sw a0, -4(sp)
    li a7, 64
    ecall
    lw a0, -4(sp)
    li a7, 93
    ecall
"""


@cache
def program_network(code: str = "rom") -> ProgramNetwork:
    network = compile_network(replace(assemble(HELLO, ram=144), input_at=124), code=code)
    assert isinstance(network, ProgramNetwork)
    return network


@settings(max_examples=10)
@given(clocked_circuits(), st.sampled_from(["pair4", "paper6"]), st.integers(0, 9))
def test_every_step_is_a_tick(machine: ClockedCircuit, variant: str, seed: int) -> None:
    rows = np.random.default_rng(seed).integers(0, 2, (8, len(machine.inputs)))
    network = compile_network(machine, variant=variant)
    expected = list(tg.run(machine, rows).trace)
    assert list(network.trace(rows)) == expected
    for executor in ("compiled", "event"):
        assert list(tg.run(network, rows, executor=executor).trace) == expected


def test_weights_keep_their_size_and_the_loss_is_4_at_every_tick() -> None:
    network = compile_network(counter(3))
    assert isinstance(network, ClockedNetwork)
    first = network.weight.detach().clone()
    session, optimizer = network.session([[1]] * 9), network.optimizer()
    for step in range(9):
        row, label = session.samples(step, 1)
        assert (network.train_step(optimizer, torch.from_numpy(row), float(label[0])) - label[0]) ** 2 == 4
    assert network.decode(network.weight, 9).registers == (1, 0, 0)
    assert torch.equal(network.weight.detach().abs(), first.abs())
    assert next(iter(network.trace([[1]]))).registers == (1, 0, 0)  # it goes on from what it holds
    assert tg.lockstep(network, [[1]] * 3).ok


def test_a_clock_without_inputs_runs_on(tmp_path: Path) -> None:
    toggle = tg.ClockedCircuit((), ("q",), (0,), (tg.Gate("not", (0,)),), (("o", 0),), (1,))
    run = tg.run(toggle, on="emulation", max_steps=5)
    assert (run.executor, run.configuration, run.halted) == ("event", tg.run(toggle, max_steps=5).configuration, False)
    network = tg.compile(toggle, to="emulation")
    tg.save(network, tmp_path / "net")
    assert list(tg.load(tmp_path / "net").trace(max_steps=4)) == list(network.trace(max_steps=4))
    assert check(counter(2), on="emulation", samples=2, executor="event").ok


def test_what_is_not_for_clocks_is_refused() -> None:
    with pytest.raises(InputError, match="'paper' is for learners"):
        compile_network(counter(2), variant="paper")
    with pytest.raises(InputError, match="code and ram are for programs"):
        compile_network(counter(2), code="ram")
    with pytest.raises(tg.MachineError, match="learns with a learner"):
        tg.learn(counter(2), [[1]], [1], [[1]], on="emulation")


def test_one_path_per_bit_is_enough_only_if_bits_flip_at_one_output() -> None:
    assert plan(load_learner("parity", form="learner", features=3), "pair4").one_sided is False
    network = compile_network(counter(3))
    assert network.emulation.bit_edges.shape == (4, 1)  # three registers and an output
    bit = [name for name in network.graph.names if name.startswith("bit0.")]
    assert not any(name.endswith("'") for name in bit)


@pytest.mark.parametrize("code", ["rom", "ram"])
def test_a_program_runs_in_sgd_and_halting_is_convergence(code: str) -> None:
    network = program_network(code)
    expected = list(tg.run(network.machine, b"A").trace)
    assert expected[-1].output == b"B"
    assert list(network.trace(b"A")) == expected
    for executor in ("compiled", "event"):
        going = begin(network, b"A", executor).stepper
        assert [
            going.configuration(),
            *(going.configuration() for _ in iter(lambda g=going: g.advance(1), 0)),
        ] == expected
        assert going.halted()
    assert going.advance(10) == 0
    rows, labels = going.session.samples(0, 5)
    outputs, _ = going.trainer.watch(rows, labels, going.session.watched)
    assert (outputs == labels).all()  # the loss is 0 for ever


def test_event_and_compiled_leave_the_same_weights() -> None:
    network = program_network()
    fast, slow = EventTrainer(network.start_copy(b"z")), CompiledTrainer(network.start_copy(b"z"))
    rows, labels = network.session(b"z").samples(0, 5)
    for trainer in (fast, slow):
        trainer.train(rows, labels)
    assert np.array_equal(fast.weights(), slow.weights())
    assert np.array_equal(fast.outputs(rows[:1]), slow.outputs(rows[:1]))
    fast.net.total[network.graph.first] = 0.1 * fast.net.shape[2] + 0.9 * fast.net.shape[1]  # on the ramp
    fast.net.marked[network.graph.first // 64] |= np.uint64(1) << np.uint64(network.graph.first % 64)
    with pytest.raises(CertificateError, match="on a ramp"):
        fast.train(rows, labels)


@settings(max_examples=10)
@given(st.sampled_from(["parity", "perceptron", "last-label"]), st.integers(0, 50))
def test_every_learner_runs_by_its_changes(name: str, seed: int) -> None:
    learner = load_learner(name, form="learner", features=3)
    network = compile_network(learner)
    assert isinstance(network, EmulationNetwork)
    rng = np.random.default_rng(seed)
    X, y = rng.choice(np.array([-1, 1], np.int8), (30, 3)), rng.choice(np.array([-1, 1], np.int8), 30)
    rows, labels = network.samples_of((X, y))
    outputs = {}
    for executor in ("compiled", "event"):
        trainer = TRAINERS[executor](compile_network(learner))
        outputs[executor] = (trainer.train(rows, labels), trainer.weights().tolist(), trainer.outputs(rows).tolist())
    assert outputs["compiled"] == outputs["event"]


@pytest.mark.slow
def test_ram_follows_from_the_run() -> None:
    run = tg.run("fib", on="emulation")
    assert (run.executor, run.details["ram"], run.output) == ("event", 1024, tg.run("fib").output)
    assert run.steps == tg.run("fib").steps
    with pytest.raises(tg.MachineError, match="does not fit into 256 bytes of RAM"):
        compile_network(load("fib", form="program"), ram=256)
    with pytest.raises(LimitError, match="bytes of stack"):
        tg.run(assemble("li t0, 20000\nsub sp, sp, t0\nsw zero, 0(sp)\nebreak"), on="emulation")


@pytest.mark.slow
def test_queens_to_its_halt_in_lockstep_at_every_instruction() -> None:
    program = load("queens", form="program")
    network = tg.compile(program, to="emulation")
    reference = iter(tg.run(network.machine).trace)
    going, steps = begin(network, None, "event").stepper, 0
    assert going.configuration() == next(reference)
    for expected in reference:
        assert going.advance(1) == 1
        assert going.configuration() == expected
        steps += 1
    assert going.halted()
    assert steps > 100_000
    assert going.configuration().exit_code == 0
