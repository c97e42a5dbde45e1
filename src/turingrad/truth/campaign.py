"""Every method on every model: one row per (model, method, question), kept in a file that a later call goes on from.

A model is a machine at a level with a seed; the seed disguises the model and fixes the method. For one level per
machine there is a lookalike beside it (`control.py`), whose rows have the level "control". A row of the method "model"
says what it took to load, disguise or train a model and to run it once: the rows' seconds add up to what all took.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import lru_cache, partial
from pathlib import Path
from typing import Any

import torch
from torch import Tensor

from turingrad._support.files import is_file, write_whole
from turingrad._support.text import name_alternatives
from turingrad.constructions.torch_state import own_torch
from turingrad.errors import InputError
from turingrad.export.zoo import PROCESSOR
from turingrad.machine.run import Progress, quiet
from turingrad.truth.baselines import METHODS
from turingrad.truth.control import control_of
from turingrad.truth.folder import load
from turingrad.truth.machines import RICH, model
from turingrad.truth.scores import score_subject
from turingrad.truth.subject import Subject, subject_of
from turingrad.truth.suite import read_list, truth_at
from turingrad.truth.value import Truth

FORMAT, VERSION = "turingrad-truth-results", 1
CONTROL = "control"
CONTROL_LEVEL = "3"
TRUTH = "truth"
MODEL = "model"
UNCONTROLLED = (*RICH, PROCESSOR)
"""Machines without lookalikes: to train one would take longer than everything else."""


@dataclass(frozen=True)
class Case:
    """A model to be scored: `make` loads or disguises it."""

    machine: str
    level: str
    seed: int
    make: Callable[[], Truth]


@dataclass(frozen=True)
class Row:
    """What one method got on one model for one question; `seconds` are CPU seconds, for answer and score."""

    machine: str
    level: str
    seed: int
    method: str
    question: str
    figures: dict[str, float]
    seconds: float

    @property
    def key(self) -> tuple[str, str, int, str, str]:
        return self.machine, self.level, self.seed, self.method, self.question


def score_cases(
    cases: Sequence[Case],
    results: str | Path,
    *,
    methods: Sequence[str] = tuple(METHODS),
    control_level: str | None = None,
    progress: Progress = quiet,
) -> list[Row]:
    """The rows of all cases and methods: those that the file has, and the others, which are computed and added to it.

    Args:
        cases: The models.
        results: A file; made if it is not there. After each model it is written anew, whole.
        methods: Names of `METHODS`.
        control_level: The level whose models get a lookalike; none by default.
        progress: Called with what is done.
    """
    for name in methods:
        if name not in METHODS:
            raise InputError(f"no method {name!r}{name_alternatives(name, METHODS)}")
    rows = {row.key: row for row in read_rows(results)} if is_file(results) else {}
    wanted = []
    for number, case in enumerate(cases):
        controlled = case.level == control_level and case.machine not in UNCONTROLLED
        levels = (case.level, *((CONTROL,) if controlled else ()))
        for level in levels:
            keys = set(keys_of(case, level, methods))
            wanted += sorted(keys)
            if keys <= rows.keys():
                continue
            progress(f"{case.machine}, level {level}, seed {case.seed}", number, len(cases))
            with own_torch():
                started = time.process_time()
                truth = case.make()
                subject = control_of(truth, case.seed) if level == CONTROL else subject_of(truth)
                made = model_row(subject, case, level, started)
                rows.setdefault(made.key, made)
                for row in score_model(subject, case, level, [key for key in keys if key not in rows]):
                    rows[row.key] = row
            write_rows(results, rows.values())
    return [rows[key] for key in wanted]


def score_suite(
    suite: str | Path,
    results: str | Path,
    *,
    methods: Sequence[str] = tuple(METHODS),
    machines: Sequence[str] = (),
    levels: Sequence[str] = (),
    seeds: int = 1,
    controls: bool = True,
    progress: Progress = quiet,
) -> list[Row]:
    """Score methods on the models of a suite that `turingrad truth suite` wrote.

    Args:
        suite: The suite's folder.
        results: The file of rows; if it is there, only what it lacks is computed.
        methods: Names of `METHODS`.
        machines: Names of machines of the suite; by default all.
        levels: Levels of the suite; by default all.
        seeds: How many models per machine and level: the suite's own, and others that are disguised anew.
        controls: Whether lookalikes are trained and scored, for each machine's level 3 or, without one, its last; the
            three largest machines have none.
        progress: Called with what is done.

    Returns:
        One row per model, method and question.

    Example:
        >>> tg.truth.score_suite("suite", "results.jsonl", machines=["palindrome"])  # doctest: +SKIP
    """
    record = read_list(suite)
    entries = record["truths"]
    for chosen, key, what in ((machines, "name", "machine"), (levels, "level", "level")):
        known = list(dict.fromkeys(str(entry[key]) for entry in entries))
        for name in chosen:
            if name not in known:
                hint = name_alternatives(name, known)
                raise InputError(f"{suite} has no {what} {name!r}; it has {', '.join(known)}{hint}")
    wanted = [
        entry
        for entry in entries
        if (not machines or entry["name"] in machines) and (not levels or str(entry["level"]) in levels)
    ]
    cases = list(suite_cases(Path(suite), record["seed"], wanted, seeds))
    exact = [entry["level"] for entry in wanted if str(entry["level"]) <= CONTROL_LEVEL]
    control_level = str(max(exact)) if controls and exact else None
    return score_cases(cases, results, methods=methods, control_level=control_level, progress=progress)


def suite_cases(suite: Path, first: int, entries: Sequence[dict[str, Any]], seeds: int) -> Iterator[Case]:
    """The models of a suite, then those of the seeds that follow its own."""

    plain = lru_cache(maxsize=1)(model)
    for seed in range(first, first + seeds):
        for entry in entries:
            name, level = entry["name"], entry["level"]
            if seed == first:
                make = partial(load, suite / entry["folder"], verify=False)
            else:
                make = partial(lambda name, level, seed: truth_at(*plain(name, seed), level, seed), name, level, seed)
            yield Case(name, str(level), seed, make)


def keys_of(case: Case, level: str, methods: Iterable[str]) -> Iterator[tuple[str, str, int, str, str]]:
    """What is computed of a model; of a lookalike there is no right answer."""
    yield case.machine, level, case.seed, MODEL, MODEL
    for method in methods:
        if level != CONTROL or method != TRUTH:
            for question in METHODS[method].answers:
                yield case.machine, level, case.seed, method, question


def model_row(subject: Subject, case: Case, level: str, started: float) -> Row:
    """What a model took, with a first forward pass, and how large it is."""
    right = subject.share_right(last_logits(subject))
    sizes = {
        "parameters": float(sum(each.numel() for each in subject.llama.parameters())),
        "places": float(len(subject.following)),
        "components": float(len(subject.truth.components)),
        "right": round(right, 6),
    }
    return Row(case.machine, level, case.seed, MODEL, MODEL, sizes, round(time.process_time() - started, 2))


def last_logits(subject: Subject) -> Tensor:
    """The logits of the recorded pass."""
    llama = subject.llama
    with torch.no_grad():
        return llama.resume(subject.batch, len(llama.blocks), subject.streams[llama.sites[-1]])


def score_model(
    subject: Subject, case: Case, level: str, keys: Iterable[tuple[str, str, int, str, str]]
) -> Iterator[Row]:
    for *_, method, question in sorted(keys):
        started = time.process_time()
        answer = METHODS[method].answers[question](subject, case.seed)
        figures = {name: round(value, 6) for name, value in score_subject(subject, answer).items()}
        seconds = time.process_time() - started
        yield Row(case.machine, level, case.seed, method, question, figures, round(seconds, 2))


def write_rows(path: str | Path, rows: Iterable[Row]) -> None:
    """One JSON object per line, the first says what the file is."""
    lines = [{"format": FORMAT, "version": VERSION}, *(asdict(row) for row in sorted(rows, key=lambda row: row.key))]
    write_whole(path, "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines))


def read_rows(path: str | Path) -> list[Row]:
    r"""Read the rows of a file of results.

    Args:
        path: The file.

    Returns:
        The rows.

    Raises:
        InputError: It is no such file.

    Example:
        >>> from pathlib import Path
        >>> _ = Path("rows.jsonl").write_text('{"format": "turingrad-truth-results", "version": 1}\n')
        >>> tg.truth.read_rows("rows.jsonl")
        []
    """
    try:
        first, *lines = Path(path).read_text(encoding="utf-8").splitlines()
        head = json.loads(first)
        if not isinstance(head, dict) or head != {"format": FORMAT, "version": VERSION}:
            raise ValueError
        return [row_of(json.loads(line)) for line in lines]
    except (OSError, ValueError, TypeError, RecursionError):
        raise InputError(f"{path} has no results of `truth baselines`; name another file") from None


def row_of(value: Any) -> Row:
    row = Row(**value)
    texts = (row.machine, row.level, row.method, row.question)
    numbers = (row.seed, row.seconds, *row.figures.values()) if isinstance(row.figures, dict) else (None,)
    if not all(isinstance(text, str) for text in texts) or not all(isinstance(each, int | float) for each in numbers):
        raise ValueError
    return row
