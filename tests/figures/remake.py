"""Figures on pages that come from a command: read from the page, measured again, and written anew.

    python -m tests.figures.remake [--write]

A figure is a number in a line of a page, where the line has `{}` for it, and the place of its value in what a command
prints with `--json`. `--write` puts the measured number there, in the form that the page has; a slow test compares both
within the figure's band.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from turingrad.library.grids.census import FOUND

DOCS = Path(__file__).parents[2] / "docs"
NUMBER = r"(-?\d*[\d,]*\.?\d+(?:e[+-]?\d+)?)"
OTHER = "NUMBER"  # in a figure's text: another number, which is not looked at


@dataclass(frozen=True)
class Figure:
    """One number of a page: `text` surrounds it, `value` is its place in the command's JSON, `band` the relative
    difference that is allowed (what is measured by attacks or draws differs between machines)."""

    page: str
    text: str
    command: tuple[str, ...]
    value: str
    band: float

    @property
    def name(self) -> str:
        return f"{self.page}: {self.text}"

    def found(self) -> re.Match[str]:
        """Where the number is on its page: one place only."""
        pattern = NUMBER.join(re.escape(part) for part in self.text.split("{}")).replace(r"\ ", r"\s+")
        matches = list(re.finditer(pattern.replace(OTHER, f"(?:{NUMBER[1:-1]})"), self.source()))
        if len(matches) != 1:
            raise LookupError(f"{self.name} is found {len(matches)} times")
        return matches[0]

    def source(self) -> str:
        return (DOCS / self.page).read_text(encoding="utf-8")

    def stated(self) -> float:
        return float(self.found()[1].replace(",", ""))

    def measured(self) -> float:
        """The value in the command's output: keys and numbers of rows, joined by `/`; `noise=uniform` finds a row."""
        here: Any = printed(self.command)
        for key in self.value.split("/"):
            if isinstance(here, list):
                name, _, wanted = key.partition("=")
                here = next(row for row in here if str(row[name]) == wanted) if wanted else here[int(key)]
            else:
                here = here[key]
        return float(here)

    def agrees(self) -> bool:
        """Whether the page is within the band of what is measured; the last digit may be rounded."""
        value = self.measured()
        return abs(self.stated() - value) <= max(self.band * abs(value), half_a_digit(self.found()[1]))


def half_a_digit(text: str) -> float:
    """Half of the last digit of a number as it is written."""
    digits, _, exponent = text.partition("e")
    decimals = len(digits.partition(".")[2])
    return 0.5001 * 10.0 ** (int(exponent or 0) - decimals)


def written_like(text: str, value: float) -> str:
    """A number with the digits, the exponent, the commas and the leading zero of another one."""
    digits, has_exponent, exponent = text.partition("e")
    decimals = len(digits.partition(".")[2])
    if has_exponent:
        mantissa, _, power = f"{value:.{decimals}e}".partition("e")
        sign = "+" if "+" in exponent else ""
        width = len(exponent.lstrip("+-"))
        return f"{mantissa}e{'-' if int(power) < 0 else sign}{abs(int(power)):0{width}d}"
    found = f"{value:,.{decimals}f}" if "," in text or value >= 1000 else f"{value:.{decimals}f}"
    return found.removeprefix("0") if digits.startswith(".") else found


@cache
def printed(command: tuple[str, ...]) -> Any:
    """What a command prints with `--json`."""
    ran = subprocess.run(
        [sys.executable, "-m", "turingrad", *command, "--json"], check=True, capture_output=True, text=True
    )
    return json.loads(ran.stdout)


NOISE = ("limits", "noise")
CHAIN = ("margin", "chain")
SEPARATION = ("limits", "separation")
SUMS = ("claims", "--paper", "abbe-sandon", "--claim", "6.3, cross-predictability")
RESTARTS = ("search", "--task", "majority-3", "--dim", "3", "--train", "5", "--states", "1", "--restarts", "200")
PREDICTED = {"0.002": ("0.000", "0.000", "0.035"), "0.203": ("0.170", "0.435", "0.915")}  # what is measured beside it
PALINDROME = ("margin", "palindrome", "--input", "abba", "--steps", "20")


def of_noise() -> Iterator[Figure]:
    """The table of proven and broken totals: what is proven is computed, what breaks depends on draws."""
    for row, noise, more in (
        ("adversarial, fixed sign", "adversarial", ""),
        ("uniform", "uniform", " (99 %)"),
        ("Gaussian, standard deviation", "gaussian", " (99 %)"),
        ("rounding to a grid", "rounding", ""),
    ):
        at = f"parts/0/rows/noise={noise}"
        yield Figure("emulation-notes.md", f"| {row} | {{}}{more} |", NOISE, f"{at}/proven", 0.01)
        before = f"| {row} | NUMBER{more} "
        yield Figure("emulation-notes.md", before + "| {} |", NOISE, f"{at}/broken from", 0.15)
        yield Figure("emulation-notes.md", before + "| NUMBER | {} |", NOISE, f"{at}/broken over proven", 0.15)


def of_sums() -> Iterator[Figure]:
    """Cross-predictability of the orders of the digits, 6.3: exact for n = 2 and 3, estimated with a seed for n = 5."""
    for text, name, band in (
        ("cross-predictability is {} for base 2", "CP, n = 2", 1e-6),
        ("for base 2, {} for base 3", "n = 3", 1e-3),
        ("(both exact) and {} ± NUMBER for base 5", "n = 5", 0.05),
        ("(both exact) and NUMBER ± {} for base 5", "its error", 0.1),
    ):
        yield Figure("limits.md", text, SUMS, f"0/figures/{name}", band)


