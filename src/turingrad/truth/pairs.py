"""Counterfactual pairs: two places that differ in a feature, and what the model says if that feature alone is swapped.

The answers come from the truth's lookups and gates (`Meaning`), not from the model.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from turingrad._support.arrays import Mask
from turingrad.errors import InputError
from turingrad.truth.meaning import Meaning
from turingrad.truth.value import Pair, Truth

TRIES = 40  # places that are looked at per pair
LEAD = 1.0  # by which the answer's logit must lead: a tie is no answer


def pairs_of(
    truth: Truth, meaning: Meaning, streams: Sequence[Mask], count: int, rng: np.random.Generator
) -> tuple[Pair, ...]:
    """Up to `count` pairs whose answer changes, about as many of each site and field as are found."""
    sequences = [(*run.prompt, *run.tokens[:-1]) for run in truth.runs]
    first = [len(run.prompt) - 1 for run in truth.runs]
    choices = list(fields_that_vary(truth, streams))
    found = dict[tuple[tuple[int, ...], str, tuple[tuple[str, int], ...]], Pair]()
    for attempt in range(TRIES * count if choices else 0):
        if len(found) >= count:
            break
        site, names = choices[attempt % len(choices)]
        columns = [meaning.column[name] for name in names]
        (a, i), (b, j) = (draw_place(sequences, first, rng) for _ in range(2))
        before, after = streams[a][site, i, columns], streams[b][site, j, columns]
        changes = tuple(
            (name, 1 if new else -1) for name, old, new in zip(names, before, after, strict=True) if old != new
        )
        if not changes:
            continue
        answers = answers_of(meaning, streams[a][:, : i + 1], site, changes)
        if answers is not None:
            base, source = sequences[a][: i + 1], sequences[b][: j + 1]
            pair = Pair(base, source, truth.sites[site], changed_feature(changes), changes, *answers)
            found.setdefault((base, pair.site, changes), pair)
    return tuple(found.values())


def fields_that_vary(truth: Truth, streams: Sequence[Mask]) -> Iterator[tuple[int, tuple[str, ...]]]:
    """At each site the fields whose bits differ between places: one-hot fields as a whole, bits one by one."""
    fields = dict[str, list[str]]()
    for name in truth.features:
        fields.setdefault(name.partition("=")[0] if "=" in name else name, []).append(name)
    columns = {name: number for number, name in enumerate(truth.features)}
    for site in range(streams[0].shape[0]):
        bits = np.concatenate([stream[site] for stream in streams])
        for names in fields.values():
            held = bits[:, [columns[name] for name in names]]
            if (held != held[0]).any():
                yield site, tuple(names)


def draw_place(sequences: Sequence[Sequence[int]], first: Sequence[int], rng: np.random.Generator) -> tuple[int, int]:
    """A run and a place in it after which the machine has an answer."""
    run = int(rng.integers(len(sequences)))
    return run, int(rng.integers(first[run], len(sequences[run])))


def answers_of(
    meaning: Meaning, stream: Mask, site: int, changes: tuple[tuple[str, int], ...]
) -> tuple[int, int] | None:
    """What is said before and after a change at the last place; None if that is the same, a tie, or no stream of any
    run."""
    try:
        logits = meaning.logits_after(stream, site, changes)
    except InputError:
        return None
    second, best = np.partition(logits, -2)[-2:]
    old, new = int(meaning.logits(stream[-1, -1:])[0].argmax()), int(logits.argmax())
    return (old, new) if best - second >= LEAD and old != new else None


def changed_feature(changes: tuple[tuple[str, int], ...]) -> str:
    """The feature that is turned on; the first that is turned off if none is."""
    return next((name for name, sign in changes if sign > 0), changes[0][0])
