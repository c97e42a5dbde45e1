"""A learner's memory as a page plays it: the frames that emulation shows with and without noise."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import accumulate
from typing import Any

from turingrad._support.arrays import Signs
from turingrad.machine.learner import Learner, LearnerConfiguration
from turingrad.view.frames import Window, omitted_steps
from turingrad.view.run_data import lockstep_data


@dataclass(frozen=True)
class Memorised:
    """What SGD made of the samples: memory bits and output before training and after each step."""

    learner: Learner
    rows: Signs
    labels: Signs
    memory: list[tuple[int, ...]]
    outputs: list[float | None]


def memory_data(
    kind: str, seen: Memorised, expected: list[LearnerConfiguration], net: dict[str, Any], window: Window
) -> dict[str, Any]:
    """The run as the page's data, in lockstep with the reference learner's trace."""
    last = len(seen.memory) - 1
    differs = [k for k, (bits, right) in enumerate(zip(seen.memory, expected, strict=True)) if bits != right.memory]
    shown = window.steps(last)
    return {
        "kind": kind,
        "stage": "memory",
        "unit": "SGD step",
        "machine": None,
        "frames": {"step": shown},
        "memory": ["".join(map(str, seen.memory[k])) for k in shown],
        "output": [seen.outputs[k] for k in shown],
        "label": [None if k == 0 else int(seen.labels[k - 1]) for k in shown],
        "x": [None if k == 0 else seen.rows[k - 1].tolist() for k in shown],
        "groups": memory_groups(seen.learner),
        "net": net,
        "leftOut": omitted_steps(shown, last, "SGD steps"),
        "lockstep": lockstep_data(
            [shown.index(k) for k in differs if k in shown], [str(right) for right in expected], shown, last
        ),
    }


def memory_groups(learner: Learner) -> list[dict[str, Any]]:
    """The memory's bits in groups of a row each; parity's own groups have names of their own."""
    n, bits = learner.features, len(learner.memory)
    if learner.name.startswith("parity") and bits >= 2 * n:
        parts = [("V", "which rows of the echelon form are stored", n), ("Y", "the label of each stored row", n)]
        parts += [(f"R{row}", f"row {row}, right of its first 1", n - row) for row in range(1, n)]
        ends = accumulate(count for *_, count in parts)
        parts = [part for part, end in zip(parts, ends, strict=True) if end <= bits]
        parts.append(("more", "", bits - sum(count for *_, count in parts)))
    else:
        parts = [(f"b[{first}]", "", min(32, bits - first)) for first in range(0, bits, 32)]
    starts = accumulate((count for *_, count in parts), initial=0)
    return [
        {"name": name, "explained": explained, "first": first, "count": count}
        for (name, explained, count), first in zip(parts, starts, strict=False)
        if count
    ]
