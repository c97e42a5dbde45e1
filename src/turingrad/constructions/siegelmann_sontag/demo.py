"""A tape in two numbers: what the stacks hold, and where a format ends."""

from __future__ import annotations

import torch
from rich.console import Console

from turingrad import library
from turingrad.check import lockstep
from turingrad.constructions.construction import Chapter
from turingrad.constructions.siegelmann_sontag import compile_network
from turingrad.constructions.siegelmann_sontag.options import sizes_for
from turingrad.errors import CertificateError


def show(console: Console) -> None:
    machine = library.load("busy-beaver-4", "tape")
    network = compile_network(machine, **sizes_for(machine, "", None, None))
    hidden = network.hidden(network.encode(""), 107)
    left, right = hidden[-1, network.coordinates.slice("stack")].tolist()
    console.print(f"Three ReLU layers of {network.width} units, applied once per step: {lockstep(network, '')}.")
    console.print(f"After 107 steps the tape is two numbers: {left!r} to the left of the head, {right!r} to the right.")
    try:
        compile_network(machine, dtype=torch.float32, cells=network.options.cells)
    except CertificateError as error:
        console.print(f"In float32 it is refused: {error}", highlight=False)


CHAPTER = Chapter(45, "A recurrent net whose tape is two fractions (Siegelmann, Sontag)", show)