def of_separation() -> Iterator[Figure]:
    """One net at several batch sizes; what is learned or not is the same everywhere, means of draws differ a little."""
    columns = ("parities", "dictators", "plain, dictators", "plain, parities", "constant")
    for batch in ("1", "2", "all points"):
        for place, name in enumerate(columns):
            cells = " | ".join("{}" if k == place else "NUMBER" for k in range(len(columns)))
            band = 0.001 if name in ("parities", "dictators", "constant") else 0.1
            yield Figure("limits.md", f"| {batch} | {cells} |", SEPARATION, f"parts/0/rows/batch={batch}/{name}", band)
    row = "parts/1/rows/batch=all points"
    yield Figure(
        "limits.md", "the plain net an accuracy of at most {} on parities", SEPARATION, f"{row}/plain, Theorem 6", 0.01
    )
    yield Figure("limits.md", "on dictators it is {}:", SEPARATION, f"{row}/plain, dictators", 0.05)


def of_chains() -> Iterator[Figure]:
    """Claim 3.5's chain: the toy's exact margins, the compiled chain's certificates and attacks."""
    for row in range(6):
        listed = ", ".join(["NUMBER"] * row + ["{}"] + ["NUMBER"] * (5 - row))
        yield Figure("margins.md", f"2^(-1/d)), which is {listed} at d = 1, 2, 4", CHAIN, f"rows/{row}/toy_exact", 1e-9)
    yield Figure("margins.md", "has a certified margin of {} at", CHAIN, "rows/5/rounded_bound", 1e-6)
    yield Figure("margins.md", "the certificate falls to {} and", CHAIN, "rows/5/plain_bound", 1e-6)
    yield Figure("margins.md", "and the attack to {} at depth 32", CHAIN, "rows/5/plain_attack", 0.3)


def of_transformers() -> Iterator[Figure]:
    yield Figure("margins.md", "with T = 20: certified {} and", PALINDROME, "corrected_certified", 1e-6)
    yield Figure("margins.md", "and attacked at {} with corrections", PALINDROME, "corrected_attack", 0.3)
    yield Figure("margins.md", "without them the attack finds {} (`abbaabba`", PALINDROME, "plain_attack", 0.5)
    for column, name in enumerate(("gamma", "alpha", "parameters", "margin")):
        cells = " | ".join(["NUMBER"] * column + ["{}"])
        yield Figure("margins.md", f"| 102 | 10 | {cells} |", PALINDROME, f"by_width/0/{name}", 1e-6)


def of_censuses() -> Iterator[Figure]:
    """The six censuses of two states: counts, so without a band. Each takes about two minutes of a core."""
    for task in FOUND:
        command = ("census", "--states", "2", "--task", task, "--dim", "3", "--train", "3", "--below", "0.004")
        for column, name in enumerate(("nodes", "cut", "listed")):
            cells = " | ".join("{}" if place == column else "NUMBER" for place in range(3))
            yield Figure("census.md", f"| {task} | {cells} | `", command, name, 0.0)


def of_restarts() -> Iterator[Figure]:
    """Corollary 2 in miniature: what is predicted and needed is computed, what is measured is drawn with a seed."""
    for level, (error, counts) in enumerate((("0.002", (1, 3, 10)), ("0.203", (1, 3, 10)))):
        for row, (count, predicted) in enumerate(zip(counts, PREDICTED[error], strict=True)):
            at, before = f"restarts/levels/{level}/rows/{row}", f"| {count} | "
            yield Figure("finding-learners-notes.md", f"{before}{{}} | {predicted}", RESTARTS, f"{at}/predicted", 1e-3)


def of_programs() -> Iterator[Figure]:
    """Programs on the processor: counts, which depend on the version of the C compiler alone."""
    for name in ("hello", "fib", "sieve", "sha256", "quicksort"):
        command = ("run", name, "--on", "decoder", "--executor", "sliced")
        yield Figure("processor-notes.md", f"| `{name}` | {{}} |", command, "steps", 1e-9)
        yield Figure("processor-notes.md", f"| `{name}` | NUMBER | {{}} |", command, "network_steps", 1e-9)
    command = ("run", "hello", "--on", "decoder", "--executor", "sliced")
    yield Figure("processor.md", "There are {} tokens and", command, "tokens", 1e-9)
    yield Figure("processor.md", "There are NUMBER tokens and {} weights", command, "parameters", 1e-9)


FIGURES: tuple[Figure, ...] = (
    *of_noise(), *of_sums(), *of_separation(), *of_chains(), *of_transformers(), *of_censuses(), *of_restarts(),
    *of_programs(),
)  # fmt: skip


def remake(figures: Sequence[Figure]) -> list[str]:
    """Writes the measured number of every figure that differs from its page; returns what changed."""
    changed = []
    for figure in figures:
        place, value = figure.found(), figure.measured()
        text = written_like(place[1], value)
        if text != place[1]:
            source = figure.source()
            page = source[: place.start(1)] + text + source[place.end(1) :]
            (DOCS / figure.page).write_text(page, encoding="utf-8")
            changed.append(f"{figure.name}: {place[1]} is now {text}")
    return changed


def main() -> int:
    parser = argparse.ArgumentParser(description="Figures on pages, measured again.")
    parser.add_argument("--write", action="store_true", help="write those that differ")
    given = parser.parse_args()
    if given.write:
        print("\n".join(remake(FIGURES)) or f"all {len(FIGURES)} figures agree")
        return 0
    stale = [figure for figure in FIGURES if not figure.agrees()]
    for figure in stale:
        print(f"{figure.name}: {figure.stated():g} on the page, {figure.measured():g} measured")
    print(f"{len(FIGURES)} figures, {len(stale)} outside of their bands")
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main())
