"""SGD clocks a processor: a counter tick by tick, then a program to its halt, which is convergence."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from rich.console import Console
from rich.table import Table

from turingrad.constructions.construction import Chapter
from turingrad.constructions.emulation import ClockedNetwork, compile_network
from turingrad.constructions.emulation.executors.trainers import EventTrainer, TorchTrainer
from turingrad.machine.circuit.builder import CircuitBuilder
from turingrad.machine.clocked import ClockedCircuit, clock_circuit
from turingrad.machine.program import Program, assemble
from turingrad.machine.program.run import run

TICKS, TORCH_STEPS, RAM = 10, 12, 256
PRIMES = """
    li   s0, 2          # candidate
next:
    li   s1, 2          # divisor
test:
    beq  s1, s0, prime
    mv   s2, s0
divide:
    sub  s2, s2, s1
    bgtz s2, divide
    beqz s2, composite
    addi s1, s1, 1
    j    test
prime:
    addi a0, s0, 0x30   # one digit
    li   a7, 64
    ecall
composite:
    addi s0, s0, 1
    li   t0, 10
    blt  s0, t0, next
    li   a0, 0
    li   a7, 93
    ecall
"""


def counter() -> ClockedCircuit:
    """Four bits that count the ticks."""
    make = CircuitBuilder()
    state = make.inputs("count", 4)
    carry, following = make.const(1), []
    for bit in state:
        following.append(make.xor(bit, carry))
        carry = make.and_(bit, carry)
    make.output_word("next", following)
    return clock_circuit(make.build(), [0] * 4, "counter")


def primes() -> Program:
    """The primes below 10, by trial division."""
    return replace(assemble(PRIMES, ram=RAM), name="primes")


def show(console: Console) -> None:
    network = compile_network(counter())
    console.print(
        f"A counter of 4 bits as a net of {network.graph.edges} weights. Its output is +1, every label is -1: every "
        "step of SGD errs, and every step is a tick."
    )
    show_counter(console, network)
    show_program(console)


def show_counter(console: Console, network: ClockedNetwork) -> None:
    table = Table(box=None)
    for column in ("SGD step", "output", "loss", "signs of the four weights", "count"):
        table.add_column(column, justify="right")
    session, trainer = network.session(None), TorchTrainer(network)
    for step in range(TICKS):
        rows, labels = session.samples(step, 1)
        (output,) = trainer.train(rows, labels)
        signs = np.where(trainer.weights()[network.emulation.bit_edges[:, 0]] < 0, "-", "+")
        value = sum(bit << k for k, bit in enumerate(trainer.memory()))
        table.add_row(str(step + 1), f"{output:+.0f}", f"{(output - labels[0]) ** 2:.0f}", "".join(signs), str(value))
    console.print(table)


def show_program(console: Console) -> None:
    program = primes()
    network = compile_network(program)
    emulation = network.emulation
    console.print(
        f"A RISC-V processor with {program.ram} bytes of RAM and a program that prints primes: "
        f"{len(emulation.learner.memory):,} memory bits, {network.graph.vertices:,} vertices, {network.graph.edges:,} "
        f"weights, all trainable, learning rate {network.gamma:g}. One instruction per step of SGD."
    )
    expected = run(program).configuration
    session, trainer = network.session(b""), EventTrainer(network.start_copy(b""))
    rows, labels = session.samples(0, expected.step + 100)
    outputs, signs = trainer.watch(rows, labels, session.watched)
    steps = session.observe(outputs, signs)
    losses = (outputs - labels) ** 2
    found = session.configuration(trainer.weights())
    console.print(
        f"The loss is {losses[0]:.0f} for {steps:,} steps and {losses[-1]:.0f} from then on: it has halted, and "
        f"training has converged. It wrote {found.output.decode()!r}, exit code {found.exit_code}; equal to the "
        f"interpreter in registers, memory and output: {found == expected}."
    )
    by_torch, by_changes = TorchTrainer(network.start_copy(b"")), EventTrainer(network.start_copy(b""))
    for each in (by_torch, by_changes):
        each.train(rows[:TORCH_STEPS], labels[:TORCH_STEPS])
    equal = bool(np.array_equal(by_torch.weights(), by_changes.weights()))
    console.print(
        f"The first {TORCH_STEPS} steps again by torch autograd and torch.optim.SGD leave the same "
        f"{network.graph.edges:,} weights as the executor that follows changes: {equal}."
    )
    console.print("`turingrad run FILE.c --on emulation` runs yours, `turingrad view FILE.c --on emulation` shows it.")


CHAPTER = Chapter(31, "SGD clocks a processor", show)
