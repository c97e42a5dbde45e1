"""The public functions of the package: what a user calls, each with arguments that are right."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import torch

import turingrad as tg
from turingrad import check, claims, constructions, exact, export, formats, library, search, tasks, view
from turingrad.constructions import construction_names
from turingrad.estimators import NetworkClassifier, RCNNClassifier, TuringOptimalClassifier
from turingrad.machine import lower
from turingrad.theory import limits


@dataclass(frozen=True)
class PublicFunction:
    """A call that works, and the names of the arguments that are replaced."""

    name: str
    call: Callable[..., Any]
    arguments: Callable[[], dict[str, Any]]


@cache
def tape() -> Any:
    return library.load("busy-beaver-2")


@cache
def circuit() -> Any:
    return library.load("adder-2")


@cache
def learner() -> Any:
    return library.load_learner("parity", "learner", 2)


@cache
def grid() -> Any:
    return library.load_learner("last-label", "grid", 2)


@cache
def folder() -> Path:
    from turingrad.constructions.folder import save

    place = Path(tempfile.mkdtemp()) / "network"
    save(tg.compile(tape(), to="rcnn"), place)
    return place


@cache
def scratch() -> Path:
    return Path(tempfile.mkdtemp())


@cache
def compile_case(name: str) -> Any:
    machine = {"feedforward": circuit(), "emulation": learner()}.get(name, tape())
    return tg.compile(machine, to=name, **({"steps": 10} if name == "transformer" else {}))


X = np.array([[-1, 1], [1, 1], [1, -1], [-1, -1]], np.int8)
Y = np.array([1, -1, 1, 1], np.int8)
SMALL = search.Settings(states=1, budget=50, units=2, instances=10, library="none")


def public_functions() -> Iterator[PublicFunction]:
    """All of them."""
    yield from machine_functions()
    yield from file_functions()
    yield from task_functions()
    yield from run_functions()
    yield from network_functions()
    yield from option_functions()
    yield from search_functions()
    yield from theory_functions()


def machine_functions() -> Iterator[PublicFunction]:
    rule = {"state": "A", "read": ("0",), "write": ("1",), "move": (1,), "next": "H"}
    parts = {
        "states": ("A", "H"),
        "symbols": ("0", "1"),
        "blank": "0",
        "start": "A",
        "rules": (tg.Rule(**rule),),
        "halting": ("H",),
        "accept": ("H",),
        "reject": (),
        "tapes": 1,
        "input": (("0",),),
        "name": "m",
        "doc": "",
        "left_end": "two-sided",
    }
    yield PublicFunction(
        "Rule in a TapeMachine", lambda **r: tg.TapeMachine(**{**parts, "rules": (tg.Rule(**r),)}), lambda: rule
    )
    yield PublicFunction("TapeMachine", tg.TapeMachine, lambda: parts)
    yield PublicFunction(
        "rules of a TapeMachine",
        lambda each: tg.TapeMachine(**{**parts, "rules": [each]}),
        lambda: {"each": tg.Rule(**rule)},
    )
    on_grid = {"state": "A", "read": "0", "write": "1", "move": "R", "next": "H"}
    grid_parts = {**{k: v for k, v in parts.items() if k not in ("tapes", "input", "left_end")}, "work": 1}

    def with_grid_rule(**r: Any) -> Any:
        return tg.GridMachine(**{**grid_parts, "rules": (tg.GridRule(**r),)})

    yield PublicFunction("GridRule in a GridMachine", with_grid_rule, lambda: on_grid)
    yield PublicFunction("GridMachine", tg.GridMachine, lambda: {**grid_parts, "rules": (tg.GridRule(**on_grid),)})
    gate = {"kind": "lut", "inputs": (0, 1), "table": (0, 1, 1, 0)}
    wires = {"inputs": ("a", "b"), "gates": (tg.Gate("and", (0, 1)),), "outputs": (("y", 2),), "name": "c", "doc": ""}
    yield PublicFunction(
        "Gate in a Circuit", lambda **g: tg.Circuit(**{**wires, "gates": (tg.Gate(**g),)}), lambda: gate
    )
    yield PublicFunction("Circuit", tg.Circuit, lambda: wires)
    yield PublicFunction(
        "output of a Circuit",
        lambda name, node: tg.Circuit(**{**wires, "outputs": [(name, node)]}),
        lambda: {"name": "y", "node": 2},
    )
    one = learner()
    fields = ("memory", "features", "predict", "update", "done", "random_bits", "on_error", "name", "doc")
    yield PublicFunction("Learner", tg.Learner, lambda: {name: getattr(one, name) for name in fields})
    yield PublicFunction(
        "machine",
        tg.machine,
        lambda: {
            "rules": {("A", "0"): ("1", "R", "H")},
            "start": "A",
            "blank": "0",
            "accept": ("H",),
            "reject": (),
            "input": "00",
            "name": "m",
        },
    )
    yield PublicFunction(
        "rule of machine",
        lambda place, action: tg.machine({place: action}, start="A"),
        lambda: {"place": ("A", "0"), "action": ("1", "R", "H")},
    )
    yield PublicFunction("isomorphic", tg.isomorphic, lambda: {"a": tape(), "b": tape()})
    yield PublicFunction("Int", tg.Int, lambda: {"lo": 0, "hi": 3, "start": 1})
    yield PublicFunction("clamp", tg.clamp, lambda: {"value": 5, "lo": 0, "hi": 3})
    yield PublicFunction("circuit", tg.circuit, lambda: {"function": add_numbers, "a": tg.Int(0, 3), "b": tg.Int(0, 3)})
    yield PublicFunction("learner", tg.learner, lambda: {"thing": LastLabel, "features": 2})
    for name in ("one_sided", "single_tape", "tripled", "two_symbols", "without_stay"):
        yield PublicFunction(name, getattr(lower, name), lambda: {"machine": tape()})
    yield PublicFunction(
        "chain", lambda machine, one: lower.chain(machine, one), lambda: {"machine": tape(), "one": lower.without_stay}
    )
    yield PublicFunction(
        "compose",
        lower.compose,
        lambda: {"first": lower.without_stay(tape()), "second": lower.tripled(lower.without_stay(tape()).machine)},
    )
    yield PublicFunction("unroll", lower.unroll, lambda: {"machine": tape(), "steps": 3, "size": 4})
    yield PublicFunction("unrolling", lower.unrolling, lambda: {"machine": tape(), "steps": 3, "size": 4, "head": None})
    yield PublicFunction(
        "learner_circuit",
        lower.learner_circuit,
        lambda: {"machine": grid(), "samples": 2, "features": 2, "steps": 4, "work": 1},
    )
    yield PublicFunction("initial", tape().initial, lambda: {"given": "00"})
    yield PublicFunction("answer", tape().answer, lambda: {"state": "A"})


def add_numbers(a: Any, b: Any) -> Any:
    return a + b


class LastLabel:
    """Predicts the label that it saw last."""

    def __init__(self, features: int) -> None:  # noqa: ARG002
        self.label = 1

    def predict(self, x: Any) -> int:  # noqa: ARG002
        return self.label

    def update(self, x: Any, y: Any) -> None:  # noqa: ARG002
        self.label = y


PROGRAM = "machine grid(work=1)\nright()\nhalt(+1)\n"


def file_functions() -> Iterator[PublicFunction]:
    text = formats.serialise(tape(), "json")
    place = scratch() / "machine.json"
    place.write_bytes(text)
    table = scratch() / "data.csv"
    table.write_text("1,-1,1\n-1,1,-1\n")
    yield PublicFunction(
        "compile_program",
        tg.compile_program,
        lambda: {"text": PROGRAM, "source": "p", "minimise": True, "name": "p", "max_states": 100},
    )
    yield PublicFunction(
        "read", tg.read, lambda: {"source": str(place), "format": "json", "max_bytes": 10_000, "stdin": None}
    )
    yield PublicFunction(
        "write", tg.write, lambda: {"machine": tape(), "path": scratch() / "out.json", "format": "json"}
    )
    yield PublicFunction("formats.parse", formats.parse, lambda: {"data": text, "source": "m.json", "format": "json"})
    yield PublicFunction("formats.read", formats.read, lambda: {"path": place, "format": "json", "max_bytes": 10_000})
    yield PublicFunction("formats.read_bytes", formats.read_bytes, lambda: {"path": place, "max_bytes": 10_000})
    yield PublicFunction(
        "formats.serialise", formats.serialise, lambda: {"machine": tape(), "format": "json", "target": "t"}
    )
    yield PublicFunction("formats.to_object", formats.to_object, lambda: {"machine": tape()})
    yield PublicFunction(
        "formats.from_object", formats.from_object, lambda: {"value": formats.to_object(tape()), "source": "m"}
    )
    for key in formats.to_object(tape()):
        yield PublicFunction(
            f"formats.from_object, {key}",
            lambda value, key=key: formats.from_object({**formats.to_object(tape()), key: value}),
            lambda key=key: {"value": formats.to_object(tape())[key]},
        )
    yield PublicFunction("formats.kind_of", formats.kind_of, lambda: {"machine": tape()})
    yield PublicFunction("read_csv", tasks.read_csv, lambda: {"path": table, "encoding": "pm1", "max_bytes": 10_000})
    yield PublicFunction("parse_csv", tasks.parse_csv, lambda: {"text": "1,-1,1\n", "encoding": "pm1", "source": "d"})
    yield PublicFunction(
        "write_csv",
        tasks.write_csv,
        lambda: {"path": scratch() / "o.csv", "X": X, "y": Y, "encoding": "pm1", "names": ("a", "b", "y")},
    )
    yield PublicFunction("load", tg.load, lambda: {"folder": folder()})


def task_functions() -> Iterator[PublicFunction]:
    yield PublicFunction("tasks.get", tasks.get, lambda: {"name": "parity-2"})
    yield PublicFunction(
        "tasks.draw", tasks.draw, lambda: {"task": tasks.get("parity"), "seed": 0, "d": 3, "train": 4, "test": 2}
    )
    yield PublicFunction("tasks.split", tasks.split, lambda: {"X": X, "y": Y, "test": 1, "seed": 0})
    for name in ("parity", "dictator", "majority-3", "conjunction-2", "prototype", "noisy-constant"):
        yield PublicFunction(
            f"sample of {name}", tasks.get(name).sample, lambda: {"rng": np.random.default_rng(0), "d": 3, "m": 4}
        )
    for kind in (tasks.ConjunctionOf, tasks.MajorityOf, tasks.ParityOf):
        yield PublicFunction(kind.__name__, kind, lambda: {"size": 3})
    for noisy in (tasks.NoisyConstant, tasks.Prototype):
        yield PublicFunction(noisy.__name__, noisy, lambda: {"noise": 0.1, "name": "n"})
    yield PublicFunction("library.load", library.load, lambda: {"name": "parity", "form": "learner", "features": 2})
    yield PublicFunction(
        "library.load_learner", library.load_learner, lambda: {"source": "parity", "form": "learner", "features": 2}
    )
    for lookup in (library.entry, library.has, library.hint):
        yield PublicFunction(f"library.{lookup.__name__}", lookup, lambda: {"name": "parity"})
    yield PublicFunction("library.default_task", library.default_task, lambda: {"source": "parity"})
    yield PublicFunction("library.learner_names", library.learner_names, lambda: {"form": "learner"})


def run_functions() -> Iterator[PublicFunction]:
    common = {"executor": None, "dtype": None, "device": None, "threads": None}
    limits_of_run = {"max_steps": 10, "max_seconds": 5.0, "progress": None, **common}
    for on in ("reference", "transformer", "rcnn", "descent", "decoder"):
        yield PublicFunction(
            f"run on {on}", tg.run, lambda on=on: {"machine": tape(), "given": "", "on": on, **limits_of_run}
        )
        if on != "reference":
            yield PublicFunction(
                f"run of {on}", lambda on=on, **k: tg.run(compile_case(on), **k), lambda: {"given": "", **limits_of_run}
            )
    for on in ("reference", "feedforward"):
        yield PublicFunction(
            f"evaluate on {on}",
            tg.evaluate,
            lambda on=on: {"circuit": circuit(), "vectors": [[0, 0, 1, 1]], "on": on, **common},
        )
    kinds = {"reference": learner, "emulation": learner, "rcnn": grid}
    for on, made in kinds.items():
        yield PublicFunction(
            f"learn with {on}",
            tg.learn,
            lambda on=on, made=made: {
                "learner": made(),
                "X": X,
                "y": Y,
                "X_test": X,
                "on": on,
                "max_steps": None,
                "noise": None,
                "seed": 0,
                "progress": None,
                **common,
            },
        )
    yield PublicFunction(
        "counterexample",
        tg.counterexample,
        lambda: {"first": tape(), "second": tape(), "max_length": 1, "max_steps": 10, "alphabet": ("1",)},
    )
    yield PublicFunction("lockstep", tg.lockstep, lambda: {"network": compile_case("rcnn"), "given": None, "steps": 5})
    yield PublicFunction(
        "check",
        check.check,
        lambda: {
            "subject": tape(),
            "on": "rcnn",
            "samples": 1,
            "max_steps": 5,
            "max_length": 1,
            "dtype": None,
            "executor": None,
            "seed": 0,
            "progress": None,
        },
    )
    yield PublicFunction("compare", check.compare, lambda: {"expected": [1], "found": [1]})
    yield PublicFunction("view.diagram", view.diagram, lambda: {"machine": tape(), "standalone": True})
    yield PublicFunction(
        "view",
        view.view,
        lambda: {
            "machine": tape(),
            "given": "",
            "on": "reference",
            "executor": None,
            "max_steps": 5,
            "first": 0,
            "last": 3,
            "most": 10,
            "command": None,
            "progress": None,
        },
    )
    yield PublicFunction(
        "trace",
        lambda given, steps: list(compile_case("rcnn").trace(given, max_steps=steps)),
        lambda: {"given": None, "steps": 4},
    )


def network_functions() -> Iterator[PublicFunction]:
    for name in construction_names():
        machine = {"feedforward": circuit, "emulation": learner}.get(name, tape)
        yield PublicFunction(
            f"compile to {name}",
            constructions.compile,
            lambda machine=machine, name=name: {"machine": machine(), "to": name, "dtype": torch.float32},
        )
    yield PublicFunction("construction", constructions.construction, lambda: {"name": "rcnn"})
    yield PublicFunction("exact.precision", exact.precision, lambda: {"dtype": "float32"})
    yield PublicFunction("exact.torch_dtype", exact.torch_dtype, lambda: {"name": "float32"})
    yield PublicFunction("exact.grid_exponent", exact.grid_exponent, lambda: {"values": [0.5, 2.0]})
    yield PublicFunction("exact.bound_of", exact.bound_of, lambda: {"name": "u", "totals": [3.0], "grids": [0]})
    yield PublicFunction("exact.multiples", exact.multiples, lambda: {"name": "u", "magnitude": 3.0, "of": [0.5]})
    yield PublicFunction(
        "exact.Sum",
        exact.Sum,
        lambda: {"name": "u", "weights": [[1.0, 2.0]], "bias": [0.0], "ranges": ([0, 0], [1, 1]), "grid": 0},
    )
    yield PublicFunction("export.target", export.target, lambda: {"name": "llama"})
    yield PublicFunction(
        "export",
        export.export,
        lambda: {
            "network": compile_case("decoder"),
            "to": "llama",
            "path": scratch() / "e",
            "dtype": "float32",
            "check": False,
        },
    )
    yield PublicFunction("claims.find", claims.find, lambda: {"paper": "wei", "number": None})


def option_functions() -> Iterator[PublicFunction]:
    """Every option of every construction, and of learning with it."""
    from dataclasses import fields

    for name in construction_names():
        recipe = constructions.construction(name)
        machine = {"feedforward": circuit, "emulation": learner}.get(name, tape)
        small = {"steps": 10} if name == "transformer" else {}
        options = {each.name: getattr(recipe.Options(), each.name) for each in fields(recipe.Options)}
        yield PublicFunction(
            f"options of {name}",
            lambda to=name, machine=machine, **k: tg.compile(machine(), to=to, **k),
            lambda options=options, small=small: {**options, **small},
        )
        if recipe.learn is None:
            continue
        learned = {each.name: getattr(recipe.LearnOptions(), each.name) for each in fields(recipe.LearnOptions)}
        made = grid if name == "rcnn" else learner
        yield PublicFunction(
            f"options of learning with {name}",
            lambda on=name, made=made, **k: tg.learn(made(), X, Y, X, on=on, **k),
            lambda learned=learned: learned,
        )


def search_functions() -> Iterator[PublicFunction]:
    problems = search.TaskProblems(tasks.get("dictator"), 2, 2)
    fields = {**SMALL.__dict__} if hasattr(SMALL, "__dict__") else {}
    yield PublicFunction("Settings", lambda **k: search.search(problems, search.Settings(**k)), lambda: dict(fields))
    yield PublicFunction(
        "TaskProblems", search.TaskProblems, lambda: {"task": tasks.get("dictator"), "dim": 2, "train": 2}
    )
    yield PublicFunction(
        "search",
        search.search,
        lambda: {
            "problems": problems,
            "settings": SMALL,
            "engine": "local",
            "workers": 1,
            "address": None,
            "progress_file": None,
            "seconds": 5.0,
            "watch": None,
        },
    )
    rows = {
        "X": np.tile(X, (6, 1)),
        "y": np.tile(Y, 6),
        "validation": 0.25,
        "max_rows": 8,
        "max_validation": 10,
        "practice_rows": 4,
        "seed": 0,
        "name": "d",
    }
    yield PublicFunction("split_rows", search.split_rows, lambda: dict(rows))
    yield PublicFunction(
        "as_machine", search.as_machine, lambda: {"table": search.as_table(grid()), "work": 1, "name": "m", "doc": ""}
    )
    yield PublicFunction("as_table", search.as_table, lambda: {"machine": grid()})
    yield PublicFunction("rule_lines", search.rule_lines, lambda: {"machine": grid()})

    def fit_classifier(kind: Any) -> Callable[..., Any]:
        def call(X: Any, y: Any, points: Any, **options: Any) -> Any:
            return kind(**options).fit(X, y).predict(points)

        return call

    data = {"X": np.tile(X, (4, 1)), "y": np.tile(Y, 4), "points": X}
    yield PublicFunction(
        "NetworkClassifier",
        fit_classifier(NetworkClassifier),
        lambda: {**data, "learner": "last-label", "on": "reference", "executor": None, "seed": 0},
    )
    yield PublicFunction(
        "RCNNClassifier",
        fit_classifier(RCNNClassifier),
        lambda: {
            **data,
            "learner": "last-label",
            "executor": "event",
            "dtype": None,
            "training": "event",
            "max_steps": None,
            "threads": None,
            "progress": None,
        },
    )
    yield PublicFunction(
        "TuringOptimalClassifier",
        fit_classifier(TuringOptimalClassifier),
        lambda: {
            **data,
            "states": 1,
            "budget": 50,
            "validation": 0.25,
            "library": "none",
            "strategy": "auto",
            "instances": 10,
            "max_rows": 8,
            "exponent": 2,
            "seconds": 5.0,
            "engine": "local",
            "address": None,
            "n_jobs": 1,
            "random_state": 0,
        },
    )


def theory_functions() -> Iterator[PublicFunction]:
    net = limits.ReluNet(layers=1, width=4, epochs=1)
    yield PublicFunction(
        "ReluNet", limits.ReluNet, lambda: {"layers": 1, "width": 4, "rate": 0.1, "batch": 4, "epochs": 1}
    )
    sizes = {"train": 4, "test": 4, "net": net, "seed": 0}
    yield PublicFunction("arithmetic", limits.arithmetic, lambda: {"bases": (2,), "addends": 2, "digits": 1, **sizes})
    yield PublicFunction(
        "parity_images", limits.parity_images, lambda: {"grid": 2, "pixel": 1, "beside": 2, "every": False, **sizes}
    )
    yield PublicFunction(
        "connectivity", limits.connectivity, lambda: {"vertices": 20, "degree": 3, "cycle": 10, **sizes}
    )
    yield PublicFunction(
        "separation",
        limits.separation,
        lambda: {"bits": 2, "batches": (1, 2), "steps": 1, "rate": None, "sigma": 0.1, "draws": 1, "seed": 0},
    )
    yield PublicFunction("connectivity_learner", limits.connectivity_learner, lambda: {"vertices": 4})
    bound = {"overflow": 1.0, "edges": 10, "steps": 10, "sigma": 1.0, "cp_inf": 0.1, "rate": 1.0, "proved": False}
    yield PublicFunction("corollary_2", limits.corollary_2, lambda: {**bound, "m": 10, "bias": None})
    yield PublicFunction("corollary_2_least_batch", limits.corollary_2_least_batch, lambda: dict(bound))
    yield PublicFunction("lemma_7", limits.lemma_7, lambda: {"f": [[0, 1], [1, 0], [1, 1], [0, 0]]})
    yield PublicFunction(
        "theorem_3",
        limits.theorem_3,
        lambda: {"junk_flow": 1.0, "sigma": 1.0, "cp": 0.1, "bias": None, "proved": False},
    )
    yield PublicFunction(
        "theorem_6", limits.theorem_6, lambda: {"n": 10, "junk_flow": 1.0, "sigma": 1.0, "proved": False}
    )
    yield PublicFunction(
        "theorem_6_as_stated", limits.theorem_6_as_stated, lambda: {"n": 10, "edges": 10, "proved": False}
    )
    yield PublicFunction(
        "theorem_6_least_n", limits.theorem_6_least_n, lambda: {"edges": 10, "proved": False, "most": 64}
    )
    yield PublicFunction(
        "worst_junk_flow", limits.worst_junk_flow, lambda: {"overflow": 1.0, "edges": 10, "steps": 10, "rate": 1.0}
    )
