"""The bounds of small networks of every construction, as `bounds.json` has them.

`python -m tests.exact.bounds` writes the file anew. What changes in it is what the certificates promise: read it line
by line. That the bounds hold is the matter of `test_certificates_hold.py`; that they are no larger than they were, so
that no format is refused in which a network is exact, is the matter of the file.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

FILE = Path(__file__).parent / "bounds.json"
CASES: dict[str, tuple[str, str | None, str, dict[str, Any]]] = {
    "transformer": ("busy-beaver-2", None, "transformer", {"steps": 6}),
    "transformer, radix 4": ("palindrome", None, "transformer", {"steps": 6, "input_length": 2, "radix": 4}),
    "transformer, the paper's layers": ("busy-beaver-2", None, "transformer", {"steps": 5, "layers": "paper"}),
    "transformer, no corrections": ("busy-beaver-2", None, "transformer", {"steps": 5, "corrections": False}),
    "feedforward": ("multiplier-2", None, "feedforward", {}),
    "feedforward, no corrections": ("adder-1", None, "feedforward", {"corrections": False}),
    "rcnn": ("busy-beaver-2", None, "rcnn", {}),
    "rcnn, a learner": ("last-label", "grid", "rcnn", {"samples": 2, "features": 2}),
    "descent": ("busy-beaver-2", None, "descent", {}),
    "descent, the paper's hat": ("busy-beaver-2", None, "descent", {"hat": "paper", "guard": True}),
    "emulation": ("last-label", "learner", "emulation", {}),
    "emulation, parity": ("parity", "learner", "emulation", {}),
    "decoder": ("busy-beaver-2", None, "decoder", {}),
}


def bounds(case: str) -> dict[str, list[float]]:
    """By the name of each group of units: the largest magnitude, the grid's exponent, and the largest ratio."""
    import turingrad as tg  # not before: `tests.mutants.sample` imports this module, and then a changed package
    from turingrad import library

    name, form, to, options = CASES[case]
    machine = library.load(name, form=form, features=2) if form == "learner" else library.load(name, form=form)
    found: dict[str, list[float]] = {}
    for bound in tg.compile(machine, to=to, **options).certificate.bounds:
        assert bound.name not in found, bound.name
        found[bound.name] = [bound.magnitude, bound.grid, bound.ratio]
    return found


def format_bounds() -> Iterator[str]:
    yield "{"
    for k, case in enumerate(CASES):
        rows = [f"    {json.dumps(name)}: {json.dumps(values)}" for name, values in bounds(case).items()]
        yield f"  {json.dumps(case)}: {{\n" + ",\n".join(rows) + "\n  }" + ("," if k < len(CASES) - 1 else "")
    yield "}"


if __name__ == "__main__":
    FILE.write_text("\n".join(format_bounds()) + "\n", encoding="utf-8")
