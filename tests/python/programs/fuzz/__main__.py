"""Compares files of random programs, counts what comes out, and can go on where it stopped."""

from __future__ import annotations

import argparse
import contextlib
import gc
import json
import multiprocessing
import subprocess
import sys
import time
import warnings
from collections import Counter
from collections.abc import Iterator
from functools import partial
from itertools import count, islice
from pathlib import Path
from typing import Any, NamedTuple

from tests.python.programs.fuzz import Shape, shape_of
from tests.python.programs.fuzz.batches import compare_file
from tests.python.programs.fuzz.reach import Reach, unreached


def commit() -> str:
    told = subprocess.run(["git", "describe", "--always", "--dirty"], capture_output=True, text=True, check=False)
    return told.stdout.strip() or "unknown"


def files_done(log: Path | None) -> tuple[set[int], Counter[str]]:
    """Seeds in the log of an earlier run, and what they gave."""
    done: set[int] = set()
    total: Counter[str] = Counter()
    if log is not None and log.exists():
        for line in log.read_text(encoding="utf-8").splitlines():
            row = json.loads(line)
            done.add(row["seed"])
            total.update(row["found"])
    return done, total


class Outcome(NamedTuple):
    """What one file gave, and what it reached if that was asked for."""

    seed: int
    shape: Shape
    found: Counter[str]
    lines: list[str]
    seconds: float
    called: set[tuple[str, int]]
    entered: set[str]


def run_file(seed: int, mode: str | None, with_reach: bool) -> Outcome:
    gc.disable()  # a fifth of the time otherwise; the process ends with the file
    shape, reach = shape_of(seed, mode), Reach()
    began = time.process_time()
    with reach if with_reach else contextlib.nullcontext():
        found, lines = compare_file(seed, shape)
    return Outcome(seed, shape, found, lines, time.process_time() - began, reach.called, reach.entered)


def seeds_to_run(first: int, programs: int, mode: str | None, done: set[int]) -> Iterator[int]:
    """Seeds from the first on that are not done, until there are so many programs."""
    for seed in count(first):
        if programs <= 0:
            return
        if seed not in done:
            programs -= shape_of(seed, mode).count
            yield seed


def outcomes(seeds: Iterator[int], mode: str | None, with_reach: bool, workers: int) -> Iterator[Outcome]:
    """Each file in a process of its own: what it leaves behind would slow down the next ones."""
    for seed in islice(seeds, 1):  # here: the others start with the run time's trees that it reads
        yield run_file(seed, mode, with_reach)
    run = partial(run_file, mode=mode, with_reach=with_reach)
    with multiprocessing.get_context("fork").Pool(workers, maxtasksperchild=1) as pool:
        yield from pool.imap_unordered(run, list(seeds))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--programs", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=0, help="of the first file")
    parser.add_argument("--mode", help="run all files so: batch, input, stress, small, alone or trim")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--log", type=Path, help="append one line per file; files that are in it are not run again")
    parser.add_argument("--unreached", action="store_true", help="list functions that no program reached")
    chosen = parser.parse_args()
    warnings.simplefilter("ignore", SyntaxWarning)
    version = commit()
    done, total = files_done(chosen.log)
    seeds = seeds_to_run(chosen.seed, chosen.programs - total.total(), chosen.mode, done)
    files, seconds = 0, 0.0
    called, entered = set[tuple[str, int]](), set[str]()
    for outcome in outcomes(seeds, chosen.mode, chosen.unreached, chosen.workers):
        files, seconds, total = files + 1, seconds + outcome.seconds, total + outcome.found
        called |= outcome.called
        entered |= outcome.entered
        for line in outcome.lines:
            print(line, flush=True)
        if chosen.log:
            write_row(chosen.log, outcome, version)
    if chosen.unreached:
        print(*unreached(called, entered), sep="\n")
    counts = ", ".join(f"{number:,} {kind}" for kind, number in sorted(total.items()))
    print(f"{total.total():,} programs ({files:,} files in this run, {seconds:.0f} s of the processor): {counts}")
    return 1 if total["differs"] else 0


def write_row(log: Path, outcome: Outcome, version: str) -> None:
    row: dict[str, Any] = {"seed": outcome.seed, "mode": outcome.shape.mode, "found": outcome.found, "commit": version}
    with log.open("a", encoding="utf-8") as file:
        file.write(json.dumps({**row, "seconds": round(outcome.seconds, 2)}) + "\n")


if __name__ == "__main__":
    sys.exit(main())
