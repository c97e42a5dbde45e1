"""Random programs and learners, compiled, against Python itself: `python -m tests.python.fuzz --programs 100000`.

A program is one function of its own, by its own seed, compared on the ends of its ranges and on random arguments. Most
are short, and ten of them are compiled as the values of one function; one in sixteen is longer, and one in 64 is a
learner, compared by teaching its object. What the compiler refuses is counted; a difference, or an error that is no
refusal, is printed with its seed and makes the exit status 1. `--first` goes on where a run ended.
"""

from __future__ import annotations

import argparse
import gc
import linecache
import sys
import time
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from itertools import repeat
from random import Random
from typing import Any

import turingrad as tg
from tests.generators_python import function_of, prelude, random_learner, random_program, small_program
from turingrad.errors import FormatError, InputError, MachineError
from turingrad.python.oracle import is_assumption, outputs_of, verify_learner

REASONS: Counter[str] = Counter()  # why programs were refused, in this process
CASES = 12
TOGETHER = 10  # short functions in one circuit


@cache
def names() -> dict[str, Any]:
    return {**prelude(), "tg": tg}


def draw(rng: Random, range_of: Any, number: int) -> Any:
    """A value of a range; the first ones are at its ends."""
    if isinstance(range_of, tuple):
        return tuple(draw(rng, each, number >> i) for i, each in enumerate(range_of))
    if range_of is bool:
        return rng.random() < 0.5
    if not isinstance(range_of, tg.Int):
        return range_of
    return (range_of.lo, range_of.hi)[number & 1] if number < 8 else rng.randint(range_of.lo, range_of.hi)


def program_outcome(seed: int, cases: int = CASES) -> str:
    """ "equal", "refused", or what differs."""
    text, ranges = random_program(seed)
    plain = function_of(text, names=names())
    try:
        made = tg.circuit(plain, verify=False, **ranges)
    except FormatError as refused:
        return note_refusal(refused)
    rng, rows, expected = Random(seed), [], []
    for number in range(cases):
        given = {name: draw(rng, each, number >> i) for i, (name, each) in enumerate(ranges.items())}
        try:
            expected.append(plain(**given))
        except (AssertionError, ValueError) as error:
            if not is_assumption(error):
                raise
            continue
        rows.append([given[name] for name, _ in made.arguments])
    for row, right, bits in zip(rows, expected, outputs_of(made, [made.encode(row) for row in rows]), strict=True):
        found = made.decode(bits)
        if found != right:
            return f"program {seed}: {row} gives {found}, in Python {right}"
    return "equal"


def learner_outcome(seed: int) -> str:
    kind = function_of(random_learner(seed), "Fuzzed", names())
    try:
        made = tg.learner(kind, 2, verify=False)
    except (FormatError, InputError) as refused:
        return note_refusal(refused)
    try:
        verify_learner(made, seed)
    except MachineError as error:
        return f"learner {seed}: {error}"
    return "equal"


SMALL: dict[str, Any] = {"p": tg.Int(-4, 3), "q": tg.Int(-4, 3), "t": bool, "zs": (tg.Int(0, 3), tg.Int(0, 3))}


def small_outcomes(seeds: Sequence[int]) -> list[str]:
    """The outcomes of several short functions, compiled as one function that returns all of their values."""
    listed = ", ".join(f"f{seed}(p, q, t, zs)" for seed in seeds)
    text = "\n".join(map(small_program, seeds)) + f"\ndef program(p, q, t, zs):\n    return ({listed},)\n"
    file = function_of(text, names=names())
    try:
        made = tg.circuit(file, verify=False, **SMALL)
    except FormatError as refused:
        if len(seeds) > 1:
            return [outcome for seed in seeds for outcome in small_outcomes([seed])]
        return [note_refusal(refused)]
    rng = Random(seeds[0])
    rows = [[draw(rng, each, number >> i) for i, each in enumerate(SMALL.values())] for number in range(CASES)]
    found = [made.decode(bits) for bits in outputs_of(made, [made.encode(row) for row in rows])]
    outcomes = []
    for at, seed in enumerate(seeds):
        plain = file.__globals__[f"f{seed}"]
        wrong = [(row, made[at], plain(*row)) for row, made in zip(rows, found, strict=True) if made[at] != plain(*row)]
        said = f"program f{seed}: {wrong[0][0]} gives {wrong[0][1]}, in Python {wrong[0][2]}" if wrong else "equal"
        outcomes.append(said)
    return outcomes


def note_refusal(refused: Exception) -> str:
    REASONS[str(refused).split("\n")[0].partition(": ")[2][:60]] += 1
    return "refused"


def judge(kind: str, seeds: Sequence[int]) -> list[str]:
    try:
        if kind == "short":
            return small_outcomes(seeds)
        return [program_outcome(seed) if kind == "program" else learner_outcome(seed) for seed in seeds]
    except Exception as error:  # anything but a refusal is a finding
        return [f"{kind} {seeds[0]} to {seeds[-1]}: {type(error).__name__}: {error}"] + ["equal"] * (len(seeds) - 1)


def outcomes(kind: str, first: int, count: int) -> list[str]:
    """What becomes of the programs of some seeds; `kind` is program, learner or short."""
    gc.collect()
    gc.disable()  # a tenth of the time; what 100 programs leave is small
    size = TOGETHER if kind == "short" else 1
    parts = [range(seed, min(seed + size, first + count)) for seed in range(first, first + count, size)]
    found = [outcome for part in parts for outcome in judge(kind, part)]
    for file in [file for file in linecache.cache if file.startswith("<program ")]:
        del linecache.cache[file]
    gc.enable()
    return found


def kind_of(first: int) -> str:
    """Of each 64 hundreds of seeds one is learners, four are longer programs, the others short functions."""
    return "learner" if first // 100 % 64 == 63 else "program" if first // 100 % 16 == 3 else "short"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--programs", type=int, default=100_000)
    parser.add_argument("--first", type=int, default=1_000_000, help="the first seed, to go on where a run ended")
    parser.add_argument("--workers", type=int, default=2)
    given = parser.parse_args()
    parts = [(kind_of(first), first) for first in range(given.first, given.first + given.programs, 100)]
    total: Counter[str] = Counter()
    started = time.monotonic()
    with ProcessPoolExecutor(given.workers) as pool:
        for (kind, first), found in zip(
            parts, pool.map(outcomes, *zip(*parts, strict=True), repeat(100)), strict=False
        ):
            judged = [outcome if outcome in ("equal", "refused") else "different" for outcome in found]
            total.update(f"{kind} {outcome}" for outcome in judged)
            for outcome in found:
                if outcome not in ("equal", "refused"):
                    print(outcome, flush=True)
            if (first // 100) % 20 == 19 or first == parts[-1][1]:
                passed = time.monotonic() - started
                print(f"seeds {given.first} to {first + 99}: {dict(total)}, {passed:.0f} s", flush=True)
    return 1 if any(name.endswith("different") for name in total) else 0


if __name__ == "__main__":
    sys.exit(main())
