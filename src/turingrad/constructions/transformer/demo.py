"""Busy beaver 4 in lockstep through the transformer, layer by layer; busy beaver 5 to its halt."""

from __future__ import annotations

import torch
from rich.console import Console
from rich.table import Table

from turingrad import library
from turingrad.check import lockstep
from turingrad.constructions.construction import Chapter
from turingrad.constructions.drive import run
from turingrad.constructions.torch_state import torch_threads
from turingrad.constructions.transformer import TransformerNetwork, compile_network
from turingrad.machine.tape import TapeMachine
from turingrad.machine.tape import run as tape_run
from turingrad.theory.margins.noise import perturb_network, right_steps

BEAVER_4, BEAVER_5 = 107, 47_176_870
SHOWN_STEP = 100
NOISE, NOISY_STEPS = 1e-3, 30


def show(console: Console) -> None:
    beaver_4, beaver_5 = library.load("busy-beaver-4", "tape"), library.load("busy-beaver-5", "tape")
    with torch_threads():  # one pass is too small for two threads
        network = compile_network(beaver_4, steps=BEAVER_4, input_length=0)
        report = lockstep(network, "", steps=BEAVER_4)
        exact = ", ".join(name for name, ok in network.certificate.dtypes().items() if ok)
        console.print(
            f"Busy beaver 4 as a transformer of {network.depth} layers and width {network.width}, hard-max attention: "
            f"{report}. Proven exact in {exact}."
        )
        show_pass(console, network)
        show_noise(console, beaver_4)
    show_beaver_5(console, beaver_5)


def show_pass(console: Console, network: TransformerNetwork) -> None:
    """One decoding step, decoded after each layer."""
    with torch.no_grad():
        hidden = network.hidden(network.tokens(""), SHOWN_STEP + 1)[SHOWN_STEP]
    table = Table(title=f"Decoding step {SHOWN_STEP}, read back after each layer", title_justify="left", box=None)
    for column in ("layer", "state", "symbol", "wrote", "last write to the new cell, bits found"):
        table.add_column(column)
    for layer, vector in enumerate(hidden):
        reading = network.read(vector, layer)
        state = reading.state or ("" if reading.pair is None else f"pair {reading.pair[0]},{reading.pair[1]}")
        shown = (reading.symbol, reading.wrote, reading.last_write)
        table.add_row(reading.layer, state, *("" if value is None else str(value) for value in shown))
    console.print(table)


def show_noise(console: Console, machine: TapeMachine) -> None:
    kept = {}
    for corrections in (True, False):
        network = compile_network(
            machine, dtype=torch.float64, steps=NOISY_STEPS, input_length=0, corrections=corrections
        )
        kept[corrections] = right_steps(perturb_network(network, NOISE, seed=0), "", NOISY_STEPS)[0]
    console.print(
        f"With Gaussian noise of {NOISE:g} on every weight, the first {NOISY_STEPS} steps: {kept[True]} are right with "
        f"the rounding layers, {kept[False]} without them."
    )


def show_beaver_5(console: Console, machine: TapeMachine) -> None:
    result = run(machine, "", on="transformer", executor="packed", max_steps=BEAVER_5)
    reference = tape_run.run(machine, "", max_steps=BEAVER_5)
    vectors = (result.network_steps or 0) * (result.details["depth"] + 1)
    table = Table(title="Busy beaver 5 to its halt", title_justify="left")
    for column in ("on", "steps", "halted", "ones", "seconds"):
        table.add_column(column, justify="left" if column == "on" else "right")
    name = f"transformer, {result.details['depth']} layers, packed"
    for label, finished in ((name, result), ("reference interpreter", reference)):
        ones = finished.configuration.tapes[0].symbols.count("1")
        table.add_row(label, f"{finished.steps:,}", str(finished.halted), f"{ones:,}", f"{finished.seconds:.1f}")
    console.print(table)
    same = result.configuration == reference.configuration
    console.print(f"The packed executor formed all {vectors:,} hidden vectors. Same final configuration: {same}.")


CHAPTER = Chapter(40, "A transformer whose every decoding step is a Turing machine's step (Wei, Chen, Ma)", show)
