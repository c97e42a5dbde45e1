"""Learners as JSON objects and back."""

from __future__ import annotations

from typing import Any

from turingrad.machine.circuit.json_form import from_object as circuit_from
from turingrad.machine.circuit.json_form import to_object as circuit_to
from turingrad.machine.json_values import Object, words_of
from turingrad.machine.learner import Learner


def from_object(value: Object) -> Learner:
    """The learner of an object that fits the schema."""
    circuits = {
        key: circuit_from(value[key], (key,)) for key in ("predict", "update", "done") if value.get(key) is not None
    }
    return Learner(
        memory=tuple(map(int, value["memory"])),
        features=int(value["features"]),
        predict=circuits["predict"],
        update=circuits["update"],
        done=circuits.get("done"),
        random_bits=int(value.get("random_bits", 0)),
        on_error=value.get("on_error", False),
        **words_of(value),
    )


def to_object(learner: Learner) -> dict[str, Any]:
    """The way back, without name and doc."""
    return {
        "memory": "".join(map(str, learner.memory)),
        "features": learner.features,
        "random_bits": learner.random_bits,
        "on_error": learner.on_error,
        "predict": circuit_to(learner.predict),
        "update": circuit_to(learner.update),
        "done": None if learner.done is None else circuit_to(learner.done),
    }
