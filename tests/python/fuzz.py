"""Random programs and learners, compiled, against Python itself: `python -m tests.python.fuzz --programs 100000`.

A program is compared on its ends and on random arguments, a learner by teaching its object. What the compiler refuses
is counted; a difference, or an error that is no refusal, is printed with its seed and makes the exit status 1.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from random import Random
from typing import Any

import turingrad as tg
from tests.generators_python import function_of, random_learner, random_program
from turingrad.errors import FormatError, InputError
from turingrad.machine.circuit.run import evaluate_python

CASES = 6
SAMPLES = 12


def program_outcome(seed: int, cases: int = CASES) -> str:
    """ "equal", "refused", or what differs."""
    plain = function_of(random_program(seed))
    try:
        made = tg.circuit(plain, p=tg.Int(-8, 7), q=tg.Int(-8, 7), t=bool, verify=False)
    except FormatError:
        return "refused"
    rng = Random(seed)
    for _ in range(cases):
        given: dict[str, Any] = {"p": rng.randint(-8, 7), "q": rng.randint(-8, 7), "t": rng.random() < 0.5}
        expected = plain(**given)
        values = [given[name] for name, _ in made.arguments]
        found = made.decode(evaluate_python(made, made.encode(values)))
        if found != expected:
            return f"program {seed}: {given} gives {found}, in Python {expected}"
    return "equal"


def learner_outcome(seed: int, samples: int = SAMPLES) -> str:
    kind = function_of(random_learner(seed), "Fuzzed")
    try:
        made = tg.learner(kind, 2, verify=False)
    except (FormatError, InputError):
        return "refused"
    rng, program, memory = Random(seed), made.fresh(), list(made.memory)
    for number in range(samples):
        x, y = tuple(rng.choice((-1, 1)) for _ in range(2)), rng.choice((-1, 1))
        bits = [int(v > 0) for v in x]
        said = 2 * evaluate_python(made.predict, memory + bits)[0] - 1
        if said != program.predict(x):
            return f"learner {seed}: sample {number} is predicted {said}, in Python {program.predict(x)}"
        if not made.on_error or said != y:
            memory = evaluate_python(made.update, [*memory, *bits, int(y > 0)])
        program.update(x, y)
        if tuple(memory) != made.bits_of(program):
            return f"learner {seed}: another memory after sample {number}"
    return "equal"


def outcomes(kind: str, first: int, count: int) -> list[str]:
    judge = program_outcome if kind == "program" else learner_outcome
    found = []
    for seed in range(first, first + count):
        try:
            found.append(judge(seed))
        except Exception as error:  # anything but a refusal is a finding
            found.append(f"{kind} {seed}: {type(error).__name__}: {error}")
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--programs", type=int, default=100_000)
    parser.add_argument("--first", type=int, default=1_000_000)
    parser.add_argument("--workers", type=int, default=2)
    given = parser.parse_args()
    parts = [
        ("learner" if number % 4 == 3 else "program", given.first + 100 * number)
        for number in range(-(-given.programs // 100))
    ]
    total: Counter[str] = Counter()
    started = time.monotonic()
    with ProcessPoolExecutor(given.workers) as pool:
        for number, found in enumerate(pool.map(outcomes, *zip(*parts, strict=True), [100] * len(parts))):
            total.update(outcome if outcome in ("equal", "refused") else "different" for outcome in found)
            for outcome in found:
                if outcome not in ("equal", "refused"):
                    print(outcome, flush=True)
            if number % 50 == 49 or number == len(parts) - 1:
                print(
                    f"{sum(total.values()):,} programs, {dict(total)}, {time.monotonic() - started:.0f} s", flush=True
                )
    return 1 if total["different"] else 0


if __name__ == "__main__":
    sys.exit(main())
