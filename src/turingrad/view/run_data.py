"""What the pages of all runs have in common: the frames, the badge of lockstep, the steps that are left out."""

from __future__ import annotations

from typing import Any

from turingrad.machine.kind import PageColumns
from turingrad.machine.run import Run
from turingrad.view.frames import Lockstep, omitted_steps
from turingrad.view.machines import machine_data


def run_data(
    cards: str,
    stage: PageColumns,
    columns: dict[str, Any],
    whole: Run[Any],
    steps: list[int],
    net: dict[str, Any],
    both: Lockstep | None,
) -> dict[str, Any]:
    """A machine's run as the page's data; `whole` is the interpreter's run. Without `both` nothing was compared."""
    return {
        "kind": cards,
        "stage": stage.stage,
        "unit": stage.unit,
        "machine": machine_data(whole.machine) if stage.has_diagram else None,
        "frames": {**columns, "step": steps},
        "halted": whole.halted,
        "net": net,
        "leftOut": omitted_steps(steps, whole.steps, f"{stage.unit}s"),
        "lockstep": None if both is None else lockstep_data(both.differs, both.expected, steps, whole.steps),
    }


def lockstep_data(differs: list[int], expected: list[Any], steps: list[int], total: int) -> dict[str, Any]:
    """What the badge of a page says: where the network and the interpreter differ."""
    return {
        "differs": differs,
        "every": len(steps) <= total,
        "says": f"every one of its {total + 1:,} configurations",
        "expected": {str(k): str(expected[k]) for k in differs[:200]},
    }
