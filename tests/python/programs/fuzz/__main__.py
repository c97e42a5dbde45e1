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
from pathlib import Path
from typing import Any

from tests.python.programs.fuzz import Shape, shape_of
from tests.python.programs.fuzz.batches import compare_file
from tests.python.programs.fuzz.reach import Reach


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
