"""What a construction offers in ONNX: a module `turingrad.export.onnx.NAME` with `forms`, by the name of the graph."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from turingrad.constructions.network import Network
from turingrad.errors import CertificateError, InputError
from turingrad.export.onnx.graph import Graph
from turingrad.machine.run import Progress, StartedRun

if TYPE_CHECKING:
    from turingrad.export.onnx.model import File

FLOATS = ("float32", "float64")


@dataclass(frozen=True)
class Form:
    """One graph of a construction.

    build(network, graph): adds nodes, inputs and outputs; refuses a network that it does not hold exactly.
    check(network, file, progress): runs the file's layers on random legal inputs against the network, and the whole
    against the reference interpreter; raises where they differ, else returns figures.
    begin(network, file, given): a run of the file for `run`; None if it evaluates vectors or is no run.
    """

    what: str
    build: Callable[[Any, Graph], None]
    check: Callable[[Any, File, Progress], Mapping[str, Any]]
    begin: Callable[[Any, File, Any], StartedRun[Any]] | None = None
    dtypes: tuple[str, ...] = FLOATS


def module_of(network: Network[Any, Any]) -> Any:
    return importlib.import_module(f"turingrad.export.onnx.{network.construction}")


def forms_of(network: Network[Any, Any]) -> Mapping[str, Form]:
    """The graphs that there are of a network, the default first."""
    forms: Mapping[str, Form] = module_of(network).forms(network)
    return forms


def trained_are_inputs(network: Network[Any, Any]) -> bool:
    """Whether the numbers that training changes are inputs of its graphs, with the trained ones as default."""
    return bool(getattr(module_of(network), "TRAINED_ARE_INPUTS", False))


def labels_of(network: Network[Any, Any]) -> dict[str, Any]:
    """What inputs, outputs and coordinates mean, as JSON."""
    labels: dict[str, Any] = module_of(network).labels(network)
    return labels


def form_of(network: Network[Any, Any], graph: str | None, dtype: str) -> tuple[str, Form]:
    forms = forms_of(network)
    name = next(iter(forms)) if graph is None else graph
    if name not in forms:
        raise InputError(f"the {network.construction} network has no graph {name!r}; known: {', '.join(forms)}")
    form = forms[name]
    if dtype not in form.dtypes:
        raise InputError(
            f"the {network.construction}'s graph {name!r} is written in {', '.join(form.dtypes)}, not in {dtype}"
        )
    if dtype.startswith("float"):
        network.certificate.require(dtype)
    return name, form


def require_same(found: Any, expected: Any, what: str) -> None:
    """The one comparison of checks: shape and every number."""
    ours, theirs = np.asarray(expected), np.asarray(found)
    if ours.shape != theirs.shape:
        raise CertificateError(f"{what}: the graph gives shape {theirs.shape}, the network {ours.shape}")
    wrong = np.argwhere(ours.astype(np.float64) != theirs.astype(np.float64))
    if len(wrong):
        place = tuple(int(i) for i in wrong[0])
        raise CertificateError(f"{what}{list(place)}: the graph gives {theirs[place]}, the network {ours[place]}")
