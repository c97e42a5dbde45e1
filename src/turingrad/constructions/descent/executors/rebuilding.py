"""Extended networks that come back from a file: those of the library's trainers, by name and sizes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import torch

from turingrad import library
from turingrad.constructions.descent import ExtendedNetwork
from turingrad.constructions.descent.executors.learning import extended_network
from turingrad.errors import InputError
from turingrad.library.trainers.layout import Sizes, Trainer

SIZES = ("samples", "features", "width", "passes", "batches")
MAX_SIZE = 1 << 20
KEYS = {"trainer", *SIZES, "hat", "loss"}


def rebuild(made_from: Mapping[str, Any], dtype: torch.dtype) -> ExtendedNetwork:
    """The network as `extended_network` made it."""
    name, hat, loss = (made_from.get(key) for key in ("trainer", "hat", "loss"))
    numbers = [made_from.get(key) for key in SIZES]
    whole = all(type(number) is int and 0 < number <= MAX_SIZE for number in numbers)
    if made_from.keys() != KEYS or not whole or hat not in ("directed", "paper") or not isinstance(name, str):
        raise InputError(f"an extended network is made from {', '.join(sorted(KEYS))}; this file has {dict(made_from)}")
    return extended_network(trainer_named(name), Sizes(*numbers), hat=hat, loss=loss, dtype=dtype)  # type: ignore[arg-type]


def trainer_named(name: str) -> Trainer:
    if not library.has(name) or "trainer" not in library.entry(name).forms:
        raise InputError(
            f"the library has no trainer {name!r}: a network of one's own functions has no file, only a state"
        )
    found: Any = library.load(name, form="trainer")
    return found if isinstance(found, Trainer) else library_trainer(found)


def library_trainer(machine: Any) -> Trainer:
    from turingrad.library.trainers.trainers import trainer_of

    return trainer_of(machine)
