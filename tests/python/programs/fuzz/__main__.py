"""Compares files of random programs, counts what comes out, and can go on where it stopped."""

from __future__ import annotations

import argparse
import gc
import json
import subprocess
import sys
import time
import warnings
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tests.python.programs.fuzz import Shape, check, load, shape_of
from tests.python.programs.fuzz.outcomes import classify
from tests.python.programs.fuzz.reach import Reach
from tests.python.programs.fuzz.suspects import LastRun, find_suspects


def compare_file(seed: int, shape: Shape) -> tuple[Counter[str], list[str]]:
    """How many programs of a file came out how, and a line for each that is not the same."""
    load(seed, shape, range(shape.count))  # an error here is one of the generator
    return compare_some(seed, shape, range(shape.count))


def compare_some(seed: int, shape: Shape, chosen: Sequence[int]) -> tuple[Counter[str], list[str]]:
    """Check some programs; if that fails, those that seem to be the reason one by one, and the others again."""
    last = LastRun()
    try:
        with last:
            check(seed, shape, chosen)
        return Counter(same=len(chosen)), []
    except Exception as raised:
        error = raised.with_traceback(None)  # which would keep the image
        kind = classify(error)
        line = f"{seed}:{','.join(map(str, chosen))}: {kind}: {error}"
    gc.collect()
    if len(chosen) <= 1:
        return Counter([kind]), [line]
    found: Counter[str] = Counter()
    lines: list[str] = []
    for part in divide(chosen, find_suspects(seed, shape, chosen, error, last.output)):
        more, others = compare_some(seed, shape, part)
        found, lines = found + more, lines + others
    if not lines and kind == "differs":  # only together
        return found + Counter(differs=1) - Counter(same=1), [line]
    return found, lines


def divide(chosen: Sequence[int], suspects: Sequence[int]) -> list[Sequence[int]]:
    """Parts to check again: each suspect alone and the rest, or two halves."""
    suspects = [each for each in suspects if each in chosen]
    if suspects and len(suspects) <= max(1, len(chosen) // 4):
        rest = [each for each in chosen if each not in suspects]
        return [*([each] for each in suspects), rest]
    half = len(chosen) // 2
    return [chosen[:half], chosen[half:]]


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


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--programs", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=0, help="of the first file")
    parser.add_argument("--mode", help="run all files so: batch, input, stress, small, alone or trim")
    parser.add_argument("--log", type=Path, help="append one line per file; files that are in it are not run again")
    parser.add_argument("--unreached", action="store_true", help="list functions that no program reached")
    chosen = parser.parse_args()
    warnings.simplefilter("ignore", SyntaxWarning)
    start, version = time.process_time(), commit()
    done, total = files_done(chosen.log)
    reach = Reach() if chosen.unreached else None
    gc.disable()  # a fifth of the time otherwise: syntax trees are many objects that stay
    seed, files = chosen.seed, 0
    while total.total() < chosen.programs:
        if seed not in done:
            shape = shape_of(seed, chosen.mode)
            began = time.process_time()
            with reach or warnings.catch_warnings():
                found, lines = compare_file(seed, shape)
            total += found
            files += 1
            for line in lines:
                print(line, flush=True)
            if chosen.log:
                write_row(chosen.log, seed, shape, found, version, time.process_time() - began)
            gc.collect()
        seed += 1
    if reach:
        print(*reach.unreached(), sep="\n")
    seconds = time.process_time() - start
    counts = ", ".join(f"{count:,} {kind}" for kind, count in sorted(total.items()))
    print(f"{total.total():,} programs ({files:,} files in this run, {seconds:.0f} s of the processor): {counts}")
    return 1 if total["differs"] else 0


def write_row(log: Path, seed: int, shape: Shape, found: Counter[str], version: str, seconds: float) -> None:
    row: dict[str, Any] = {"seed": seed, "mode": shape.mode, "found": found, "commit": version}
    with log.open("a", encoding="utf-8") as file:
        file.write(json.dumps({**row, "seconds": round(seconds, 2)}) + "\n")


if __name__ == "__main__":
    sys.exit(main())
