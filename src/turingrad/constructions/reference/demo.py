"""The reference interpreters: machines, circuits and learning algorithms, run as they are defined."""

from __future__ import annotations

import numpy as np
from rich.console import Console
from rich.table import Table

from turingrad import library, tasks
from turingrad.constructions import drive
from turingrad.constructions.construction import Chapter
from turingrad.machine.tape import run as tape_run

SHOWN = ("palindrome", "binary-add", "busy-beaver-4", "busy-beaver-5")
LEARNERS = ("majority-label", "nearest-neighbour", "parity-fast")


def show(console: Console) -> None:
    show_machines(console)
    show_circuit(console)
    show_learners(console)


def show_machines(console: Console) -> None:
    table = Table(title="Turing machines", title_justify="left")
    for column in ("machine", "input", "steps", "halts in", "tape", "steps/s"):
        table.add_column(column, justify="right" if column in ("steps", "steps/s") else "left")
    for name in SHOWN:
        machine = library.load(name, "tape")
        tape_run.run(machine, max_steps=1)  # compile the interpreter before the clock runs
        result = tape_run.run(machine)
        tape = str(result.configuration.tapes[0])
        shown = tape if len(tape) <= 24 else f"{len(tape):,} cells, {tape.count('1'):,} ones"
        speed = f"{result.steps_per_second:,.0f}" if result.steps > 10_000 else ""
        given = "".join(machine.input[0])
        table.add_row(name, given, f"{result.steps:,}", result.configuration.state, shown, speed)
    console.print(table)


def show_circuit(console: Console) -> None:
    circuit = library.load("multiplier-8", "circuit")
    a, b = 181, 203
    bits = [a >> i & 1 for i in range(8)] + [b >> i & 1 for i in range(8)]
    product = drive.evaluate(circuit, np.array([bits]))[0]
    value = sum(int(bit) << i for i, bit in enumerate(product))
    console.print(f"An 8-bit multiplier of {len(circuit.gates)} gates: {a} x {b} = {value:,} (Python: {a * b:,})")


def show_learners(console: Console) -> None:
    table = Table(title="Grid learners on a random parity of 10 bits, 20 samples", title_justify="left")
    for column in ("learner", "states", "accuracy on 500 fresh points", "machine steps"):
        table.add_column(column, justify="left" if column == "learner" else "right")
    X, y, X_test, y_test = tasks.draw(tasks.get("parity"), 1, 10, 20, 500)
    for name in LEARNERS:
        machine = library.load_learner(name, form="grid")
        result = drive.learn(machine, X, y, X_test)
        steps = f"{result.details['machine_steps']:,}"
        table.add_row(name, str(len(machine.states) - len(machine.halting)), f"{result.accuracy(y_test):.3f}", steps)
    console.print(table)


CHAPTER = Chapter(0, "Machines, circuits and learners, on the reference interpreters", show)
