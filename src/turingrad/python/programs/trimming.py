"""Programs for small memories: linked with only those functions of the run time that a trial run entered.

The user's functions are all there. A function of the run time that is missing is one word that ends the run with its
name, so that a program which gets an input that needs more is refused, never wrong.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from turingrad.errors import LimitError
from turingrad.machine.program.compiled import CompiledProgram
from turingrad.machine.program.kernel import REGISTER
from turingrad.python.programs.assembler import TOP
from turingrad.python.programs.image import Image
from turingrad.python.programs.runtime_files import runtime_key

CHUNK = 1 << 18  # instructions that are recorded at once
STACK_MARGIN = 1024 + 256  # behind the last frame: what `start` keeps free, and the arguments of a call


@dataclass(frozen=True)
class Survey:
    """What a trial run needed: functions of the run time, and bytes of the Python stack."""

    entered: frozenset[str]
    stack: int


def survey(image: Image, given: bytes, max_steps: int | None) -> Survey:
    """Run a program to its end and note which functions it enters and how deep its stack gets."""
    run = CompiledProgram(image.program, given)
    seen = np.zeros(len(image.program.words), dtype=bool)
    base = top = 0
    taken = 0
    while True:
        effects = run.record(CHUNK)
        if not len(effects):
            break
        taken += len(effects)
        seen[effects.pcs >> 2] = True
        tops = effects.values[(effects.kinds == REGISTER) & (effects.places == TOP)]
        if len(tops):
            base = base or int(tops[0])
            top = max(top, int(tops.max()))
        if max_steps is not None and taken > max_steps:
            raise LimitError(f"the trial run did not finish within {max_steps:,} steps, the limit that max_steps sets")
    entered = {key_of(image, label) for label, address in image.program.symbols if seen[address >> 2]}
    return Survey(frozenset(entered - {""}), (top - base + STACK_MARGIN + 7) & -8)


def key_of(image: Image, label: str) -> str:
    """What lists of functions call a function of the run time; empty of the user's functions."""
    if label.startswith("raw."):
        return label[4:]
    done = image.linker.done[label]
    return runtime_key(done.file, done.name) if done.runtime else ""


def key_left_out(image: Image, address: int) -> str:
    """The missing function whose only word is in front of an address."""
    return key_of(image, max((at, label) for label, at in image.program.symbols if at < address)[1])
