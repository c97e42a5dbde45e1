"""The soak's loop: run after run, each fixed by the seed and its number, so that any can be done again alone."""

from __future__ import annotations

import json
import signal
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from random import Random
from typing import Any

from turingrad._support.files import write_whole
from turingrad._support.validation.arguments import validate_arguments
from turingrad._support.validation.values import finite, whole
from turingrad.errors import InputError, TuringradError
from turingrad.soak.kinds import KINDS

PATIENCE = 300  # seconds of computing after which a run counts as endless
KEPT_EVERY = 5.0  # seconds between two writings of the progress file
SHOWN = 400  # characters of a failure's text
FORMAT = "turingrad soak"


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


@validate_arguments
def soak(
    *,
    minutes: float | None = None,
    runs: int | None = None,
    seed: int = 0,
    first: int = 0,
    kinds: Sequence[str] | None = None,
    progress_file: Path | None = None,
    tell: Callable[[Soaked], None] | None = None,
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
    found = Soaked(whole(seed, "the seed"), whole(first, "the first run"), 0, 0, 0, 0.0, {}, ())
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
            if tell is not None:
                tell(found)
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
        again = f"turingrad soak --seed {found.seed} --first {found.next} --runs 1{only}"
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
    write_whole(path, json.dumps({"format": FORMAT, **found.fields()}, indent=1) + "\n")


def recall(path: Path) -> Soaked:
    try:
        kept = json.loads(path.read_text(encoding="utf-8"))
        if kept["format"] != FORMAT:
            raise ValueError("another format")
        found = Soaked(
            whole(kept["seed"], "the seed"),
            whole(kept["next"], "the next run"),
            whole(kept["runs"], "the runs"),
            whole(kept["refused"], "the refused runs"),
            whole(kept["steps"], "the steps"),
            finite(kept["seconds"], "the seconds", 0),
            {str(kind): counts_of(entry) for kind, entry in kept["kinds"].items()},
            tuple(Failure(whole(f["number"], "a run"), *map(str, (f["kind"], f["what"], f["again"])))
                  for f in kept["failures"]),
        )  # fmt: skip
        totals = tuple(map(sum, zip(*found.by_kind.values(), strict=True))) or (0, 0, 0)
        if totals != (found.runs, found.refused, found.steps) or kept["mismatches"] != len(found.failures):
            raise ValueError("its counts do not add up")
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError, TuringradError):
        raise InputError(f"{path} is not the progress of a soak") from None
    return found


def counts_of(entry: Any) -> tuple[int, int, int]:
    """Runs, refused ones and steps of one kind."""
    runs, refused, steps = (whole(entry[name], name) for name in ("runs", "refused", "steps"))
    return runs, refused, steps
