"""Extended networks that come back from a file: of a trainer of the library by its name, of one that its machine's
documentation describes by that machine, of a learner of circuits by the learner."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import torch

from turingrad import formats, library
from turingrad.constructions.descent import ExtendedNetwork
from turingrad.constructions.descent.executors.layers import build_layers
from turingrad.constructions.descent.executors.learning import SIZES, extended_network
from turingrad.constructions.descent.executors.program_training import read_program_training
from turingrad.constructions.descent.executors.programs import PROGRAM_SIZES, program_network
from turingrad.constructions.descent.executors.word_cells import read_training, word_network
from turingrad.constructions.descent.options import HATS
from turingrad.errors import InputError
from turingrad.library.trainers.layout import Sizes, Trainer
from turingrad.library.trainers.trainers import trainer_of
from turingrad.machine.kinds import describe_machine
from turingrad.machine.learner import Learner
from turingrad.machine.tape import TapeMachine
from turingrad.python.tapes import learner_tapes

MAX_SIZE = 1 << 20
KEYS = {"trainer", *SIZES, "hat", "loss", "machine"}
EXTENSION_KEYS = {"training", "primary", "output_bound", "label_bound"}
PROGRAM_KEYS = {"learner", *PROGRAM_SIZES, "hat"}


def rebuild(made_from: Mapping[str, Any], dtype: torch.dtype) -> ExtendedNetwork:
    """The network as `extended_network`, `program_network` or `extend` made it."""
    if "training" in made_from:
        return rebuild_extension(made_from, dtype)
    program = "learner" in made_from
    keys, sizes = (PROGRAM_KEYS, PROGRAM_SIZES) if program else (KEYS, SIZES)
    numbers = [made_from.get(key) for key in sizes]
    whole = all(
        type(number) is int and (key != "seed") <= number <= MAX_SIZE
        for key, number in zip(sizes, numbers, strict=True)
    )
    hold = not program and made_from.get("hold") is True
    if made_from.keys() - ({"hold"} if hold else set()) != keys or not whole or made_from["hat"] not in HATS:
        raise InputError(f"an extended network is made from {', '.join(sorted(keys))}; this file has {dict(made_from)}")
    if program:
        learner = formats.from_object(made_from["learner"], "the learner of this network")
        if not isinstance(learner, Learner):
            raise InputError(f"an extended network must be made from a learner, not from {describe_machine(learner)}")
        return program_network(learner_tapes(learner), *numbers, hat=made_from["hat"], dtype=dtype)  # type: ignore[arg-type]
    trainer = trainer_in(made_from["trainer"], made_from["machine"])
    return extended_network(
        trainer, Sizes(*numbers), hat=made_from["hat"], loss=made_from["loss"], dtype=dtype,  # type: ignore[arg-type]
        hold=hold,
    )  # fmt: skip


def rebuild_extension(made_from: Mapping[str, Any], dtype: torch.dtype) -> ExtendedNetwork:
    """The network of a recorded training, or of a training program, and a stack of layers."""
    bounds = [made_from.get(key) for key in ("output_bound", "label_bound")]
    if made_from.keys() != EXTENSION_KEYS or not all(type(bound) is float and 0 <= bound < 2**64 for bound in bounds):
        raise InputError(f"an extension is made from {', '.join(sorted(EXTENSION_KEYS))}, both bounds being numbers")
    facts, primary = made_from["training"], build_layers(made_from["primary"])
    weights = sum(value.numel() for value in primary.parameters())
    if isinstance(facts, dict) and isinstance(facts.get("program"), dict):
        found = read_program_training(facts, weights).network(primary, bounds[0], bounds[1], dtype)  # type: ignore[arg-type]
    else:
        training = read_training(facts)
        if weights != len(training.outputs):
            raise InputError("the primary network of this file has other parameters than its training returns")
        found = word_network(primary, training, output_bound=bounds[0], label_bound=bounds[1], dtype=dtype)  # type: ignore[arg-type]
    found.made_from = dict(made_from)
    return found


def trainer_in(name: Any, machine: Any) -> Trainer:
    """The trainer of this name; of one that the library has not, its machine as JSON."""
    if machine is None:
        return find_trainer(name)
    found = formats.from_object(machine, "the trainer of this network")
    if not isinstance(found, TapeMachine):
        raise InputError(f"a trainer must be a tape machine, not {describe_machine(found)}")
    return trainer_of(found)


def find_trainer(name: Any) -> Trainer:
    if not isinstance(name, str) or not library.has(name) or "trainer" not in library.entry(name).forms:
        raise InputError(
            f"the library has no trainer {name!r}: a network with functions of your own cannot be saved as a folder; "
            "save its state_dict"
        )
    found: Any = library.load(name, form="trainer")
    return found if isinstance(found, Trainer) else trainer_of(found)
