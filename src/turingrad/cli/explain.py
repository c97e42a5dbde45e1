"""`compile FILE.py:NAME --explain`: each line of a Python function or learner beside the code or gates it became."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from turingrad import tasks
from turingrad.cli.functions import parse_arguments
from turingrad.cli.render.tables import folded_table
from turingrad.cli.render.terminal import out, print_json, say
from turingrad.constructions.python_programs import VIA, is_python
from turingrad.errors import InputError
from turingrad.python.files import load_object
from turingrad.python.signatures import needs_features

if TYPE_CHECKING:
    from turingrad.python.explain import CircuitLines

FEATURES, SAMPLES, QUERIES = 4, 20, 5  # of a learner if nothing else is said


def explain_python(
    source: str, given: str | None, via: str | None, features: int | None, data: Path | None, as_json: bool
) -> None:
    """Explain FILE.py:NAME, a function or a learner, as a circuit or as a program."""
    from turingrad.python.explain import explain_circuit, explain_learner, has_declared_ranges

    found = load_object(source)
    if via not in (None, *VIA):
        raise InputError(f"--via takes {' or '.join(VIA)}, not {via!r}")
    if is_python(found):
        if features is not None or data is not None:
            raise InputError(f"--features and --data are for a learner; {source} is a function")
        if via == "circuit" and given is not None:
            raise InputError("--input gives a program's arguments; a circuit's ranges are annotated: a: tg.Int(0, 9)")
        if via == "circuit" or (via is None and given is None and has_declared_ranges(found)):
            print_gates(explain_circuit(found), as_json)
        else:
            print_instructions(found, parse_arguments(given), as_json)
        return
    if not hasattr(found, "predict") or not (hasattr(found, "update") or hasattr(found, "fit")):
        raise InputError(f"{source} is neither a function nor a learner, which has predict, and update or fit")
    if given is not None:
        raise InputError(f"--input is for a function; {source} is a learner, which takes --features or --data")
    X, y, queries = learner_data(features, data)
    if via == "circuit" or (via is None and hasattr(found, "update")):
        print_gates(explain_learner(found, len(X[0]), len(X)), as_json)
    else:
        print_learner_instructions(found, X, y, queries, as_json)


def learner_data(features: int | None, data: Path | None) -> tuple[list[Any], list[Any], list[Any]]:
    """Samples, labels and queries: of a file, or drawn signs of so many features."""
    import numpy as np

    if data is None:
        width = FEATURES if features is None else features
        if width < 1:
            raise InputError(f"--features takes a number of at least 1, not {width}")
        signs = np.random.default_rng(1).choice([-1, 1], (SAMPLES + QUERIES, width + 1)).tolist()
        rows = [row[:-1] for row in signs]
        return rows[:SAMPLES], [row[-1] for row in signs[:SAMPLES]], rows[SAMPLES:]
    if features is not None:
        raise InputError("--features does not go with --data, whose columns are the features")
    X, y = tasks.read_columns(data)
    if (np.floor(X) == X).all() and (y == np.floor(y)).all():
        X, y = X.astype(np.int64), y.astype(np.int64)
    return X.tolist(), y.tolist(), X.tolist()


def print_gates(found: CircuitLines, as_json: bool) -> None:
    """Each line beside the two-input gates that it made and those of them that an output depends on."""
    made, kept = (sum(getattr(line, name) for line in found.lines) for name in ("made", "kept"))
    sizes = {name: len(circuit.gates) for name, circuit in found.circuits.items()}
    if as_json:
        print_json({"made": made, "kept": kept, "gates": sizes, "lines": [asdict(line) for line in found.lines]})
        return
    rows = [
        (f"{Path(line.file).name}:{line.line}", f"{line.made:,}", f"{line.kept:,}", line.text) for line in found.lines
    ]
    out.print(folded_table(("line", "gates made", "needed", "program"), rows))
    circuits = ", ".join(f"{name} {count:,}" for name, count in sizes.items())
    say(f"{made:,} gates of two inputs made, {kept:,} of them needed")
    say(f"circuits, with wider gates and NOTs: {circuits}")
    say("a sum becomes gates only where its bits are needed, such as in a comparison, or in the result (the def line)")


def print_instructions(function: Any, arguments: tuple[Any, ...], as_json: bool) -> None:
    """Each line of a function beside the instructions that it became and the run-time functions that they call."""
    from turingrad.python.programs import compile_function

    print_code(compile_function(function, *arguments), as_json)


def print_learner_instructions(learner: Any, X: list[Any], y: list[Any], queries: list[Any], as_json: bool) -> None:
    """The same of a learner that is trained on samples and predicts queries."""
    from turingrad.python.programs import compile_learner

    arguments = (len(X[0]),) if isinstance(learner, type) and needs_features(learner) else ()
    print_code(compile_learner(learner, X, y, queries, *arguments).function, as_json)


def print_code(compiled: Any, as_json: bool) -> None:
    from turingrad.python.programs.explain import explain_lines

    lines = explain_lines(compiled)
    if as_json:
        print_json({"words": len(compiled.program.image) // 4, "lines": [asdict(line) for line in lines]})
        return
    rows = [
        (
            f"{Path(line.file).name}:{line.line}",
            str(len(line.instructions)),
            ", ".join(name if count == 1 else f"{count} {name}" for name, count in line.calls),
            line.text,
        )
        for line in lines
    ]
    out.print(folded_table(("line", "instructions", "calls", "program"), rows))
    say(f"{len(compiled.program.image) // 4:,} words in all, with the run time and constants")
