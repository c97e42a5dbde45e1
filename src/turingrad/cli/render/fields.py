"""Runs and configurations as the JSON of the contracts."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from turingrad.machine.grid import GridConfiguration, GridMachine
from turingrad.machine.learner import LearnerConfiguration
from turingrad.machine.run import Run
from turingrad.machine.tape import Tape, TapeConfiguration


def machine_name(machine: Any, file: str) -> str:
    """The machine's own name, else its file's."""
    return machine.name or Path(file).stem


def tape_text(tape: Tape) -> str | list[str]:
    """One string where every symbol is one character, else a list."""
    if all(len(symbol) == 1 for symbol in tape.symbols):
        return "".join(tape.symbols)
    return list(tape.symbols)


def tape_fields(configuration: TapeConfiguration) -> dict[str, Any]:
    heads: list[Any] = list(configuration.heads)
    tapes: list[Any] = [tape_text(tape) for tape in configuration.tapes]
    starts: list[Any] = [tape.start if tape.symbols else None for tape in configuration.tapes]
    if len(heads) == 1:
        return {"head": heads[0], "tape": tapes[0], "tape_start": starts[0]}
    return {"head": heads, "tape": tapes, "tape_start": starts}


def grid_fields(configuration: GridConfiguration) -> dict[str, Any]:
    return {"head": list(configuration.head), "grid": ["".join(row) for row in configuration.grid]}


def json_line(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False) + "\n"


def learner_fields(configuration: LearnerConfiguration) -> dict[str, Any]:
    return {
        "memory": "".join(map(str, configuration.memory)),
        "output": configuration.output,
        "done": configuration.done,
    }


def configuration_json(configuration: TapeConfiguration | GridConfiguration | LearnerConfiguration) -> dict[str, Any]:
    """One line of `run --trace`."""
    if isinstance(configuration, LearnerConfiguration):
        return {"step": configuration.step, **learner_fields(configuration)}
    if isinstance(configuration, TapeConfiguration):
        return {"step": configuration.step, "state": configuration.state, **tape_fields(configuration)}
    own = {**grid_fields(configuration), "bumped": configuration.bumped}
    return {"step": configuration.step, "state": configuration.state, **own}


def run_json(run: Run[Any], name: str) -> dict[str, Any]:
    fields: dict[str, Any] = {"machine": name, "on": run.on, "executor": run.executor, "halted": run.halted}
    if isinstance(run.configuration, LearnerConfiguration):
        fields |= {"steps": run.steps, **learner_fields(run.configuration)}
    else:
        fields |= {"state": run.configuration.state, "steps": run.steps}
        shown = tape_fields if isinstance(run.configuration, TapeConfiguration) else grid_fields
        fields |= shown(run.configuration)
    if isinstance(run.machine, GridMachine):
        fields["answer"] = run.machine.answer(run.configuration.state) or None
    if run.stopped == "interrupt":
        fields["interrupted"] = True
    fields["steps_per_second"] = round(run.steps_per_second, 1)
    if run.network_steps is not None:
        fields["network_steps"] = run.network_steps
    return fields | dict(run.details)
