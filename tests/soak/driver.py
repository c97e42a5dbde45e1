"""The soak's loop: run after run, each fixed by the seed and its number, so that any can be done again alone."""

from __future__ import annotations

import json
import signal
import threading
import time
from argparse import ArgumentParser
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from random import Random
from typing import Any

from tests.soak.kinds import KINDS
from turingrad._support.files import write_whole
from turingrad.errors import InputError, TuringradError

PATIENCE = 300  # seconds of computing after which a run counts as endless
KEPT_EVERY = 5.0  # seconds between two writings of the progress file
SHOWN = 400  # characters of a failure's text


class EndlessError(BaseException):
    """A run computed for longer than `PATIENCE`."""


@dataclass(frozen=True)
class Failure:
    """Run `number` went wrong: its kind, what was said, and the line that does it again."""

    number: int
    kind: str
    what: str
    again: str


@dataclass(frozen=True)
class Soaked:
    """What was done: runs, of which `refused` in the package's own words; steps or entries compared; failures."""

    seed: int
    next: int
    runs: int
    refused: int
    steps: int
    seconds: float
    by_kind: dict[str, tuple[int, int, int]]
    failures: tuple[Failure, ...]
    interrupted: bool = False

    def fields(self) -> dict[str, Any]:
        kinds = {k: {"runs": a, "refused": b, "steps": c} for k, (a, b, c) in sorted(self.by_kind.items())}
        return {
            "seed": self.seed,
            "next": self.next,
            "runs": self.runs,
            "refused": self.refused,
            "steps": self.steps,
            "mismatches": len(self.failures),
            "seconds": round(self.seconds, 1),
            "kinds": kinds,
            "failures": [asdict(failure) for failure in self.failures],
        }


def one_run(kind: str, seed: int, number: int) -> tuple[int | None, str | None]:
    """The steps of a run, None where it was refused, and what is wrong, None where nothing is."""

    def too_long(_number: int, _frame: Any) -> None:
        raise EndlessError

    watched = threading.current_thread() is threading.main_thread()
    before = signal.signal(signal.SIGPROF, too_long) if watched else None
    if watched:
        signal.setitimer(signal.ITIMER_PROF, PATIENCE)
    try:
        return KINDS[kind](Random(f"{seed}/{number}")), None
    except TuringradError as error:
        return None, f"a run that should do was refused: {error}"
    except EndlessError:
        return None, f"computed for more than {PATIENCE} s"
    except Exception as error:
        return None, f"{type(error).__name__}: {error}"
    finally:
        if watched:
            signal.setitimer(signal.ITIMER_PROF, 0)
            signal.signal(signal.SIGPROF, before)


def soak(
    *,
    minutes: float | None = None,
    runs: int | None = None,
    seed: int = 0,
    first: int = 0,
    kinds: Sequence[str] | None = None,
    progress_file: Path | None = None,
) -> Soaked:
    """Runs of all kinds in turn, until the time is over or so many are done; one limit at least.

    A progress file of the same seed is continued: its counts, and the number that comes next.
    """
    if minutes is None and runs is None:
        raise InputError("a soak needs an end: so many minutes, or so many runs")
    chosen = tuple(kinds or KINDS)
    for kind in chosen:
        if kind not in KINDS:
            raise InputError(f"the soak has the kinds {', '.join(KINDS)}, not {kind!r}")
    found = Soaked(seed, first, 0, 0, 0, 0.0, {}, ())
    if progress_file is not None and progress_file.exists():
        found = recall(progress_file)
        if found.seed != seed:
            raise InputError(f"{progress_file} is the progress of seed {found.seed}, not {seed}")
    started = written = time.monotonic()
    earlier, done = found.seconds, 0
    try:
        while (runs is None or done < runs) and (minutes is None or time.monotonic() - started < 60 * minutes):
            found = count_run(found, chosen[found.next % len(chosen)], chosen)
            found = replace(found, seconds=earlier + time.monotonic() - started)
            done += 1
            if progress_file is not None and time.monotonic() - written > KEPT_EVERY:
                keep(progress_file, found)
                written = time.monotonic()
    except KeyboardInterrupt:
        found = replace(found, interrupted=True)
    if progress_file is not None:
        keep(progress_file, found)
    return found


def count_run(found: Soaked, kind: str, chosen: Sequence[str]) -> Soaked:
    """One run more."""
    steps, wrong = one_run(kind, found.seed, found.next)
    failures = found.failures
    if wrong is not None:
        only = "" if tuple(chosen) == tuple(KINDS) else "".join(f" --kind {name}" for name in chosen)
        again = f"python -m tests.soak --seed {found.seed} --first {found.next} --runs 1{only}"
        failures = (*failures, Failure(found.next, kind, wrong[:SHOWN], again))
    refused = int(steps is None and wrong is None)
    a, b, c = found.by_kind.get(kind, (0, 0, 0))
    return replace(
        found,
        next=found.next + 1,
        runs=found.runs + 1,
        refused=found.refused + refused,
        steps=found.steps + (steps or 0),
        by_kind={**found.by_kind, kind: (a + 1, b + refused, c + (steps or 0))},
        failures=failures,
    )


def keep(path: Path, found: Soaked) -> None:
    write_whole(path, json.dumps(found.fields(), indent=1) + "\n")


def recall(path: Path) -> Soaked:
    kept = json.loads(path.read_text(encoding="utf-8"))
    return Soaked(
        *(kept[name] for name in ("seed", "next", "runs", "refused", "steps", "seconds")),
        {kind: (entry["runs"], entry["refused"], entry["steps"]) for kind, entry in kept["kinds"].items()},
        tuple(Failure(**failure) for failure in kept["failures"]),
    )


def main() -> int:
    """Runs on the command line; the exit code is 1 if one of them went wrong."""
    parser = ArgumentParser(description="Put random machines and hostile inputs through everything.")
    parser.add_argument("--minutes", type=float, help="how long [10, without --runs]")
    parser.add_argument("--runs", type=int, help="how many runs")
    parser.add_argument("--first", type=int, default=0, help="number of the first run")
    parser.add_argument("--kind", action="append", choices=sorted(KINDS), help="only runs of this kind; repeatable")
    parser.add_argument("--resume", type=Path, help="a file that keeps the counts")
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    minutes = 10.0 if given.minutes is None and given.runs is None else given.minutes
    found = soak(
        minutes=minutes, runs=given.runs, seed=given.seed, first=given.first, kinds=given.kind,
        progress_file=given.resume,
    )  # fmt: skip
    for name, (count, refused, steps) in sorted(found.by_kind.items()):
        print(f"{name:14} {count:8,} runs  {refused:8,} refused  {steps:12,} steps")
    for failure in found.failures:
        print(f"run {failure.number} ({failure.kind}): {failure.what}\n  again: {failure.again}")
    print(f"{found.runs:,} runs, {found.steps:,} steps, {len(found.failures)} mismatches, {found.seconds:,.0f} s")
    return 1 if found.failures else 0
