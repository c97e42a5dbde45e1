"""A recorded training inside F: samples and labels as words on the read-only tape, words on tape M as weights.

Both ways are a few torch operations on bits, part of the forward pass.
"""

from __future__ import annotations

from collections.abc import Sequence, Set
from dataclasses import dataclass, replace
from typing import Any

import torch
from torch import Tensor, nn

from turingrad.constructions.descent import ExtendedNetwork
from turingrad.constructions.descent.variables import fingerprint
from turingrad.errors import InputError
from turingrad.python.training import NumberFormat, WordTraining
from turingrad.python.training.word_machine import TAPES, M, word_machine


@dataclass(frozen=True, eq=False)
class WordCells:
    """The two functions between numbers and the cells of the word machine's tapes."""

    training: WordTraining

    def units(self, values: Tensor, what: str) -> Tensor:
        """Whole numbers of units, nearest, halves up; numbers outside the format are refused."""
        form = self.training.format
        scaled = (values.double() * 2.0**form.point + 0.5).floor()
        half = 2.0 ** (form.bits - 1)
        wrong = (scaled < -half) | (scaled >= half)
        if bool(wrong.any()):
            raise InputError(
                f"{what} of {float(values[wrong][0]):g} is outside {form.bits} bits with {form.point} after the "
                f"point; it must be below {form.largest:g}: divide the numbers, or take more bits"
            )
        return scaled.long()

    def rows(self, x: Tensor, z: Tensor) -> Tensor:
        """Samples in units, features and then labels, (rows, features + labels)."""
        training = self.training
        if x[0].numel() != training.features:
            raise InputError(f"samples of {x[0].numel()} numbers; this training was recorded for {training.features}")
        return torch.cat([self.units(x.flatten(1), "a feature"), self.units(z, "a label")], dim=1)

    def quantise(self, x: Tensor, z: Tensor) -> Tensor:
        bits = self.rows(x, z).unsqueeze(-1) >> torch.arange(self.training.format.bits) & 1
        return nn.functional.pad(bits, (0, 1), value=2).flatten()  # symbols 0, 1, and the blank between words

    def dequantise(self, cells: Tensor) -> Tensor:
        form = self.training.format
        starts = torch.tensor(self.training.outputs) * (form.bits + 1)
        words = cells[starts.unsqueeze(1) + torch.arange(form.bits)] == 1  # (parameters, bits)
        powers = 2.0 ** (torch.arange(form.bits, dtype=torch.float64) - form.point)
        powers[-1] *= -1
        return words.double() @ powers


def word_network(
    primary: nn.Module, training: WordTraining, *, output_bound: float, label_bound: float, dtype: torch.dtype
) -> ExtendedNetwork:
    """The extended network whose machine runs a recorded training and leaves the primary's weights."""
    cells = WordCells(training)
    network = ExtendedNetwork(
        primary,
        word_machine(),
        cells.quantise,
        cells.dequantise,
        labels=(training.rows, training.labels),
        output_tape=TAPES.index(M),
        tapes=training.tapes(),
        output_bound=output_bound,
        label_bound=label_bound,
        dtype=dtype,
    )
    bind(network, training, training.outputs)
    return network


def bind(network: ExtendedNetwork, sizes: WordTraining, *facts: object) -> None:
    """Make a state belong to these sizes, too: what the number of a word is, no tape says."""
    network.features, network.number_format = sizes.features, sizes.format
    form = sizes.format.bits, sizes.format.point, sizes.features
    network.belongs.copy_(fingerprint(tuple(network.belongs.tolist()), form, *facts))


def size_facts(training: WordTraining) -> dict[str, Any]:
    """Format and sizes of a training as JSON."""
    return {
        "bits": training.format.bits,
        "point": training.format.point,
        "rows": training.rows,
        "features": training.features,
        "labels": training.labels,
    }


def facts_of(training: WordTraining) -> dict[str, Any]:
    """A recorded training as JSON."""
    return {
        **size_facts(training),
        "program": training.program,
        "lasting": training.lasting,
        "passing": training.passing,
        "outputs": list(training.outputs),
    }


def read_sizes(facts: Any, more: Set[str], more_counts: Sequence[str] = ()) -> WordTraining:
    """Format and sizes of a training out of a file, which has the keys `more` and counts besides."""
    counts = ("rows", "features", "labels", *more_counts)
    keys = {"bits", "point", *counts, *more}
    if not isinstance(facts, dict) or facts.keys() != keys:
        raise InputError(f"a training has {', '.join(sorted(keys))}")
    if not all(type(facts[key]) is int and 1 <= facts[key] <= MAX_COUNT for key in counts):
        raise InputError(f"a training's {', '.join(counts)} are whole numbers from 1 to {MAX_COUNT:,}")
    form = NumberFormat(facts["bits"], facts["point"])
    return WordTraining(form, facts["rows"], facts["features"], facts["labels"], "", 1, 1, ())


def read_training(facts: Any) -> WordTraining:
    """A recorded training out of a file, where anything may be written."""
    sizes = read_sizes(facts, {"program", "outputs"}, ("lasting", "passing"))
    outputs, program = facts["outputs"], facts["program"]
    if not isinstance(program, str) or not set(program) <= {*"01_"}:
        raise InputError("a recorded training's program must be a string of 0, 1 and _")
    listed = isinstance(outputs, list) and all(type(word) is int and 0 <= word < facts["lasting"] for word in outputs)
    if not listed:
        raise InputError("a recorded training's outputs must be numbers of words on its tape M")
    words = {"lasting": facts["lasting"], "passing": facts["passing"], "outputs": tuple(outputs)}
    return replace(sizes, program=program, **words)


MAX_COUNT = 1 << 20
