"""Positions as fractions: a transformer that is exact up to some T in each format."""

from __future__ import annotations

from rich.console import Console

from turingrad import library
from turingrad.check import lockstep
from turingrad.constructions.construction import Chapter
from turingrad.constructions.perez import compile_network


def show(console: Console) -> None:
    machine = library.load("palindrome", "tape")
    for steps in (100, 1_000, 100_000):
        network = compile_network(machine, steps=steps, input_length=4)
        formats = ", ".join(name for name, exact in network.certificate.dtypes().items() if exact)
        fine = f"1/{network.options.resolution:,}"
        console.print(f"T = {steps:,}: cells and times are multiples of {fine}, exact in {formats}.")
        if steps == 100:
            console.print(f"abba: {lockstep(network, 'abba')}, six layers per step whatever T is.")


CHAPTER = Chapter(44, "A transformer whose positions are fractions (Perez, Marinkovic, Barcelo)", show)
