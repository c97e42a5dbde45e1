"""Calls every public function with every value in place of every argument: an answer, or one line of the package's own
errors.

`python -m tests.misuse.sweep` runs all of them and lists what else came out.
"""

from __future__ import annotations

import os
import random
import signal
import sys
import warnings
from collections.abc import Iterator
from typing import Any, NamedTuple

import sklearn.exceptions

from tests.misuse.functions import PublicFunction, public_functions, scratch
from tests.misuse.values import VALUES
from turingrad.errors import FormatError, TuringradError

LONGEST = 2_000  # characters of an error's text
PATIENCE = 20  # seconds of computing; a call of this length is endless for whoever waits for it
# scikit-learn's contract asks estimators for these of their own data
OF_ESTIMATORS = (ValueError, TypeError, sklearn.exceptions.NotFittedError)


class Call(NamedTuple):
    function: PublicFunction
    argument: str
    value: str

    def __str__(self) -> str:
        return f"{self.function.name}({self.argument}={self.value})"


class EndlessError(BaseException):
    """The call took too long."""


def calls() -> Iterator[Call]:
    """Every public function, each argument in turn replaced by each value."""
    for function in public_functions():
        for argument in function.arguments():
            for value in VALUES:
                yield Call(function, argument, value)


def sample(count: int, seed: int = 0) -> list[Call]:
    """Some of them, spread over all functions."""
    every = list(calls())
    random.Random(seed).shuffle(every)
    return every[:count]


def problem_with(call: Call) -> str | None:
    """What is wrong with the answer to a call; None where nothing is."""

    def too_long(_number: int, _frame: Any) -> None:
        raise EndlessError

    before, here = signal.signal(signal.SIGPROF, too_long), os.getcwd()
    os.chdir(scratch())  # some of the values are names of files, and some functions write to them
    signal.setitimer(signal.ITIMER_PROF, PATIENCE)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            repr(call.function.call(**{**call.function.arguments(), call.argument: VALUES[call.value]()}))
    except TuringradError as error:
        text = str(error)
        lines = 3 if isinstance(error, FormatError) else 1
        return None if len(text) <= LONGEST and text.count("\n") < lines and text else f"says {text[:200]!r}"
    except EndlessError:
        return "takes too long"
    except Exception as error:
        if of_the_caller(error) or (call.function.name.endswith("Classifier") and isinstance(error, OF_ESTIMATORS)):
            return None
        return f"raises {type(error).__name__}: {str(error)[:160]!r} in {place(error)}"
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)
        os.chdir(here)
    return None


def of_the_caller(error: BaseException) -> bool:
    """Raised by the caller's own code (a value that raises when it is called or looked at) or by Python before ours was
    reached, so the caller's to see."""
    found = [frame.replace("\\", "/") for frame in frames(error)]
    return "/tests/misuse/" in found[-1] or not any("/src/turingrad/" in frame for frame in found)


def frames(error: BaseException) -> list[str]:
    found, trace = [], error.__traceback__
    while trace is not None:
        found.append(f"{trace.tb_frame.f_code.co_filename}:{trace.tb_lineno}")
        trace = trace.tb_next
    return found


def place(error: BaseException) -> str:
    """The last of our own lines that the error came through."""
    ours = [frame.partition("/src/turingrad/")[2] for frame in frames(error) if "/src/turingrad/" in frame]
    return ours[-1] if ours else "the call itself"


def main() -> int:
    wanted = sys.argv[1] if len(sys.argv) > 1 else ""
    count = wrong = 0
    for call in calls():
        if wanted not in call.function.name:
            continue
        count += 1
        found = problem_with(call)
        if found is not None:
            wrong += 1
            print(f"{call}: {found}", flush=True)
    print(f"{count:,} calls, {wrong:,} wrong")
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
