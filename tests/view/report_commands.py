"""Commands that end with a report, each as short as it can be and still show what its report has."""

from __future__ import annotations

import sys
from contextlib import chdir
from pathlib import Path

from turingrad.cli import main as turingrad

REPORTS = {
    "learn-rcnn": "learn parity-small --with rcnn --dim 4 --train 6",
    "learn-descent": "learn hebb --with descent --dim 3 --train 5",
    "learn-emulation": "learn parity --with emulation --dim 4 --train 10 --compare mlp",
    "learn-noise": "learn parity --with emulation --dim 3 --train 6 --noise 0.004",
    "learn-reference": "learn perceptron --dim 6",
    "check-transformer": "check palindrome --on transformer",
    "check-rcnn": "check busy-beaver-3 --on rcnn",
    "check-feedforward": "check adder --on feedforward",
    **{f"claims-{paper}": f"claims --paper {paper}" for paper in ("goel", "welper", "abbe-sandon", "wei", "ours")},
    "search": "search --task dictator --states 2 --budget 20000",
    "margin": "margin palindrome --input abba",
    "margin-chain": "margin --chain 4",
    "margin-learn": "margin adder-1 --learn --samples 4,8",
    "margin-descent": "margin busy-beaver-2 --on descent",
    "limits-connectivity": "limits connectivity --epochs 4 --train 100",
    "limits-arithmetic": "limits arithmetic --epochs 4 --train 100",
    "limits-parity-images": "limits parity-images --grid 5 --epochs 4 --train 100",
    "limits-initialisation": "limits initialisation --steps 200",
    "limits-monomials": "limits monomials --steps 200",
    **{f"limits-{name}": f"limits {name}" for name in ("noise", "separation")},
    "limits-metaalgorithm": "limits metaalgorithm --train 12 --draws 1",
    "bench-feedforward": "bench feedforward",
    "tour": "demo",
}


def write(name: str, path: Path) -> bool:
    """Whether a command wrote its report (one of benchmarks that miss a bar does, and fails). It runs beside it."""
    words = [*REPORTS[name].split(), "--report", path.name, *(() if name == "tour" else ("--quiet",))]
    before = sys.argv[1:]
    sys.argv[1:] = words  # the page names its command
    try:
        with chdir(path.parent):
            turingrad(words)
    finally:
        sys.argv[1:] = before
    return path.is_file()
