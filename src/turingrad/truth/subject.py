"""What methods and scores look at: a network on the runs of a truth, with everything that is computed once.

The network is the truth's own model, or a lookalike of the same shape (a negative control): the labels of features are
the truth's in both cases.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
import torch
from torch import Tensor

from turingrad.truth.forward import Batch, Llama, Memory, batch_of, llama_of
from turingrad.truth.value import Truth

MAX_PLACES = 8192
"""Tokens of the runs that are looked at; longer runs are cut, further ones left out."""
WORK = 2 * 10**11  # multiplications that one method may take: some seconds
FEWEST, WINDOW = 128, 16
Window = tuple[int, int, int]
"""A run, and the first place and the place after the last of a part of it."""


@dataclass(frozen=True, eq=False)
class Subject:
    """A network on the runs of a truth.

    `batch` has all but the last token of each run, `following` (places,) the token after each place, and `spoken` says
    after which places the model has to say it. `control` marks a lookalike. For a subject made of windows of another
    one, `known` are the streams.
    """

    truth: Truth
    llama: Llama
    batch: Batch
    following: Tensor
    spoken: Tensor
    control: bool = False
    known: dict[str, Tensor] | None = None

    @cached_property
    def features(self) -> tuple[str, ...]:
        """The names of all features."""
        return tuple(self.truth.features)

    @cached_property
    def streams(self) -> dict[str, Tensor]:
        """What the hooks of `Llama.forward` see: streams (places, width), heads and units, by name."""
        return record(self.llama, self.batch) if self.known is None else self.known

    @cached_property
    def labels(self) -> dict[str, Tensor]:
        """Whether each feature is on, (places, features), at each site of the truth's own model."""
        own = record(self.own, self.batch) if self.control else self.streams
        return {site: own[site] @ self.reads.T > 0 for site in self.llama.sites}

    @cached_property
    def own(self) -> Llama:
        """The truth's own model."""
        return llama_of(self.truth.config, self.truth.weights) if self.control else self.llama

    @cached_property
    def reads(self) -> Tensor:
        """(features, width)."""
        return as_tensor(np.stack([feature.read for feature in self.truth.features.values()]))

    @cached_property
    def writes(self) -> Tensor:
        """(features, width)."""
        return as_tensor(np.stack([feature.write for feature in self.truth.features.values()]))

    @cached_property
    def varying(self) -> dict[str, Tensor]:
        """Which features take both values at each site, (features,): no method can see the others in activations."""
        return {site: on.any(0) & ~on.all(0) for site, on in self.labels.items()}

    def affordable(self, passes: int, fewest: int = FEWEST) -> int:
        """Places for which so many forward passes are not too much work; `fewest` if there are none."""
        return max(fewest, WORK // (passes * self.llama.work))

    def cut(self, most: int, passes: int, seed: int = 0, fewest: int = FEWEST) -> Subject:
        """The same network on at most so many places: the first runs, or, if so many forward passes over these were too
        much work, windows of 16 places that are drawn from all runs."""
        places = self.affordable(passes, fewest)
        if min(most, places) >= len(self.following):
            return self
        if places >= most:
            return replace(subject_of(self.truth, self.llama, most), control=self.control)
        drawn = torch.randperm(len(self.following), generator=torch.Generator().manual_seed(seed))
        return self.at(self.windows(drawn[self.spoken[drawn]][: places // WINDOW], WINDOW))

    def windows(self, places: Tensor, size: int) -> list[Window]:
        """The windows of a size that start at these places; those at a run's end are shorter."""
        first, lengths = self.firsts.tolist(), torch.bincount(self.batch.row).tolist()
        found = []
        for place in places.tolist():
            run = int(self.batch.row[place])
            found.append((run, place - first[run], min(place - first[run] + size, lengths[run])))
        return found

    def at(self, windows: Sequence[Window]) -> Subject:
        """The same network on windows of its runs. What is before them is as it is without any intervention."""
        first, places = self.firsts.tolist(), self.places_of(windows)
        rows = torch.arange(len(windows)).repeat_interleave(torch.tensor([end - start for _, start, end in windows]))

        def earlier(number: int) -> list[Memory]:
            keys, values = self.memory(number)
            return [(keys[first[run] :][:start], values[first[run] :][:start]) for run, start, _ in windows]

        batch = Batch(self.batch.tokens[places], rows, self.batch.place[places], earlier)
        streams = {name: value[places] for name, value in self.streams.items()}
        return replace(self, batch=batch, following=self.following[places], spoken=self.spoken[places], known=streams)

    def places_of(self, windows: Sequence[Window]) -> Tensor:
        """The places of windows, one after the other."""
        first = self.firsts.tolist()
        return torch.cat([torch.arange(first[run] + start, first[run] + end) for run, start, end in windows])

    @cached_property
    def firsts(self) -> Tensor:
        """The first place of each run."""
        return self.batch.last + 1 - torch.bincount(self.batch.row)

    def memory(self, number: int) -> Memory:
        """Keys and values of a block at all places, kept."""
        if number not in self.memories:
            with torch.no_grad():
                stream = self.streams[self.llama.sites[2 * number]]
                self.memories[number] = self.llama.remember(self.batch, number, stream)
        return self.memories[number]

    @cached_property
    def memories(self) -> dict[int, Memory]:
        return {}

    def share_right(self, logits: Tensor) -> float:
        """The share of the tokens that the model has to say that it predicts as most likely."""
        return float((logits.argmax(-1) == self.following)[self.spoken].double().mean())


def record(llama: Llama, batch: Batch) -> dict[str, Tensor]:
    """What the hooks see of one forward pass."""
    found: dict[str, Tensor] = {}

    def store(name: str, value: Tensor) -> Tensor:
        found[name] = value
        return value

    with torch.no_grad():
        llama.forward(batch, store)
    return found


def as_tensor(array: np.ndarray) -> Tensor:
    return torch.from_numpy(np.ascontiguousarray(array, dtype=np.float32))


def subject_of(truth: Truth, llama: Llama | None = None, places: int = MAX_PLACES) -> Subject:
    """Run a truth's model, or another of the same shape, on the truth's runs.

    Args:
        truth: The model and what is known about it.
        llama: A lookalike; by default the truth's own model.
        places: The most tokens of the runs that are used.

    Returns:
        The model's activations on its runs, for methods to look at.

    Example:
        >>> t = tg.truth.disguise(tg.compile("busy-beaver-2", to="decoder", context=16))
        >>> tg.truth.subject_of(t).truth is t
        True
    """
    rows: list[tuple[int, ...]] = []
    spoken: list[bool] = []
    for run in truth.runs:
        row = (*run.prompt, *run.tokens)[: places + 1 - len(spoken)]
        if len(row) <= len(run.prompt):
            break
        rows.append(row)
        spoken += [place >= len(run.prompt) - 1 for place in range(len(row) - 1)]
    return Subject(
        truth,
        llama or llama_of(truth.config, truth.weights),
        batch_of([row[:-1] for row in rows]),
        torch.tensor([token for row in rows for token in row[1:]]),
        torch.tensor(spoken),
        control=llama is not None,
    )
