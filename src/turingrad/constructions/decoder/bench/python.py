"""What Python costs as a program: instructions per bytecode and per float operation, and learning in a Llama."""

from __future__ import annotations

import random
import statistics
import time
from pathlib import Path
from typing import Any

from turingrad.constructions.construction import BenchReport
from turingrad.constructions.python_programs import learn_python
from turingrad.errors import TuringradError
from turingrad.library.learners import ordinary
from turingrad.python.files import execute
from turingrad.python.programs import compile_function
from turingrad.python.programs.measure import Cost, cost, learner_cost
from turingrad.python.signatures import needs_features

CORPUS = Path("tests/python/corpus")  # of the source tree, from its root
BYTECODES, FLOAT, SECONDS = 12, 600, 60  # the bars
LOOPS = 20
SAMPLES, FEATURES, QUERIES = 20, 5, 5


def bench(report: BenchReport) -> None:
    float_operations(report)
    bytecodes(report)
    learning(report)


def copy(x: float, y: float, n: int) -> float:  # noqa: ARG001
    for _ in range(n):
        z = x
    return z


def plus(x: float, y: float, n: int) -> float:
    for _ in range(n):
        z = x + y
    return z


def minus(x: float, y: float, n: int) -> float:
    for _ in range(n):
        z = x - y
    return z


def times(x: float, y: float, n: int) -> float:
    for _ in range(n):
        z = x * y
    return z


def over(x: float, y: float, n: int) -> float:
    for _ in range(n):
        z = x / y
    return z


def float_operations(report: BenchReport) -> None:
    """Instructions of one operation: those of a loop of it, less those of the loop without it."""
    rng = random.Random(0)
    pairs = [(rng.uniform(-9, 9), 10 ** rng.uniform(-3, 3)) for _ in range(5)]
    all_costs = []
    for operation in (plus, minus, times, over):
        report.progress(f"floats: {operation.__name__}")
        costs = []
        for x, y in pairs:
            with_it, without = (compile_function(each, x, y, LOOPS).run().steps for each in (operation, copy))
            costs.append((with_it - without) / LOOPS)
        all_costs += costs
        report.row(f"float {operation.__name__}", statistics.median(costs), "instructions")
    report.row("a float operation, median", statistics.median(all_costs), "instructions", bar=FLOAT, at_most=True)


def program_cost(path: Path) -> Cost:
    module = execute(path, f"turingrad_corpus_{path.stem}")
    case = module.CASES[0]
    if hasattr(module, "main"):
        return cost(module.main, *case)
    return learner_cost(module.Learner, case, (len(case[0][0]),) if needs_features(module.Learner) else ())


def bytecodes(report: BenchReport) -> None:
    """Over the corpus if it is here, else over the learners of the library."""
    costs, refused = [], 0
    paths = sorted(CORPUS.glob("*.py"))
    for path in paths:
        report.progress(f"corpus: {path.stem}")
        try:
            costs.append(program_cost(path))
        except TuringradError:
            refused += 1
    if not paths:
        costs = [learner_cost(cls, *draw_data(cls)) for cls in ordinary.LEARNERS]
    ratios = sorted(each.ratio for each in costs)
    low, middle, high = statistics.quantiles(ratios, n=4)
    note = f"{len(costs)} programs, {refused} refused" if paths else "seven learners: the corpus is in the source tree"
    report.row("instructions per bytecode, median", middle, "instructions", bar=BYTECODES, at_most=True,
               note=f"{note}; quartiles {low:.1f} and {high:.1f}",
               limit="soft floats, and what CPython's C code does within one bytecode, count in full")  # fmt: skip
    report.row("words of code and data, median", statistics.median(each.words for each in costs), "words")


def draw_data(cls: Any) -> tuple[tuple[Any, Any, Any], tuple[Any, ...]]:
    """Samples, labels and queries for a learner, and the arguments that it is made with."""
    rng = random.Random(cls.__name__)
    real = cls in (ordinary.LogisticRegression, ordinary.KNearest)
    X = [
        [round(rng.uniform(-2, 2), 2) if real else rng.choice((-1, 1)) for _ in range(FEATURES)] for _ in range(SAMPLES)
    ]
    no = -1 if cls is ordinary.Perceptron else 0
    y = [1 if sum(x[:3]) > 0 else no for x in X]
    return (X, y, X[:QUERIES]), (FEATURES,) if needs_features(cls) else ()


def learning(report: BenchReport) -> None:
    """Seven learners in context: program, samples and queries are the prompt of a stock Llama."""
    for cls in ordinary.LEARNERS:
        report.progress(f"{cls.__name__} on the decoder")
        data, arguments = draw_data(cls)
        started = time.process_time()
        found = learn_python(cls, *data, on="decoder", arguments=arguments)
        seconds = time.process_time() - started
        size = f"{found.details['words']:,} words, {found.details['steps']:,} instructions"
        report.row(f"{cls.__name__} on the decoder", seconds, "s", bar=SECONDS, at_most=True,
                   note=f"{SAMPLES} samples of {FEATURES} features: {size}")  # fmt: skip
