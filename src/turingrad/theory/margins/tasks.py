"""What is to be learned: all inputs of a machine or circuit, its answers, and a distribution P over them."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product

import numpy as np
import torch
from torch import Tensor

from turingrad._support.arrays import F64
from turingrad.errors import InputError, LimitError
from turingrad.machine.circuit import Circuit
from turingrad.machine.circuit import run as circuit_run
from turingrad.machine.tape import TapeMachine
from turingrad.machine.tape import run as tape_run

MAX_INPUTS = 4096  # the population error is taken over all of them


@dataclass(frozen=True, eq=False)
class Task:
    """x (inputs, m), y in {-1, +1}, and P."""

    name: str
    x: Tensor
    y: Tensor
    chance: F64
    alphabet: tuple[str, ...]


def circuit_task(circuit: Circuit, output: int = 0) -> Task:
    """Make a learning task of one output of a circuit, on uniform bits.

    Args:
        circuit: The circuit.
        output: The place of the output.

    Returns:
        The task: every input with the label of that output.

    Example:
        >>> from turingrad.theory import circuit_task
        >>> len(circuit_task(tg.library.load("multiplier-2"), output=1).x)
        16
    """
    m = len(circuit.inputs)
    if not m >= 1 or 2**m > MAX_INPUTS:
        raise InputError(f"the population error is taken over all inputs, which must have 1 to 12 bits, not {m}")
    bits = np.array(list(product((0, 1), repeat=m)), np.uint8)
    y = torch.from_numpy(2.0 * circuit_run.evaluate(circuit, bits)[:, output] - 1.0)
    return Task(circuit.name, torch.from_numpy(bits).double(), y, np.full(len(bits), 1.0 / len(bits)), ("0", "1"))


def machine_task(machine: TapeMachine, length: int, alphabet: tuple[str, ...] | None = None, steps: int = 1000) -> Task:
    """Make a learning task of a machine's answer on every string of one length.

    Accepted strings have half of the probability, rejected ones the other half.

    Args:
        machine: A machine that accepts or rejects.
        length: The length of the strings.
        alphabet: Their symbols; by default those of the machine without the blank.
        steps: The step limit of a run; the task is refused if a run reaches it.

    Returns:
        The task: every string with the machine's answer.

    Raises:
        LimitError: There are too many strings.
        InputError: The machine does not answer one within the steps, or gives the same answer on all.

    Example:
        >>> from turingrad.theory import machine_task
        >>> len(machine_task(tg.read("palindrome"), length=3).x)
        8
    """
    if machine.tapes != 1:
        raise InputError(f"`margin learn` takes machines with one tape; this one has {machine.tapes}")
    letters = tuple(s for s in machine.symbols if s != machine.blank) if alphabet is None else alphabet
    if length < 1 or len(letters) ** length > MAX_INPUTS:
        raise LimitError(f"{len(letters)} symbols and length {length}: at most {MAX_INPUTS:,} strings are learned from")
    strings = list(product(range(len(letters)), repeat=length))
    answers = []
    for string in strings:
        row = tuple(letters[i] for i in string)
        found = machine.answer(tape_run.run(machine, (row,), max_steps=steps).configuration.state)
        if not found:
            raise InputError(f"the machine gives no answer on {''.join(row)} within {steps:,} steps")
        answers.append(float(found))
    y = np.array(answers)
    if len(set(answers)) < 2:
        raise InputError(f"the machine gives the same answer on every string of length {length}")
    chance = np.where(y > 0, 0.5 / (y > 0).sum(), 0.5 / (y < 0).sum())
    return Task(machine.name, torch.tensor(strings, dtype=torch.float64), torch.from_numpy(y), chance, letters)
