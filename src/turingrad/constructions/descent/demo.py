"""Gradient descent that runs a Turing machine, and trains a network with one."""

from __future__ import annotations

import time

import numpy as np
from rich.console import Console
from rich.table import Table

from turingrad import library
from turingrad.check import lockstep
from turingrad.cli.render.terminal import text_curve
from turingrad.constructions import drive
from turingrad.constructions.construction import Chapter
from turingrad.constructions.descent import TapeDescent, compile_network
from turingrad.constructions.descent.executors.closed_form import ClosedForm
from turingrad.constructions.descent.executors.recheck import Redone
from turingrad.constructions.descent.executors.running import gradients_of
from turingrad.constructions.descent.recipe import make_recipe
from turingrad.machine.tape import run as tape_run

X = np.array([[a, b] for a in (-1, 1) for b in (-1, 1)], np.int8)
FUNCTIONS = {"AND": [-1, -1, -1, 1], "OR": [-1, 1, 1, 1], "NAND": [1, 1, 1, -1]}


def show(console: Console) -> None:
    show_lockstep(console)
    show_busy_beaver(console)
    show_perceptron(console)


def show_lockstep(console: Console) -> None:
    network = compile_network(library.load("busy-beaver-4"))
    report = lockstep(network, None, 200)
    console.print(f"Busy beaver 4 by autograd, decoded after every gradient step: {report} with the interpreter.")


def show_busy_beaver(console: Console) -> None:
    machine = library.load("busy-beaver-5", "tape")
    reference = tape_run.run(machine)
    network = TapeDescent(make_recipe(machine))
    ClosedForm(network).advance(1)  # compile before the clock runs
    started = time.perf_counter()
    stepper = ClosedForm(network, redo=Redone(network))
    while not stepper.halted():
        stepper.advance(16_000_000)
    seconds = time.perf_counter() - started
    table = Table(title="Busy beaver 5 by gradient descent, gradients in closed form", title_justify="left")
    for column in ("", "steps", "ones", "seconds", "steps/s"):
        table.add_column(column, justify="left" if not column else "right")
    rows = (
        ("interpreter", reference.steps, reference.configuration, reference.seconds),
        ("gradient descent, closed form", stepper.steps, stepper.configuration(), seconds),
    )
    for name, steps, configuration, taken in rows:
        ones = configuration.tapes[0].symbols.count("1")
        table.add_row(name, f"{steps:,}", f"{ones:,}", f"{taken:.2f}", f"{steps / taken:,.0f}")
    console.print(table)
    same = stepper.configuration() == reference.configuration
    console.print(
        f"The last configurations are {'equal' if same else 'different'}. Gradients: {gradients_of(stepper)}."
    )


def show_perceptron(console: Console) -> None:
    trainer = library.load_learner("perceptron", form="trainer", features=2)
    table = Table(title="A perceptron trained by an extended network on plain least squares")
    for column in (
        "function",
        "gradients",
        "gradient steps",
        "machine steps",
        "weights",
        "computed directly",
        "answers",
    ):
        table.add_column(column, justify="left" if column == "function" else "right")
    curve: list[float] = []
    for name, labels in FUNCTIONS.items():
        result = drive.learn(
            trainer, X, np.array(labels, np.int8), X, on="descent", executor="autograd" if not curve else None, passes=2
        )
        curve = curve or result.details["losses"]
        table.add_row(
            name,
            result.executor,
            f"{result.sgd_steps:,}",
            f"{result.details['machine_steps']:,}",
            " ".join(f"{weight:g}" for weight in result.details["weights"]),
            "the same" if result.details["equals_direct_computation"] else "different",
            f"{int(np.sum(result.predictions == labels))} of {len(X)} right",
        )
    console.print(table)
    console.print(
        f"AND: the first step reads the labels (loss {curve[0]:g}); while the machine runs the loss stays at "
        f"{min(curve[1:-1]):g} or above; at the halt it is the trained network's own, {curve[-1]:.4f}."
    )
    for title, part in (("loss by gradient step", curve), ("while the machine runs", curve[1:-1])):
        console.print(text_curve(part, title), markup=False, highlight=False)


CHAPTER = Chapter(20, "Each step of gradient descent is a step of a Turing machine (Welper)", show)
