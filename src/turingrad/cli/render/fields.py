"""Runs and configurations as the JSON of the contracts."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from turingrad.machine.kinds import kind_of
from turingrad.machine.run import Run


def machine_name(machine: Any, file: str) -> str:
    """The machine's own name, else its file's."""
    return machine.name or Path(file).stem


def json_line(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False) + "\n"


def configuration_json(machine: Any, configuration: Any) -> dict[str, Any]:
    """One line of `run --trace`."""
    kind = kind_of(machine)
    return {"step": configuration.step, **kind.fields(configuration), **kind.trace_fields(configuration)}


def run_json(run: Run[Any], name: str) -> dict[str, Any]:
    """What `run --json` prints."""
    kind = kind_of(run.machine)
    fields: dict[str, Any] = {"machine": name, "on": run.on, "executor": run.executor, "halted": run.halted}
    own = kind.fields(run.configuration)
    state = {"state": own.pop("state")} if "state" in own else {}
    fields |= {**state, "steps": run.steps, **own, **kind.more_fields(run)}
    if run.stopped == "interrupt":
        fields["interrupted"] = True
    fields["steps_per_second"] = round(run.steps_per_second, 1)
    if run.network_steps is not None:
        fields["network_steps"] = run.network_steps
    return fields | dict(run.details)
